import { describe, expect, test } from 'vitest';
import type { Ask } from '../../wire/messages';
import type { Action } from './game.svelte';
import { amountOf, isSame, offers, onMap, piecesOf } from './proposal';

const place = {
  kind: 'spots',
  act: 'place',
  label: 'place',
  fields: { at: 'place', n: 'armies' },
  fixed: {},
  attacks: false,
  places: ['japan', 'siam'],
  least: 1,
  most: 5,
} as const;
const attack = {
  kind: 'pairs',
  act: 'attack',
  label: 'attack',
  fields: { at: 'source', to: 'target', n: 'dice' },
  fixed: {},
  attacks: true,
  pairs: [['kamchatka', 'japan', 1, 3]],
} as const;
const bid = { ...place, kind: 'amount', act: 'bid', fields: { n: 'amount' } };
const hire = (kind: string) => ({ ...place, act: 'raise', fields: { at: 'place' }, fixed: { kind } });
const march = {
  ...place,
  kind: 'parties',
  act: 'move',
  fields: { at: 'source', to: 'target', n: 'armies', what: 'pieces' },
  parties: [{ source: 'japan', target: 'siam', sets: [] }],
};
const ranges = (...some: unknown[]) => some as unknown as Ask['ranges'];
const range = (one: unknown) => ranges(one)[0]!;
const act = (action: Record<string, unknown>) => action as unknown as Action;

describe('two actions', () => {
  test('are the same whatever empty fields they name', () => {
    expect(isSame({ act: 'roll', dice: 3 }, { act: 'roll', dice: 3, pieces: [] })).toBe(true);
    expect(isSame({ act: 'roll', pieces: ['a', 'b'] }, { act: 'roll', pieces: ['b', 'a'] })).toBe(true);
  });
  test('differ by any field that is not empty', () => {
    expect(isSame({ act: 'roll', dice: 3 }, { act: 'roll', dice: 2 })).toBe(false);
    expect(isSame({ act: 'roll' }, null)).toBe(false);
  });
});

describe('an action on the map', () => {
  test('finds its range, places and amount', () => {
    const action = act({ act: 'attack', source: 'kamchatka', target: 'japan', dice: 3 });
    expect(onMap(ranges(place, attack), action)).toEqual({
      chosen: 1,
      source: 'kamchatka',
      target: 'japan',
      amount: 3,
    });
  });
  test('is told from another of the same verb by what the range fixes', () => {
    const action = act({ act: 'raise', place: 'siam', kind: 'naval' });
    expect(onMap(ranges(hire('land'), hire('naval')), action)).toMatchObject({ chosen: 1, source: 'siam' });
  });
  test('is not found where it is not offered', () => {
    expect(onMap(ranges(attack), act({ act: 'attack', source: 'japan', target: 'kamchatka', dice: 3 }))).toBeNull();
    expect(onMap(ranges(bid), act({ act: 'bid', amount: 2 }))).toBeNull();
    expect(onMap(ranges(place), act({ act: 'pass' }))).toBeNull();
  });
  test('may be a party', () => {
    const action = act({ act: 'move', source: 'japan', target: 'siam', armies: 2, pieces: ['naval'] });
    expect(onMap(ranges(march), action)).toMatchObject({ source: 'japan', target: 'siam', amount: 2 });
    expect(piecesOf(range(march), action)).toEqual(['naval']);
  });
});

describe('an amount', () => {
  test('is that of the action, if the range offers it', () => {
    expect(amountOf(range(bid), act({ act: 'bid', amount: 0 }))).toBe(0);
    expect(amountOf(range(bid), act({ act: 'roll', dice: 2 }))).toBeNull();
    expect(amountOf(range(bid), null)).toBeNull();
    expect(offers(range(bid), act({ act: 'bid', amount: 4 }))).toBe(true);
  });
});
