import type { LogLine } from '../../wire/messages';

const KEPT = 600;

/** The log with newer lines: one that is told again takes the place of its number; only the last are kept. */
export function lengthened(log: readonly LogLine[], more: readonly LogLine[]): LogLine[] {
  const lines = new Map([...log, ...more].map((line) => [line.n, line]));
  return [...lines.values()].slice(-KEPT);
}
