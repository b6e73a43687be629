const PAUSE = 12_000;                                   // milliseconds a page stays on the wall

/** The part of a long list that is on the wall at a moment: pages take turns, all of the same length but the last. */
export function pageOf<T>(all: readonly T[], most: number, moment: number): T[] {
  const pages = Math.max(1, Math.ceil(all.length / most));
  const page = Math.floor(moment / PAUSE) % pages;
  return all.slice(page * most, (page + 1) * most);
}
