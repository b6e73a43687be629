import { badgeBox, badgeScale, overlaps, tokenBox, type Token } from '../counters';
import { stands, type Box, type Geometry, type PlaceShape, type Point } from '../geometry';
import { groundOf, type Ground } from './ground';
import { breaks, FALL, legible, LINE, RISE, type Measure } from './lettering';

/** Where the name of a place is written; one that finds no room at this size of the board is not `shown`. */
export interface Written {
  lines: { text: string; width: number }[];
  at: Point; // middle of the first line, on its base
  size: number; // of the letters, in units of the board
  shown: boolean;
  home: number; // how much of it lies on the place itself, of 1
}

export interface Asked {
  board: Geometry;
  names: Record<string, string>; // as they are to be written
  zoom: number; // pixels a unit of the board
  armies: (place: string) => number;
  tokens: (place: string, shape: PlaceShape, scale: number) => Token[];
  kept?: readonly Box[]; // free of names: something else is written there
  measure: Measure;
  memory?: Memory; // of the same board, names and zoom: only what changed is worked out anew
}
export type Memory = Map<string, Known>;

/** Of nothing yet. */
export const memory = (): Memory => new Map();
export const NO_NAMES: ReadonlyMap<string, Written> = new Map();

interface Candidate extends Written {
  box: Box;
  cost: number;
}
/** What a name may do, as long as the same things stand round it. */
interface Known {
  key: string;
  candidates: Candidate[]; // the best first; at last, not to be shown
  reach: Box; // of all of them
}
interface Name extends Known {
  place: string;
  chosen: Candidate;
}
/** What all names of one board have to do with. */
interface Page extends Asked {
  ground: Ground;
  scale: number; // of badges
  air: number; // round letters, in units
  taken: Box[]; // by badges and pieces
}

const SIZES = [1, 0.94, 0.88, 0.82]; // of the letters, tried in turn
const REACH: Point = [44, 32]; // how far from its badge a name may stand, in units
const STEP = 3; // pixels from one trial to the next
const KEPT = 60; // candidates of a name
const SWEEPS = 8;
const HALO = 1.2; // pixels round letters that nothing else may touch
const DIGITS = 10; // room is left for as many armies as are usual, so that names stay where they are
const COST = {
  others: 230, // a name wholly on the ground of others
  water: 40,
  straddling: 14, // a coast or a border runs through it
  line: 3,
  smaller: 90, // by the part of its size that it loses
  far: 0.6, // by the unit
  beside: 6, // right or left of a badge instead of above or below
  growth: 40, // where armies to come are announced
  good: 30, // not worth looking for anything better
  hidden: 400,
};

/** The names of all places, clear of badges, pieces and each other: the same question always has the same answer. */
export function written(asked: Asked): Map<string, Written> {
  const placing = steps(asked);
  for (;;) {
    const { done, value } = placing.next();
    if (done) return value;
  }
}

/** The same in small steps, so that the caller can do other work between them. */
export function* steps(asked: Asked): Generator<void, Map<string, Written>> {
  const { board, zoom, names } = asked;
  const scale = badgeScale(zoom);
  const standing = stands(board).flatMap(([place, shape]) => [
    badgeBox(shape, Math.max(DIGITS, asked.armies(place)), scale),
    ...asked.tokens(place, shape, scale).map(tokenBox),
  ]);
  const taken = [...standing, ...(asked.kept ?? [])];
  const page: Page = { ...asked, ground: groundOf(board), scale, air: HALO / zoom, taken };
  const all: Name[] = [];
  for (const [place, shape] of stands(board)) {
    if (!names[place]) continue;
    all.push(yield* nameOf(page, place, shape));
    yield;
  }
  yield* settle(all);
  return new Map(all.map(({ place, chosen }) => [place, chosen]));
}

