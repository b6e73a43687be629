import type { PlaceSeen } from '../../wire/messages';
import { badgeBox, overlaps, tokensOf, tokenBox } from '../counters';
import { boxes, stands, type Box, type Geometry, type Point } from '../geometry';
import { groundOf } from '../names/ground';

export const [SPOT_WIDTH, SPOT_HEIGHT] = [32, 22]; // of the mark with a bonus, before scaling
const DIGITS = 10; // the usual number of armies; room for it keeps marks in place
const MARGIN = 30; // units around a zone in which its mark may be
const STEP = 6; // units between two trial positions
const AIR = 5; // minimum units to badges and to other zones' land
const FOREIGN = 0.02; // maximum fraction of a mark on another zone
/** A place with typical pieces; boards of editions without pieces have no room for them. */
const CROWDED = { armies: DIGITS, marks: [], pieces: [{ n: 1 }, { n: 1 }] } as unknown as PlaceSeen;
const COST = { water: 26, straddling: 44, far: 0.9 };

export interface Spot {
  zone: string;
  at: Point;
  box: Box;
}

/** The position of each zone's bonus at this scale of badges: on or beside the zone, clear of all badges. */
export function bonusSpots(board: Geometry, scale: number): readonly Spot[] {
  const scales = known.get(board) ?? new Map<number, readonly Spot[]>();
  known.set(board, scales);
  const found = scales.get(scale) ?? allSpots(board, scale);
  scales.set(scale, found);
  return found;
}
const known = new WeakMap<Geometry, Map<number, readonly Spot[]>>();

function allSpots(board: Geometry, scale: number): Spot[] {
  const taken = stands(board).flatMap(([, shape]) => [
    badgeBox(shape, DIGITS, scale),
    ...tokensOf(shape, CROWDED, scale, () => false).map(tokenBox),
  ]);
  const spots: Spot[] = [];
  for (const zone of Object.keys(board.zones)) {
    const at = bestSpot(board, zone, scale, taken);
    if (!at) continue;
    const box = boxAt(at, scale);
    taken.push(box);
    spots.push({ zone, at, box });
  }
  return spots;
}

function boxAt([x, y]: Point, scale: number): Box {
  const [wide, high] = [(SPOT_WIDTH / 2) * scale, (SPOT_HEIGHT / 2) * scale];
  return [x - wide, y - high, x + wide, y + high];
}

function bestSpot(board: Geometry, zone: string, scale: number, taken: readonly Box[]): Point | null {
  const own = stands(board).filter(([, shape]) => shape.zone === zone);
  const places = own.map(([place]) => place);
  const all = own.flatMap(([, shape]) => boxes(shape.path));
  const edge = (i: 0 | 1 | 2 | 3, pick: (...values: number[]) => number) => pick(...all.map((box) => box[i]));
  const [left, top] = [edge(0, Math.min) - MARGIN, edge(1, Math.min) - MARGIN];
  const [right, bottom] = [edge(2, Math.max) + MARGIN, edge(3, Math.max) + MARGIN];
  const middle = centre(own.map(([, shape]) => shape.badge));
  const near = taken.filter((box) => overlaps(box, [left - 60, top - 60, right + 60, bottom + 60]));
  let [best, least] = [null as Point | null, Infinity];
  for (let y = top; y <= bottom; y += STEP)
    for (let x = left; x <= right; x += STEP) {
      const far = COST.far * Math.hypot(x - middle[0], y - middle[1]);
      if (far >= least) continue;
      const cost = far + costAt(board, places, boxAt([x, y], scale), near);
      if (cost < least) [best, least] = [[x, y], cost];
    }
  return best;
}

const centre = (points: readonly Point[]): Point => [
  points.reduce((sum, [x]) => sum + x, 0) / points.length,
  points.reduce((sum, [, y]) => sum + y, 0) / points.length,
];

/** The cost of a mark here: infinite over a badge, over another zone, or off the sheet. */
function costAt(board: Geometry, places: readonly string[], box: Box, taken: readonly Box[]): number {
  const wide: Box = [box[0] - AIR, box[1] - AIR, box[2] + AIR, box[3] + AIR];
  if (wide[0] < 0 || wide[1] < 0 || wide[2] > board.size[0] || wide[3] > board.size[1]) return Infinity;
  if (taken.some((other) => overlaps(wide, other))) return Infinity;
  const [own, others] = groundOf(board).sharesOf(places, wide);
  if (others > FOREIGN) return Infinity;
  return COST.water * (1 - own) + COST.straddling * 4 * own * (1 - own);
}
