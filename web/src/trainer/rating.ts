/** A player's rating by puzzles: Elo's, against the level of each puzzle; kept in this browser. */
export interface Training {
  rating: number;
  tried: number;
  right: number;
  seen: string[]; // edition/id, the latest last
}

export const BEGINNER: Training = { rating: 1500, tried: 0, right: 0, seen: [] };
const KEY = 'kamchatka.training';
const REMEMBERED = 400; // puzzles
const FAST = 64; // how far the first answers move a rating,
const SLOW = 24; // and later ones
const SETTLED = 20; // answers

/** The rating after an answer to a puzzle of this level; a puzzle seen before counts no more. */
export function answered(before: Training, puzzle: string, level: number, right: boolean): Training {
  if (before.seen.includes(puzzle)) return before;
  const expected = 1 / (1 + 10 ** ((level - before.rating) / 400));
  const step = before.tried < SETTLED ? FAST : SLOW;
  return {
    rating: Math.round(before.rating + step * ((right ? 1 : 0) - expected)),
    tried: before.tried + 1,
    right: before.right + (right ? 1 : 0),
    seen: [...before.seen, puzzle].slice(-REMEMBERED),
  };
}

/** Of these puzzles the one nearest to a rating that was not seen yet; any if all were. */
export function nextOf<P extends { key: string; level: number }>(puzzles: readonly P[], training: Training): P | null {
  const fresh = puzzles.filter((puzzle) => !training.seen.includes(puzzle.key));
  const from = fresh.length ? fresh : puzzles;
  const apart = (puzzle: P) => Math.abs(puzzle.level - training.rating);
  return from.reduce<P | null>((best, puzzle) => (best && apart(best) <= apart(puzzle) ? best : puzzle), null);
}

export function remembered(): Training {
  try {
    return { ...BEGINNER, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Training>) };
  } catch {
    return BEGINNER;
  }
}

export function remember(training: Training): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(training));
  } catch {
    // a browser that keeps nothing: the rating lasts as long as the page
  }
}
