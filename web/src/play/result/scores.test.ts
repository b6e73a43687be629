import { describe, expect, test } from 'vitest';
import type { Counted, Score } from '../../wire/messages';
import { partsOf, ranked, tiesOf, valueOf } from './scores';

const counted = (parts: Record<string, number>): Counted[] =>
  Object.entries(parts).map(([id, value]) => ({ id, label: `the ${id}`, value }));

function score(seat: number, parts: Record<string, number> | null, more: Partial<Score> = {}): Score {
  const points = parts && Object.values(parts).reduce((sum, one) => sum + one, 0);
  const plain = { winner: false, lands: 0, armies: 0, objective: '', counters: [], ties: [] };
  return { ...plain, seat, points, parts: counted(parts ?? {}), ...more };
}

describe('the final table', () => {
  test('has the winners first, then the most points, then the most territories; who fell is last', () => {
    const scores = [
      score(0, null),
      score(1, { places: 9 }),
      score(2, { places: 3 }, { winner: true }),
      score(3, { places: 9 }, { lands: 4 }),
    ];
    expect(ranked(scores).map((one) => one.seat)).toEqual([2, 3, 1, 0]);
  });
  test('has a column for every part in which a seat has points, in their order', () => {
    const scores = [
      score(0, { africa: 0, asia: 1, europe: 0 }),
      score(1, { africa: 3, asia: 4, king: 2 }),
      score(2, null),
    ];
    expect(partsOf(scores).map((column) => column.id)).toEqual(['africa', 'asia', 'king']);
    expect(partsOf(scores).map((column) => column.part)).toEqual([0, 1, 2]);
    expect(partsOf(scores)[0]?.label).toBe('the africa');
    expect(valueOf(scores[0]!.parts, partsOf(scores)[2]!)).toBeUndefined();
    expect(valueOf(scores[1]!.parts, partsOf(scores)[1]!)).toBe(4);
  });
  test('shows what broke a tie only where there was one', () => {
    const [first, second] = [{ ties: counted({ energy: 5 }) }, { ties: counted({ energy: 2 }) }];
    const columns = (a: number, b: number) =>
      tiesOf([score(0, { places: a }, first), score(1, { places: b }, second)]).map((column) => column.id);
    expect(columns(7, 7)).toEqual(['energy']);
    expect(columns(7, 6)).toEqual([]);
    expect(tiesOf([score(0, null), score(1, null)])).toEqual([]);
  });
});
