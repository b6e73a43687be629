import { describe, expect, test } from 'vitest';
import { placed, shared, type Box } from './cardPlace';

const room: Box = { x: 0, y: 54, width: 1440, height: 846 };
const card = { width: 320, height: 240 };
const map: Box = { x: 0, y: 54, width: 1110, height: 560 };
const bar: Box = { x: 0, y: 614, width: 1110, height: 286 };

describe('the area that two boxes share', () => {
  test('is that of their overlap', () => {
    expect(shared({ x: 0, y: 0, width: 10, height: 10 }, { x: 5, y: 8, width: 10, height: 10 })).toBe(10);
  });
  test('is nothing when they only touch', () => {
    expect(shared({ x: 0, y: 0, width: 10, height: 10 }, { x: 10, y: 0, width: 10, height: 10 })).toBe(0);
  });
});

describe('a card', () => {
  test('lies beside the map where there is room', () => {
    const at = placed(card, room, [map, bar], [], null);
    expect(at.x).toBeGreaterThanOrEqual(1110);
    expect(shared(at, map) + shared(at, bar)).toBe(0);
  });
  test('never covers what must be seen, wherever that lies', () => {
    for (let x = 0; x <= 1200; x += 100)
      for (let y = 54; y <= 700; y += 60) {
        const place = { x, y, width: 240, height: 180 };
        expect(shared(placed(card, room, [place], [map], null), place)).toBe(0);
      }
  });
  test('stays in the room', () => {
    const at = placed(card, room, [{ x: 1100, y: 54, width: 340, height: 846 }], [], null);
    expect(shared(at, room)).toBe(card.width * card.height);
  });
  test('of two free places takes the one that covers less of the rest', () => {
    const rows = { x: 1110, y: 54, width: 330, height: 400 };
    expect(placed(card, room, [map, bar], [rows], null).y).toBeGreaterThan(454);
  });
  test('stays where it is while it lies well, and moves when it does not', () => {
    const now = { x: 20, y: 80, ...card };
    expect(placed(card, room, [], [], now)).toEqual(now);
    expect(shared(placed(card, room, [now], [], now), now)).toBe(0);
  });
  test('covers as little as can be where there is no free place at all', () => {
    const at = placed(card, room, [{ ...room, width: 1200 }], [], null);
    expect(at.x).toBeGreaterThan(1000);
  });
});
