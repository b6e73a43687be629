import { api } from '../wire/api.svelte';
import type { AnalysisSeen } from '../wire/messages';

/** The analysis of one finished game, requested on demand. */
export class GameStudy {
  asked = $state(false);
  seen = $state.raw<AnalysisSeen | null>(null);
  trouble = $state('');

  constructor(private readonly id: () => string) {}

  open(): void {
    this.asked = true;
    void this.load();
  }

  /** Request the analysis in another language, if it was requested before. */
  again(): void {
    if (this.seen) void this.load();
  }

  private async load(): Promise<void> {
    this.trouble = '';
    try {
      this.seen = await api.analysis(this.id());
    } catch (error) {
      this.trouble = (error as Error).message;
    }
  }
}
