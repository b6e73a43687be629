import type { Rolled } from '../../wire/facts';
import type { Moved } from '../../wire/messages';

/** A battle between two places, as drawn on the map: an arrow in the attacker's colour, both places highlighted. */
export interface ShownFight {
  source: string;
  target: string;
  attacker: number | null;
  defender: number | null;
}

/** The dice of two sides, whatever an edition calls the fact, with totals if they decide. */
export type Fought = Pick<Rolled, 'source' | 'target' | 'attack' | 'defence'> & { total?: number; against?: number };

/** Facts are recognised by their fields, because other packages' editions have facts unknown to this page. */
export const holds = (event: object, ...fields: string[]): boolean => fields.every((field) => field in event);
export const isFought = <E extends object>(event: E): event is E & Fought =>
  holds(event, 'source', 'target', 'attack', 'defence');

/** Whether a fact removes armies of a place, either for good or to a heaven. */
export const isLoss = <E extends object>(event: E): event is E & { place: string; armies: number; is_loss: boolean } =>
  holds(event, 'place', 'armies', 'is_loss');

/** The first battle among the facts. */
export const fightIn = (moved: Pick<Moved, 'events'>): Fought | null => moved.events.find(isFought) ?? null;

export const isSamePair = (one: { source: string; target: string } | null, other: typeof one): boolean =>
  !!one && !!other && one.source === other.source && one.target === other.target;

/** Whether the next pending action continues the same battle, so that both are shown as a series. */
export function continues(now: Moved, waiting: Moved[]): boolean {
  const fight = fightIn(now);
  const next = fight && waiting.find((one) => one.events.length > 0);
  return !!next && isSamePair(fight, fightIn(next)) && !now.events.some((event) => event.fact === 'Conquered');
}

/** The pace of the next roll of a series, relative to 1: it accelerates with the number of rolls. */
export const seriesPace = (rolls: number): number => Math.max(0.12, 0.6 * 0.78 ** rolls);
