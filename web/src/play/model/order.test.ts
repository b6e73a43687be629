import { describe, expect, test } from 'vitest';
import type { Ask } from '../../wire/messages';
import { answerOf, built, concerns, type Order } from './order';
import { amount, ask, pairs, parties, spots } from './staged';

const attack = pairs('attack', [['alaska', 'kamchatka', 1, 3]], { attacks: true });
const order: Order = { act: 'attack', source: 'alaska', target: 'kamchatka', pieces: null, keep: 2 };
const fighting = (ranges: Ask['ranges']) => ask(ranges, { source: 'alaska', target: 'kamchatka' });

describe('an action as it is sent', () => {
  test('what the range fixes, and its fields under the names it gives them', () => {
    const range = { ...attack, fixed: { seat: 2 } };
    expect(built(range, 'alaska', 'kamchatka', 3)).toEqual({
      act: 'attack',
      seat: 2,
      source: 'alaska',
      target: 'kamchatka',
      dice: 3,
    });
  });
  test('a field that the range does not name is not said', () => {
    expect(built(spots('claim', ['peru'], 1, 1, { at: 'place' }), 'peru', null, 1)).toEqual({
      act: 'claim',
      place: 'peru',
    });
  });
  test('pieces go along in a party only', () => {
    const party = parties('invade', [{ source: 'a', target: 'b', sets: [] }]);
    expect(built(party, 'a', 'b', 1, ['land'])).toMatchObject({ pieces: ['land'] });
    const named = { ...attack, fields: { ...attack.fields, what: 'pieces' } };
    expect(built(named, 'a', 'b', 1, ['land'])).not.toHaveProperty('pieces');
  });
});

describe('a standing order', () => {
  test('attacks again with all that may go', () => {
    expect(answerOf(order, ask([attack]), 5)).toEqual({
      act: 'attack',
      source: 'alaska',
      target: 'kamchatka',
      dice: 3,
    });
  });
  test('halts when as many are left as it keeps, and not one before', () => {
    expect(answerOf(order, ask([attack]), 3)).not.toBeNull();
    expect(answerOf(order, ask([attack]), 2)).toBeNull();
  });
  test('lets pieces fight on alone when it has no limit', () => {
    const sets = [{ pieces: ['land'], least: 0, most: 0 }];
    const party = parties('invade', [{ source: 'alaska', target: 'kamchatka', sets }]);
    const alone = { ...order, act: null, pieces: ['land'] };
    const range = { ...party, attacks: true };
    expect(answerOf({ ...alone, keep: 0 }, ask([range]), 0)).toMatchObject({ act: 'invade', pieces: ['land'] });
    expect(answerOf({ ...alone, keep: 2 }, ask([range]), 0)).toBeNull();
  });
  test('answers nothing when nothing is asked', () => expect(answerOf(order, ask([]), 5)).toBeNull());
  test('is silent about another pair, another kind of attack and what is no attack', () => {
    expect(answerOf({ ...order, target: 'yakutia' }, ask([attack]), 5)).toBeNull();
    expect(answerOf({ ...order, act: 'fast_attack' }, ask([attack]), 5)).toBeNull();
    expect(answerOf(order, ask([{ ...attack, attacks: false }]), 5)).toBeNull();
    expect(answerOf(order, ask([spots('attack', ['alaska'], 1, 3)]), 5)).toBeNull();
  });
  test('takes any kind of attack when it names none', () => {
    expect(answerOf({ ...order, act: null }, ask([{ ...attack, act: 'fast_attack' }]), 5)).toMatchObject({
      act: 'fast_attack',
    });
  });
  test('goes by the first range that will do', () => {
    const other = pairs('attack', [['peru', 'brazil', 1, 1]], { attacks: true });
    expect(answerOf(order, ask([other, attack]), 5)).toMatchObject({ source: 'alaska' });
  });
});

describe('the company an order sends', () => {
  const sets = [
    { pieces: [], least: 1, most: 3 },
    { pieces: ['land'], least: 1, most: 2 },
    { pieces: ['land', 'naval'], least: 1, most: 2 },
  ];
  const invade = parties('invade', [{ source: 'alaska', target: 'kamchatka', sets }], { attacks: true });
  const led = { ...order, act: 'invade' };

  test('is the largest that there is', () => {
    expect(answerOf(led, ask([invade]), 5)).toMatchObject({ pieces: ['land', 'naval'], n: 2 });
  });
  test('has only pieces that the order lets fight', () => {
    expect(answerOf({ ...led, pieces: [] }, ask([invade]), 5)).toMatchObject({ pieces: [], n: 3 });
    expect(answerOf({ ...led, pieces: ['naval'] }, ask([invade]), 5)).toMatchObject({ pieces: [], n: 3 });
  });
  test('of equal ones is that with the most pieces', () => {
    expect(answerOf({ ...led, pieces: ['land'] }, ask([invade]), 5)).toMatchObject({ pieces: ['land'], n: 2 });
  });
  test('may be none', () => {
    const bare = parties('invade', [{ source: 'alaska', target: 'kamchatka', sets: sets.slice(2) }], { attacks: true });
    expect(answerOf({ ...led, pieces: ['land'] }, ask([bare]), 5)).toBeNull();
    expect(answerOf({ ...led, target: 'yakutia' }, ask([invade]), 5)).toBeNull();
  });
});

describe('in the middle of a fight', () => {
  const dice = amount('roll', 1, 3, { attacks: true });
  const lose = parties('lose', [
    {
      source: null,
      target: null,
      sets: [
        { pieces: ['land'], least: 0, most: 0 },
        { pieces: [], least: 1, most: 1 },
      ],
    },
  ]);

  test('a question belongs to an order by both ends', () => {
    expect(concerns(order, fighting([]))).toBe(true);
    expect(concerns({ ...order, source: 'yakutia' }, fighting([]))).toBe(false);
    expect(concerns({ ...order, target: 'yakutia' }, fighting([]))).toBe(false);
    expect(concerns(order, ask([]))).toBe(false);
  });
  test('all the dice are thrown, until so few are left', () => {
    expect(answerOf(order, fighting([dice]), 3)).toEqual({ act: 'roll', n: 3 });
    expect(answerOf(order, fighting([dice]), 2)).toBeNull();
  });
  test('another fight is not ours', () => {
    expect(answerOf({ ...order, source: 'yakutia' }, fighting([dice]), 5)).toBeNull();
  });
  test('armies are lost before pieces', () => {
    expect(answerOf(order, fighting([lose]), 1)).toEqual({ act: 'lose', n: 1, pieces: [] });
  });
  test('what else goes without pieces is not lost for that', () => {
    expect(answerOf(order, fighting([{ ...lose, act: 'retreat' }]), 5)).toBeNull();
  });
  test('which piece is lost is for the player to say', () => {
    const pieces = parties('lose', [{ source: null, target: null, sets: lose.parties[0]!.sets.slice(0, 1) }]);
    expect(answerOf(order, fighting([pieces]), 5)).toBeNull();
  });
});
