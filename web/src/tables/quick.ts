import { settings } from '../settings.svelte';
import { api, session } from '../wire/api.svelte';

/** A table for one person against bots, in the edition last played, at once. */
export async function playNow(wanted = remembered(), calm = false): Promise<string> {
  const me = await session.named();
  const editions = await api.editions();
  const edition = editions.find((one) => one.id === wanted) ?? editions[0]!;
  const seats = Math.min(edition.seats[1], Math.max(edition.seats[0], 4));
  const name = settings.language === 'it' ? `La partita di ${me.name}` : `${me.name}’s game`;
  const bots = Array.from({ length: seats - 1 }, () => ({ kind: 'bot' as const }));
  const { id } = await api.lay({ edition: edition.id, name: name.slice(0, 40), private: true, pace: calm ? 'calm' : 'normal', seats: [{ kind: 'me' }, ...bots] });
  return id;
}

const KEPT = 'kamchatka.edition';

export function remember(edition: string): void {
  try {
    localStorage.setItem(KEPT, edition);
  } catch {
    // Nothing kept: the first edition is offered.
  }
}

function remembered(): string {
  try {
    return localStorage.getItem(KEPT) ?? '';
  } catch {
    return '';
  }
}
