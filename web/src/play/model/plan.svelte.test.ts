import { beforeEach, describe, expect, test } from 'vitest';
import type { Ask, EditionSeen, PlaceSeen } from '../../wire/messages';
import type { Action, Game } from './game.svelte';
import { Plan } from './plan.svelte';
import { amount, ask, choice, pairs, parties, spots } from './staged';

/** The part of a game that a plan uses. */
class StagedGame {
  ask = $state.raw<Ask | null>(null);
  standing = $state.raw<Record<string, Pick<PlaceSeen, 'owner' | 'armies'>>>({});
  isBusy = false; // an action is in flight
  isMineNext = false; // the animation ends with a question to this seat
  skipped = 0;
  whyNot: object | null = null;
  readonly sent: Action[] = [];
  readonly doubts: [Action, string | null][] = [];

  act(action: Action): boolean {
    if (!this.isBusy) this.sent.push(action);
    return !this.isBusy;
  }
  skipToMine(): void {
    this.skipped += 1;
  }
  why(action: Action, place: string | null): void {
    this.doubts.push([action, place]);
  }
  ownerOf = (place: string) => this.standing[place]?.owner ?? null;
}

const LINKS: Record<string, string[]> = { peru: ['brazil', 'argentina'], brazil: ['peru'], atlantis: [] };
let game: StagedGame;
let plan: Plan;
beforeEach(() => {
  game = new StagedGame();
  plan = new Plan(game as unknown as Game, () => ({ links: LINKS }) as unknown as EditionSeen);
});
/** Give the plan a new question, as the screen does. */
function asked(...ranges: Ask['ranges']): void {
  game.ask = ask(ranges);
  plan.renew();
}

const attack = pairs('attack', [
  ['alaska', 'kamchatka', 1, 3],
  ['alaska', 'alberta', 1, 2],
  ['peru', 'brazil', 1, 1],
]);

describe('without a question', () => {
  test('nothing is lit and nothing can be picked', () => {
    expect(plan.lit).toBeNull();
    plan.pick('peru');
    plan.confirm();
    expect([plan.source, game.sent, game.doubts]).toEqual([null, [], []]);
  });
  test('a click ends a show that leads to an own question, and is answered then', () => {
    game.isMineNext = true;
    plan.pick('peru');
    expect(game.skipped).toBe(1);
    asked(attack);
    expect(plan.source).toBe('peru');
    asked(attack);
    expect(plan.source).toBeNull(); // only once
  });
  test('a click while others play, or on a place that may not be chosen, is nothing', () => {
    plan.pick('peru');
    expect(game.skipped).toBe(0);
    game.isMineNext = true;
    plan.pick('brazil');
    asked(attack);
    expect([plan.source, game.doubts]).toEqual([null, []]);
  });
  test('what is planned outlives what is being shown, except placements', () => {
    asked(attack);
    plan.pick('alaska');
    plan.heaps = { peru: 2 };
    game.ask = null;
    plan.renew();
    expect([plan.source, plan.heaps]).toEqual(['alaska', {}]);
  });
});

describe('from a place to a place', () => {
  beforeEach(() => asked(attack));

  test('first the sources are lit, then where the chosen one leads', () => {
    expect(plan.lit).toEqual(new Set(['alaska', 'peru']));
    plan.pick('alaska');
    expect(plan.lit).toEqual(new Set(['kamchatka', 'alberta']));
  });
  test('a target is aimed at with all that may go', () => {
    plan.pick('alaska');
    plan.pick('alberta');
    expect([plan.target, plan.amount, plan.pair?.[3]]).toEqual(['alberta', 2, 2]);
  });
  test('the source picked again is let go, another takes its place', () => {
    plan.pick('alaska');
    plan.pick('kamchatka');
    plan.pick('peru');
    expect([plan.source, plan.target]).toEqual(['peru', null]);
    plan.pick('peru');
    expect(plan.source).toBeNull();
  });
  test('only a whole way is sent', () => {
    plan.confirm();
    plan.pick('alaska');
    plan.confirm();
    expect(game.sent).toEqual([]);
    plan.pick('kamchatka');
    plan.amount = 2;
    plan.confirm();
    expect(game.sent).toEqual([{ act: 'attack', source: 'alaska', target: 'kamchatka', dice: 2 }]);
  });
  test('the same way asked about again is kept, with no more than may go', () => {
    plan.pick('alaska');
    plan.pick('kamchatka');
    asked(pairs('attack', [['alaska', 'kamchatka', 1, 1]]));
    expect([plan.source, plan.target, plan.amount]).toEqual(['alaska', 'kamchatka', 1]);
    asked(pairs('attack', [['peru', 'brazil', 1, 1]]));
    expect([plan.source, plan.target]).toEqual([null, null]);
  });
  test('a pick takes away what was said to the pick before', () => {
    game.whyNot = {};
    plan.pick('alaska');
    expect(game.whyNot).toBeNull();
  });
});

