import { describe, expect, it } from 'vitest';
import type { ClockFace } from '../../wire/messages';
import { LowWarning, readClock } from './clock';

const clock = (more: Partial<ClockFace>): ClockFace => ({
  left: 60,
  running: true,
  per: 'move',
  bank: 0,
  low: 9,
  ...more,
});

describe('a clock', () => {
  it('runs on between two messages, and ends at zero', () => {
    expect(readClock(clock({}), 12)).toEqual({ main: 48, bank: 0, total: 48, next: 48, isLow: false });
    expect(readClock(clock({}), 52)).toMatchObject({ total: 8, isLow: true });
    expect(readClock(clock({}), 99)).toMatchObject({ main: 0, total: 0 });
  });

  it('stands still while its seat is not asked', () => {
    expect(readClock(clock({ running: false }), 12).total).toBe(60);
  });

  it('uses its bank last', () => {
    const banked = clock({ left: 150, bank: 90 });
    expect(readClock(banked, 20)).toMatchObject({ main: 40, bank: 90 });
    expect(readClock(banked, 70)).toMatchObject({ main: 0, bank: 80, next: 80, isLow: false });
    expect(readClock(banked, 145)).toMatchObject({ main: 0, bank: 5, isLow: true });
  });
});

describe('the warning of a low clock', () => {
  it('comes once, and again after the clock was wound up', () => {
    const warning = new LowWarning();
    expect([false, true, true, false, true].map((isLow) => warning.rises(isLow))).toEqual([
      false,
      true,
      false,
      false,
      true,
    ]);
  });
});
