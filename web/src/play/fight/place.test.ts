import { describe, expect, it } from 'vitest';
import type { Point } from '../../board/geometry';
import { fightPlace } from './place';

const size = { width: 220, height: 130 };
const room = { width: 1000, height: 700 };
const isClear = ([left, top]: Point, [x, y]: Point) =>
  x < left || x > left + size.width || y < top || y > top + size.height;

describe('fightPlace', () => {
  it.each([
    ['east', [300, 300], [400, 300]],
    ['west', [700, 300], [600, 300]],
    ['at the right edge', [850, 300], [950, 300]],
    ['in a corner', [900, 600], [960, 660]],
    ['at the top', [500, 90], [500, 30]],
  ] as [string, Point, Point][])('is in the room and hides no badge: %s', (_, source, target) => {
    const [left, top] = fightPlace(source, target, size, room);
    expect([left >= 0, top >= 0, left + size.width <= 1000, top + size.height <= 700]).toEqual(Array(4).fill(true));
    expect([isClear([left, top], source), isClear([left, top], target)]).toEqual([true, true]);
  });

  it('lies beyond the target, away from the attacker', () => {
    expect(fightPlace([300, 300], [400, 300], size, room)[0]).toBeGreaterThan(400);
    expect(fightPlace([400, 300], [300, 300], size, room)[0]).toBeLessThan(300 - size.width);
  });
});
