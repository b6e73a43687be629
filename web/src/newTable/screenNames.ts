import type { SeatForm } from '../wire/messages';

const KEPT = 'kamchatka.screenNames';

/** Who sat at this screen the last time, besides its reader. */
export function knownNames(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]');
    return Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

/** The seats with display names: an unnamed player is called by the number of the seat. */
export function named(seats: SeatForm[], unnamed: (n: number) => string): SeatForm[] {
  return seats.map((seat, i) =>
    seat.kind === 'screen' ? { ...seat, name: seat.name?.trim() || unnamed(i + 1) } : seat,
  );
}

/** Keep the names that people gave, for the next table; sitting down alone keeps the others. */
export function keepNames(seats: SeatForm[]): void {
  const given = seats.flatMap((seat) => (seat.kind === 'screen' ? [seat.name?.trim() ?? ''] : [])).filter(Boolean);
  if (!given.length) return;
  try {
    localStorage.setItem(KEPT, JSON.stringify([...given, ...knownNames().slice(given.length)]));
  } catch {
    // Nothing kept: names are asked again.
  }
}
