import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Motion } from '../../board/motion';
import type { ArmiesLost, ClosingThrown, Conquered, FactSeen, GodsFought, Rolled } from '../../wire/facts';
import type { Moved } from '../../wire/messages';
import { perform, type Stage, type Throw } from './performance';

const OWNERS: Record<string, number> = { alaska: 0, kamchatka: 1 };

/** A stage that pauses for nobody and remembers all it showed. */
class StagedBoard implements Stage {
  readonly pauses: number[] = [];
  readonly shown: Motion[] = [];
  readonly throws: Throw[] = [];
  private moving: Motion[] = [];
  private lying: Throw | null = null;

  get motions(): Motion[] {
    return this.moving;
  }
  set motions(motions: Motion[]) {
    this.shown.push(...motions.filter((motion) => !this.shown.some((other) => other.key === motion.key)));
    this.moving = motions;
  }
  get thrown(): Throw | null {
    return this.lying;
  }
  set thrown(thrown: Throw | null) {
    if (thrown) this.throws.push(thrown);
    this.lying = thrown;
  }
  ownerOf = (place: string) => OWNERS[place] ?? null;
  colourOf = (seat: number | null) => (seat == null ? 0 : seat + 3);
  pause = (ms: number) => Promise.resolve(void this.pauses.push(ms));
}

const moved = (...events: FactSeen[]) => ({ events }) as Moved;
const rolled: Rolled = { fact: 'Rolled', source: 'alaska', target: 'kamchatka', attack: [6, 3], defence: [5] };
const lost = (place: string, armies: number): ArmiesLost => ({ fact: 'ArmiesLost', place, armies });

let stage: StagedBoard;
beforeEach(() => {
  vi.useFakeTimers();
  stage = new StagedBoard();
});
afterEach(() => void vi.useRealTimers());

describe('a throw', () => {
  test('rolls, then lies, with what each side lost before the next throw', async () => {
    await perform(stage, moved(rolled, lost('kamchatka', 1), lost('alaska', 1), rolled, lost('kamchatka', 1)), 1);
    expect(stage.throws.map((one) => one.rolling)).toEqual([true, false, true, false]);
    expect(stage.throws[0]).toMatchObject({
      attacker: 0,
      defender: 1,
      attack: [6, 3],
      defence: [5],
      lost: 1,
      beaten: 1,
    });
    expect(stage.throws[2]).toMatchObject({ lost: 0, beaten: 1 });
  });
  test('of a god war shows totals, a closing throw what it must not exceed', async () => {
    const gods: GodsFought = {
      fact: 'GodsFought',
      source: 'alaska',
      target: 'kamchatka',
      attack: [6],
      defence: [2],
      total: 9,
      against: 4,
    };
    const closing: ClosingThrown = { fact: 'ClosingThrown', seat: 2, one: 3, other: 4, threshold: 5 };
    await perform(stage, moved(gods, closing), 1);
    expect(stage.throws[0]).toMatchObject({ totals: [9, 4] });
    expect(stage.throws.at(-1)).toMatchObject({ attacker: 2, defender: null, attack: [3, 4], defence: [], limit: 5 });
  });
  test('of an edition that nobody here knows is shown as well', async () => {
    const duel = { fact: 'DuelFought', source: 'alaska', target: 'kamchatka', attack: [8], defence: [3, 2] };
    await perform(stage, moved(duel as unknown as FactSeen, lost('kamchatka', 2)), 1);
    expect(stage.throws[0]).toMatchObject({ attacker: 0, defender: 1, attack: [8], defence: [3, 2], beaten: 2 });
  });
  test('stays to be read, not for ever', async () => {
    await perform(stage, moved(rolled), 1);
    vi.advanceTimersByTime(5999);
    expect(stage.thrown).not.toBeNull();
    vi.advanceTimersByTime(1);
    expect(stage.thrown).toBeNull();
  });
  test('is not taken away with the one before it', async () => {
    await perform(stage, moved(rolled), 1);
    vi.advanceTimersByTime(3000);
    await perform(stage, moved(rolled), 1);
    vi.advanceTimersByTime(3000);
    expect(stage.thrown?.key).toBe(stage.throws.at(-1)?.key);
  });
});

describe('what moves on the board', () => {
  test('armies march in the colour of their owner', async () => {
    await perform(stage, moved({ fact: 'ArmiesMoved', source: 'alaska', target: 'kamchatka', armies: 4 }), 1);
    expect(stage.shown).toMatchObject([{ kind: 'march', from: 'alaska', to: 'kamchatka', armies: 4, colour: 3 }]);
  });
  test('a conquest spreads from where the last throw came, else from the place itself', async () => {
    const conquered: Conquered = { fact: 'Conquered', place: 'kamchatka', by: 0 };
    await perform(stage, moved(rolled, conquered), 1);
    await perform(stage, moved(conquered), 1);
    expect(stage.shown).toMatchObject([
      { kind: 'spread', place: 'kamchatka', from: 'alaska', colour: 3 },
      { kind: 'spread', place: 'kamchatka', from: 'kamchatka', colour: 3 },
    ]);
  });
  test('each motion goes when its time is over', async () => {
    await perform(stage, moved(lost('alaska', 2), lost('kamchatka', 1)), 0.5);
    expect(stage.motions).toMatchObject([
      { kind: 'shake', place: 'alaska', armies: 2, ms: 450 },
      { kind: 'shake', place: 'kamchatka', armies: 1, ms: 450 },
    ]);
    vi.advanceTimersByTime(600);
    expect(stage.motions).toEqual([]);
  });
  test('and takes no other with it', async () => {
    await perform(stage, moved(lost('alaska', 2)), 0.5);
    await perform(stage, moved(lost('kamchatka', 1)), 1);
    vi.advanceTimersByTime(600);
    expect(stage.motions).toMatchObject([{ place: 'kamchatka' }]);
  });
  test('nothing happened: nothing is shown', async () => {
    await perform(stage, moved(), 1);
    expect([stage.shown, stage.throws, stage.pauses]).toEqual([[], [], []]);
  });
});

describe('without motion', () => {
  test('only the last throw is shown, lying', async () => {
    const second = { ...rolled, attack: [1] };
    await perform(stage, moved(rolled, second, lost('alaska', 1), { fact: 'Conquered', place: 'kamchatka', by: 0 }), 0);
    expect(stage.throws).toMatchObject([{ attack: [1], rolling: false, lost: 1 }]);
    expect([stage.shown, stage.pauses]).toEqual([[], []]);
  });
  test('and none when none was thrown', async () => {
    await perform(stage, moved(lost('alaska', 1)), 0);
    expect(stage.thrown).toBeNull();
  });
});
