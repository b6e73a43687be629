import { api, session } from '../wire/api.svelte';

/** Create a table for one person against bots, in the edition played last. */
export async function playNow(wanted = kept(EDITION), calm = false): Promise<string> {
  await session.named();
  const editions = await api.editions();
  const edition = editions.find((one) => one.id === wanted) ?? editions[0]!;
  const seats = Math.min(edition.seats[1], Math.max(edition.seats[0], 4));
  const bots = Array.from({ length: seats - 1 }, () => ({ kind: 'bot' as const }));
  const { id } = await api.lay({
    edition: edition.id,
    private: true,
    pace: calm ? 'calm' : 'normal',
    early: true,
    seats: [{ kind: 'me', colour: Number(kept(COLOUR)) || 0 }, ...bots],
  });
  return id;
}

const EDITION = 'kamchatka.edition';
const COLOUR = 'kamchatka.colour';

/** Store the edition for the next game. */
export const remember = (edition: string): void => keep(EDITION, edition);

/** Store the mark of the colour that the player chose. */
export const rememberColour = (mark: number): void => keep(COLOUR, String(mark));

function keep(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Without storage the next game begins with the defaults.
  }
}

function kept(name: string): string {
  try {
    return localStorage.getItem(name) ?? '';
  } catch {
    return '';
  }
}
