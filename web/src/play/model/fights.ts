import type { Rolled } from '../../wire/facts';
import type { Moved } from '../../wire/messages';

/** A fight between two places, as the map draws it: an arrow in the attacker's colour, both places lit. */
export interface ShownFight {
  source: string;
  target: string;
  attacker: number | null;
  defender: number | null;
}

/** Dice of two sides, whatever an edition calls the fact; with totals where these decide. */
export type Fought = Pick<Rolled, 'source' | 'target' | 'attack' | 'defence'> & { total?: number; against?: number };

/** Facts are known by what they hold: editions from elsewhere have some that this page has never heard of. */
export const holds = (event: object, ...fields: string[]): boolean => fields.every((field) => field in event);
export const isFought = <E extends object>(event: E): event is E & Fought =>
  holds(event, 'source', 'target', 'attack', 'defence');

/** Whether armies of a place fall by it, be it to nowhere or to a heaven. */
export const isLoss = <E extends object>(event: E): event is E & { place: string; armies: number; is_loss: boolean } =>
  holds(event, 'place', 'armies', 'is_loss');

/** The first fight among what happened. */
export const fightIn = (moved: Pick<Moved, 'events'>): Fought | null => moved.events.find(isFought) ?? null;

export const isSamePair = (one: { source: string; target: string } | null, other: typeof one): boolean =>
  !!one && !!other && one.source === other.source && one.target === other.target;

/** Whether the next thing that waits to be shown goes on with the same fight: such a series is shown as one. */
export function continues(now: Moved, waiting: Moved[]): boolean {
  const fight = fightIn(now);
  const next = fight && waiting.find((one) => one.events.length > 0);
  return !!next && isSamePair(fight, fightIn(next)) && !now.events.some((event) => event.fact === 'Conquered');
}

/** The pace of the next roll of a series, relative to 1: it accelerates with the number of rolls. */
export const seriesPace = (rolls: number): number => Math.max(0.12, 0.6 * 0.78 ** rolls);
