import { describe, expect, test } from 'vitest';
import { pageOf } from './rotation';

const PAUSE = 12_000;
const list = (length: number) => Array.from({ length }, (_, i) => i);

describe('a long list on the wall', () => {
  test('of nothing shows nothing, at any moment', () => {
    expect(pageOf([], 5, 0)).toEqual([]);
    expect(pageOf([], 5, 7 * PAUSE)).toEqual([]);
  });
  test('that fits stays as it is', () => {
    for (const length of [1, 4, 5]) {
      expect(pageOf(list(length), 5, 0)).toEqual(list(length));
      expect(pageOf(list(length), 5, 3 * PAUSE)).toEqual(list(length));
    }
  });
  test('with one too many is halved', () => {
    expect(pageOf(list(6), 5, 0)).toEqual([0, 1, 2]);
    expect(pageOf(list(6), 5, PAUSE)).toEqual([3, 4, 5]);
  });
  test('turns its page on the pause, and after the last begins again', () => {
    expect(pageOf(list(6), 3, PAUSE - 1)).toEqual([0, 1, 2]);
    expect(pageOf(list(6), 3, PAUSE)).toEqual([3, 4, 5]);
    expect(pageOf(list(6), 3, 2 * PAUSE - 1)).toEqual([3, 4, 5]);
    expect(pageOf(list(6), 3, 2 * PAUSE)).toEqual([0, 1, 2]);
  });
  test('shows everything once a round, on pages as even as can be', () => {
    for (let length = 1; length <= 40; length++)
      for (let most = 1; most <= 12; most++) {
        const count = Math.ceil(length / most);
        const pages = list(count).map((page) => pageOf(list(length), most, page * PAUSE));
        expect(pages.flat()).toEqual(list(length));
        const sizes = pages.map((page) => page.length);
        expect(Math.max(...sizes)).toBeLessThanOrEqual(most);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      }
  });
});
