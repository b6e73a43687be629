import type { TrainingSeen } from '../wire/messages';

/** A player's rating by puzzles: Elo's, against the level of each puzzle. Of guests it is kept in this browser, of
 * accounts by the server, which counts the same (study/training.py). */
export const BEGINNER: TrainingSeen = { rating: 1500, tried: 0, solved: 0, seen: [] };
const KEY = 'kamchatka.training';
const REMEMBERED = 400; // puzzles
const FAST = 64; // how far the first answers move a rating,
const SLOW = 24; // and later ones
const SETTLED = 20; // answers

/** The rating after an answer to a puzzle of this level; a puzzle seen before counts no more. */
export function answered(before: TrainingSeen, puzzle: string, level: number, right: boolean): TrainingSeen {
  if (before.seen.includes(puzzle)) return before;
  const expected = 1 / (1 + 10 ** ((level - before.rating) / 400));
  const step = before.tried < SETTLED ? FAST : SLOW;
  return {
    rating: Math.round(before.rating + step * ((right ? 1 : 0) - expected)),
    tried: before.tried + 1,
    solved: before.solved + (right ? 1 : 0),
    seen: [...before.seen, puzzle].slice(-REMEMBERED),
  };
}

/** Of these puzzles the one nearest to a rating that was not seen yet; any if all were. */
export function nextOf<P extends { key: string; level: number }>(
  puzzles: readonly P[],
  training: TrainingSeen,
): P | null {
  const fresh = puzzles.filter((puzzle) => !training.seen.includes(puzzle.key));
  const from = fresh.length ? fresh : puzzles;
  const apart = (puzzle: P) => Math.abs(puzzle.level - training.rating);
  return from.reduce<P | null>((best, puzzle) => (best && apart(best) <= apart(puzzle) ? best : puzzle), null);
}

/** The kind of puzzles that the end of an address asks for: "attack" in "kind-attack"; "" if it names a puzzle. */
export const kindOf = (hash: string): string => /^kind-([a-z]+)$/.exec(hash)?.[1] ?? '';

export function remembered(): TrainingSeen {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<TrainingSeen> & { right?: number };
    return {
      rating: kept.rating ?? BEGINNER.rating,
      tried: kept.tried ?? 0,
      solved: kept.solved ?? kept.right ?? 0, // as it was called first
      seen: kept.seen ?? [],
    };
  } catch {
    return BEGINNER;
  }
}

export function remember(training: TrainingSeen): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(training));
  } catch {
    // a browser that keeps nothing: the rating lasts as long as the page
  }
}

/** The account has it now. */
export function forget(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // nothing was kept
  }
}
