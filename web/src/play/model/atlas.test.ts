import { describe, expect, it } from 'vitest';
import type { PlaceSeen } from '../../wire/messages';
import { boardEntered, zonesShown, zoneTaken, type Atlas } from './atlas';

const atlas: Atlas = {
  zones: { south: ['peru', 'brazil', 'chile'], craters: ['cone', 'bay', 'ridge'] },
  boards: { peru: 'earth', brazil: 'earth', chile: 'earth', cone: 'moon', bay: 'moon', ridge: 'moon' },
  lostMarks: new Set(['devastated']),
};
const at = (owners: Record<string, number>, lost: string[] = []): Record<string, PlaceSeen> =>
  Object.fromEntries(
    Object.keys(atlas.boards).map((id) => [
      id,
      { id, owner: owners[id] ?? null, armies: 1, pieces: [], marks: lost.includes(id) ? ['devastated'] : [] },
    ]),
  ) as unknown as Record<string, PlaceSeen>;

describe('zoneTaken', () => {
  it('names the zone that the last missing place completes', () => {
    expect(zoneTaken(atlas, at({ peru: 0, brazil: 0, chile: 1 }), 'chile', 0)).toBe('south');
    expect(zoneTaken(atlas, at({ peru: 0, brazil: 1, chile: 1 }), 'chile', 0)).toBeNull();
  });

  it('does not count what is lost to everybody', () => {
    expect(zoneTaken(atlas, at({ peru: 0, chile: 1 }, ['brazil']), 'chile', 0)).toBe('south');
  });
});

describe('boardEntered', () => {
  it('is the second board, the first time only', () => {
    expect(boardEntered(atlas, at({ peru: 0 }), 'cone', 0)).toBe('moon');
    expect(boardEntered(atlas, at({ peru: 0, bay: 0 }), 'cone', 0)).toBeNull();
    expect(boardEntered(atlas, at({}), 'peru', 0)).toBeNull();
  });
});

describe('zonesShown', () => {
  const bonus = { south: 2 };
  const seats = (standing: Record<string, PlaceSeen>) =>
    zonesShown(atlas, standing, bonus).map(({ seat, isWhole }) => [seat, isWhole]);

  it('says who holds a zone and who is one place short of it', () => {
    expect(zonesShown(atlas, at({ peru: 0, brazil: 0, chile: 0, cone: 1, bay: 1 }), bonus)).toEqual([
      { zone: 'south', bonus: 2, seat: 0, isWhole: true },
      { zone: 'craters', bonus: 0, seat: 1, isWhole: false },
    ]);
    expect(seats(at({ peru: 0, brazil: 1, chile: 2 }))).toEqual([
      [null, false],
      [null, false],
    ]);
  });

  it('says nothing of one of two places', () => {
    expect(seats(at({ peru: 0, chile: 1 }, ['brazil']))[0]).toEqual([null, false]);
    expect(seats(at({ peru: 0, chile: 0 }, ['brazil']))[0]).toEqual([0, true]);
  });
});
