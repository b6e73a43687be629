import { expect, test } from 'vitest';
import type { Moved, PlaceSeen } from '../../wire/messages';
import { SinceTurn } from './sinceTurn';

const place = (id: string, owner: number): PlaceSeen => ({ id, owner, armies: 3, pieces: [], marks: [] });
const before = { home: place('home', 0), away: place('away', 1), far: place('far', 2) };
const ownerOf = (id: string) => before[id as keyof typeof before].owner ?? null;
const moved = (...events: object[]) => ({ events, places: [], turn: 1, actor: 1 }) as unknown as Moved;
const rolled = (source: string, target: string) => ({ fact: 'Rolled', source, target, attack: [6], defence: [1] });
const lost = (id: string, armies: number) => ({ fact: 'ArmiesLost', place: id, armies, is_loss: true });
const died = (id: string, armies: number) => ({
  fact: 'WentToHeaven',
  place: id,
  heaven: 'duat',
  armies,
  is_loss: true,
});

test('losses that are chosen after the dice count for the attack that cost them', () => {
  const since = new SinceTurn(0, before);
  since.add(moved(rolled('away', 'home'), lost('away', 1)), ownerOf);
  since.add(moved(lost('home', 2), { fact: 'PieceLost', seat: 0, kind: 'naval' }), ownerOf);
  since.add(moved(rolled('away', 'home'), lost('home', 1), { fact: 'Conquered', place: 'home', by: 1 }), ownerOf);
  expect(since.attackers).toEqual([{ by: 1, places: ['home'], lost: ['home'], armies: 3, pieces: ['naval'] }]);
});

test('what others lose to each other is nothing to this seat', () => {
  const since = new SinceTurn(0, before);
  since.add(moved(rolled('away', 'home'), lost('home', 1)), ownerOf);
  since.add(moved(rolled('away', 'far')), ownerOf);
  since.add(moved(lost('far', 2), { fact: 'PieceLost', seat: 2, kind: 'land' }), ownerOf);
  expect(since.attackers).toEqual([{ by: 1, places: ['home'], lost: [], armies: 1, pieces: [] }]);
});

test('armies that go to a heaven are lost, too', () => {
  const since = new SinceTurn(0, before);
  since.add(moved(rolled('away', 'home'), died('away', 1), died('home', 2)), ownerOf);
  expect(since.attackers).toMatchObject([{ by: 1, armies: 2 }]);
});
