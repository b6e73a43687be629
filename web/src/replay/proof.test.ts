import { describe, expect, test } from 'vitest';
import type { Proof } from '../wire/messages';
import { check, drawOf, keyFits, type Draw } from './proof';

// A key, its commitment and its draws, as `kernel/chance.py` creates them (SealedChance).
const KEY = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
const SEAL = 'cd43a66ce812a2ddecd7b9e71641b9142b83316c61a058ae85538c6fa3dc7f6a';
const bytes = Uint8Array.from({ length: 32 }, (_, i) => i);
const proof = (more: Partial<Proof> = {}): Proof => ({ method: '', commitment: SEAL, key: KEY, draws: [], ...more });

async function drawsOf(draws: Proof['draws']): Promise<Draw[]> {
  const found: Draw[] = [];
  for await (const draw of check(proof({ draws }))) found.push(draw);
  return found;
}

describe('the seal', () => {
  test('belongs to its key', () => expect(keyFits(proof())).toBe(true));
  test('and to no other key, nor the key to another seal', () => {
    expect(keyFits(proof({ key: KEY.replace('1f', '1e') }))).toBe(false);
    expect(keyFits(proof({ commitment: SEAL.replace('cd', 'ce') }))).toBe(false);
  });
});

describe('a draw', () => {
  test.each([
    [6, [4, 5, 5, 2, 1, 2, 0, 1]],
    [42, [16, 41, 41, 8, 19, 14, 30, 31]],
    [1, [0, 0, 0, 0, 0, 0, 0, 0]],
  ])('among %i comes as the server drew it', (among, came) => {
    expect(came.map((_, i) => drawOf(bytes, i, among))).toEqual(came);
  });
  test('is tried again where a number would favour the low results', () => {
    const among = 3 * 2 ** 53; // a quarter of all numbers is rejected; draws 1, 3 and 5 meet one
    const came = [5681885169698026, 5850304502672444, 8369107884509001, 5303505759024846];
    expect([0, 1, 3, 6].map((i) => drawOf(bytes, i, among))).toEqual(came);
  });
});

describe('a whole game', () => {
  const draws: Proof['draws'] = [1, 2, 6, 6, 6, 42, 3, 52].map((among, i) => [among, [0, 1, 5, 2, 1, 14, 0, 47][i]!]);

  test('of no draws has nothing to check', async () => expect(await drawsOf([])).toEqual([]));
  test('is computed draw by draw, each by its number', async () => {
    const found = await drawsOf(draws);
    expect(found.map((draw) => [draw.n, draw.among])).toEqual(draws.map(([among], i) => [i, among]));
    expect(found.map((draw) => draw.computed)).toEqual(draws.map(([, came]) => came + 1)); // faces: 1 to 6, not 0 to 5
  });
  test('shows the die that was changed', async () => {
    const changed = draws.map(([among, came], i): [number, number] => [among, i === 3 ? 5 : came]);
    expect((await drawsOf(changed)).filter((draw) => draw.came !== draw.computed)).toEqual([
      { n: 3, among: 6, came: 6, computed: 3 },
    ]);
  });
  test('goes on after its pauses', async () => {
    const many = Array.from({ length: 85 }, (): [number, number] => [6, 0]);
    expect((await drawsOf(many)).map((draw) => draw.n)).toEqual(many.map((_, i) => i));
  });
});
