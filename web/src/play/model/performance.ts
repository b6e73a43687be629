import type { Motion } from '../../board/motion';
import type { ArmiesMoved, ClosingThrown, Conquered, Eliminated, FactSeen, GameEnded } from '../../wire/facts';
import type { Moved } from '../../wire/messages';
import { fightIn, holds, isFought, isLoss, isSamePair, type Fought, type ShownFight } from './fights';
import { sound } from '../sounds/sound';

/** A roll as it is shown: both sides and their losses, the totals of a god war, the threshold of a closing throw.
 *
 * `fight` is where it happened. In a series between the same places, `rolls` is the number of rolls, `lostInAll` and
 * `beatenInAll` are the losses so far.
 */
export interface Throw {
  key: number;
  fight: ShownFight | null;
  attacker: number | null;
  defender: number | null;
  attack: number[];
  defence: number[];
  lost: number;
  beaten: number;
  rolls: number;
  lostInAll: number;
  beatenInAll: number;
  rolling: boolean;
  totals?: [number, number];
  limit?: number;
}

/** An important event: a seat is eliminated or wins, holds a zone, enters a board, loses a piece. */
export interface Moment {
  key: number;
  kind: 'out' | 'won' | 'zone' | 'landing' | 'piece';
  seats: number[];
  what: string; // the zone, the board or the kind of piece
  by: number | null; // who eliminated it
  text: string; // how it ended, and the winner's objective
  objective: string;
}

/** Two dice of one seat that must not exceed a threshold. */
type Limited = Pick<ClosingThrown, 'seat' | 'one' | 'other' | 'threshold'>;
type Thrown = Fought | Limited;

/** What an animation needs from the game. */
export interface Stage {
  motions: Motion[];
  thrown: Throw | null;
  fight: ShownFight | null;
  moment: Moment | null;
  isMine(seat: number | null): boolean;
  placesOf(seat: number): string[];
  zoneTaken(place: string, by: number): string | null; // the zone completed by conquering this place
  placesIn(zone: string): readonly string[];
  boardEntered(place: string, by: number): string | null; // the board that this seat enters for the first time
  ownerOf(place: string): number | null;
  colourOf(seat: number | null): number;
  pause(ms: number): Promise<void>;
  painted(): Promise<unknown>; // resolves when the current changes have been drawn
}

/** Durations: 1 is normal, 0 shows only results. `still`: nothing moves, but there is time to read. */
export interface Tempo {
  pace: number;
  still?: boolean;
}

/** The animation of an action. */
export type Told = Pick<Moved, 'events' | 'places' | 'result'>;

const LEAST_MOMENT = 1100; // milliseconds, because even a quick player wants to read who was eliminated
const LONGEST_MOMENTS = 9000;
let keys = 0;

const isThrow = (event: object): event is Thrown =>
  isFought(event) || holds(event, 'seat', 'one', 'other', 'threshold');

/** Show the facts of one action: the battle is drawn, dice roll, numbers fall, armies march. */
export async function perform(stage: Stage, moved: Told, tempo: Tempo): Promise<void> {
  const isElsewhere = point(stage, moved);
  if (isElsewhere && tempo.pace > 0) await stage.painted(); // the board may switch; dice can wait a frame
  if (isElsewhere) stage.thrown = null;
  if (tempo.pace <= 0) return settle(stage, moved);
  const { events } = moved;
  for (const [i, event] of events.entries()) {
    const [before, after] = [events.slice(0, i), events.slice(i + 1)];
    if (isThrow(event)) await rolled(stage, event, after, tempo);
    else if (event.fact === 'Conquered') await conquered(stage, event, before, after, tempo);
    else if (event.fact === 'Eliminated') await fallen(stage, event, before, tempo);
    else if (event.fact === 'GameEnded') await ended(stage, event, moved, tempo);
    else if (event.fact === 'PieceLost') announce(stage, 'piece', event.kind, event.seat, tempo);
    else if (tempo.still) continue;
    else if (isLoss(event))
      move(stage, { kind: 'shake', place: event.place, armies: event.armies, ms: 1100 * tempo.pace });
    else if (event.fact === 'ArmiesMoved') await marched(stage, event, tempo.pace);
    else if (event.fact === 'CardDrawn') sound('card');
    else if (event.fact === 'ArmiesPlaced' && events.length < 8) sound('place');
  }
  stage.motions = stage.motions.filter((motion) => motion.kind !== 'spread'); // the board itself has the colour now
}

