import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LogLine, PlaceSeen, Replay } from '../wire/messages';
import { Player } from './player.svelte';

const place = (id: string, armies: number, owner = 0) => ({ id, armies, owner }) as PlaceSeen;
/** Steps by turn: [round, turn, the places from then on]. */
const STEPS: [number, number, PlaceSeen[]][] = [
  [1, 0, [place('peru', 1), place('brazil', 2)]],
  [1, 0, [place('peru', 3)]],
  [1, 1, []],
  [1, 1, [place('brazil', 0)]],
  [2, 0, [place('peru', 5)]],
];
const replayOf = (steps: typeof STEPS) =>
  ({ steps: steps.map(([round, turn, places]) => ({ round, turn, places })) }) as unknown as Replay;

let player: Player;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', globalThis);
  player = new Player(replayOf(STEPS));
});
afterEach(() => {
  vi.useRealTimers();
});
const armies = () => [player.standing.peru?.armies, player.standing.brazil?.armies];

describe('a finished game', () => {
  test('tells at each step what is new, a line that goes on once more', () => {
    const line = (n: number, text: string, heading = false) => ({ n, text, heading }) as LogLine;
    const told = [
      [line(0, 'Round 1', true), line(1, 'Ada attacks: each loses 1')],
      [line(1, 'Ada attacks: each loses 2')],
      [line(1, 'Ada attacks: each loses 2'), line(2, 'Ada draws a card')],
    ];
    const again = new Player({ steps: told.map((log) => ({ log })) } as unknown as Replay);
    const texts = told.map((_, step) => (again.go(step), again.told.map((one) => one.text)));
    expect(texts).toEqual([['Ada attacks: each loses 1'], ['Ada attacks: each loses 2'], ['Ada draws a card']]);
  });
  test('opens at its end', () => {
    expect(player.at).toBe(4);
    expect(armies()).toEqual([5, 0]);
  });
  test('goes back and forth, and not beyond its ends', () => {
    player.go(1);
    expect(armies()).toEqual([3, 2]);
    player.go(-1);
    expect([player.at, armies()]).toEqual([0, [1, 2]]);
    player.go(99);
    expect(player.at).toBe(4);
  });
  test('of a single step stays there', () => {
    const short = new Player(replayOf(STEPS.slice(0, 1)));
    short.turn(1);
    short.turn(-1);
    expect(short.at).toBe(0);
  });
  test('goes turn by turn', () => {
    player.go(0);
    player.turn(1);
    expect(player.at).toBe(2);
    player.turn(1);
    expect(player.at).toBe(4);
    player.turn(1);
    expect(player.at).toBe(4);
    player.turn(-1);
    expect(player.at).toBe(3);
  });
});

describe('played by itself', () => {
  test('begins anew from the end, and stops there again', () => {
    player.toggle();
    expect([player.playing, player.at]).toEqual([true, 0]);
    vi.advanceTimersByTime(700 * 3);
    expect([player.playing, player.at]).toEqual([true, 3]);
    vi.advanceTimersByTime(700);
    expect([player.playing, player.at]).toEqual([false, 4]);
  });
  test('goes on from where it is, and pauses', () => {
    player.go(1);
    player.toggle();
    vi.advanceTimersByTime(700);
    player.toggle();
    vi.advanceTimersByTime(7000);
    expect([player.playing, player.at]).toEqual([false, 2]);
  });
  test('at twice the speed takes half the time', () => {
    player.go(0);
    player.speed = 2;
    player.toggle();
    vi.advanceTimersByTime(700);
    expect(player.at).toBe(2);
  });
});

describe('an arrow', () => {
  const replayed = (...steps: [number, unknown[], PlaceSeen[]][]) =>
    new Player({ steps: steps.map(([seat, events, places]) => ({ seat, events, places })) } as unknown as Replay);
  const dice = { fact: 'Rolled', source: 'peru', target: 'brazil', attack: [6], defence: [1] };

  test('is the attacker’s, also in the step in which the defender rolls', () => {
    const fight = replayed(
      [0, [], [place('peru', 3, 2), place('brazil', 1, 1)]],
      [1, [dice, { fact: 'Conquered', place: 'brazil', by: 2 }], [place('brazil', 0, 2)]],
    );
    expect(fight.move).toEqual({ source: 'peru', target: 'brazil', mover: 2 });
  });
  test('is the mover’s where armies march, even if another then holds what they left', () => {
    const march = replayed(
      [0, [], [place('peru', 3, 2), place('brazil', 1, 2)]],
      [0, [{ fact: 'ArmiesMoved', source: 'peru', target: 'brazil', armies: 3 }], [place('peru', 0, 1)]],
    );
    expect(march.move?.mover).toBe(2);
  });
  test('is none where nobody goes anywhere', () => {
    expect(replayed([0, [{ fact: 'ArmiesPlaced', place: 'peru' }], [place('peru', 3)]]).move).toBeNull();
  });
});
