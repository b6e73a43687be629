import { describe, expect, test } from 'vitest';
import type { StrokeSeen } from '../wire/messages';
import { Pieces } from './glyphs';

const glyph = (d: string): StrokeSeen[] => [{ d, style: 'solid', width: 2 }];
const pieces = new Pieces(() => ({
  glyphs: { land: glyph('M1 1'), tower: glyph('M2 2'), piece: glyph('M9 9') },
  marks: { flood: { name: 'flood', lost: true, sinks: true }, fire: { name: 'fire', lost: true, sinks: false } },
}));

describe('a glyph', () => {
  test('is found by its name, or by the last part of it that has one', () => {
    expect(pieces.glyph('tower')).toEqual(glyph('M2 2'));
    expect(pieces.glyph('land_tower')).toEqual(glyph('M2 2'));
    expect(pieces.glyph('land_commander')).toEqual(glyph('M1 1'));
    expect(pieces.glyph('balloon')).toBeUndefined();
  });
  test('of a piece that has none is that of any piece', () => {
    expect(pieces.piece('balloon')).toEqual(glyph('M9 9'));
    expect(new Pieces(() => undefined).piece('balloon')).toEqual([]);
  });
});

test('only some marks put a place under water', () => {
  expect(pieces.sinks(['fire', 'flood'])).toBe(true);
  expect(pieces.sinks(['fire', 'unknown'])).toBe(false);
  expect(pieces.sinks()).toBe(false);
});