/** Show where an action happens; return true for another seat's battle. A new turn removes earlier highlights. */
function point(stage: Stage, moved: Told): boolean {
  const fought = fightIn(moved);
  const isElsewhere = !!fought && !isSamePair(stage.fight, fought);
  if (isElsewhere) {
    const { source, target } = fought;
    const [attacker, defender] = [stage.ownerOf(source), stage.ownerOf(target)];
    stage.fight = { source, target, attacker, defender };
    if (stage.isMine(defender) && !stage.isMine(attacker)) sound('attacked');
  } else if (!fought && moved.events.some((event) => event.fact === 'TurnBegan')) stage.fight = null;
  return isElsewhere;
}

function move(
  stage: Stage,
  motion: Motion extends infer M ? (M extends Motion ? Omit<M, 'key'> : never) : never,
): void {
  const key = ++keys;
  stage.motions = [...stage.motions, { ...motion, key }];
  const ms = motion.ms + ('wait' in motion ? motion.wait : 0) + ('stay' in motion ? motion.stay : 0) + 60;
  setTimeout(() => (stage.motions = stage.motions.filter((other) => other.key !== key)), ms);
}

function throwOf(stage: Stage, event: Thrown, after: FactSeen[], rolling: boolean): Throw {
  const plain = { key: ++keys, fight: null, lost: 0, beaten: 0, rolls: 1, lostInAll: 0, beatenInAll: 0, rolling };
  if (!isFought(event)) {
    const { seat, one, other, threshold } = event;
    return { ...plain, attacker: seat, defender: null, attack: [one, other], defence: [], limit: threshold };
  }
  const { source, target, attack, defence, total, against } = event;
  const { attacker, defender } = stage.fight ?? {
    attacker: stage.ownerOf(source),
    defender: stage.ownerOf(target),
  };
  const sides = { fight: { source, target, attacker, defender }, attacker, defender, attack, defence };
  if (total !== undefined && against !== undefined) return { ...plain, ...sides, totals: [total, against] };
  const [lost, beaten] = losses(after, source, target);
  const former = stage.thrown && isSamePair(stage.thrown.fight, event) && !stage.thrown.totals ? stage.thrown : null;
  return {
    ...plain,
    ...sides,
    lost,
    beaten,
    rolls: (former?.rolls ?? 0) + 1,
    lostInAll: (former?.lostInAll ?? 0) + lost,
    beatenInAll: (former?.beatenInAll ?? 0) + beaten,
  };
}

/** What a roll cost each side: the armies that fell before the next roll. */
function losses(after: FactSeen[], source: string, target: string): [number, number] {
  let [lost, beaten] = [0, 0];
  for (const later of after) {
    if (isFought(later)) break;
    if (!isLoss(later)) continue;
    if (later.place === source) lost += later.armies;
    if (later.place === target) beaten += later.armies;
  }
  return [lost, beaten];
}

async function rolled(stage: Stage, event: Thrown, after: FactSeen[], { pace, still }: Tempo): Promise<void> {
  stage.thrown = throwOf(stage, event, after, !still);
  sound('dice');
  if (!still) {
    await stage.pause(650 * pace);
    stage.thrown = { ...stage.thrown, rolling: false };
  }
  await stage.pause(750 * pace);
  forget(stage, stage.thrown.key);
}

/** Spread the colour over the place, and keep it while there is more to show about it. */
async function conquered(
  stage: Stage,
  event: Conquered,
  before: FactSeen[],
  after: FactSeen[],
  { pace, still }: Tempo,
): Promise<void> {
  const from = before.findLast(isFought)?.source ?? event.place;
  const stay = after.some((later) => later.fact === 'Eliminated' || later.fact === 'GameEnded') ? LONGEST_MOMENTS : 0;
  sound('conquest');
  marvel(stage, event, { pace, still });
  if (still) return;
  const [place, colour] = [event.place, stage.colourOf(event.by)];
  move(stage, { kind: 'spread', place, from, colour, ms: 600 * pace, stay });
  await stage.pause(600 * pace);
}

