import type { CupsSeen } from '../wire/messages';
import { cups } from './api';

const EVERY = 30_000; // milliseconds
const MINUTE = 60_000;

/** The cups that are on, asked for regularly while a page shows them. */
export class Overview {
  seen = $state.raw<CupsSeen | null>(null);
  asked = $state(false); // whether an answer, or none, has come
  now = $state(Date.now()); // the server's time in milliseconds, as far as we know
  private ahead = 0; // the server's time minus ours

  /** Ask now and from then on; returns what ends it. */
  keep(): () => void {
    void this.ask();
    const asking = setInterval(() => document.visibilityState === 'visible' && void this.ask(), EVERY);
    const ticking = setInterval(() => (this.now = Date.now() + this.ahead), MINUTE / 4);
    return () => [asking, ticking].forEach(clearInterval);
  }
  async ask(): Promise<void> {
    const found = await cups.overview().catch(() => null); // the page is whole without cups
    this.asked = true;
    if (!found) return;
    this.ahead = found.now - Date.now();
    [this.seen, this.now] = [found, found.now];
  }
}
