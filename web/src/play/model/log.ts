import type { LogLine } from '../../wire/messages';

const KEPT = 600;

/** The log with newer lines: a repeated line replaces the one with its number; only the last are kept. */
export function lengthened(log: readonly LogLine[], more: readonly LogLine[]): LogLine[] {
  const first = Math.min(...more.map(({ n }) => n));
  const same = log.findLastIndex(({ n }) => n < first) + 1; // before all repeated lines
  const lines = new Map([...log.slice(same), ...more].map((line) => [line.n, line]));
  return [...log.slice(0, same), ...lines.values()].slice(-KEPT);
}

/** A turn as the log shows it: its heading, then its lines, the newest first. */
export interface LoggedTurn {
  key: number;
  heading: LogLine | null;
  lines: LogLine[];
}

const TURNS = 30;

/** The last turns, the newest first; an unchanged turn is the same object as in `before`. */
export function turnsOf(log: readonly LogLine[], before: readonly LoggedTurn[] = []): LoggedTurn[] {
  const turns: LoggedTurn[] = [];
  for (const line of log) {
    if (line.heading || !turns.length)
      turns.push({ key: line.heading ? line.n : -1, heading: line.heading ? line : null, lines: [] });
    if (!line.heading) turns.at(-1)!.lines.push(line);
  }
  const known = new Map(before.map((turn) => [turn.key, turn]));
  return turns
    .reverse()
    .slice(0, TURNS)
    .map((turn) => ({ ...turn, lines: turn.lines.reverse() }))
    .map((turn) => (isSame(turn, known.get(turn.key)) ? known.get(turn.key)! : turn));
}

/** Create a function that groups a growing log into turns, and reuses those of the previous call. */
export function grouping(): (log: readonly LogLine[]) => LoggedTurn[] {
  let turns: LoggedTurn[] = [];
  return (log) => (turns = turnsOf(log, turns));
}

const isSame = (one: LoggedTurn, other: LoggedTurn | undefined): boolean =>
  one.heading === other?.heading &&
  one.lines.length === other.lines.length &&
  one.lines.every((line, i) => line === other.lines[i]);

/** The first of these turns, whole, up to this number of lines. */
export function newest(turns: readonly LoggedTurn[], lines: number): readonly LoggedTurn[] {
  let sum = 0;
  const last = turns.findIndex((turn) => (sum += turn.lines.length) >= lines);
  return last < 0 ? turns : turns.slice(0, last + 1);
}
