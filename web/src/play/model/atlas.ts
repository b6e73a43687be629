import type { EditionSeen, PlaceSeen } from '../../wire/messages';

/** Which places belong together: by zone and by board. Places that are lost to everybody count in no zone. */
export interface Atlas {
  zones: Record<string, readonly string[]>;
  boards: Record<string, string>; // of each place; the first board is where everybody begins
  lostMarks: ReadonlySet<string>;
}
type Standing = Record<string, PlaceSeen>;

export const NO_ATLAS: Atlas = { zones: {}, boards: {}, lostMarks: new Set() };

/** The atlas of an edition; `boards` are the places of each of its boards, the main one first. */
export function atlasOf(
  edition: Pick<EditionSeen, 'zone_places' | 'page'>,
  boards: readonly { id: string; places: object; heavens: object }[],
): Atlas {
  const lost = Object.entries(edition.page.marks).filter(([, mark]) => mark.lost);
  return {
    zones: edition.zone_places,
    boards: Object.fromEntries(
      boards.flatMap(({ id, places, heavens }) => Object.keys({ ...places, ...heavens }).map((place) => [place, id])),
    ),
    lostMarks: new Set(lost.map(([mark]) => mark)),
  };
}

const isLost = (atlas: Atlas, standing: Standing, place: string): boolean =>
  !!standing[place]?.marks.some((mark) => atlas.lostMarks.has(mark));

/** The zone that a seat holds whole once it has conquered this place. */
export function zoneTaken(atlas: Atlas, standing: Standing, place: string, by: number): string | null {
  for (const [zone, places] of Object.entries(atlas.zones)) {
    if (!places.includes(place) || places.length < 2) continue;
    const others = places.filter((other) => other !== place && !isLost(atlas, standing, other));
    if (others.every((other) => standing[other]?.owner === by)) return zone;
  }
  return null;
}

/** The board on which a seat stands for the first time once it has conquered this place; not the main one. */
export function boardEntered(atlas: Atlas, standing: Standing, place: string, by: number): string | null {
  const board = atlas.boards[place];
  if (!board || board === Object.values(atlas.boards)[0]) return null;
  const isThere = Object.entries(atlas.boards).some(([other, on]) => on === board && standing[other]?.owner === by);
  return isThere ? null : board;
}

/** Who holds a zone, or lacks a single place of it. */
export interface ZoneLight {
  zone: string;
  seat: number;
  isWhole: boolean;
}

/** The zones that a seat holds, or would hold with one more place. */
export function zoneLights(atlas: Atlas, standing: Standing): ZoneLight[] {
  return Object.entries(atlas.zones).flatMap(([zone, places]) => {
    const open = places.filter((place) => !isLost(atlas, standing, place));
    const owners = open.map((place) => standing[place]?.owner ?? null);
    const most = owners.find((seat) => owners.filter((other) => other === seat).length >= open.length - 1);
    if (most == null || open.length < 3) return [];
    return [{ zone, seat: most, isWhole: owners.every((seat) => seat === most) }];
  });
}