/** The sizes to try, in units: as drawn where that is large enough to be read, smaller as long as it can be read. */
export function sizesAt(board: Geometry, zoom: number): number[] {
  const { least, good } = legible(board);
  const best = Math.max(board.lettering, good / zoom);
  return SIZES.map((part) => part * best).filter((size) => size * zoom >= least - 0.01);
}

function* nameOf(page: Page, place: string, shape: PlaceShape): Generator<void, Name> {
  const reach = reachOf(page, place, shape);
  const near = page.taken.filter((box) => overlaps(box, reach));
  const key = near.join();
  let known = page.memory?.get(place);
  if (known?.key !== key) {
    const shown = yield* candidatesOf({ ...page, taken: near }, place, shape);
    known = { key, candidates: [...shown, unshown(page, place, shape)], reach: around(shown) };
    page.memory?.set(place, known);
  }
  return { ...known, place, chosen: known.candidates.at(-1)! };
}

/** The box round all of them. */
function around(candidates: Candidate[]): Box {
  const all: Box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { box } of candidates)
    for (const i of [0, 1] as const) {
      all[i] = Math.min(all[i], box[i]);
      all[i + 2] = Math.max(all[i + 2]!, box[i + 2]!);
    }
  return all;
}

/** All that a name of a place may come to meet, however it is written. */
function reachOf({ board, names, zoom, scale, measure }: Page, place: string, shape: PlaceShape): Box {
  const size = sizesAt(board, zoom)[0]!;
  const badge = badgeBox(shape, DIGITS, scale);
  const [wide, high] = [measure(names[place]!) * size + REACH[0] + 4, 3.2 * size + REACH[1] + 4];
  return [badge[0] - wide, badge[1] - high, badge[2] + wide, badge[3] + high];
}

/** A name without room, as it is shown when it is asked for: under its badge. */
function unshown({ board, names, zoom, scale, measure }: Page, place: string, shape: PlaceShape): Candidate {
  const size = sizesAt(board, zoom)[0]!;
  const text = names[place]!;
  const at: Point = [shape.badge[0], badgeBox(shape, DIGITS, scale)[3] + (RISE + 0.3) * size];
  return {
    lines: [{ text, width: measure(text) * size }],
    at,
    size,
    shown: false,
    home: 0,
    box: [0, 0, 0, 0],
    cost: COST.hidden,
  };
}

function* candidatesOf(page: Page, place: string, shape: PlaceShape): Generator<void, Candidate[]> {
  const kept = new Map<number, Candidate>();
  const ways = breaks(page.names[place]!, page.measure);
  const sizes = sizesAt(page.board, page.zoom);
  let best = COST.hidden;
  for (const [step, size] of sizes.entries()) {
    const smaller = COST.smaller * (1 - size / sizes[0]!);
    if (best < smaller + COST.good) break; // smaller letters would gain nothing
    for (const lines of ways) {
      const plain = smaller + COST.line * lines.length;
      best = Math.min(best, tryAround(page, place, shape, { lines, size, plain, kind: step * 4 + lines.length }, kept));
      yield;
    }
  }
  return [...kept.values()].sort((a, b) => a.cost - b.cost).slice(0, KEPT);
}

/** A name on this number of lines in one letter size; `plain` is its cost at any position. */
interface Way {
  lines: string[];
  size: number;
  plain: number;
  kind: number;
}

/** All positions near a badge at which a name covers nothing that stands on the board; the least cost of them.
 *
 * Only the best of each small area is kept, so that those kept are really different ones.
 */
