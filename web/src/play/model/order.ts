import type { Ask, PartySeen, PieceSet } from '../../wire/messages';
import type { Action } from './game.svelte';

type Range = Ask['ranges'][number];

/**
 * A standing order: this attack continues until it is decided, or until `keep` armies are left (0: no limit).
 * `act`: the kind of attack; null: any.
 */
export interface Order {
  act: string | null;
  source: string;
  target: string;
  pieces: string[] | null;
  keep: number;
}

/** An action in the format of messages: the range's fixed fields, and its open fields filled in. */
export function built(range: Range, at: string | null, to: string | null, n: number, pieces: string[] = []): Action {
  const { fields, fixed, act } = range;
  const action: Record<string, unknown> = { act, ...fixed };
  if (fields.at && at) action[fields.at] = at;
  if (fields.to && to) action[fields.to] = to;
  if (fields.n) action[fields.n] = n;
  if (range.kind === 'parties' && fields.what) action[fields.what] = pieces;
  return action as unknown as Action;
}

/** Whether the armies are down to the limit of an order. Without a limit, pieces may fight on alone. */
export const isReached = (order: Order, armies: number): boolean => order.keep > 0 && armies <= order.keep;

/** Whether a question belongs to the attack of an order, which then waits for its answer. */
export function concerns(order: Order, ask: Ask): boolean {
  return ask.fight?.source === order.source && ask.fight.target === order.target;
}

/** The order's own answer to a question; null: the player must answer, or the order is done. */
export function answerOf(order: Order, ask: Ask, armies: number): Action | null {
  if (ask.fight && !concerns(order, ask)) return null;
  for (const range of ask.ranges) {
    const action = ask.fight ? inFight(order, range, armies) : again(order, range, armies);
    if (action) return action;
  }
  return null;
}

/** Repeat the same attack with everything that may join. */
function again(order: Order, range: Range, armies: number): Action | null {
  if (!range.attacks || range.act !== (order.act ?? range.act) || isReached(order, armies)) return null;
  const { source, target } = order;
  if (range.kind === 'pairs') {
    const row = range.pairs.find(([from, to]) => from === source && to === target);
    return row ? built(range, source, target, row[3]) : null;
  }
  if (range.kind !== 'parties') return null;
  const set = company(
    order,
    range.parties.find((party) => party.source === source && party.target === target),
  );
  return set ? built(range, source, target, set.most, set.pieces) : null;
}

/** During the attack: roll all dice, and lose armies before pieces. */
function inFight(order: Order, range: Range, armies: number): Action | null {
  if (range.attacks && !isReached(order, armies)) {
    if (range.kind === 'amount') return built(range, null, null, range.most);
    const set = range.kind === 'parties' ? company(order, range.parties[0]) : null;
    return set ? built(range, null, null, set.most, set.pieces) : null;
  }
  const bare =
    range.act === 'lose' && range.kind === 'parties' ? range.parties[0]?.sets.find((set) => !set.pieces.length) : null;
  return bare ? built(range, null, null, bare.most) : null;
}

/** The largest set of units among those that the order allows; of equal ones, that with the most pieces. */
function company(order: Order, party: PartySeen | undefined): PieceSet | null {
  const sets = (party?.sets ?? []).filter((set) => set.pieces.every((piece) => order.pieces?.includes(piece) ?? true));
  const size = (set: PieceSet) => (set.most + set.pieces.length) * 16 + set.pieces.length;
  return sets.sort((a, b) => size(b) - size(a))[0] ?? null;
}
