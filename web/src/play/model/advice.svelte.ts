import { tick } from 'svelte';
import type { Ask, Suggestion } from '../../wire/messages';
import type { Action, Game } from './game.svelte';
import type { Plan } from './plan.svelte';

/** The captain's suggestion for the current question: shown in the bar or by the guide, and played on demand. */
export class Advice {
  taught = $state(false); // the guide mentions it
  private about = $state.raw<Ask | null>(null); // the question it was requested for
  private opened = $state.raw<Ask | null>(null); // the question at which the bar shows it
  private answer = $state.raw<Awaited<ReturnType<Game['suggest']>> | null>(null);

  constructor(
    private readonly game: Game,
    private readonly plan: Plan,
  ) {}

  /** Whether this table gives suggestions, and the player is asked. */
  readonly isOffered = $derived.by(() => !!this.game.table?.suggests && !!this.game.ask);
  private readonly isAsked = $derived.by(() => !!this.about && this.about === this.game.ask);
  readonly asking = $derived.by(() => this.isAsked && !this.answer);
  readonly told = $derived.by<Suggestion | null>(() =>
    this.isAsked && this.answer?.type === 'suggestion' ? this.answer : null,
  );
  /** The reason why there is none. */
  readonly trouble = $derived.by(() => (this.isAsked && this.answer?.type === 'problem' ? this.answer.text : ''));
  readonly open = $derived.by(() => !!this.opened && this.opened === this.game.ask);
  /** The places it mentions, until the player starts a plan. */
  readonly places = $derived.by(() => {
    const begun = !!this.plan.source || this.plan.placed > 0;
    return this.told && (this.open || this.taught) && !begun ? this.told.places : [];
  });

  /** Request it unless it is known; a response to an earlier question is dropped. */
  async ask(): Promise<void> {
    const { ask } = this.game;
    if (!ask || this.about === ask) return;
    [this.about, this.answer] = [ask, null];
    const answer = await this.game.suggest();
    if (this.about === ask) this.answer = answer;
  }

  /** Show the suggestion in the bar; a second press plays it. */
  async press(): Promise<void> {
    if (this.open && this.told) return this.follow();
    this.opened = this.game.ask;
    await this.ask();
    await tick();
    document.querySelector<HTMLElement>('[data-do]')?.focus();
  }

  close(): void {
    this.opened = null;
  }

  /** Play the suggestion. */
  follow(): void {
    const { told } = this;
    if (!told) return;
    this.close();
    this.plan.clear();
    this.game.act(told.act as unknown as Action);
  }
}
