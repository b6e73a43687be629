import { beforeEach, expect, test, vi } from 'vitest';
import { settings } from '../settings.svelte';
import { api } from '../wire/api.svelte';
import type { Lobby, TableRow } from '../wire/messages';
import { isNewcomer } from './newcomer';

/** The server lists these tables of the player. */
function listed(...tables: Partial<TableRow>[]): void {
  vi.spyOn(api, 'mine').mockResolvedValue({ tables } as Lobby);
}
beforeEach(() => (settings.played = false));

test('a player without a finished game is a newcomer', async () => {
  listed({ id: 'now', status: 'playing', round: 2 }, { id: 'other', status: 'playing', round: 9 });
  expect(await isNewcomer('now')).toBe(true);
  expect(settings.played).toBe(false);
});
test('a finished game that the server knows is remembered in the browser', async () => {
  listed({ id: 'before', status: 'over', round: 7 });
  expect(await isNewcomer('now')).toBe(false);
  expect(settings.played).toBe(true);
});
test('this game itself and games called off at once do not count', async () => {
  listed({ id: 'now', status: 'over', round: 7 }, { id: 'before', status: 'over', round: 1 });
  expect(await isNewcomer('now')).toBe(true);
});
test('the server is not asked if this browser knows', async () => {
  settings.played = true;
  const mine = vi.spyOn(api, 'mine').mockRejectedValue(new Error('asked'));
  expect(await isNewcomer('now')).toBe(false);
  expect(mine).not.toHaveBeenCalled();
});
