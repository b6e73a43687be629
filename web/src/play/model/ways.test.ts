import { expect, test } from 'vitest';
import { amount, choice, pairs, parties, spots } from './staged';
import { clickable, isOnMap, ways } from './ways';

const sets = [{ pieces: [], least: 1, most: 1 }];

test('pairs, spots and parties that name a place are on the map; nothing else is', () => {
  expect(isOnMap(pairs('attack', []))).toBe(true);
  expect(isOnMap(spots('place', [], 1, 1))).toBe(true);
  expect(isOnMap(parties('invade', [{ source: 'peru', target: 'brazil', sets }]))).toBe(true);
  expect(isOnMap(parties('roll', [{ source: null, target: null, sets }]))).toBe(false);
  expect(isOnMap(parties('roll', []))).toBe(false);
  expect(isOnMap(amount('bid', 0, 3))).toBe(false);
  expect(isOnMap(choice('choose', ['peru']))).toBe(false);
});

test('a way leads from a place to a place; a spot leads nowhere', () => {
  expect(ways(pairs('attack', [['peru', 'brazil', 1, 3]]))).toEqual([['peru', 'brazil']]);
  expect(ways(parties('invade', [{ source: null, target: 'brazil', sets }]))).toEqual([['', 'brazil']]);
  expect(ways(spots('place', ['peru', 'brazil'], 1, 1))).toEqual([
    ['peru', null],
    ['brazil', null],
  ]);
  expect(ways(spots('place', [], 1, 1))).toEqual([]);
});

test('what can be clicked: the sources, then the targets of the chosen one', () => {
  const range = pairs('move', [
    ['peru', 'brazil', 1, 3],
    ['brazil', 'peru', 1, 3],
    ['peru', 'argentina', 1, 3],
  ]);
  expect(clickable(range, [], null)).toEqual(new Set(['peru', 'brazil']));
  expect(clickable(range, [], 'peru')).toEqual(new Set(['brazil', 'argentina']));
  expect(clickable(range, [], 'alaska')).toEqual(new Set(['peru', 'brazil']));
});

test('without a range: the places of options, or null when the question is not about the map', () => {
  expect(clickable(null, choice('claim', ['peru']).choices, null)).toEqual(new Set(['peru']));
  expect(clickable(null, [], null)).toBeNull();
  expect(clickable(spots('place', [], 1, 1), [], null)).toEqual(new Set());
});
