/** The rule that is open over the page. */
class Reader {
  rule = $state.raw<{ edition: string; id: string } | null>(null);

  open(edition: string, id: string): void {
    this.rule = { edition, id };
  }

  close(): void {
    this.rule = null;
  }
}

export const reader = new Reader();
