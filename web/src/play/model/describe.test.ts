import { beforeEach, describe, expect, test } from 'vitest';
import type { EditionSeen, PlaceSeen } from '../../wire/messages';
import { speak } from '../../words/testing';
import { placeSentence, placeWithBorders } from './describe';
import type { Game } from './game.svelte';

const here = (id: string, owner: number | null, armies: number, more: Partial<PlaceSeen> = {}): PlaceSeen => ({
  id,
  owner,
  armies,
  pieces: [],
  marks: [],
  ...more,
});
const edition = {
  places: { peru: 'Peru', brazil: 'Brazil', moon: 'Moon' },
  links: { peru: ['brazil', 'moon'], brazil: [] },
  kinds: { god: 'god of war' },
  page: {
    pieces: { station: 'space station', temple: 'temple' },
    marks: {
      plague: { name: 'plague', lost: false, sinks: false },
      sunken: { name: 'sunken', lost: true, sinks: true },
      devastation: { name: 'devastated', lost: true, sinks: false },
    },
  },
} as unknown as EditionSeen;

/** A game as seen from a seat, or by a spectator (null). */
function seen(you: number | null, ...places: PlaceSeen[]): Game {
  const standing = Object.fromEntries(places.map((place) => [place.id, place]));
  const ownerOf = (place: string) => standing[place]?.owner ?? null;
  return { you, standing, ownerOf, nameOf: (seat: number) => ['Ada', 'Bruno'][seat] } as unknown as Game;
}
beforeEach(() =>
  speak('en', {
    'common.yours': 'yours',
    'common.nobody': 'nobody',
    'common.armies': '{n:army|armies}',
    'common.bordering': 'Borders',
  }),
);

describe('a place in one sentence', () => {
  test('names its holder, or the reader', () => {
    expect(placeSentence(seen(0, here('peru', 0, 1)), edition, 'peru')).toBe('Peru: yours, 1 army');
    expect(placeSentence(seen(0, here('peru', 1, 3)), edition, 'peru')).toBe('Peru: Bruno, 3 armies');
  });
  test('of nobody, to players and to spectators', () => {
    for (const you of [0, null]) {
      expect(placeSentence(seen(you, here('peru', null, 0)), edition, 'peru')).toBe('Peru: nobody');
      expect(placeSentence(seen(you), edition, 'peru')).toBe('Peru: nobody');
    }
  });
  test('tells pieces and marks; several of a kind by their number', () => {
    const pieces = [
      { kind: 'god', seat: 0, n: 1 },
      { kind: 'temple', seat: 0, n: 2 },
    ];
    const game = seen(
      0,
      here('peru', 0, 2, { pieces, marks: ['plague'] }),
      here('brazil', null, 0, { marks: ['sunken'] }),
    );
    expect(placeSentence(game, edition, 'peru')).toBe('Peru: yours, 2 armies, god of war, 2 temple, plague');
    expect(placeSentence(game, edition, 'brazil')).toBe('Brazil: nobody, sunken');
  });
  test('in Italian', () => {
    speak('it', { 'common.yours': 'tuo', 'common.armies': '{n:armata|armate}' });
    expect(placeSentence(seen(0, here('peru', 0, 2)), edition, 'peru')).toBe('Peru: tuo, 2 armate');
  });
  test('a place without a name goes by its id', () => {
    expect(placeSentence(seen(0), edition, 'atlantis')).toBe('atlantis: nobody');
  });
});

describe('with its borders', () => {
  test('each neighbour with its holder and armies', () => {
    const game = seen(1, here('peru', 1, 2), here('brazil', 0, 4), here('moon', null, 0));
    expect(placeWithBorders(game, edition, 'peru')).toBe(
      'Peru: yours, 2 armies. Borders Brazil (Ada, 4), Moon (nobody, 0).',
    );
  });
  test('a free neighbour is nobody’s to a spectator too', () => {
    const game = seen(null, here('peru', 1, 2), here('brazil', 0, 4), here('moon', null, 0));
    expect(placeWithBorders(game, edition, 'peru')).toContain('Moon (nobody, 0)');
  });
});
