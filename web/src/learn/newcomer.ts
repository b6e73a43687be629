import { settings } from '../settings.svelte';
import { api } from '../wire/api.svelte';

const LEAST = 3; // rounds of an ended game that counts: one called off at once taught nothing

/** Whether the player has never finished another game, as far as this browser and the server know. */
export async function isNewcomer(table: string): Promise<boolean> {
  if (settings.played) return false;
  const { tables } = await api.mine();
  settings.played = tables.some((one) => one.id !== table && one.status === 'over' && one.round >= LEAST);
  return !settings.played;
}
