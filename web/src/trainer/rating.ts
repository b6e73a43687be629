import type { TrainingSeen } from '../wire/messages';

/** A player's puzzle rating: Elo against the level of each puzzle. For guests it is stored in this browser, for
 * accounts by the server, which computes it in the same way (study/training.py). */
export const BEGINNER: TrainingSeen = { rating: 1500, tried: 0, solved: 0, seen: [] };
const KEY = 'kamchatka.training';
const REMEMBERED = 400; // puzzles
const FAST = 64; // step size of the first ratings,
const SLOW = 24; // and of later ones
const SETTLED = 20; // answers

/** The rating after an answer to a puzzle of this level; a puzzle seen before doesn't count. */
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

/** The unseen puzzle nearest to a rating, or any if all were seen. */
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
      solved: kept.solved ?? kept.right ?? 0, // its first name
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
    // without storage the rating lasts as long as the page
  }
}

/** Remove the local rating, which the account has now. */
export function forget(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // nothing was stored
  }
}
