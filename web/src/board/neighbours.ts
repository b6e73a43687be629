import { stands, type Geometry } from './geometry';

const WAY: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The place that an arrow key leads to: near, and roughly in that direction. */
export function nearest(board: Geometry, place: string, key: string): string | null {
  const from = (board.places[place] ?? board.heavens[place])?.badge;
  const way = WAY[key];
  if (!from || !way) return null;
  let best: [string | null, number] = [null, Infinity];
  for (const [other, shape] of stands(board)) {
    const [dx, dy] = [shape.badge[0] - from[0], shape.badge[1] - from[1]];
    const along = dx * way[0] + dy * way[1];
    const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    const cost = Math.hypot(along, aside * 1.8);
    if (along > 8 && along > aside * 0.45 && cost < best[1]) best = [other, cost];
  }
  return best[0];
}

/** The place that a letter leads to: the next one with that initial, selectable ones first. */
export function byLetter(
  names: Record<string, string>,
  present: string,
  letter: string,
  lit: Set<string> | null,
): string | null {
  const plain = (text: string) => text.normalize('NFD').toLowerCase();
  const called = Object.keys(names).filter((place) => plain(names[place]!).startsWith(plain(letter)));
  const some = lit && called.some((place) => lit.has(place)) ? called.filter((place) => lit.has(place)) : called;
  some.sort((a, b) => names[a]!.localeCompare(names[b]!));
  return some[(some.indexOf(present) + 1) % some.length] ?? null;
}