describe('which question is on the map', () => {
  test('the chosen one; beyond the last it is the last', () => {
    asked(attack, spots('place', ['peru'], 1, 3), amount('bid', 0, 9));
    expect(plan.range).toMatchObject({ kind: 'pairs' });
    plan.chosen = 1;
    expect(plan.range).toMatchObject({ kind: 'spots' });
    plan.chosen = 7;
    expect(plan.range).toMatchObject({ kind: 'spots' });
    expect(plan.others.map((range) => range.kind)).toEqual(['amount']);
  });
  test('a new question begins with the first again', () => {
    asked(attack, spots('place', ['peru'], 1, 3));
    plan.chosen = 1;
    asked(attack, spots('place', ['peru'], 1, 3));
    expect(plan.chosen).toBe(0);
  });
  test('options that name a place are picked there when nothing else is asked of the map', () => {
    asked(choice('claim', ['peru', null, 'brazil']));
    expect(plan.lit).toEqual(new Set(['peru', 'brazil']));
    plan.pick('brazil');
    plan.pick('alaska');
    expect(game.sent).toEqual([{ act: 'claim', n: 2 }]);
  });
  test('a party is found by both its ends', () => {
    const sets = [{ pieces: ['land'], least: 1, most: 2 }];
    asked(parties('invade', [{ source: 'alaska', target: 'kamchatka', sets }]));
    plan.pick('alaska');
    expect(plan.party).toBeUndefined();
    plan.pick('kamchatka');
    expect(plan.party?.sets).toEqual(sets);
  });
});

describe('armies placed', () => {
  beforeEach(() => asked(spots('place', ['peru', 'brazil'], 1, 7)));

  test('one by one, or five at once, never more than there are', () => {
    plan.pick('peru');
    plan.pick('peru', true);
    expect([plan.heaps, plan.placed]).toEqual([{ peru: 6 }, 6]);
    plan.pick('brazil', true);
    expect([plan.heaps, plan.placed]).toEqual([{ peru: 6, brazil: 1 }, 7]);
    plan.pick('peru');
    expect(plan.placed).toBe(7);
  });
  test('taken back down to none, which leaves no heap', () => {
    plan.heap('peru', 2);
    plan.heap('peru', -1);
    expect(plan.heaps).toEqual({ peru: 1 });
    plan.heap('peru', -5);
    expect(plan.heaps).toEqual({});
  });
  test('are sent heap by heap, question by question', () => {
    plan.heap('peru', 3);
    plan.heap('brazil', 4);
    plan.confirm();
    expect(game.sent).toEqual([{ act: 'place', place: 'peru', armies: 3 }]);
    expect(plan.isSending).toBe(true);
    asked(spots('place', ['peru', 'brazil'], 1, 4));
    expect(game.sent.at(-1)).toEqual({ act: 'place', place: 'brazil', armies: 4 });
    expect(plan.isSending).toBe(false);
    asked(attack);
    expect(game.sent).toHaveLength(2);
  });
  test('a later heap is cut to what is left, and forgotten where its place is no longer offered', () => {
    plan.heap('peru', 3);
    plan.heap('brazil', 4);
    plan.confirm();
    asked(spots('place', ['brazil'], 1, 2));
    expect(game.sent.at(-1)).toEqual({ act: 'place', place: 'brazil', armies: 2 });
    asked(spots('place', ['peru', 'brazil'], 1, 7));
    plan.heap('peru', 1);
    plan.heap('brazil', 1);
    plan.confirm();
    asked(spots('place', ['alaska'], 1, 7));
    expect([game.sent.length, plan.isSending]).toEqual([3, false]);
  });
  test('wait while something else is on its way', () => {
    plan.heap('peru', 3);
    game.isBusy = true;
    plan.confirm();
    expect(plan.isSending).toBe(true);
    game.isBusy = false;
    asked(spots('place', ['peru'], 1, 7));
    expect(game.sent).toEqual([{ act: 'place', place: 'peru', armies: 3 }]);
  });
  test('a spot without an amount is chosen, then confirmed', () => {
    asked(spots('claim', ['peru'], 1, 1, { at: 'place' }));
    plan.pick('peru');
    expect([plan.heaps, plan.source]).toEqual([{}, 'peru']);
    plan.confirm();
    expect(game.sent).toEqual([{ act: 'claim', place: 'peru' }]);
  });
});

