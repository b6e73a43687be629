/** A drawn board as `kamchatka/boards/geometry.py` describes it. */
export type Point = [number, number];
export interface Label {
  lines: string[];
  at: Point;
  widths: number[];
}
export interface PlaceShape {
  zone: string;
  kind: string;
  shade: number;
  path: string;
  badge: Point;
  labels: Record<string, Label>;
  pieces: Point[];
  symbols: [string, Point][];
}
export interface Lane {
  between: [string, string];
  paths: string[];
  ends: [Point, Point];
  middle: Point;
  optional: boolean;
}
export interface Barrier {
  kind: string;
  between: [string, string];
  layers: Record<string, string>;
}
export interface Scenery {
  style: string;
  path: string;
}
export interface Caption {
  names: Record<string, string>;
  at: Point;
  size: number;
  turn: number;
}
export interface ZoneShape {
  hue: string;
  names: Record<string, string>;
  bonus: number;
  border: string;
}
export interface Geometry {
  id: string;
  names: Record<string, string>;
  size: Point;
  look: string;
  lettering: number;
  land: string;
  zones: Record<string, ZoneShape>;
  places: Record<string, PlaceShape>;
  heavens: Record<string, PlaceShape>;
  lanes: Lane[];
  barriers: Barrier[];
  under: Scenery[];
  over: Scenery[];
  captions: Caption[];
}

const drawn = new Map<string, Promise<Geometry>>();

async function fetched(board: string): Promise<Geometry> {
  const answer = await fetch(`/api/boards/${encodeURIComponent(board)}`);
  if (!answer.ok) throw new Error(`The board ${board} did not come: ${answer.status}`);
  return (await answer.json()) as Geometry;
}

/** The geometry of a board, fetched once; a failed request is repeated on the next use. */
export function geometry(board: string): Promise<Geometry> {
  const found = drawn.get(board) ?? fetched(board);
  drawn.set(board, found);
  found.catch(() => drawn.delete(board));
  return found;
}

/** Everything that armies can be on: places and heavens. */
export function stands(board: Geometry): readonly [string, PlaceShape][] {
  const found = standing.get(board) ?? [...Object.entries(board.places), ...Object.entries(board.heavens)];
  standing.set(board, found);
  return found;
}
const standing = new WeakMap<Geometry, readonly [string, PlaceShape][]>();

export type Box = [number, number, number, number]; // left, top, right, bottom

/** Return the boxes around the parts of a path; paths are M followed by relative l, as written by tools/maps. */
export function boxes(path: string): Box[] {
  return path
    .split('M')
    .filter(Boolean)
    .map((part) => {
      const numbers = (part.match(/-?\d*\.?\d+/g) ?? []).map(Number);
      let [x = 0, y = 0] = numbers;
      const box: Box = [x, y, x, y];
      for (let i = 2; i + 1 < numbers.length; i += 2) {
        x += numbers[i] ?? 0;
        y += numbers[i + 1] ?? 0;
        [box[0], box[1], box[2], box[3]] = [
          Math.min(box[0], x),
          Math.min(box[1], y),
          Math.max(box[2], x),
          Math.max(box[3], y),
        ];
      }
      return box;
    });
}

/** Return the largest part of a path as x, y, width, height, for the outline on a card. */
export function boxOf(path: string): Box {
  const area = ([left, top, right, bottom]: Box) => (right - left) * (bottom - top);
  const [left, top, right, bottom] = boxes(path).reduce((best, box) => (area(box) > area(best) ? box : best));
  return [left, top, right - left, bottom - top];
}

/** The used part of a board with a margin, also where land extends to the edge of the sheet: what a
 * screen shows as the whole map. */
export function contentOf(board: Geometry, margin = 26): Box {
  const [left, top, right, bottom] = contents.get(board) ?? around(board);
  contents.set(board, [left, top, right, bottom]);
  return [left - margin, top - margin, right + margin, bottom + margin];
}
const contents = new WeakMap<Geometry, Box>();

