const PAUSE = 12_000; // milliseconds a page stays on the wall

/** The part of a long list that is on the wall at a moment: pages take turns, as even as can be. */
export function pageOf<T>(all: readonly T[], most: number, moment: number): T[] {
  const pages = Math.max(1, Math.ceil(all.length / most));
  const page = Math.floor(moment / PAUSE) % pages;
  const begin = (n: number) => Math.floor((n * all.length) / pages);
  return all.slice(begin(page), begin(page + 1));
}
