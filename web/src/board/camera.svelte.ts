import type { Box, Point } from './geometry';

const SECOND_BOARD = 274; // pixels, with margins
const TOOLS = 64; // pixels for the zoom buttons
// How far the window may extend beyond the edge of the board, as a fraction of it:
const BY_HAND = 0.3; // when the reader moves it,
const BY_ITSELF = 0.15; // and when it moves by itself, so that places at the edge are clear of tabs and buttons

/** The visible part of a board, moved by drag, wheel, pinch and keys. */
export class Camera {
  width = $state(1); // width of the element in pixels
  height = $state(1);
  private zoomed = $state(0); // factor relative to the whole board; 0: the initial view
  private centre = $state<Point | null>(null);
  private opening = $state<Point | null>(null); // centre of the initial view, if that is not the whole board
  private left: [number, Point | null] | null = null; // the reader's view before the map followed something
  private followed: [number, Point | null] | null = null; // the view that followed it

  /** `cover`: the initial view is larger than the whole. `lean`: spare room is on one side, for a second board or,
   *  without one, for a `rail` of this many pixels. `foot`: pixels that stay free below the whole board. */
  constructor(
    private readonly content: () => Box,
    private readonly cover: () => boolean,
    private readonly lean: () => boolean,
    private readonly rail: () => number = () => 0,
    private readonly foot: () => number = () => 0,
  ) {}

  private readonly size = $derived.by<Point>(() => {
    const [left, top, right, bottom] = this.content();
    return [right - left, bottom - top];
  });
  private readonly heart = $derived.by<Point>(() => {
    const [left, top, right, bottom] = this.content();
    return [(left + right) / 2, (top + bottom) / 2];
  });
  readonly whole = $derived.by(() =>
    Math.min(
      Math.max(1, this.width - this.rail()) / this.size[0],
      Math.max(1, this.height - this.foot()) / this.size[1],
    ),
  );
  /** On a tall screen the initial view is larger than the whole board, so that its counters can be read. */
  readonly first = $derived.by(() =>
    this.cover() ? Math.max(this.whole, Math.min(this.height / this.size[1], this.whole * 2.2)) : this.whole,
  );
  readonly now = $derived(this.zoomed ? this.whole * this.zoomed : this.first);
  /** Free pixels beside the whole board. */
  readonly spare = $derived(Math.max(0, this.width - this.size[0] * this.now));
  /** Additional room on the left, for a second board; any more than it needs is on the right. */
  private readonly leaning = $derived.by(
    () => this.spare - 2 * Math.min(TOOLS, Math.max(0, this.spare - (this.rail() || SECOND_BOARD))),
  );
  readonly middle = $derived.by<Point>(() => {
    if (this.centre) return this.centre;
    if (this.opening && !this.zoomed && !this.isWhole) return this.within(this.opening, this.now, BY_ITSELF);
    const [x, y] = this.heart;
    return [x - (this.lean() ? this.leaning / this.now / 2 : 0), y + this.foot() / this.now / 2];
  });
  readonly box = $derived.by(() => {
    const [w, h] = [this.width / this.now, this.height / this.now];
    return { x: this.middle[0] - w / 2, y: this.middle[1] - h / 2, w, h };
  });
  readonly isWhole = $derived(this.now <= this.whole * 1.01);

  /** Convert a point of the element to one of the board. */
  at(x: number, y: number): Point {
    return [this.box.x + x / this.now, this.box.y + y / this.now];
  }

  /** Convert a point of the board to one of the element. */
  onScreen([x, y]: Point): Point {
    return [(x - this.box.x) * this.now, (y - this.box.y) * this.now];
  }

  zoom(factor: number, x = this.width / 2, y = this.height / 2): void {
    const [px, py] = this.at(x, y);
    const [mx, my] = this.middle;
    const next = Math.min(Math.max(this.now * factor, this.whole), this.whole * 8);
    const ratio = this.now / next;
    this.move([px + (mx - px) * ratio, py + (my - py) * ratio], next);
  }

