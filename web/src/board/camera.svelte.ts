import type { Point } from './geometry';

/** What part of a board is seen: the window of the drawing, moved by drag, wheel, pinch and keys. */
export class Camera {
  width = $state(1);                              // of the element, in pixels
  height = $state(1);
  private scale = $state(0);                      // pixels a unit; 0: as the whole board fits
  private centre = $state<Point>([0, 0]);

  constructor(private readonly board: () => Point, private readonly cover: () => boolean = () => false) {}

  readonly whole = $derived.by(() => {
    const [w, h] = this.board();
    return Math.min(this.width / w, this.height / h);
  });
  /** On a tall screen a board is first shown as high as the window, so that its counters can be read. */
  readonly first = $derived.by(() => (this.cover() ? Math.max(this.whole, Math.min(this.height / this.board()[1], this.whole * 2.6)) : this.whole));
  readonly now = $derived(this.scale || this.first);
  readonly isMoved = $derived(this.scale !== 0);
  readonly middle = $derived.by<Point>(() => (this.scale || this.centre[0] ? this.centre : [this.board()[0] / 2, this.board()[1] / 2]));
  readonly box = $derived.by(() => {
    const [w, h] = [this.width / this.now, this.height / this.now];
    return { x: this.middle[0] - w / 2, y: this.middle[1] - h / 2, w, h };
  });

  /** A point of the board from a point of the element. */
  at(x: number, y: number): Point {
    return [this.box.x + x / this.now, this.box.y + y / this.now];
  }

  /** A point of the element from a point of the board. */
  onScreen([x, y]: Point): Point {
    return [(x - this.box.x) * this.now, (y - this.box.y) * this.now];
  }

  zoom(factor: number, x = this.width / 2, y = this.height / 2): void {
    const before = this.at(x, y);
    const middle = this.middle;
    const next = Math.min(Math.max(this.now * factor, this.whole), this.whole * 8);
    this.move([before[0] + (middle[0] - before[0]) * (this.now / next), before[1] + (middle[1] - before[1]) * (this.now / next)], next);
  }

  pan(dx: number, dy: number): void {
    this.move([this.middle[0] - dx / this.now, this.middle[1] - dy / this.now], this.now);
  }

  /** Bring a place into the middle if it stands near the edge or outside. */
  reveal(point: Point): void {
    const [x, y] = this.onScreen(point);
    const [mx, my] = [this.width * 0.12, this.height * 0.16];
    if (x < mx || y < my || x > this.width - mx || y > this.height - my) this.move(point, this.now);
  }

  fit(): void {
    this.scale = this.first > this.whole * 1.01 && Math.abs(this.now - this.whole) > 0.001 ? this.whole : 0;
    this.centre = [0, 0];
    if (this.scale) this.centre = [this.board()[0] / 2, this.board()[1] / 2];
  }

  private move(centre: Point, scale: number): void {
    const [w, h] = this.board();
    const [spareX, spareY] = [Math.max(0, w - this.width / scale) / 2 + 40, Math.max(0, h - this.height / scale) / 2 + 40];
    this.scale = scale;
    this.centre = [clamp(centre[0], w / 2 - spareX, w / 2 + spareX), clamp(centre[1], h / 2 - spareY, h / 2 + spareY)];
  }
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
