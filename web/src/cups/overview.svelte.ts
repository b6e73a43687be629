import type { CupsSeen } from '../wire/messages';
import { cups } from './api';

const EVERY = 30_000; // milliseconds
const MINUTE = 60_000;

/** The current cups, requested regularly while a page shows them. */
export class Overview {
  seen = $state.raw<CupsSeen | null>(null);
  asked = $state(false); // whether a response or an error has arrived
  now = $state(Date.now()); // the estimated server time in milliseconds
  private ahead = 0; // the server's time minus ours

  /** Start polling, and return a function that stops it. */
  keep(): () => void {
    void this.ask();
    const asking = setInterval(() => document.visibilityState === 'visible' && void this.ask(), EVERY);
    const ticking = setInterval(() => (this.now = Date.now() + this.ahead), MINUTE / 4);
    return () => [asking, ticking].forEach(clearInterval);
  }
  async ask(): Promise<void> {
    const found = await cups.overview().catch(() => null); // the page also works without cups
    this.asked = true;
    if (!found) return;
    this.ahead = found.now - Date.now();
    [this.seen, this.now] = [found, found.now];
  }
}
