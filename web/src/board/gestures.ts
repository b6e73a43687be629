import type { Camera } from './camera.svelte';

const STILL = 6; // pixels that a finger may move before it drags
const PRESS = 450; // milliseconds until a long press
const DOUBLE = 320; // milliseconds in which a second tap makes a double tap
const NEAR = 28; // maximum distance in pixels between the taps of a double tap
const CLOSER = 1.9;
const FAR = 99; // longer than the movement of any tap

interface Spot {
  x: number;
  y: number;
}
interface Wishes {
  /** A place was pressed for a while, or clicked with the secondary button. */
  onpress: (place: string) => void;
  /** Whether a tap there selects something, so that two taps select twice. */
  isChoice: (place: string) => boolean;
}

const placeOf = (event: Event) => (event.target as Element).closest<SVGElement>('[data-place]')?.dataset.place ?? null;

/** Drag, wheel, pinch, double tap and long press on a board; none of them counts as a click. */
export class Gestures {
  private readonly down = new Map<number, Spot>();
  private readonly left = new AbortController(); // aborted when the board is removed
  private travelled = 0;
  private tapped: (Spot & { at: number }) | null = null;
  private pressing = 0; // timer of a long press

  constructor(
    private readonly element: SVGElement,
    private readonly camera: Camera,
    private readonly wishes: Wishes,
  ) {
    const { signal } = this.left;
    element.addEventListener('pointerdown', this.begin, { signal });
    addEventListener('pointermove', this.move, { signal });
    addEventListener('pointerup', this.end, { signal });
    addEventListener('pointercancel', this.end, { signal });
    element.addEventListener('wheel', this.wheel, { signal, passive: false });
    element.addEventListener('click', this.click, { signal, capture: true });
    element.addEventListener('contextmenu', this.ask, { signal });
  }

  readonly destroy = (): void => {
    clearTimeout(this.pressing);
    this.left.abort();
  };

  private local(event: MouseEvent): Spot {
    const box = this.element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  /** The point between two fingers, and their distance. */
  private spread(): (Spot & { size: number }) | null {
    const [a, b] = [...this.down.values()];
    return a && b ? { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, size: Math.hypot(a.x - b.x, a.y - b.y) } : null;
  }

  private readonly begin = (event: PointerEvent): void => {
    if (event.button) return;
    if (!this.down.size) this.travelled = 0;
    this.down.set(event.pointerId, this.local(event));
    clearTimeout(this.pressing);
    const place = placeOf(event);
    if (place && event.pointerType !== 'mouse' && this.down.size === 1)
      this.pressing = window.setTimeout(() => ((this.travelled = FAR), this.wishes.onpress(place)), PRESS);
  };

  private readonly move = (event: PointerEvent): void => {
    const was = this.down.get(event.pointerId);
    if (!was) return;
    const before = this.spread();
    const now = this.local(event);
    this.down.set(event.pointerId, now);
    const after = this.spread();
    if (before && after) {
      this.camera.pan(after.x - before.x, after.y - before.y);
      this.camera.zoom(after.size / Math.max(1, before.size), after.x, after.y);
      this.travelled = FAR;
    } else {
      this.travelled += Math.hypot(now.x - was.x, now.y - was.y);
      if (this.travelled > STILL) this.camera.pan(now.x - was.x, now.y - was.y);
    }
    if (this.travelled > STILL) clearTimeout(this.pressing);
  };

  private readonly end = (event: PointerEvent): void => {
    clearTimeout(this.pressing);
    this.down.delete(event.pointerId);
  };

  private readonly wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const { x, y } = this.local(event);
    this.camera.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), x, y);
  };

  private readonly click = (event: MouseEvent): void => {
    const isDrag = this.travelled > STILL;
    this.travelled = 0;
    const isKey = !event.detail; // pressed by Enter or a script
    if (isDrag || (!isKey && this.isSecondTap(event))) event.stopPropagation();
  };

  /** A double tap on a spot that selects nothing zooms in, or back out. */
  private isSecondTap(event: MouseEvent): boolean {
    const place = placeOf(event);
    const [now, before] = [{ ...this.local(event), at: event.timeStamp }, this.tapped];
    const isSecond = !!before && now.at - before.at < DOUBLE && Math.hypot(now.x - before.x, now.y - before.y) < NEAR;
    this.tapped = isSecond || (place && this.wishes.isChoice(place)) ? null : now;
    if (isSecond) this.camera.magnify(CLOSER, now.x, now.y);
    return isSecond;
  }

  private readonly ask = (event: Event): void => {
    event.preventDefault();
    const place = placeOf(event);
    if (place && !this.down.size) this.wishes.onpress(place);
  };
}
