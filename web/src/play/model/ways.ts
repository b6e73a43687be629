import type { Ask, Option, PairsSeen, PartiesSeen, SpotsSeen } from '../../wire/messages';

type Range = Ask['ranges'][number];
export type MapRange = PairsSeen | SpotsSeen | PartiesSeen;

/** Whether the question is put on the map; a party that names no place is a plain control. */
export function isOnMap(range: Range): boolean {
  return (
    range.kind === 'pairs' ||
    range.kind === 'spots' ||
    (range.kind === 'parties' && range.parties.some((party) => party.source))
  );
}

/** The ways a range leads from place to place; a spot leads nowhere. */
export function ways(range: MapRange): [string, string | null][] {
  if (range.kind === 'pairs') return range.pairs.map(([from, to]) => [from, to]);
  if (range.kind === 'parties') return range.parties.map((party) => [party.source ?? '', party.target]);
  return range.places.map((place) => [place, null]);
}

/** What can be clicked: where the chosen place leads, else where a way begins; null: it is not about the map. */
export function clickable(range: MapRange | null, options: Option[], source: string | null): Set<string> | null {
  if (!range) return options.length ? new Set(options.map((one) => one.place ?? '')) : null;
  const all = ways(range);
  const ahead = all.flatMap(([from, to]) => (source === from && to ? [to] : []));
  return new Set(ahead.length ? ahead : all.map(([from]) => from));
}
