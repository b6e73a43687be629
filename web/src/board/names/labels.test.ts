import { describe, expect, test } from 'vitest';
import { badgeBox, badgeScale, overlaps, tokenBox, tokensOf } from '../counters';
import { stands, type Box, type Geometry } from '../geometry';
import { groundOf } from './ground';
import { memory, sizesAt, written, type Asked, type Written } from './labels';
import { breaks, calledOn, FALL, legible, LINE, RISE } from './lettering';
import type { PlaceSeen } from '../../wire/messages';

const BOARDS = ['planisphere', 'earth_2210', 'moon', 'ancient_earth', 'underworld'];
const FILES = import.meta.glob<Geometry>('../../../../src/kamchatka/boards/*.json', { eager: true, import: 'default' });
const drawn = (name: string): Geometry => FILES[`../../../../src/kamchatka/boards/${name}.json`]!;
const isWide = (board: Geometry) => board.look === 'parchment' || board.look === 'ember';

/** Every third place has a piece, every fifth an army of a hundred. */
function standing(board: Geometry): Record<string, PlaceSeen> {
  const piece = { kind: 'temple', seat: 1, n: 1 };
  return Object.fromEntries(
    stands(board).map(([id], i) => [
      id,
      { id, owner: 0, armies: i % 5 ? 3 : 100, pieces: i % 3 ? [] : [piece, piece], marks: [] },
    ]),
  );
}
function asked(board: Geometry, zoom: number, language = 'en'): Asked {
  const here = standing(board);
  return {
    board,
    zoom,
    names: Object.fromEntries(stands(board).map(([id, shape]) => [id, calledOn(shape, language, undefined)])),
    armies: (place) => here[place]!.armies,
    tokens: (place, shape, scale) => tokensOf(shape, here[place], scale, () => true),
    measure: (text) => text.length * (isWide(board) ? 0.72 : 0.4),
  };
}
function boxOf({ lines, at: [x, y], size }: Written): Box {
  const wide = Math.max(...lines.map(({ width }) => width));
  return [x - wide / 2, y - RISE * size, x + wide / 2, y + ((lines.length - 1) * LINE + FALL) * size];
}

describe.each(BOARDS)('the names of %s', (name) => {
  const board = drawn(name);

  test.each([0.26, 0.38, 0.46, 1])('cover nothing at %d pixels a unit', (zoom) => {
    for (const language of ['it', 'en']) {
      const question = asked(board, zoom, language);
      const shown = [...written(question)].filter(([, label]) => label.shown);
      const scale = badgeScale(zoom);
      const others = stands(board).flatMap(([place, shape]) => [
        badgeBox(shape, question.armies(place), scale),
        ...question.tokens(place, shape, scale).map(tokenBox),
      ]);
      for (const [i, [, label]] of shown.entries()) {
        const box = boxOf(label);
        expect(others.filter((other) => overlaps(box, other))).toEqual([]);
        expect(shown.slice(i + 1).filter(([, other]) => overlaps(box, boxOf(other)))).toEqual([]);
        expect(label.size * zoom).toBeGreaterThanOrEqual(legible(board).least - 0.01);
      }
    }
  });
  test('are all shown on a desktop as it opens, and on a phone one step closer', () => {
    for (const zoom of [0.46, 0.55, 1, 2])
      expect([...written(asked(board, zoom))].filter(([, { shown }]) => !shown)).toEqual([]);
  });
  test('are the same whenever they are asked for, remembered or not', () => {
    const once = written(asked(board, 0.46));
    const kept = memory();
    expect(written({ ...asked(board, 0.46), memory: kept })).toEqual(once);
    expect(written({ ...asked(board, 0.46), memory: kept })).toEqual(once);
  });
});

test('a piece that comes to stand where a name is moves that name', () => {
  const board = drawn('planisphere');
  const bare: Asked = { ...asked(board, 0.6), tokens: () => [], memory: memory() };
  const before = written(bare).get('china')!;
  const [left, top, right, bottom] = boxOf(before);
  const at: [number, number] = [(left + right) / 2, (top + bottom) / 2];
  const piece = { key: 'x', kind: 'x', style: 'token', seat: null, n: 1, at, scale: 1 } as const;
  const after = written({ ...bare, tokens: (place) => (place === 'china' ? [piece] : []) });
  expect(overlaps(boxOf(after.get('china')!), tokenBox(piece))).toBe(false);
  expect(after.get('argentina')).toEqual(written(bare).get('argentina'));
});

test('letters are as drawn where that can be read, larger on a small board', () => {
  const board = drawn('planisphere');
  expect(sizesAt(board, 1)[0]).toBe(16);
  expect(sizesAt(board, 0.5)[0]! * 0.5).toBe(legible(board).good);
});

describe('the ground under a box', () => {
  const square = (x: number, zone: string) => ({ zone, path: `M${x} 0l40 0 0 40-40 0z` });
  const board = { size: [200, 100], places: { a: square(0, 'z'), b: square(40, 'z') }, heavens: {} };
  const ground = groundOf(board as unknown as Geometry);
  test.each<[Box, [number, number]]>([
    [
      [8, 8, 32, 32],
      [1, 0],
    ],
    [
      [20, 8, 60, 32],
      [0.5, 0.5],
    ],
    [
      [60, 8, 100, 32],
      [0, 0.5],
    ],
    [
      [120, 8, 160, 32],
      [0, 0],
    ],
  ])('%j', (box, shares) => expect(ground.shares('a', box)).toEqual(shares));
});

describe('a name', () => {
  test('is broken evenly', () => {
    expect(breaks('Northwestern Oil Emirate', (text) => text.length)).toEqual([
      ['Northwestern Oil Emirate'],
      ['Northwestern', 'Oil Emirate'],
      ['Northwestern', 'Oil', 'Emirate'],
    ]);
    expect(breaks('Roma', (text) => text.length)).toEqual([['Roma']]);
  });
  test('of the edition is written in the letters of the board', () => {
    const shape = drawn('ancient_earth').places.anatolia!;
    expect(calledOn(shape, 'en', undefined)).toBe('ANATOLIA');
    expect(calledOn(shape, 'en', 'Anatolia')).toBe('ANATOLIA');
    expect(calledOn(shape, 'en', 'Hatti')).toBe('HATTI');
  });
});

test('a badge drawn larger pushes the tokens beside it away', () => {
  const shape = drawn('earth_2210').places.alberta!;
  const piece = { kind: 'land', seat: 1, n: 1 };
  const here = { id: 'alberta', owner: 1, armies: 7, pieces: [piece, piece, piece], marks: [] };
  for (const scale of [1, 1.4, 2.1]) {
    const boxes = tokensOf(shape, here, scale, () => true).map(tokenBox);
    for (const box of boxes) expect(overlaps(box, badgeBox(shape, 7, scale))).toBe(false);
  }
});
