import { badgeBox, badgeScale, overlaps, tokenBox, type Token } from '../counters';
import { stands, type Box, type Geometry, type PlaceShape, type Point } from '../geometry';
import { groundOf, type Ground } from './ground';
import { breaks, FALL, legible, LINE, RISE, type Measure } from './lettering';

/** The position of a place's name; a name without room at this board size is not `shown`. */
export interface Written {
  lines: { text: string; width: number }[];
  at: Point; // centre of the first line, on its baseline
  size: number; // letter size in units of the board
  shown: boolean;
  home: number; // fraction of it on the place itself
}

export interface Asked {
  board: Geometry;
  names: Record<string, string>; // as they are written
  zoom: number; // pixels per unit of the board
  armies: (place: string) => number;
  tokens: (place: string, shape: PlaceShape, scale: number) => Token[];
  kept?: readonly Box[]; // reserved boxes without names
  measure: Measure;
  memory?: Memory; // of the same board, names and zoom: only changes are recomputed
}
export type Memory = Map<string, Known>;

/** An empty memory. */
export const memory = (): Memory => new Map();
export const NO_NAMES: ReadonlyMap<string, Written> = new Map();

interface Candidate extends Written {
  box: Box;
  cost: number;
}
/** The options of a name while its surroundings stay the same. */
interface Known {
  key: string;
  candidates: Candidate[]; // the best first; the last one hides the name
  reach: Box; // bounding box of all candidates
}
interface Name extends Known {
  place: string;
  chosen: Candidate;
}
/** What all names of a board share. */
interface Page extends Asked {
  ground: Ground;
  scale: number; // scale of badges
  air: number; // free space around letters, in units
  taken: Box[]; // boxes of badges and pieces
}

const SIZES = [1, 0.94, 0.88, 0.82]; // letter sizes, tried in turn
const REACH: Point = [44, 32]; // maximum distance of a name from its badge, in units
const STEP = 3; // pixels between two trial positions
const KEPT = 60; // maximum number of candidates of a name
const SWEEPS = 8;
const HALO = 1.2; // pixels around letters that stay free
const DIGITS = 10; // the usual number of armies; room for it keeps names in place
const COST = {
  others: 230, // a name entirely on other places
  water: 40,
  straddling: 14, // crossed by a coast or a border
  line: 3,
  smaller: 90, // times the lost fraction of its size
  far: 0.6, // per unit of distance
  beside: 6, // right or left of a badge instead of above or below
  growth: 40, // where coming armies are announced
  good: 30, // good enough to stop searching
  hidden: 400,
};

/** Place the names of all places clear of badges, pieces and each other. Equal questions have equal results. */
export function written(asked: Asked): Map<string, Written> {
  const placing = steps(asked);
  for (;;) {
    const { done, value } = placing.next();
    if (done) return value;
  }
}

/** Do the same in small steps, so that the caller can do other work between them. */
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

/** The sizes to try, in units: the drawn one if it is legible, and smaller ones down to the legible limit. */
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

/** The bounding box of several boxes. */
function around(candidates: Candidate[]): Box {
  const all: Box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { box } of candidates)
    for (const i of [0, 1] as const) {
      all[i] = Math.min(all[i], box[i]);
      all[i + 2] = Math.max(all[i + 2]!, box[i + 2]!);
    }
  return all;
}

/** The area that a place's name may touch, however it is written. */
function reachOf({ board, names, zoom, scale, measure }: Page, place: string, shape: PlaceShape): Box {
  const size = sizesAt(board, zoom)[0]!;
  const badge = badgeBox(shape, DIGITS, scale);
  const [wide, high] = [measure(names[place]!) * size + REACH[0] + 4, 3.2 * size + REACH[1] + 4];
  return [badge[0] - wide, badge[1] - high, badge[2] + wide, badge[3] + high];
}

/** The position of a name without room, shown on request: under its badge. */
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

/** Candidates for a name with this number of lines in one size; `plain` is their cost at any position. */
interface Way {
  lines: string[];
  size: number;
  plain: number;
  kind: number;
}

/** Return all positions near a badge where a name covers nothing on the board, and their least cost.
 *
 * Only the best of each small area is kept, so that the candidates are really different.
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
  const [x, y] = [shape.badge[0] - wide / 2, shape.badge[1] - high / 2]; // so that a name can be exactly in the centre
  let best = COST.hidden;
  for (let row = Math.ceil((top - y) / step); y + row * step <= bottom; row++)
    for (let column = Math.ceil((left - x) / step); x + column * step <= right; column++) {
      const [bx, by] = [x + column * step, y + row * step];
      const box: Box = [bx - air, by - air, bx + wide + air, by + high + air];
      if (box[0] < 0 || box[1] < 0 || box[2] > board.size[0] || box[3] > board.size[1]) continue;
      const far = plain + distance(shape, scale, badge, box);
      const area = (Math.round(bx / 14) * 1024 + Math.round(by / 9)) * 32 + kind;
      const least = kept.get(area)?.cost ?? COST.hidden;
      if (far >= least || meets(box, near)) continue; // skip positions that no ground can improve
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

/** The cost of a position relative to its badge: distance, and room for coming armies. */
function distance(shape: PlaceShape, scale: number, badge: Box, box: Box): number {
  const gapX = gap(box[0], box[2], badge[0], badge[2]);
  const gapY = gap(box[1], box[3], badge[1], badge[3]);
  const aside = Math.abs((box[0] + box[2]) / 2 - shape.badge[0]);
  const growing =
    box[2] > badge[2] - 4 * scale && box[0] < badge[2] + 24 * scale && box[1] < shape.badge[1] && box[3] > badge[1] - 8;
  return COST.far * (gapX + gapY + 0.35 * aside) + (gapX > 0 ? COST.beside : 0) + (growing ? COST.growth : 0);
}

/** The cost of a position by its ground: best on its own place, else on open water. */
function groundCost(own: number, others: number): number {
  const straddles = own > 0.04 && own < 0.96;
  return COST.others * others + COST.water * Math.max(0, 1 - own - others) + (straddles ? COST.straddling : 0);
}

const gap = (low: number, high: number, from: number, to: number) => Math.max(0, low - to, from - high);

/** Names with the fewest options choose first; then each is reconsidered until none improves. */
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
    if (candidate.cost >= least) break; // the following candidates are worse
    if (candidate.shown && others.some(({ chosen }) => chosen.shown && overlaps(candidate.box, chosen.box))) continue;
    [best, least] = [candidate, candidate.cost];
  }
  return best;
}

/** Names whose areas overlap. */
function neighbours(names: Name[]): Map<Name, Name[]> {
  return new Map(
    names.map((name) => [name, names.filter((other) => other !== name && overlaps(name.reach, other.reach))]),
  );
}
