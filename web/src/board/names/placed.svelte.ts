import { untrack } from 'svelte';
import { memory, NO_NAMES, steps, written, type Asked, type Memory, type Written } from './labels';

const LATER = 120; // milliseconds, because the frames of the change itself and of what follows are busy
const SLICE = 1; // milliseconds of a frame
const KEPT = 4; // zooms in memory: people who zoom in usually zoom out again

/** The current names of a board, recomputed when their input changes, a little in each frame. */
export class PlacedNames {
  now = $state.raw<ReadonlyMap<string, Written>>(NO_NAMES);
  zoom = $state(1); // the zoom for which they were placed
  isPlacing = $state(false); // new names are being computed
  private memories: [string, Memory][] = []; // with their keys, the latest first
  private board = '';

  /** `about`: board, names and zoom; `asked` is the question, with a key that identifies it. */
  constructor(
    private readonly about: () => string,
    private readonly key: () => string,
    private readonly asked: () => Asked | null,
  ) {
    $effect(() => {
      void [this.about(), this.key()];
      return untrack(() => this.place());
    });
  }

  private place(): (() => void) | undefined {
    const question = this.asked();
    if (!question) return void (this.now = NO_NAMES);
    const isNew = this.board !== question.board.id; // nothing of the former board may stay visible
    this.board = question.board.id;
    const asked = { ...question, memory: this.memoryOf(this.about()) };
    if (isNew) return void this.show(written(asked), asked.zoom);
    const placing = steps(asked);
    this.isPlacing = true;
    let frame = 0;
    const timer = setTimeout(() => (frame = requestAnimationFrame(go)), LATER);
    const show = (found: ReadonlyMap<string, Written>) => this.show(found, asked.zoom);
    function go(): void {
      const until = performance.now() + SLICE;
      do {
        const { done, value } = placing.next();
        if (done) return show(value);
      } while (performance.now() < until);
      frame = requestAnimationFrame(go);
    }
    return () => (clearTimeout(timer), cancelAnimationFrame(frame));
  }

  private memoryOf(about: string): Memory {
    const found = this.memories.find(([one]) => one === about) ?? [about, memory()];
    this.memories = [found, ...this.memories.filter((other) => other !== found)].slice(0, KEPT);
    return found[1];
  }

  private show(found: ReadonlyMap<string, Written>, zoom: number): void {
    this.now = found;
    this.zoom = zoom;
    this.isPlacing = false;
  }
}
