import { api, session } from '../wire/api.svelte';

/** A table for one person against bots, in the edition last played, at once. */
export async function playNow(wanted = remembered(), calm = false): Promise<string> {
  await session.named();
  const editions = await api.editions();
  const edition = editions.find((one) => one.id === wanted) ?? editions[0]!;
  const seats = Math.min(edition.seats[1], Math.max(edition.seats[0], 4));
  const bots = Array.from({ length: seats - 1 }, () => ({ kind: 'bot' as const }));
  const { id } = await api.lay({
    edition: edition.id,
    private: true,
    pace: calm ? 'calm' : 'normal',
    seats: [{ kind: 'me' }, ...bots],
  });
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
