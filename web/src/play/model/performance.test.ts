import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Motion } from '../../board/motion';
import type { ArmiesLost, ClosingThrown, Conquered, FactSeen, GodsFought, Rolled } from '../../wire/facts';
import type { Moved } from '../../wire/messages';
import type { ShownFight } from './fights';
import { perform, type Moment, type Stage, type Throw } from './performance';

const OWNERS: Record<string, number> = { alaska: 0, kamchatka: 1 };

/** A stage that never pauses and records everything shown. */
class StagedBoard implements Stage {
  readonly pauses: number[] = [];
  readonly shown: Motion[] = [];
  readonly throws: Throw[] = [];
  readonly drawn: (Throw | null)[] = []; // the dice in each awaited frame
  private moving: Motion[] = [];
  private lying: Throw | null = null;
  readonly moments: Moment[] = [];
  private said: Moment | null = null;
  fight: ShownFight | null = null;
  zone: string | null = null; // the zone that Kamchatka completes
  entered: string | null = null;

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
  get moment(): Moment | null {
    return this.said;
  }
  set moment(moment: Moment | null) {
    if (moment) this.moments.push(moment);
    this.said = moment;
  }
  isMine = (seat: number | null) => seat === 1;
  placesOf = (seat: number) => Object.keys(OWNERS).filter((place) => OWNERS[place] === seat);
  zoneTaken = (place: string) => (place === 'kamchatka' ? this.zone : null);
  placesIn = () => ['alaska', 'kamchatka'];
  boardEntered = (place: string) => (place === 'kamchatka' ? this.entered : null);
  ownerOf = (place: string) => OWNERS[place] ?? null;
  colourOf = (seat: number | null) => (seat == null ? 0 : seat + 3);
  pause = (ms: number) => Promise.resolve(void this.pauses.push(ms));
  painted = () => Promise.resolve(void this.drawn.push(this.lying));
}

const moved = (...events: FactSeen[]) => ({ events }) as Moved;
const rolled: Rolled = { fact: 'Rolled', source: 'alaska', target: 'kamchatka', attack: [6, 3], defence: [5] };
const lost = (place: string, armies: number): ArmiesLost => ({ fact: 'ArmiesLost', place, armies, is_loss: true });

let stage: StagedBoard;
beforeEach(() => {
  vi.useFakeTimers();
  stage = new StagedBoard();
});
afterEach(() => void vi.useRealTimers());

describe('a throw', () => {
  test('rolls, then lies, with what each side lost before the next throw', async () => {
    await perform(stage, moved(rolled, lost('kamchatka', 1), lost('alaska', 1), rolled, lost('kamchatka', 1)), {
      pace: 1,
    });
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
    await perform(stage, moved(gods, closing), { pace: 1 });
    expect(stage.throws[0]).toMatchObject({ totals: [9, 4] });
    expect(stage.throws.at(-1)).toMatchObject({ attacker: 2, defender: null, attack: [3, 4], defence: [], limit: 5 });
  });
  test('of an edition that nobody here knows is shown as well', async () => {
    const duel = { fact: 'DuelFought', source: 'alaska', target: 'kamchatka', attack: [8], defence: [3, 2] };
    await perform(stage, moved(duel as unknown as FactSeen, lost('kamchatka', 2)), { pace: 1 });
    expect(stage.throws[0]).toMatchObject({ attacker: 0, defender: 1, attack: [8], defence: [3, 2], beaten: 2 });
  });
  test('stays to be read, not for ever', async () => {
    await perform(stage, moved(rolled), { pace: 1 });
    vi.advanceTimersByTime(5999);
    expect(stage.thrown).not.toBeNull();
    vi.advanceTimersByTime(1);
    expect(stage.thrown).toBeNull();
  });
  test('comes a frame after the map points elsewhere, and the one before it stays so long', async () => {
    await perform(stage, moved(rolled, rolled), { pace: 1 });
    await perform(stage, moved({ ...rolled, source: 'kamchatka', target: 'alaska' }), { pace: 1 });
    expect(stage.drawn.map((lying) => lying?.fight?.source)).toEqual([undefined, 'alaska']);
    await perform(stage, moved(rolled), { pace: 0 });
    expect(stage.drawn).toHaveLength(2);
  });
  test('is not taken away with the one before it', async () => {
    await perform(stage, moved(rolled), { pace: 1 });
    vi.advanceTimersByTime(3000);
    await perform(stage, moved(rolled), { pace: 1 });
    vi.advanceTimersByTime(3000);
    expect(stage.thrown?.key).toBe(stage.throws.at(-1)?.key);
  });
});

