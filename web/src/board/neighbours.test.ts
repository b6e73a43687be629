import { describe, expect, test } from 'vitest';
import type { Geometry, Point } from './geometry';
import { byLetter, nearest } from './neighbours';

const at = (badges: Record<string, Point>) =>
  Object.fromEntries(Object.entries(badges).map(([id, badge]) => [id, { badge }]));
const board = {
  places: at({
    middle: [100, 100],
    left: [40, 100],
    far: [0, 100],
    above: [110, 40],
    aside: [130, 190],
    close: [104, 100],
  }),
  heavens: at({ heaven: [100, 180] }),
} as unknown as Geometry;

describe('an arrow key', () => {
  test('leads to the nearest place in its direction', () => {
    expect(nearest(board, 'middle', 'ArrowLeft')).toBe('left');
    expect(nearest(board, 'left', 'ArrowLeft')).toBe('far');
    expect(nearest(board, 'middle', 'ArrowUp')).toBe('above');
  });
  test('leads to heavens, and out of them', () => {
    expect(nearest(board, 'middle', 'ArrowDown')).toBe('heaven');
    expect(nearest(board, 'heaven', 'ArrowUp')).toBe('middle');
  });
  test('stays at the edge: the board is not a globe', () => {
    expect(nearest(board, 'far', 'ArrowLeft')).toBeNull();
    expect(nearest(board, 'above', 'ArrowUp')).toBeNull();
  });
  test('minds neither what lies aside nor what lies all but there', () => {
    expect(nearest(board, 'middle', 'ArrowRight')).toBeNull();
  });
  test('from no place, or another key, leads nowhere', () => {
    expect(nearest(board, 'atlantis', 'ArrowLeft')).toBeNull();
    expect(nearest(board, 'middle', 'Enter')).toBeNull();
  });
});

describe('a letter', () => {
  const names = { a: 'Alaska', b: 'Alberta', c: 'Ucraina', d: 'Àfrica' };
  test('leads to the next place of that initial, and round again', () => {
    expect(byLetter(names, 'a', 'a', null)).toBe('b');
    expect(byLetter(names, 'b', 'A', null)).toBe('d');
    expect(byLetter(names, 'a', 'u', null)).toBe('c');
    expect(byLetter(names, 'a', 'x', null)).toBeNull();
  });
  test('prefers places that may be chosen', () => {
    expect(byLetter(names, 'c', 'a', new Set(['d']))).toBe('d');
    expect(byLetter(names, 'c', 'a', new Set(['c']))).toBe('d');
  });
});