function around(board: Geometry): Box {
  const all = stands(board).flatMap(([, shape]) => boxes(shape.path));
  const edge = (i: 0 | 1 | 2 | 3, pick: (...values: number[]) => number) =>
    all.reduce((best, box) => pick(best, box[i]), all[0]?.[i] ?? 0);
  return [edge(0, Math.min), edge(1, Math.min), edge(2, Math.max), edge(3, Math.max)];
}

const ROUND_THE_WORLD = 0.6; // of the sheet's width: on a round world, longer ways cross the edge

/** Return whether a way between two points is that long. */
const isFar = (board: Geometry, [x1]: Point, [x2]: Point): boolean =>
  Math.abs(x1 - x2) > ROUND_THE_WORLD * board.size[0];

/** Return whether the sheet shows a round world, with a lane across its edge. */
const isRound = (board: Geometry): boolean => board.lanes.some(({ ends }) => isFar(board, ...ends));

/** The segments of a way between two points: one, or, across the edge of the sheet, one to it and one from the
 * other edge, so that Alaska to Kamchatka doesn't cross the whole map. */
export function legs(board: Geometry, from: Point, to: Point): [Point, Point][] {
  if (!isFar(board, from, to) || !isRound(board)) return [[from, to]];
  const east = to[0] - from[0];
  const [left, , right] = contentOf(board);
  const [leaves, enters] = east > 0 ? [left, right] : [right, left];
  const before = Math.abs(from[0] - leaves);
  const part = before / (before + Math.abs(enters - to[0]));
  const y = from[1] + (to[1] - from[1]) * part;
  return [
    [from, [leaves, y]],
    [[enters, y], to],
  ];
}

/** The arrow of a way: curved, but straight across the edge of the sheet. */
export function arrowBetween(board: Geometry, from: Point, to: Point): string {
  const [first, second] = legs(board, from, to);
  if (!second) return arrowPath(from, to);
  const short = ([[x1, y1], [x2, y2]]: [Point, Point]) => Math.min(30, 0.2 * Math.hypot(x2 - x1, y2 - y1));
  return [first!, second].map((leg) => arrowPath(...leg, 0, short(leg))).join('');
}

/** A curved arrow from one point to another, as a closed outline. */
export function arrowPath([x1, y1]: Point, [x2, y2]: Point, bend = 0.16, away = 30): string {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = Math.hypot(dx, dy) || 1;
  const [cx, cy] = [(x1 + x2) / 2 - (dy / length) * length * bend, (y1 + y2) / 2 + (dx / length) * length * bend];
  const at = (t: number): Point => [
    (1 - t) ** 2 * x1 + 2 * t * (1 - t) * cx + t * t * x2,
    (1 - t) ** 2 * y1 + 2 * t * (1 - t) * cy + t * t * y2,
  ];
  const [begin, end] = [Math.min(0.4, away / length), Math.max(0.6, 1 - (away * 1.4) / length)];
  const points = Array.from({ length: 25 }, (_, i) => at(begin + ((end - begin) * i) / 24));
  const [left, right]: [Point[], Point[]] = [[], []];
  points.forEach(([x, y], i) => {
    const [a, b] = [points[Math.max(0, i - 1)]!, points[Math.min(24, i + 1)]!];
    const angle = Math.atan2(b[1] - a[1], b[0] - a[0]);
    const half = 2.5 + (i / 24) * 3;
    left.push([x - Math.sin(angle) * half, y + Math.cos(angle) * half]);
    right.unshift([x + Math.sin(angle) * half, y - Math.cos(angle) * half]);
  });
  const [tip, before] = [points[24]!, points[21]!];
  const angle = Math.atan2(tip[1] - before[1], tip[0] - before[0]);
  const [hx, hy] = [Math.cos(angle), Math.sin(angle)];
  const head: Point[] = [
    [tip[0] - hy * 14, tip[1] + hx * 14],
    [tip[0] + hx * 22, tip[1] + hy * 22],
    [tip[0] + hy * 14, tip[1] - hx * 14],
  ];
  return `M${[...left, ...head, ...right].map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`;
}
