import type { Ask } from '../../wire/messages';
import type { Action } from './game.svelte';
import { isOnMap, type MapRange } from './ways';

type Range = Ask['ranges'][number];
type Fields = Record<string, unknown>;

/** A proposed action as a player would have planned it on the map: which range, from where, to where, how many. */
export interface MapPlan {
  chosen: number; // among the ranges on the map
  source: string | null;
  target: string | null;
  amount: number;
}

const isEmpty = (value: unknown) => value == null || value === 0 || (Array.isArray(value) && !value.length);
const alike = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b)
    ? a.length === b.length && a.every((one) => b.includes(one))
    : a === b || (isEmpty(a) && isEmpty(b));

/** Whether two actions are the same; what is empty need not be named. */
export function isSame(one: object, other: object | null): boolean {
  if (!other) return false;
  const [a, b] = [one as Fields, other as Fields];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => alike(a[name], b[name]));
}

/** Whether a range offers an action of this kind: the same verb, and all that the range fixes. */
export function offers(range: Range, action: object | null): boolean {
  const asked = action as Fields | null;
  return (
    !!asked &&
    range.act === asked['act'] &&
    Object.entries(range.fixed).every(([name, value]) => alike(value, asked[name]))
  );
}

const field = (range: Range, part: string, action: object): unknown => {
  const name = range.fields[part];
  return name ? (action as Fields)[name] : undefined;
};

/** The amount that an action of a range names; null when it is of another range. */
export const amountOf = (range: Range, action: object | null): number | null =>
  action && offers(range, action) ? Number(field(range, 'n', action) ?? 0) : null;

/** The pieces that go along in an action of a range; null when it is of another range. */
export const piecesOf = (range: Range, action: object | null): string[] | null =>
  action && offers(range, action) ? ((field(range, 'what', action) as string[] | undefined) ?? []) : null;

/** An action laid out on the map; null when it is not about the map. */
export function onMap(ranges: readonly Range[], action: Action): MapPlan | null {
  const maps = ranges.filter(isOnMap) as MapRange[];
  const chosen = maps.findIndex((range) => offers(range, action) && reaches(range, action));
  const range = maps[chosen];
  if (!range) return null;
  const place = (part: string) => (field(range, part, action) as string | undefined) ?? null;
  return { chosen, source: place('at'), target: place('to'), amount: amountOf(range, action) ?? 0 };
}

/** Whether the place or the way of an action is one of those that a range offers. */
function reaches(range: MapRange, action: Action): boolean {
  const [at, to] = [field(range, 'at', action) ?? null, field(range, 'to', action) ?? null];
  if (range.kind === 'spots') return range.places.includes(String(at));
  if (range.kind === 'pairs') return range.pairs.some(([from, into]) => from === at && into === to);
  return range.parties.some((party) => party.source === at && party.target === to);
}