/** Show what else a conquest means: a completed zone, which is highlighted, or a first step on another board. */
function marvel(stage: Stage, { place, by }: Conquered, tempo: Tempo): void {
  const zone = stage.zoneTaken(place, by);
  const board = stage.boardEntered(place, by);
  if (board) announce(stage, 'landing', board, by, tempo);
  if (!zone) return;
  announce(stage, 'zone', zone, by, tempo);
  if (tempo.still) return;
  for (const [n, other] of stage.placesIn(zone).entries())
    move(stage, glow(other, stage.colourOf(by), n * 60 * tempo.pace, tempo.pace));
}

/** Show a text over the board while the game continues. */
function announce(stage: Stage, kind: Moment['kind'], what: string, seat: number, { pace }: Tempo): void {
  const key = ++keys;
  stage.moment = { key, kind, what, seats: [seat], by: null, text: '', objective: '' };
  setTimeout(
    () => {
      if (stage.moment?.key === key) stage.moment = null;
    },
    Math.max(LEAST_MOMENT, 2000 * pace),
  );
}

/** Show an elimination: the last place is highlighted, with a banner over the board. */
async function fallen(stage: Stage, event: Eliminated, before: FactSeen[], tempo: Tempo): Promise<void> {
  const { seat, by } = event;
  const last = before.findLast((former): former is Conquered => former.fact === 'Conquered')?.place;
  sound('elimination');
  if (last && !tempo.still) move(stage, glow(last, stage.colourOf(by), 0, tempo.pace));
  const moment = {
    kind: 'out' as const,
    what: '',
    seats: [seat],
    by: by === seat || by < 0 ? null : by,
    text: '',
    objective: '',
  };
  await show(stage, moment, 1900 * tempo.pace);
}

/** Show a victory: its places are highlighted one after the other, and a banner gives the reason. */
async function ended(stage: Stage, event: GameEnded, moved: Told, tempo: Tempo): Promise<void> {
  const { winners } = event;
  if (!winners.length) return;
  sound('victory');
  if (!tempo.still)
    for (const seat of winners)
      for (const [n, place] of stage.placesOf(seat).entries())
        move(stage, glow(place, stage.colourOf(seat), n * 40 * tempo.pace, tempo.pace));
  const objective = event.clause === 'end.objective' ? (moved.result?.scores[winners[0]!]?.objective ?? '') : '';
  await show(
    stage,
    { kind: 'won', what: '', seats: winners, by: null, text: moved.result?.text ?? '', objective },
    2600 * tempo.pace,
  );
}

const glow = (place: string, colour: number, wait: number, pace: number) =>
  ({ kind: 'glow', place, colour, wait, ms: 1100 * pace }) as const;

async function show(stage: Stage, moment: Omit<Moment, 'key'>, ms: number): Promise<void> {
  const key = ++keys;
  stage.moment = { ...moment, key };
  await stage.pause(Math.max(LEAST_MOMENT, ms));
  if (stage.moment?.key === key) stage.moment = null;
}

async function marched(stage: Stage, event: ArmiesMoved, pace: number): Promise<void> {
  const { source, target, armies } = event;
  const colour = stage.colourOf(stage.ownerOf(source));
  move(stage, { kind: 'march', from: source, to: target, armies, colour, ms: 450 * pace });
  sound('march');
  await stage.pause(450 * pace);
}

/** Keep a roll long enough to read; then remove the battle's highlight from the map. */
function forget(stage: Stage, key: number): void {
  setTimeout(() => {
    if (stage.thrown?.key !== key) return;
    if (isSamePair(stage.fight, stage.thrown.fight)) stage.fight = null;
    stage.thrown = null;
  }, 6000);
}

/** Without motion the last roll is still shown, with the totals of its series. */
function settle(stage: Stage, moved: Told): void {
  for (const [i, event] of moved.events.entries())
    if (isThrow(event)) {
      stage.thrown = throwOf(stage, event, moved.events.slice(i + 1), false);
      forget(stage, stage.thrown.key);
    } else if (event.fact === 'Eliminated') sound('elimination');
    else if (event.fact === 'GameEnded' && event.winners.length) sound('victory');
}
