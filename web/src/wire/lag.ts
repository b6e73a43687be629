import type { Ping } from './messages';

const FIRST = 3; // pings …
const SOON = 1000; // … sent at this interval in milliseconds
const LATER = 10_000;
const WEIGHT = 0.3; // of the latest round trip in the average
const LONGEST = 60_000; // maximum milliseconds of a report

/** Measure the round trips of a connection, in milliseconds. */
export class LagMeter {
  private average: number | null = null;
  private sentAt: number | null = null;
  private dueAt = 0;
  private count = 0;

  /** Return the next ping with the lag so far, if it is due. */
  due(now: number): Ping | null {
    if (now < this.dueAt) return null;
    this.dueAt = now + (++this.count < FIRST ? SOON : LATER);
    this.sentAt = now;
    return { type: 'ping', lag: this.lag };
  }

  /** Handle the server's response. */
  answered(now: number): void {
    if (this.sentAt == null) return;
    const took = now - this.sentAt;
    this.sentAt = null;
    this.average = this.average == null ? took : this.average + WEIGHT * (took - this.average);
  }

  /** Measure a new connection at once. */
  restart(): void {
    this.average = this.sentAt = null;
    this.dueAt = this.count = 0;
  }

  get lag(): number {
    return Math.min(LONGEST, Math.max(0, Math.round(this.average ?? 0)));
  }
}