describe('an attack that goes on by itself', () => {
  const fierce = { ...attack, attacks: true };
  beforeEach(() => {
    game.standing = { alaska: { owner: 0, armies: 9 } };
    asked(fierce);
    plan.command('attack', 'alaska', 'kamchatka', 3);
  });

  test('begins at once and answers the next question', () => {
    asked(fierce);
    expect(game.sent).toHaveLength(2);
    expect(game.sent.at(-1)).toEqual({ act: 'attack', source: 'alaska', target: 'kamchatka', dice: 3 });
  });
  test('ends when so few are left', () => {
    game.standing = { alaska: { owner: 0, armies: 3 } };
    asked(fierce);
    expect([game.sent.length, plan.order]).toEqual([1, null]);
  });
  test('waits for a question of its own fight that a player must answer', () => {
    game.ask = ask([choice('choose', [null])], { source: 'alaska', target: 'kamchatka' });
    plan.renew();
    expect([game.sent.length, plan.order?.target]).toEqual([1, 'kamchatka']);
  });
  test('ends in the middle of its fight when so few are left', () => {
    game.standing = { alaska: { owner: 0, armies: 3 } };
    game.ask = ask([choice('choose', [null])], { source: 'alaska', target: 'kamchatka' });
    plan.renew();
    expect(plan.order).toBeNull();
  });
  test('ends when the place has fallen, and when it is called back', () => {
    asked(pairs('attack', [['alaska', 'alberta', 1, 3]]));
    expect([game.sent.length, plan.order]).toEqual([1, null]);
    plan.command('attack', 'alaska', 'alberta', 3);
    plan.clear();
    expect([plan.order, plan.source, plan.target]).toEqual([null, null, null]);
  });
});

describe('why not there', () => {
  test('with a source: that way, with one', () => {
    asked(attack);
    plan.pick('alaska');
    plan.pick('brazil');
    expect(game.doubts).toEqual([[{ act: 'attack', source: 'alaska', target: 'brazil', dice: 1 }, 'brazil']]);
    expect(plan.source).toBe('alaska');
  });
  test('without one: from there to an enemy beside it, else to any neighbour', () => {
    game.standing = {
      peru: { owner: 0, armies: 1 },
      brazil: { owner: 0, armies: 1 },
      argentina: { owner: 1, armies: 1 },
    };
    asked(pairs('attack', [['alaska', 'kamchatka', 1, 3]]));
    plan.pick('peru');
    plan.pick('brazil');
    plan.pick('atlantis');
    expect(game.doubts).toEqual([
      [{ act: 'attack', source: 'peru', target: 'argentina', dice: 1 }, 'peru'],
      [{ act: 'attack', source: 'brazil', target: 'peru', dice: 1 }, 'brazil'],
    ]);
  });
  test('where nothing can be placed: the least there', () => {
    asked(spots('place', ['peru'], 2, 3));
    plan.pick('brazil');
    expect(game.doubts).toEqual([[{ act: 'place', place: 'brazil', armies: 2 }, 'brazil']]);
  });
});
