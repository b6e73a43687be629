import ancientEarth from '../../../src/kamchatka/boards/ancient_earth.json?url';
import earth2210 from '../../../src/kamchatka/boards/earth_2210.json?url';
import moon from '../../../src/kamchatka/boards/moon.json?url';
import planisphere from '../../../src/kamchatka/boards/planisphere.json?url';
import underworld from '../../../src/kamchatka/boards/underworld.json?url';

/** A drawn board as `kamchatka/boards/geometry.py` describes it. */
export type Point = [number, number];
export interface Label { lines: string[]; at: Point; widths: number[] }
export interface PlaceShape { zone: string; kind: string; shade: number; path: string; badge: Point; labels: Record<string, Label>; pieces: Point[]; symbols: [string, Point][] }
export interface Lane { between: [string, string]; paths: string[]; ends: [Point, Point]; middle: Point; optional: boolean }
export interface Barrier { kind: string; between: [string, string]; layers: Record<string, string> }
export interface Scenery { style: string; path: string }
export interface Caption { names: Record<string, string>; at: Point; size: number; turn: number }
export interface ZoneShape { hue: string; names: Record<string, string>; bonus: number; border: string }
export interface Geometry {
  id: string; names: Record<string, string>; size: Point; look: string; lettering: number; land: string;
  zones: Record<string, ZoneShape>; places: Record<string, PlaceShape>; heavens: Record<string, PlaceShape>;
  lanes: Lane[]; barriers: Barrier[]; under: Scenery[]; over: Scenery[]; captions: Caption[];
}

const FILES: Record<string, string> = { planisphere, earth_2210: earth2210, moon, ancient_earth: ancientEarth, underworld };
const drawn = new Map<string, Promise<Geometry>>();

/** The geometry of a board, fetched once. */
export function geometry(board: string): Promise<Geometry> {
  const found = drawn.get(board) ?? fetch(FILES[board] ?? '').then((answer) => answer.json() as Promise<Geometry>);
  drawn.set(board, found);
  return found;
}

/** All that can be stood on: places and heavens. */
export function stands(board: Geometry): [string, PlaceShape][] {
  return [...Object.entries(board.places), ...Object.entries(board.heavens)];
}

/** The box round the largest part of a path; paths are M followed by relative l, as tools/maps writes them. */
export function boxOf(path: string): [number, number, number, number] {
  let best: [number, number, number, number] = [0, 0, 1, 1];
  for (const part of path.split('M').filter(Boolean)) {
    const numbers = (part.match(/-?\d*\.?\d+/g) ?? []).map(Number);
    let [x = 0, y = 0] = numbers;
    let [left, top, right, bottom] = [x, y, x, y];
    for (let i = 2; i + 1 < numbers.length; i += 2) {
      x += numbers[i] ?? 0;
      y += numbers[i + 1] ?? 0;
      [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
    }
    if ((right - left) * (bottom - top) > best[2] * best[3]) best = [left, top, right - left, bottom - top];
  }
  return best;
}

/** A bent arrow from one point to another, as a closed outline. */
export function arrowPath([x1, y1]: Point, [x2, y2]: Point, bend = 0.16, away = 30): string {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = Math.hypot(dx, dy) || 1;
  const [cx, cy] = [(x1 + x2) / 2 - (dy / length) * length * bend, (y1 + y2) / 2 + (dx / length) * length * bend];
  const at = (t: number): Point => [(1 - t) ** 2 * x1 + 2 * t * (1 - t) * cx + t * t * x2, (1 - t) ** 2 * y1 + 2 * t * (1 - t) * cy + t * t * y2];
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
  const head: Point[] = [[tip[0] - hy * 14, tip[1] + hx * 14], [tip[0] + hx * 22, tip[1] + hy * 22], [tip[0] + hy * 14, tip[1] - hx * 14]];
  return `M${[...left, ...head, ...right].map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`;
}
