import type { Ask, Option, PairsSeen, PartiesSeen, SpotsSeen } from '../../wire/messages';

type Range = Ask['ranges'][number];
export type MapRange = PairsSeen | SpotsSeen | PartiesSeen;

/** Whether the question is asked on the map; units without a place are an ordinary control. */
export function isOnMap(range: Range): boolean {
  return (
    range.kind === 'pairs' ||
    range.kind === 'spots' ||
    (range.kind === 'parties' && range.parties.some((party) => party.source))
  );
}

/** The pairs of source and target in a range; spots have none. */
export function ways(range: MapRange): [string, string | null][] {
  if (range.kind === 'pairs') return range.pairs.map(([from, to]) => [from, to]);
  if (range.kind === 'parties') return range.parties.map((party) => [party.source ?? '', party.target]);
  return range.places.map((place) => [place, null]);
}

/** The places to click: targets of the chosen source, else sources; null if the question is not about the map. */
export function clickable(range: MapRange | null, options: Option[], source: string | null): Set<string> | null {
  if (!range) return options.length ? new Set(options.map((one) => one.place ?? '')) : null;
  const all = ways(range);
  const ahead = all.flatMap(([from, to]) => (source === from && to ? [to] : []));
  return new Set(ahead.length ? ahead : all.map(([from]) => from));
}
