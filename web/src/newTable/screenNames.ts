import type { SeatForm } from '../wire/messages';

const KEPT = 'kamchatka.screenNames';

/** The other players at this screen the last time. */
export function knownNames(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]');
    return Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

/** The seats with display names: a player without a name is named after the seat's number. */
export function named(seats: SeatForm[], unnamed: (n: number) => string): SeatForm[] {
  return seats.map((seat, i) =>
    seat.kind === 'screen' ? { ...seat, name: seat.name?.trim() || unnamed(i + 1) } : seat,
  );
}

/** Store the given names for the next table; playing alone doesn't change the others. */
export function keepNames(seats: SeatForm[]): void {
  const given = seats.flatMap((seat) => (seat.kind === 'screen' ? [seat.name?.trim() ?? ''] : [])).filter(Boolean);
  if (!given.length) return;
  try {
    localStorage.setItem(KEPT, JSON.stringify([...given, ...knownNames().slice(given.length)]));
  } catch {
    // Without storage names are asked again.
  }
}
