import type { ZoneShown } from '../../board/zones/zone';
import type { EditionSeen, PlaceSeen } from '../../wire/messages';

/** The places of each zone and board. Places that nobody can hold any more belong to no zone. */
export interface Atlas {
  zones: Record<string, readonly string[]>;
  boards: Record<string, string>; // the board of each place; the first board is where all seats begin
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

/** The zone that a seat completes by conquering this place. */
export function zoneTaken(atlas: Atlas, standing: Standing, place: string, by: number): string | null {
  for (const [zone, places] of Object.entries(atlas.zones)) {
    if (!places.includes(place) || places.length < 2) continue;
    const others = places.filter((other) => other !== place && !isLost(atlas, standing, other));
    if (others.every((other) => standing[other]?.owner === by)) return zone;
  }
  return null;
}

/** The board, other than the main one, that a seat enters for the first time by conquering this place. */
export function boardEntered(atlas: Atlas, standing: Standing, place: string, by: number): string | null {
  const board = atlas.boards[place];
  if (!board || board === Object.values(atlas.boards)[0]) return null;
  const isThere = Object.entries(atlas.boards).some(([other, on]) => on === board && standing[other]?.owner === by);
  return isThere ? null : board;
}

/** The zones as the map shows them: their bonus, and the seat that holds them or lacks one place. */
export function zonesShown(atlas: Atlas, standing: Standing, bonus: Record<string, number>): ZoneShown[] {
  return Object.entries(atlas.zones).map(([zone, places]) => {
    const open = places.filter((place) => !isLost(atlas, standing, place));
    const owners = open.map((place) => standing[place]?.owner ?? null);
    const most = owners.find((seat) => owners.filter((other) => other === seat).length >= open.length - 1) ?? null;
    const isWhole = most != null && owners.every((seat) => seat === most);
    const isNear = isWhole || open.length > 2;
    return { zone, bonus: bonus[zone] ?? 0, seat: isNear ? most : null, isWhole };
  });
}
