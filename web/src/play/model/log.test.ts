import { expect, test } from 'vitest';
import type { LogLine } from '../../wire/messages';
import { lengthened, newest, turnsOf, type LoggedTurn } from './log';

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

const heading = (n: number): LogLine => ({ ...line(n), heading: true });
const numbersOf = (turns: readonly LoggedTurn[]) => turns.map(({ lines }) => lines.map(({ n }) => n));
const LOG = [line(0), heading(1), line(2), line(3), heading(4), heading(5), line(6)];

test('turns and their lines are told from the newest on', () => {
  const turns = turnsOf(LOG);
  expect(turns.map((turn) => turn.heading?.n)).toEqual([5, 4, 1, undefined]);
  expect(numbersOf(turns)).toEqual([[6], [], [3, 2], [0]]);
  expect(new Set(turns.map(({ key }) => key)).size).toBe(4);
});

test('only the turn in which something happened is another one', () => {
  const before = turnsOf(LOG);
  const after = turnsOf(lengthened(LOG, [line(7)]), before);
  expect(after.map((turn, i) => turn === before[i])).toEqual([false, true, true, true]);
  const again = turnsOf(lengthened(LOG, [line(2, 'due')]), before);
  expect(again.map((turn, i) => turn === before[i])).toEqual([true, true, false, true]);
  expect(turnsOf(LOG, before).every((turn, i) => turn === before[i])).toBe(true);
});

test('thirty turns are told', () => {
  const log = Array.from({ length: 40 }, (_, n) => heading(n));
  expect(turnsOf(log).map(({ key }) => key)).toEqual(Array.from({ length: 30 }, (_, i) => 39 - i));
});

test('of the turns as many are shown as fill the room, whole ones', () => {
  const turns = turnsOf(LOG);
  expect(numbersOf(newest(turns, 1))).toEqual([[6]]);
  expect(numbersOf(newest(turns, 2))).toEqual([[6], [], [3, 2]]);
  expect(newest(turns, 99)).toEqual(turns);
});
