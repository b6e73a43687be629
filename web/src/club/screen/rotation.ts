const PAUSE = 12_000; // milliseconds per page

/** The part of a long list that is on the wall at a moment; the pages are of nearly equal size. */
export function pageOf<T>(all: readonly T[], most: number, moment: number): T[] {
  const pages = Math.max(1, Math.ceil(all.length / most));
  const page = Math.floor(moment / PAUSE) % pages;
  const begin = (n: number) => Math.floor((n * all.length) / pages);
  return all.slice(begin(page), begin(page + 1));
}
