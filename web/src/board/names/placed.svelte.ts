import { untrack } from 'svelte';
import { memory, NO_NAMES, steps, written, type Asked, type Memory, type Written } from './labels';

const SLICE = 6; // milliseconds of a frame

/** The names of a board as they stand now: worked out when what they depend on changes, a little in each frame. */
export class PlacedNames {
  now = $state.raw<ReadonlyMap<string, Written>>(NO_NAMES);
  zoom = $state(1); // for which they were placed
  isPlacing = $state(false); // others are being worked out
  private memory: Memory = memory();
  private board = '';
  private remembered = ''; // what the memory is about

  /** `about`: board, names and zoom; `asked` is what is asked, told apart from all other questions by its key. */
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
    const about = this.about();
    if (this.remembered !== about) this.memory = memory();
    this.remembered = about;
    const isNew = this.board !== question.board.id; // nothing of the former board is left to be shown meanwhile
    this.board = question.board.id;
    const asked = { ...question, memory: this.memory };
    if (isNew) return void this.show(written(asked), asked.zoom);
    const placing = steps(asked);
    this.isPlacing = true;
    let frame = requestAnimationFrame(go);
    const show = (found: ReadonlyMap<string, Written>) => this.show(found, asked.zoom);
    function go(): void {
      const until = performance.now() + SLICE;
      do {
        const { done, value } = placing.next();
        if (done) return show(value);
      } while (performance.now() < until);
      frame = requestAnimationFrame(go);
    }
    return () => cancelAnimationFrame(frame);
  }

  private show(found: ReadonlyMap<string, Written>, zoom: number): void {
    this.now = found;
    this.zoom = zoom;
    this.isPlacing = false;
  }
}
