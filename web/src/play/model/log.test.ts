import { expect, test } from 'vitest';
import type { LogLine } from '../../wire/messages';
import { lengthened } from './log';

const line = (n: number, text = `${n}`): LogLine => ({ n, seat: null, text, rules: [], heading: false, detail: '' });
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => line(from + i));

test('new lines follow the old', () => {
  expect(lengthened([], [line(1)])).toEqual([line(1)]);
  expect(lengthened([line(1)], [])).toEqual([line(1)]);
  expect(lengthened([line(1)], [line(2)])).toEqual([line(1), line(2)]);
});

test('a line told again is told in its place', () => {
  expect(lengthened([line(1), line(2)], [line(1, 'uno'), line(3)])).toEqual([line(1, 'uno'), line(2), line(3)]);
});

test('only the last 600 are kept', () => {
  expect(lengthened(numbers(0, 600), [])).toHaveLength(600);
  const more = lengthened(numbers(0, 600), numbers(600, 602));
  expect([more.length, more[0]?.n, more.at(-1)?.n]).toEqual([600, 2, 601]);
});
