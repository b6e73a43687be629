import { describe, expect, it } from 'vitest';
import { badgeBox, overlaps } from '../counters';
import { stands, type Geometry } from '../geometry';
import { groundOf } from '../names/ground';
import { bonusSpots } from './spots';

const files = import.meta.glob<Geometry>('../../../../src/kamchatka/boards/*_*.json', {
  eager: true,
  import: 'default',
});
const boards = Object.values(files).concat(
  Object.values(
    import.meta.glob<Geometry>('../../../../src/kamchatka/boards/{moon,planisphere}.json', {
      eager: true,
      import: 'default',
    }),
  ),
);

describe.each(boards.map((board) => [board.id, board] as const))('the bonus marks of %s', (_, board) => {
  it.each([1, 1.4, 2.1])('stand on or beside their zone, clear of badges, at scale %s', (scale) => {
    const spots = bonusSpots(board, scale);
    expect(spots.map(({ zone }) => zone)).toEqual(Object.keys(board.zones));
    for (const { zone, box } of spots) {
      const others = stands(board).filter(([, shape]) => shape.zone !== zone);
      expect(stands(board).filter(([, shape]) => overlaps(badgeBox(shape, 10, scale), box))).toEqual([]);
      expect(
        groundOf(board).sharesOf(
          others.map(([place]) => place),
          box,
        )[0],
      ).toBeLessThan(0.05);
      expect(spots.filter((spot) => spot.zone !== zone && overlaps(spot.box, box))).toEqual([]);
    }
  });
});