describe('what moves on the board', () => {
  test('armies march in the colour of their owner', async () => {
    await perform(stage, moved({ fact: 'ArmiesMoved', source: 'alaska', target: 'kamchatka', armies: 4 }), { pace: 1 });
    expect(stage.shown).toMatchObject([{ kind: 'march', from: 'alaska', to: 'kamchatka', armies: 4, colour: 3 }]);
  });
  test('a conquest spreads from where the last throw came, else from the place itself', async () => {
    const conquered: Conquered = { fact: 'Conquered', place: 'kamchatka', by: 0 };
    await perform(stage, moved(rolled, conquered), { pace: 1 });
    await perform(stage, moved(conquered), { pace: 1 });
    expect(stage.shown).toMatchObject([
      { kind: 'spread', place: 'kamchatka', from: 'alaska', colour: 3 },
      { kind: 'spread', place: 'kamchatka', from: 'kamchatka', colour: 3 },
    ]);
  });
  test('each motion goes when its time is over', async () => {
    await perform(stage, moved(lost('alaska', 2), lost('kamchatka', 1)), { pace: 0.5 });
    expect(stage.motions).toMatchObject([
      { kind: 'shake', place: 'alaska', armies: 2, ms: 550 },
      { kind: 'shake', place: 'kamchatka', armies: 1, ms: 550 },
    ]);
    vi.advanceTimersByTime(700);
    expect(stage.motions).toEqual([]);
  });
  test('and takes no other with it', async () => {
    await perform(stage, moved(lost('alaska', 2)), { pace: 0.5 });
    await perform(stage, moved(lost('kamchatka', 1)), { pace: 1 });
    vi.advanceTimersByTime(700);
    expect(stage.motions).toMatchObject([{ place: 'kamchatka' }]);
  });
  test('nothing happened: nothing is shown', async () => {
    await perform(stage, moved(), { pace: 1 });
    expect([stage.shown, stage.throws, stage.pauses]).toEqual([[], [], []]);
  });
});

describe('without motion', () => {
  test('only the last throw is shown, lying', async () => {
    const second = { ...rolled, attack: [1] };
    await perform(stage, moved(rolled, second, lost('alaska', 1), { fact: 'Conquered', place: 'kamchatka', by: 0 }), {
      pace: 0,
    });
    expect(stage.thrown).toMatchObject({ attack: [1], rolling: false, lost: 1, rolls: 2 });
    expect(stage.throws.some((one) => one.rolling)).toBe(false);
    expect([stage.shown, stage.pauses]).toEqual([[], []]);
  });
  test('and none when none was thrown', async () => {
    await perform(stage, moved(lost('alaska', 1)), { pace: 0 });
    expect(stage.thrown).toBeNull();
  });
});

describe('others can be followed', () => {
  const elsewhere: Rolled = { ...rolled, source: 'kamchatka', target: 'alaska' };
  test('a fight is pointed at on the map, with both sides', async () => {
    await perform(stage, moved(rolled), { pace: 1 });
    expect(stage.fight).toEqual({ source: 'alaska', target: 'kamchatka', attacker: 0, defender: 1 });
    expect(stage.thrown?.fight).toEqual(stage.fight);
  });
  test('throws between the same two places add up; another fight begins anew', async () => {
    await perform(stage, moved(rolled, lost('kamchatka', 1)), { pace: 1 });
    await perform(stage, moved(rolled, lost('kamchatka', 1), lost('alaska', 1)), { pace: 0 });
    expect(stage.thrown).toMatchObject({ rolls: 2, lost: 1, beaten: 1, lostInAll: 1, beatenInAll: 2 });
    await perform(stage, moved(elsewhere, lost('alaska', 1)), { pace: 1 });
    expect(stage.thrown).toMatchObject({ rolls: 1, lostInAll: 0, beatenInAll: 1, attacker: 1 });
  });
  test('armies that go to a heaven are lost: they are counted, and float at their badge', async () => {
    const died: FactSeen = { fact: 'WentToHeaven', place: 'kamchatka', heaven: 'duat', armies: 1, is_loss: true };
    await perform(stage, moved(rolled, died), { pace: 1 });
    expect(stage.thrown).toMatchObject({ lost: 0, beaten: 1 });
    expect(stage.shown).toMatchObject([{ kind: 'shake', place: 'kamchatka', armies: 1 }]);
  });
  test('another turn points at nothing; so does time', async () => {
    await perform(stage, moved(rolled), { pace: 1 });
    await perform(stage, moved({ fact: 'TurnBegan', seat: 1, round: 2 } as unknown as FactSeen), { pace: 1 });
    expect(stage.fight).toBeNull();
    await perform(stage, moved(rolled), { pace: 1 });
    vi.advanceTimersByTime(6000);
    expect(stage.fight).toBeNull();
  });
  test('who wants nothing to move has time to read', async () => {
    await perform(stage, moved(rolled, lost('kamchatka', 1), { fact: 'Conquered', place: 'kamchatka', by: 0 }), {
      pace: 1,
      still: true,
    });
    expect(stage.throws.every((one) => !one.rolling)).toBe(true);
    expect(stage.shown).toEqual([]);
    expect(stage.pauses).toHaveLength(1);
  });
});

