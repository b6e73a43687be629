import { describe, expect, it } from 'vitest';
import type { SeatBattle, TurnStrength } from '../../wire/messages';
import { battleOf, turningTurn } from './story.svelte';

const turn = (entry: number, ...lands: number[]): TurnStrength => ({ entry, lands, armies: lands });
const battle = (seat: number, luck: number): SeatBattle => ({
  seat,
  luck,
  entry: 1,
  round: 1,
  attacked: true,
  source: 'Peru',
  target: 'Brazil',
});

describe('turningTurn', () => {
  it('is the turn in which the winner gained most on the best of the others', () => {
    const game = [turn(1, 10, 12), turn(2, 12, 11), turn(3, 17, 8), turn(4, 19, 7)];
    expect(turningTurn(game, 0)?.entry).toBe(3);
  });

  it('is none where the winner never gained', () => {
    expect(turningTurn([turn(1, 10, 4), turn(2, 9, 6)], 0)).toBeNull();
    expect(turningTurn([], 0)).toBeNull();
  });
});

describe('battleOf', () => {
  it('is the player’s own', () => expect(battleOf([battle(0, 3), battle(1, 5)], 0)?.luck).toBe(3));
  it('is nobody else’s for a player who had none', () => expect(battleOf([battle(1, 5)], 0)).toBeNull());
  it('is the most extreme one for spectators', () =>
    expect(battleOf([battle(0, -2), battle(1, -5)], null)?.seat).toBe(1));
});
