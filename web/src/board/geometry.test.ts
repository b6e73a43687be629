import { describe, expect, test, vi } from 'vitest';
import {
  arrowBetween,
  arrowPath,
  boxOf,
  contentOf,
  geometry,
  legs,
  stands,
  type Geometry,
  type PlaceShape,
  type Point,
} from './geometry';

const shape = (path: string) => ({ path }) as PlaceShape;
const drawn = (places: Record<string, string>, heavens: Record<string, string> = {}) =>
  ({
    size: [400, 300],
    places: Object.fromEntries(Object.entries(places).map(([id, path]) => [id, shape(path)])),
    heavens: Object.fromEntries(Object.entries(heavens).map(([id, path]) => [id, shape(path)])),
  }) as unknown as Geometry;

describe('the outline of a place', () => {
  test('from its first point, by relative steps', () => {
    expect(boxOf('M10 20l30 0 0 40-30 0z')).toEqual([10, 20, 30, 40]);
    expect(boxOf('M10 20l-4-6z')).toEqual([6, 14, 4, 6]);
    expect(boxOf('M1.5.5l2.25-.25z')).toEqual([1.5, 0.25, 2.25, 0.25]);
  });
  test('is that of its largest part', () => {
    expect(boxOf('M0 0l5 0 0 5zM100 100l20 0 0 10zM50 50l1 0 0 1z')).toEqual([100, 100, 20, 10]);
  });
  test('of a single point has no size', () => expect(boxOf('M7 8')).toEqual([7, 8, 0, 0]));
});

describe('the part of a board on which something stands', () => {
  test('all places and heavens, with a margin', () => {
    const board = drawn({ a: 'M100 100l10 10z', b: 'M150 120l10 10z' }, { c: 'M200 200l10 10z' });
    expect(stands(board).map(([id]) => id)).toEqual(['a', 'b', 'c']);
    expect(contentOf(board, 5)).toEqual([95, 95, 215, 215]);
  });
  test('with a margin beyond the sheet, too, so that nothing looks cut off', () => {
    expect(contentOf(drawn({ a: 'M3 2l394 296z' }))).toEqual([-23, -24, 423, 324]);
  });
  test('counts every part of a place', () => {
    expect(contentOf(drawn({ a: 'M100 100l10 10zM300 50l10 10z' }), 0)).toEqual([100, 50, 310, 110]);
  });
});

describe('an arrow', () => {
  const points = (path: string) =>
    path
      .slice(1, -1)
      .split('L')
      .map((pair) => pair.split(' ').map(Number) as [number, number]);

  test('is closed, and its tip lies near where it points', () => {
    const path = arrowPath([0, 0], [300, 0]);
    expect(path).toMatch(/^M[^A-Z]+(L[^A-Z]+)+Z$/);
    const furthest = points(path).reduce((best, point) => (point[0] > best[0] ? point : best));
    expect(Math.hypot(300 - furthest[0], furthest[1])).toBeLessThan(42);
    expect(furthest[0]).toBeLessThan(300);
  });
  test('begins away from where it comes from', () => {
    expect(Math.min(...points(arrowPath([0, 0], [300, 0])).map(([x]) => x))).toBeGreaterThan(20);
  });
  test('bends to one side, and not at all when told so', () => {
    const sides = (bend: number) => points(arrowPath([0, 0], [300, 0], bend)).map(([, y]) => y);
    expect(Math.max(...sides(0.16))).toBeGreaterThan(20);
    expect(Math.max(...sides(0))).toBeCloseTo(-Math.min(...sides(0)));
  });
  test('from a place to itself is still a path', () => expect(arrowPath([5, 5], [5, 5])).not.toContain('NaN'));
});

describe('a way', () => {
  const flat = { ...drawn({ a: 'M0 0l400 0l0 300l-400 0z' }), lanes: [] as Geometry['lanes'] };
  const ends: [Point, Point] = [
    [20, 100],
    [380, 120],
  ];
  const board = {
    ...flat,
    lanes: [{ between: ['a', 'b'], paths: [], ends, middle: [0, 0], optional: false }],
  } as Geometry;

  test('between neighbours is one leg', () => {
    expect(legs(board, [100, 100], [300, 200])).toHaveLength(1);
  });
  test('across a sheet whose edges do not meet is one leg', () => {
    expect(legs(flat, [50, 100], [350, 200])).toEqual([
      [
        [50, 100],
        [350, 200],
      ],
    ]);
  });
  test.each([
    [[50, 100], [350, 200], -26, 426],
    [[350, 100], [50, 200], 426, -26],
  ] as const)('from %s to %s leads over the edge of the sheet, and never across it', (from, to, leaves, enters) => {
    const [first, second] = legs(board, [...from], [...to]);
    expect(first).toEqual([from, [leaves, 150]]);
    expect(second).toEqual([[enters, 150], to]);
    expect(arrowBetween(board, [...from], [...to]).match(/M/g)).toHaveLength(2);
  });
});

describe('a board that is fetched', () => {
  test('comes once, however often it is asked for', async () => {
    const fetched = vi.fn(() => Promise.resolve(Response.json({ id: 'island' })));
    vi.stubGlobal('fetch', fetched);
    const [one, other] = await Promise.all([geometry('island'), geometry('island')]);
    expect(one).toBe(other);
    expect(await geometry('island')).toBe(one);
    expect(fetched).toHaveBeenCalledOnce();
    expect(fetched.mock.calls.flat()).toEqual(['/api/boards/island']);
  });
  test('is asked for again if it did not come', async () => {
    const fetched = vi
      .fn()
      .mockRejectedValueOnce(new TypeError('offline'))
      .mockResolvedValueOnce(new Response('', { status: 503 }))
      .mockResolvedValueOnce(Response.json({ id: 'far away' }));
    vi.stubGlobal('fetch', fetched);
    await expect(geometry('far away')).rejects.toThrow('offline');
    await expect(geometry('far away')).rejects.toThrow('503');
    expect(await geometry('far away')).toEqual({ id: 'far away' });
  });
});
