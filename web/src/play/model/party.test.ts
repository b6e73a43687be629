import { expect, test } from 'vitest';
import type { PartiesSeen, PartySeen } from '../../wire/messages';
import { usualSet } from './party';

const party: PartySeen = {
  source: null,
  target: null,
  sets: [
    { pieces: ['naval'], least: 0, most: 0 },
    { pieces: ['naval', 'land'], least: 0, most: 3 },
    { pieces: [], least: 1, most: 1 },
  ],
};
const asked = (act: string) => ({ act, kind: 'parties', parties: [party] }) as unknown as PartiesSeen;

test('all that may go goes', () => {
  expect(usualSet(asked('move'), party)?.pieces).toEqual(['naval', 'land']);
  expect(usualSet(asked('occupy'), undefined)).toBeUndefined();
});

test('armies are lost before commanders', () => {
  expect(usualSet(asked('lose'), party)).toEqual({ pieces: [], least: 1, most: 1 });
});