describe('a moment', () => {
  const taken: Conquered = { fact: 'Conquered', place: 'kamchatka', by: 0 };
  const out: FactSeen = { fact: 'Eliminated', seat: 1, by: 0 };
  const end = (winners: number[], clause = 'end.objective'): FactSeen => ({ fact: 'GameEnded', clause, winners });
  const result = { text: 'Ada wins!', scores: [{ objective: 'Asia and Africa' }] } as unknown as Moved['result'];

  test('is an elimination: who, by whom, and the last place lights up in the conqueror’s colour', async () => {
    await perform(stage, moved(taken, out), { pace: 1 });
    expect(stage.moments).toMatchObject([{ kind: 'out', seats: [1], by: 0 }]);
    expect(stage.shown).toMatchObject([{ kind: 'spread' }, { kind: 'glow', place: 'kamchatka', colour: 3 }]);
    expect(stage.moment).toBeNull();
  });
  test('is a fulfilled objective: the winner, the card, and all that is held', async () => {
    await perform(stage, { ...moved(end([0])), result }, { pace: 1 });
    expect(stage.moments).toMatchObject([{ kind: 'won', seats: [0], text: 'Ada wins!', objective: 'Asia and Africa' }]);
    expect(stage.shown).toMatchObject([{ kind: 'glow', place: 'alaska', colour: 3 }]);
  });
  test('names no objective where it was another end, and is none where nobody won', async () => {
    await perform(stage, { ...moved(end([0], 'end.points')), result }, { pace: 1 });
    await perform(stage, { ...moved(end([], 'end.stopped')), result }, { pace: 1 });
    expect(stage.moments.map((one) => one.objective)).toEqual(['']);
  });
  test('can be read with less motion, when nothing moves, and by the quick', async () => {
    await perform(stage, moved(taken, out), { pace: 0.1, still: true });
    expect(stage.shown).toEqual([]);
    expect(stage.moments).toHaveLength(1);
    expect(stage.pauses.at(-1)).toBeGreaterThan(1000);
  });
  test('is not shown with instant animation', async () => {
    await perform(stage, moved(taken, out, end([0])), { pace: 0 });
    expect(stage.moments).toEqual([]);
  });
});

describe('a moment of its own', () => {
  const conquered: Conquered = { fact: 'Conquered', place: 'kamchatka', by: 0 };
  test('is a zone that a conquest completes: its places light up, and the game does not wait for it', async () => {
    await perform(stage, moved(rolled, conquered), { pace: 1 });
    const usual = stage.pauses.length;
    stage.zone = 'asia';
    await perform(stage, moved(rolled, conquered), { pace: 1 });
    expect(stage.moments).toMatchObject([{ kind: 'zone', what: 'asia', seats: [0] }]);
    expect(stage.shown.filter(({ kind }) => kind === 'glow')).toHaveLength(2);
    expect(stage.pauses).toHaveLength(2 * usual);
    vi.runAllTimers();
    expect(stage.moment).toBeNull();
  });
  test('is the first step on another board, and the loss of a piece', async () => {
    stage.entered = 'moon';
    await perform(stage, moved(rolled, conquered, { fact: 'PieceLost', kind: 'war', seat: 1 }), { pace: 1 });
    expect(stage.moments).toMatchObject([
      { kind: 'landing', what: 'moon', seats: [0] },
      { kind: 'piece', what: 'war', seats: [1] },
    ]);
  });
  test('does not move with less motion', async () => {
    stage.zone = 'asia';
    await perform(stage, moved(rolled, conquered), { pace: 1, still: true });
    expect(stage.moments).toMatchObject([{ kind: 'zone' }]);
    expect(stage.shown).toEqual([]);
  });
});
