import type { Ping } from './messages';

const FIRST = 3; // pings …
const SOON = 1000; // … that follow each other in as many milliseconds
const LATER = 10_000;
const WEIGHT = 0.3; // of the latest round trip in the average
const LONGEST = 60_000; // milliseconds that a report may have

/** Measures the round trips of a connection, in milliseconds. */
export class LagMeter {
  private average: number | null = null;
  private sentAt: number | null = null;
  private dueAt = 0;
  private count = 0;

  /** The next ping with the lag so far, if it is time for it. */
  due(now: number): Ping | null {
    if (now < this.dueAt) return null;
    this.dueAt = now + (++this.count < FIRST ? SOON : LATER);
    this.sentAt = now;
    return { type: 'ping', lag: this.lag };
  }

  /** The server has answered. */
  answered(now: number): void {
    if (this.sentAt == null) return;
    const took = now - this.sentAt;
    this.sentAt = null;
    this.average = this.average == null ? took : this.average + WEIGHT * (took - this.average);
  }

  /** A new connection: measure it at once. */
  restart(): void {
    this.average = this.sentAt = null;
    this.dueAt = this.count = 0;
  }

  get lag(): number {
    return Math.min(LONGEST, Math.max(0, Math.round(this.average ?? 0)));
  }
}
