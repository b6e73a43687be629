import { describe, expect, it } from 'vitest';
import type { Geometry } from '../geometry';
import { outlineOf, outlines } from './outline';

const WEST = 'M0 0l2 0 0 2-2 0z';
const EAST = 'M2 0l2 0 0 2-2 0z';
const ISLE = 'M9.5 0l.1 0 0 .1z';

describe('outlineOf', () => {
  it('leaves out the border that two places share', () => {
    expect(outlineOf([WEST, EAST])).toBe('M0 0l2 0 2 0 0 2 -2 0 -2 0 0 -2z');
  });

  it('keeps islands apart', () => {
    expect(outlineOf([WEST, ISLE])).toBe('M0 0l2 0 0 2 -2 0 0 -2zM9.5 0l0.1 0 0 0.1 -0.1 -0.1z');
  });
});

describe('outlines', () => {
  it('are those of the places of each zone', () => {
    const places = { west: { zone: 'a', path: WEST }, east: { zone: 'b', path: EAST } };
    const board = { zones: { a: {}, b: {} }, places, heavens: {} } as unknown as Geometry;
    expect(Object.keys(outlines(board))).toEqual(['a', 'b']);
    expect(outlines(board).b).toBe('M2 0l2 0 0 2 -2 0 0 -2z');
    expect(outlines(board)).toBe(outlines(board));
  });
});
