/** Secret keys of events and seasons in this browser: a link has one in its fragment, which no server or log sees. */
export type Desk = 'organiser' | 'player' | 'season';

const PAGES: Record<Desk, string> = { organiser: 'event', player: 'seat', season: 'season' };

const name = (role: Desk, event: string) => `kamchatka.${role}.${event}`;

/** The key of an event: from the fragment of a link, which is then removed from the address, or the stored one. */
export function keyOf(role: Desk, event: string, fragment: string): string {
  if (fragment.startsWith('key=')) {
    keep(role, event, fragment.slice(4));
    history.replaceState(null, '', location.pathname);
  }
  try {
    return localStorage.getItem(name(role, event)) ?? (fragment.startsWith('key=') ? fragment.slice(4) : '');
  } catch {
    return fragment.startsWith('key=') ? fragment.slice(4) : '';
  }
}

export function keep(role: Desk, event: string, key: string): void {
  try {
    localStorage.setItem(name(role, event), key);
  } catch {
    // Without storage the event must be opened by its link each time.
  }
}

/** The link that opens an event with its key. */
export function linkOf(role: Desk, event: string, key: string): string {
  return `${location.origin}/${PAGES[role]}/${event}#key=${key}`;
}
