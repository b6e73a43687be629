import { boxes, stands, type Box, type Geometry, type PlaceShape } from '../geometry';

/** Shares of a box on a place, on other places, and on neither, in constant time from sums over a raster. */
export class Ground {
  private readonly own = new Map<string, Sums>();
  private readonly all: Sums;

  constructor(board: Geometry) {
    const [width, height] = board.size;
    const land = new Sums([0, 0, width, height]);
    for (const [place, shape] of stands(board)) {
      const sums = new Sums(around(shape));
      for (const [x, y] of cells(shape)) {
        sums.mark(x, y);
        land.mark(x, y);
      }
      sums.add();
      this.own.set(place, sums);
    }
    land.add();
    this.all = land;
  }

  /** Shares of the box on the place itself and on others; the rest is water. */
  shares(place: string, box: Box): [number, number] {
    return this.sharesOf([place], box);
  }

  /** The same for several places together. */
  sharesOf(places: readonly string[], box: Box): [number, number] {
    const area = Math.max(1, (box[2] - box[0]) * (box[3] - box[1]));
    const own = places.reduce((sum, place) => sum + (this.own.get(place)?.within(box) ?? 0), 0);
    return [Math.min(1, own / area), Math.max(0, (this.all.within(box) - own) / area)];
  }
}

const CELL = 4; // units of a board

/** A raster of marked cells; after summing, the marked area in any box takes four look-ups. */
class Sums {
  private readonly columns: number;
  private readonly rows: number;
  private readonly sums: Float64Array;

  constructor(private readonly box: Box) {
    this.columns = Math.ceil((box[2] - box[0]) / CELL) + 1;
    this.rows = Math.ceil((box[3] - box[1]) / CELL) + 1;
    this.sums = new Float64Array(this.columns * this.rows);
  }

  mark(x: number, y: number): void {
    const [column, row] = [Math.floor((x - this.box[0]) / CELL) + 1, Math.floor((y - this.box[1]) / CELL) + 1];
    if (column > 0 && row > 0 && column < this.columns && row < this.rows)
      this.sums[row * this.columns + column] = CELL * CELL;
  }

  add(): void {
    const { columns, rows, sums } = this;
    for (let row = 1; row < rows; row++)
      for (let column = 1, line = 0; column < columns; column++) {
        line += sums[row * columns + column]!;
        sums[row * columns + column] = line + sums[(row - 1) * columns + column]!;
      }
  }

  within([left, top, right, bottom]: Box): number {
    return this.upTo(right, bottom) - this.upTo(left, bottom) - this.upTo(right, top) + this.upTo(left, top);
  }

  private upTo(x: number, y: number): number {
    const column = Math.min(this.columns - 1, Math.max(0, Math.round((x - this.box[0]) / CELL)));
    const row = Math.min(this.rows - 1, Math.max(0, Math.round((y - this.box[1]) / CELL)));
    return this.sums[row * this.columns + column]!;
  }
}

/** The box around all parts of a place, in whole cells. */
function around(shape: PlaceShape): Box {
  const all = boxes(shape.path);
  const least = (i: 0 | 1) => Math.floor(Math.min(...all.map((box) => box[i])) / CELL) * CELL;
  const most = (i: 2 | 3) => Math.ceil(Math.max(...all.map((box) => box[i])) / CELL) * CELL;
  return [least(0), least(1), most(2), most(3)];
}

/** Yield the centres of the cells inside an outline, line by line, by the even-odd rule. */
function* cells(shape: PlaceShape): Generator<[number, number]> {
  const edges = edgesOf(shape.path);
  const [left, top, , bottom] = around(shape);
  for (let y = top + CELL / 2; y < bottom; y += CELL) {
    const crossed: number[] = [];
    for (const [x1, y1, x2, y2] of edges)
      if (y1 <= y !== y2 <= y) crossed.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1));
    crossed.sort((a, b) => a - b);
    for (let i = 0; i + 1 < crossed.length; i += 2) {
      const first = left + Math.ceil((crossed[i]! - left) / CELL - 0.5) * CELL + CELL / 2;
      for (let x = first; x < crossed[i + 1]!; x += CELL) yield [x, y];
    }
  }
}

/** Yield the edges of a path: M followed by relative l, as written by tools/maps. */
function edgesOf(path: string): [number, number, number, number][] {
  const edges: [number, number, number, number][] = [];
  for (const part of path.split('M').filter(Boolean)) {
    const numbers = (part.match(/-?\d*\.?\d+/g) ?? []).map(Number);
    let [x = 0, y = 0] = numbers;
    const [firstX, firstY] = [x, y];
    for (let i = 2; i + 1 < numbers.length; i += 2) {
      const [nextX, nextY] = [x + numbers[i]!, y + numbers[i + 1]!];
      edges.push([x, y, nextX, nextY]);
      [x, y] = [nextX, nextY];
    }
    edges.push([x, y, firstX, firstY]);
  }
  return edges;
}

const known = new WeakMap<Geometry, Ground>();

/** Return the ground of a board, computed once. */
export function groundOf(board: Geometry): Ground {
  const found = known.get(board) ?? new Ground(board);
  known.set(board, found);
  return found;
}
