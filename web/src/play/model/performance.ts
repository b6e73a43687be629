import type { Motion } from '../../board/motion';
import type { ArmiesMoved, ClosingThrown, Conquered, FactSeen, Rolled } from '../../wire/facts';
import type { Moved } from '../../wire/messages';
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

/** Dice of two sides, whatever an edition calls the fact; with totals where these decide. */
type Fought = Pick<Rolled, 'source' | 'target' | 'attack' | 'defence'> & { total?: number; against?: number };
/** Two dice of one seat that must not exceed a threshold. */
type Limited = Pick<ClosingThrown, 'seat' | 'one' | 'other' | 'threshold'>;
type Thrown = Fought | Limited;

/** What a performance needs from the game it plays on. */
export interface Stage {
  motions: Motion[];
  thrown: Throw | null;
  ownerOf(place: string): number | null;
  colourOf(seat: number | null): number;
  pause(ms: number): Promise<void>;
}

let keys = 0;

/** Throws are known by what they hold: editions from elsewhere have facts that this page has never heard of. */
const holds = (event: object, ...fields: string[]) => fields.every((field) => field in event);
const isFought = <E extends object>(event: E): event is E & Fought =>
  holds(event, 'source', 'target', 'attack', 'defence');
const isThrow = (event: object): event is Thrown =>
  isFought(event) || holds(event, 'seat', 'one', 'other', 'threshold');

/** Show the facts of one action: dice roll, numbers fall, armies march. `pace` 1 is calm, 0 shows nothing. */
export async function perform(stage: Stage, moved: Moved, pace: number): Promise<void> {
  if (pace <= 0) return void settle(stage, moved);
  const { events } = moved;
  for (const [i, event] of events.entries()) {
    const [before, after] = [events.slice(0, i), events.slice(i + 1)];
    if (isThrow(event)) await rolled(stage, event, after, pace);
    else if (event.fact === 'ArmiesLost')
      move(stage, { kind: 'shake', place: event.place, armies: event.armies, ms: 900 * pace });
    else if (event.fact === 'Conquered') await conquered(stage, event, before, pace);
    else if (event.fact === 'ArmiesMoved') await marched(stage, event, pace);
    else if (event.fact === 'CardDrawn') sound('card');
    else if (event.fact === 'ArmiesPlaced' && events.length < 8) sound('place');
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

function throwOf(stage: Stage, event: Thrown, after: FactSeen[], rolling: boolean): Throw {
  const plain = { key: ++keys, lost: 0, beaten: 0, rolling };
  if (!isFought(event)) {
    const { seat, one, other, threshold } = event;
    return { ...plain, attacker: seat, defender: null, attack: [one, other], defence: [], limit: threshold };
  }
  const { source, target, attack, defence, total, against } = event;
  const sides = { attacker: stage.ownerOf(source), defender: stage.ownerOf(target), attack, defence };
  if (total !== undefined && against !== undefined) return { ...plain, ...sides, totals: [total, against] };
  let [lost, beaten] = [0, 0];
  for (const later of after) {
    if (isFought(later)) break;
    if (later.fact !== 'ArmiesLost') continue;
    if (later.place === source) lost += later.armies;
    if (later.place === target) beaten += later.armies;
  }
  return { ...plain, ...sides, lost, beaten };
}

async function rolled(stage: Stage, event: Thrown, after: FactSeen[], pace: number): Promise<void> {
  stage.thrown = throwOf(stage, event, after, true);
  sound('dice');
  await stage.pause(700 * pace);
  stage.thrown = { ...stage.thrown, rolling: false };
  await stage.pause(450 * pace);
  forget(stage, stage.thrown.key);
}

async function conquered(stage: Stage, event: Conquered, before: FactSeen[], pace: number): Promise<void> {
  const roll = before.findLast(isFought);
  const { place, by } = event;
  move(stage, { kind: 'spread', place, from: roll?.source ?? place, colour: stage.colourOf(by), ms: 600 * pace });
  sound('conquest');
  await stage.pause(600 * pace);
}

async function marched(stage: Stage, event: ArmiesMoved, pace: number): Promise<void> {
  const { source, target, armies } = event;
  const colour = stage.colourOf(stage.ownerOf(source));
  move(stage, { kind: 'march', from: source, to: target, armies, colour, ms: 450 * pace });
  sound('march');
  await stage.pause(450 * pace);
}

/** A throw stays to be read, not for ever. */
function forget(stage: Stage, key: number): void {
  setTimeout(() => stage.thrown?.key === key && (stage.thrown = null), 6000);
}

/** Without motion the last throw is still shown. */
function settle(stage: Stage, moved: Moved): void {
  const last = moved.events.findLastIndex(isThrow);
  const event = moved.events[last];
  if (!event || !isThrow(event)) return;
  stage.thrown = throwOf(stage, event, moved.events.slice(last + 1), false);
  forget(stage, stage.thrown.key);
}
