import { tick } from 'svelte';
import type { Ask, Suggestion } from '../../wire/messages';
import type { Action, Game } from './game.svelte';
import type { Plan } from './plan.svelte';

/** What a captain would do now, asked for once a question: told in the bar or by the guide, and filled in on demand. */
export class Advice {
  told = $state.raw<Suggestion | null>(null);
  trouble = $state(''); // why there is none
  asking = $state(false);
  open = $state(false); // in the bar
  taught = $state(false); // by the guide
  private about: Ask | null = null;

  constructor(
    private readonly game: Game,
    private readonly plan: Plan,
  ) {}

  /** Whether this table answers, and the player is asked something. */
  readonly isOffered = $derived.by(() => !!this.game.table?.suggests && !!this.game.ask);
  /** The places it speaks of, as long as the player has begun nothing. */
  readonly places = $derived.by(() => {
    const begun = !!this.plan.source || this.plan.placed > 0;
    return this.told?.places.length && (this.open || this.taught) && !begun ? this.told.places : null;
  });

  /** Ask, unless it is known; an answer to a question that is no more is forgotten. */
  async ask(): Promise<void> {
    const { ask } = this.game;
    if (!ask || this.about === ask) return;
    this.about = ask;
    this.asking = true;
    const word = await this.game.suggest();
    if (this.about !== ask) return;
    this.asking = false;
    if (word.type === 'suggestion') this.told = word;
    else this.trouble = word.text;
  }

  /** In the bar: the first time it is told, the second time it is filled in. */
  async press(): Promise<void> {
    if (this.open && this.told) return this.fill();
    this.open = true;
    await this.ask();
    await tick();
    document.querySelector<HTMLElement>('[data-fill]')?.focus();
  }

  /** Fill in the choice; nothing is sent before the player confirms it. */
  async fill(): Promise<void> {
    if (!this.told) return;
    this.open = false;
    this.plan.propose(this.told.act as unknown as Action);
    await tick();
    document.querySelector<HTMLElement>('[data-proposed], [data-confirm]:not(:disabled)')?.focus();
  }

  /** Another question: what was said of the last one is forgotten. */
  renew(): void {
    [this.told, this.trouble, this.asking, this.open, this.about] = [null, '', false, false, null];
  }
}
