import { expect, test } from 'vitest';
import { parts } from './countdown';

const MINUTE = 60_000;

test('a span is rounded up to whole minutes', () => {
  expect(parts(130 * MINUTE)).toEqual({ days: 0, hours: 2, minutes: 10 });
  expect(parts(130 * MINUTE - 1)).toEqual({ days: 0, hours: 2, minutes: 10 });
  expect(parts(25 * 60 * MINUTE)).toEqual({ days: 1, hours: 1, minutes: 0 });
});

test('a span that is over counts as a minute', () => {
  expect(parts(-5)).toEqual({ days: 0, hours: 0, minutes: 1 });
});
