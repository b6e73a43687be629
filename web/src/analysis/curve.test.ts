import { describe, expect, it } from 'vitest';
import type { ChancePoint } from '../wire/messages';
import { bandsOf, pointAt } from './curve';

const point = (entry: number, ...chances: number[]): ChancePoint => ({
  entry,
  round: 1,
  seat: 0,
  chances,
  how: 'search',
});

describe('bands of chances', () => {
  const points = [point(0, 0.5, 0.5), point(10, 0.25, 0.75)];

  it('stack up to the whole height', () => {
    const [first, second] = bandsOf(points, 10, 100, 40);
    expect(first?.path).toBe('M0.0 0.0L100.0 0.0L100.0 10.0L0.0 20.0Z');
    expect(second?.path).toBe('M0.0 20.0L100.0 10.0L100.0 40.0L0.0 40.0Z');
  });

  it('are none before the first turn', () => expect(bandsOf([], 10, 100, 40)).toEqual([]));
});

describe('the point at a step', () => {
  const points = [point(5, 1, 0), point(9, 0, 1)];

  it('is the last one passed', () => {
    expect(pointAt(points, 8)?.entry).toBe(5);
    expect(pointAt(points, 9)?.entry).toBe(9);
  });

  it('is the first one before it', () => expect(pointAt(points, 0)?.entry).toBe(5));
});
