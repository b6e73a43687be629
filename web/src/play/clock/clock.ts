import type { ClockFace } from '../../wire/messages';

/** A clock at a moment: the time of the move, turn or game, and the bank behind it. */
export interface ClockReading {
  main: number;
  bank: number;
  total: number;
  next: number; // seconds until the next limit: the time, then the bank
  isLow: boolean;
}

/** Read a clock `since` seconds after the server did. The bank is used last. */
export function readClock(clock: ClockFace, since: number): ClockReading {
  const total = Math.max(0, clock.left - (clock.running ? Math.max(0, since) : 0));
  const bank = Math.min(clock.bank, total);
  const main = total - bank;
  return { main, bank, total, next: main > 0 ? main : bank, isLow: total < clock.low };
}

/** Warns once each time a clock falls below its limit. */
export class LowWarning {
  private isLow = false;

  /** Whether the player must be warned now. */
  rises(isLow: boolean): boolean {
    const rises = isLow && !this.isLow;
    this.isLow = isLow;
    return rises;
  }
}
