import type { TableRow } from '../wire/messages';

/** The number of the user's games that wait for a move, in the tab's title and as a badge of the installed app. */
class Awaiting {
  count = $state(0);

  note(tables: TableRow[]): void {
    this.count = tables.filter((table) => table.awaits_me && table.status === 'playing').length;
    const badge = navigator as Navigator & { setAppBadge?: (n: number) => Promise<void> };
    void badge.setAppBadge?.(this.count).catch(() => {});
  }

  /** A title with the number before it. */
  titled(title: string): string {
    return this.count ? `(${this.count}) ${title}` : title;
  }
}

export const awaiting = new Awaiting();