function tryAround(page: Page, place: string, shape: PlaceShape, way: Way, kept: Map<number, Candidate>): number {
  const { board, zoom, scale, air, measure, taken, ground } = page;
  const { size, plain, kind } = way;
  const lines = way.lines.map((text) => ({ text, width: measure(text) * size }));
  const wide = Math.max(...lines.map(({ width }) => width));
  const high = (RISE + (lines.length - 1) * LINE + FALL) * size;
  const badge = badgeBox(shape, DIGITS, scale);
  const [left, right] = [badge[0] - wide - REACH[0], badge[2] + REACH[0]];
  const [top, bottom] = [badge[1] - high - REACH[1], badge[3] + REACH[1]];
  const near = taken.filter((box) => overlaps(box, [left, top, right + wide, bottom + high]));
  const step = Math.max(4, STEP / zoom);
  const [x, y] = [shape.badge[0] - wide / 2, shape.badge[1] - high / 2]; // so that a name can stand right in the middle
  let best = COST.hidden;
  for (let row = Math.ceil((top - y) / step); y + row * step <= bottom; row++)
    for (let column = Math.ceil((left - x) / step); x + column * step <= right; column++) {
      const [bx, by] = [x + column * step, y + row * step];
      const box: Box = [bx - air, by - air, bx + wide + air, by + high + air];
      if (box[0] < 0 || box[1] < 0 || box[2] > board.size[0] || box[3] > board.size[1]) continue;
      const far = plain + distance(shape, scale, badge, box);
      const area = (Math.round(bx / 14) * 1024 + Math.round(by / 9)) * 32 + kind;
      const least = kept.get(area)?.cost ?? COST.hidden;
      if (far >= least || meets(box, near)) continue; // whatever ground it stands on
      const [own, others] = ground.shares(place, box);
      const cost = far + groundCost(own, others);
      best = Math.min(best, cost);
      if (cost >= least) continue;
      kept.set(area, {
        lines,
        at: [bx + wide / 2, by + RISE * size],
        size,
        shown: true,
        home: own,
        box,
        cost,
      });
    }
  return best;
}

function meets(box: Box, others: Box[]): boolean {
  for (const other of others) if (overlaps(box, other)) return true;
  return false;
}

/** How badly a name stands there for its badge: far from it, or where armies to come are announced. */
function distance(shape: PlaceShape, scale: number, badge: Box, box: Box): number {
  const gapX = gap(box[0], box[2], badge[0], badge[2]);
  const gapY = gap(box[1], box[3], badge[1], badge[3]);
  const aside = Math.abs((box[0] + box[2]) / 2 - shape.badge[0]);
  const growing =
    box[2] > badge[2] - 4 * scale && box[0] < badge[2] + 24 * scale && box[1] < shape.badge[1] && box[3] > badge[1] - 8;
  return COST.far * (gapX + gapY + 0.35 * aside) + (gapX > 0 ? COST.beside : 0) + (growing ? COST.growth : 0);
}

/** How badly it stands on that ground: best on its own, else on open water. */
function groundCost(own: number, others: number): number {
  const straddles = own > 0.04 && own < 0.96;
  return COST.others * others + COST.water * Math.max(0, 1 - own - others) + (straddles ? COST.straddling : 0);
}

const gap = (low: number, high: number, from: number, to: number) => Math.max(0, low - to, from - high);

/** Those with the least choice choose first; then each looks again, as long as any finds something better. */
function* settle(names: Name[]): Generator<void> {
  const order = [...names].sort((a, b) => a.candidates.length - b.candidates.length);
  const near = neighbours(names);
  for (let sweep = 0, changed = true; changed && sweep < SWEEPS; sweep++) {
    changed = false;
    for (const name of order) {
      const best = bestOf(name, near.get(name)!);
      changed ||= best !== name.chosen;
      name.chosen = best;
    }
    yield;
  }
}

function bestOf(name: Name, others: Name[]): Candidate {
  let [best, least] = [name.candidates[name.candidates.length - 1]!, COST.hidden];
  for (const candidate of name.candidates) {
    if (candidate.cost >= least) break; // they only get worse
    if (candidate.shown && others.some(({ chosen }) => chosen.shown && overlaps(candidate.box, chosen.box))) continue;
    [best, least] = [candidate, candidate.cost];
  }
  return best;
}

/** Names that may come to meet. */
function neighbours(names: Name[]): Map<Name, Name[]> {
  return new Map(
    names.map((name) => [name, names.filter((other) => other !== name && overlaps(name.reach, other.reach))]),
  );
}
