import type { EventSeen, RoundSeen, RoundTable } from '../wire/messages';

/** A player at a table: the server sends entrants as numbers, the page shows names. */
export interface Seat {
  entrant: number;
  name: string;
  club: string;
  hand: number;
}

export function nameOf(seen: EventSeen, entrant: number): string {
  return seen.entrants.find((one) => one.number === entrant)?.name ?? `${entrant}`;
}

export function clubOf(seen: EventSeen, entrant: number): string {
  return seen.entrants.find((one) => one.number === entrant)?.club ?? '';
}

export function seatsOf(seen: EventSeen, entrants: readonly number[]): Seat[] {
  return entrants.map((entrant, index) => ({
    entrant,
    name: nameOf(seen, entrant),
    club: clubOf(seen, entrant),
    hand: index + 1,
  }));
}

/** The edition that the event's tables play. */
export function editionOf(seen: EventSeen): string {
  return seen.settings.find((one) => one.name === 'edition')?.value ?? '';
}

/** The current round, or the last one played. */
export function lastRound(seen: EventSeen): RoundSeen | undefined {
  return seen.rounds.at(-1);
}

export function tableOf(round: RoundSeen | undefined, entrant: number): RoundTable | undefined {
  return round?.tables.find((table) => table.seats.includes(entrant));
}
