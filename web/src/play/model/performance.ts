import type { Motion } from '../../board/motion';
import type { Json, Moved } from '../../wire/messages';
import { sound } from './sound';

/** A throw as it is shown: both sides, what each lost; totals of a god war; what a closing throw must not exceed. */
export interface Throw {
  key: number;
  attacker: number | null;
  defender: number | null;
  attack: number[];
  defence: number[];
  lost: number;
  beaten: number;
  rolling: boolean;
  totals?: [number, number];
  limit?: number;
}

const THROWS = ['Rolled', 'GodsFought', 'ClosingThrown'];

/** What a performance needs from the game it plays on. */
export interface Stage {
  motions: Motion[];
  thrown: Throw | null;
  ownerOf(place: string): number | null;
  colourOf(seat: number | null): number;
  pause(ms: number): Promise<void>;
}

let keys = 0;
const text = (value: Json | undefined) => (typeof value === 'string' ? value : '');
const whole = (value: Json | undefined) => (typeof value === 'number' ? value : 0);
const list = (value: Json | undefined) => (Array.isArray(value) ? value.map(Number) : []);

/** Show the facts of one action: dice roll, numbers fall, armies march. `pace` 1 is calm, 0 shows nothing. */
export async function perform(stage: Stage, moved: Moved, pace: number): Promise<void> {
  if (pace <= 0) return void settle(stage, moved);
  const { events } = moved;
  for (const [i, event] of events.entries()) {
    const fact = text(event.fact);
    if (THROWS.includes(fact)) await rolled(stage, moved, i, pace);
    else if (fact === 'ArmiesLost')
      move(stage, { kind: 'shake', place: text(event.place), armies: whole(event.armies), ms: 900 * pace });
    else if (fact === 'Conquered') await conquered(stage, moved, i, pace);
    else if (fact === 'ArmiesMoved') await marched(stage, moved, i, pace);
    else if (fact === 'CardDrawn') sound('card');
    else if (fact === 'ArmiesPlaced' && events.length < 8) sound('place');
  }
}

function move(
  stage: Stage,
  motion: Motion extends infer M ? (M extends Motion ? Omit<M, 'key'> : never) : never,
): void {
  const key = ++keys;
  stage.motions = [...stage.motions, { ...motion, key }];
  setTimeout(() => (stage.motions = stage.motions.filter((other) => other.key !== key)), motion.ms + 60);
}

function throwOf(stage: Stage, moved: Moved, i: number, rolling: boolean): Throw {
  const event = moved.events[i] ?? {};
  const plain = { key: ++keys, lost: 0, beaten: 0, rolling };
  if (event.fact === 'ClosingThrown')
    return {
      ...plain,
      attacker: whole(event.seat),
      defender: null,
      attack: [whole(event.one), whole(event.other)],
      defence: [],
      limit: whole(event.threshold),
    };
  const [source, target] = [text(event.source), text(event.target)];
  const sides = {
    attacker: stage.ownerOf(source),
    defender: stage.ownerOf(target),
    attack: list(event.attack),
    defence: list(event.defence),
  };
  if (event.fact === 'GodsFought') return { ...plain, ...sides, totals: [whole(event.total), whole(event.against)] };
  let [lost, beaten] = [0, 0];
  for (const later of moved.events.slice(i + 1)) {
    if (later.fact === 'Rolled') break;
    if (later.fact !== 'ArmiesLost') continue;
    if (later.place === source) lost += whole(later.armies);
    if (later.place === target) beaten += whole(later.armies);
  }
  return { ...plain, ...sides, lost, beaten };
}

async function rolled(stage: Stage, moved: Moved, i: number, pace: number): Promise<void> {
  stage.thrown = throwOf(stage, moved, i, true);
  sound('dice');
  await stage.pause(700 * pace);
  stage.thrown = { ...stage.thrown, rolling: false };
  await stage.pause(450 * pace);
  forget(stage, stage.thrown.key);
}

async function conquered(stage: Stage, moved: Moved, i: number, pace: number): Promise<void> {
  const event = moved.events[i] ?? {};
  const roll = moved.events
    .slice(0, i)
    .reverse()
    .find((earlier) => earlier.fact === 'Rolled');
  const from = text(roll?.source) || text(event.place);
  move(stage, {
    kind: 'spread',
    place: text(event.place),
    from,
    colour: stage.colourOf(whole(event.by)),
    ms: 600 * pace,
  });
  sound('conquest');
  await stage.pause(600 * pace);
}

async function marched(stage: Stage, moved: Moved, i: number, pace: number): Promise<void> {
  const event = moved.events[i] ?? {};
  const colour = stage.colourOf(stage.ownerOf(text(event.source)));
  move(stage, {
    kind: 'march',
    from: text(event.source),
    to: text(event.target),
    armies: whole(event.armies),
    colour,
    ms: 450 * pace,
  });
  sound('march');
  await stage.pause(450 * pace);
}

/** A throw stays to be read, not for ever. */
function forget(stage: Stage, key: number): void {
  setTimeout(() => stage.thrown?.key === key && (stage.thrown = null), 6000);
}

/** Without motion the last throw is still shown. */
function settle(stage: Stage, moved: Moved): void {
  const last = moved.events.findLastIndex((event) => THROWS.includes(text(event.fact)));
  if (last < 0) return;
  stage.thrown = throwOf(stage, moved, last, false);
  forget(stage, stage.thrown.key);
}