  /** Zoom in on a point; a close view returns to the whole map. */
  magnify(factor: number, x: number, y: number): void {
    if (this.now > this.first * factor) [this.zoomed, this.centre] = [0, null];
    else this.zoom(factor, x, y);
  }

  pan(dx: number, dy: number): void {
    this.move([this.middle[0] - dx / this.now, this.middle[1] - dy / this.now], this.now);
  }

  /** Centre a place if it is near the edge or outside; if the whole map is shown, do nothing. */
  reveal(point: Point): void {
    if (this.isWhole) return;
    const [x, y] = this.onScreen(point);
    const [mx, my] = [this.width * 0.12, this.height * 0.16];
    if (x < mx || y < my || x > this.width - mx || y > this.height - my) this.move(point, this.now, BY_ITSELF);
  }

  /** Show an event that is off the screen; `release` returns. */
  follow(points: Point[]): void {
    if (this.isWhole || points.every((point) => this.isInside(point))) return;
    this.left ??= [this.zoomed, this.centre];
    const [left, top, right, bottom] = around(points);
    const fits = Math.min(
      (0.6 * this.width) / Math.max(1, right - left),
      (0.6 * this.height) / Math.max(1, bottom - top),
    );
    this.move([(left + right) / 2, (top + bottom) / 2], Math.max(this.whole, Math.min(this.now, fits)), BY_ITSELF);
    this.followed = [this.zoomed, this.centre];
  }

  /** Show the window with most of these points, if the map was never moved or shows none of them. */
  seek(points: Point[]): void {
    const isPlaced = this.zoomed || this.centre || this.opening;
    if (this.isWhole || !points.length || (isPlaced && points.some((point) => this.isInside(point)))) return;
    const [w, h] = [(0.4 * this.width) / this.now, (0.38 * this.height) / this.now];
    const near = ([x, y]: Point) => points.filter(([px, py]) => Math.abs(px - x) <= w && Math.abs(py - y) <= h);
    const most = points.map(near).reduce((one, other) => (other.length > one.length ? other : one));
    const [left, top, right, bottom] = around(most);
    const middle: Point = [(left + right) / 2, (top + bottom) / 2];
    if (this.zoomed || this.centre) this.move(middle, this.now, BY_ITSELF);
    else this.opening = middle;
  }

  /** Return to the reader's view, unless they have moved the map meanwhile. */
  release(): void {
    const [left, followed] = [this.left, this.followed];
    [this.left, this.followed] = [null, null];
    if (!left || followed?.[0] !== this.zoomed || followed[1] !== this.centre) return;
    [this.zoomed, this.centre] = left;
  }

  private isInside(point: Point): boolean {
    const [x, y] = this.onScreen(point);
    const [mx, my] = [this.width * 0.1, this.height * 0.12];
    return x >= mx && y >= my && x <= this.width - mx && y <= this.height - my;
  }

  /** Show the whole map, or from there the initial view. */
  fit(): void {
    this.zoomed = this.isWhole ? 0 : 1;
    this.centre = null;
  }

  private move(centre: Point, scale: number, beyond = BY_HAND): void {
    this.zoomed = scale / this.whole;
    this.centre = this.within(centre, scale, beyond);
  }

  /** Return the nearest allowed centre, so that the board always stays visible. */
  private within(centre: Point, scale: number, beyond: number): Point {
    const [w, h] = this.size;
    const [x, y] = this.heart;
    const over = scale > this.whole * 1.05 ? beyond : 0.03;
    const [spareX, spareY] = [
      Math.max(0, w - this.width / scale) / 2 + (over * this.width) / scale,
      Math.max(0, h - this.height / scale) / 2 + (over * this.height) / scale,
    ];
    const below = y + spareY + this.foot() / scale / 2;
    return [clamp(centre[0], x - spareX, x + spareX), clamp(centre[1], y - spareY, below)];
  }
}

/** Return the bounding box of several boxes. */
function around(points: Point[]): Box {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
