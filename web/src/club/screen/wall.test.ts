import { describe, expect, test } from 'vitest';
import { wallFor } from './wall';

const WALLS: [number, number][] = [
  [1340, 850], // beside the ranking on 1920 × 1080
  [890, 560], // and on 1280 × 720
];

describe('tables on a wall', () => {
  test.each(WALLS)('of %i × %i fit for 1 to 40 of them on one page, in type that can be read', (width, height) => {
    for (let tables = 1; tables <= 40; tables++) {
      const { columns, size, most } = wallFor(tables, 4, width, height);
      expect(most).toBe(tables);
      expect(size).toBeGreaterThanOrEqual(9.5);
      expect(columns * 11 * size).toBeLessThanOrEqual(width);
      expect(Math.ceil(tables / columns) * (3.1 + 4 * 1.6) * size).toBeLessThanOrEqual(height);
    }
  });
  test('of more than forty take turns', () => {
    expect(wallFor(41, 4, 1340, 850).most).toBe(40);
    expect(wallFor(90, 4, 1340, 850).most).toBe(40);
  });
  test('are on more pages rather than too small to read', () => {
    const { most, size } = wallFor(40, 6, 600, 400);
    expect(most).toBeLessThan(40);
    expect(size).toBeGreaterThanOrEqual(9.5);
    expect(wallFor(3, 5, 60, 40).most).toBe(1); // a very small wall still shows one
  });
  test('are larger where they are fewer', () => {
    const sizes = [1, 2, 4, 9, 16, 25, 40].map((tables) => wallFor(tables, 4, 1340, 850).size);
    expect([...sizes].sort((a, b) => b - a)).toEqual(sizes);
  });
  test('before there are any are none', () => expect(wallFor(0, 0, 1340, 850).columns).toBe(1));
});
