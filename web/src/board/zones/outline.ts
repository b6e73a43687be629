import { stands, type Geometry } from '../geometry';

type Corner = [number, number]; // in whole tenths of a unit, so that the borders of neighbours are equal

/** The outlines of a board's zones as paths: the borders of their places without those between two of them. */
export function outlines(board: Geometry): Record<string, string> {
  const found = known.get(board) ?? allOutlines(board);
  known.set(board, found);
  return found;
}
const known = new WeakMap<Geometry, Record<string, string>>();

function allOutlines(board: Geometry): Record<string, string> {
  const zones = Object.keys(board.zones).map((zone) => {
    const paths = stands(board).filter(([, shape]) => shape.zone === zone);
    return [zone, outlineOf(paths.map(([, shape]) => shape.path))];
  });
  return Object.fromEntries(zones);
}

/** The outline of several places: a shared border is drawn in both directions, which cancel out. */
export function outlineOf(paths: readonly string[]): string {
  const edges = new Map<string, Corner[]>();
  for (const ring of paths.flatMap(rings))
    ring.forEach((from, i) => {
      const to = ring[(i + 1) % ring.length]!;
      const isShared = edges.delete(`${to.join()} ${from.join()}`);
      if (!isShared && from.join() !== to.join()) edges.set(`${from.join()} ${to.join()}`, [from, to]);
    });
  return chains([...edges.values()]);
}

/** The closed lines of a path: M followed by relative l, as written by tools/maps. */
function rings(path: string): Corner[][] {
  return path
    .split('M')
    .filter(Boolean)
    .map((part) => {
      const numbers = (part.match(/-?\d*\.?\d+/g) ?? []).map((number) => Math.round(Number(number) * 10));
      let [x = 0, y = 0] = numbers;
      const ring: Corner[] = [[x, y]];
      for (let i = 2; i + 1 < numbers.length; i += 2) ring.push([(x += numbers[i]!), (y += numbers[i + 1]!)]);
      return ring;
    });
}

/** Join edges to lines, each from its beginning until no edge follows. */
function chains(edges: Corner[][]): string {
  const next = new Map<string, Corner[]>();
  for (const [from, to] of edges) next.set(from!.join(), [...(next.get(from!.join()) ?? []), to!]);
  let path = '';
  for (const [start] of edges) {
    let at = start!;
    let line = '';
    for (let to = next.get(at.join())?.pop(); to; to = next.get(at.join())?.pop()) {
      line += `${line ? ' ' : 'l'}${(to[0] - at[0]) / 10} ${(to[1] - at[1]) / 10}`;
      at = to;
    }
    if (line) path += `M${start![0] / 10} ${start![1] / 10}${line}${at.join() === start!.join() ? 'z' : ''}`;
  }
  return path;
}
