import { isFought } from '../play/model/fights';
import type { LogLine, PlaceSeen, Replay } from '../wire/messages';

/** A finished game with a cursor: forwards step by step, backwards by folding the facts again. */
export class Player {
  at = $state(0);
  playing = $state(false);
  speed = $state(1);
  readonly standing = $derived.by(() => this.folded(this.at));
  readonly step = $derived.by(() => this.replay.steps[this.at]!);
  readonly told = $derived.by(() => this.news());
  readonly move = $derived.by(() => this.moved());
  private timer = 0;

  constructor(readonly replay: Replay) {
    this.at = replay.steps.length - 1;
  }

  go(step: number): void {
    this.at = Math.max(0, Math.min(step, this.replay.steps.length - 1));
  }

  /** The first step of the next or previous turn. */
  turn(way: 1 | -1): void {
    const { steps } = this.replay;
    const same = (i: number) => steps[i]?.turn === steps[this.at]?.turn && steps[i]?.round === steps[this.at]?.round;
    let i = this.at + way;
    while (i > 0 && i < steps.length - 1 && same(i)) i += way;
    this.go(i);
  }

  toggle(): void {
    this.playing = !this.playing;
    if (this.playing && this.at >= this.replay.steps.length - 1) this.at = 0;
    this.tick();
  }

  stop(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  private tick(): void {
    clearTimeout(this.timer);
    if (!this.playing) return;
    if (this.at >= this.replay.steps.length - 1) return this.stop();
    this.timer = window.setTimeout(() => (this.go(this.at + 1), this.tick()), 700 / this.speed);
  }

  /** The log at this step, including earlier lines that it repeats or replaces. */
  private news(): LogLine[] {
    const known = this.replay.steps[this.at - 1]?.log ?? [];
    const isKnown = (line: LogLine) => known.some((before) => before.n === line.n && before.text === line.text);
    return this.step.log.filter((line) => !line.heading && !isKnown(line));
  }

  /** The move of this step with source and target: a battle, else a march; and the previous holder of the source. */
  private moved(): { source: string; target: string; mover: number | null } | null {
    const { events } = this.step;
    const move = events.find(isFought) ?? events.find((event) => event.fact === 'ArmiesMoved');
    if (!move) return null;
    const { source, target } = move;
    const before = this.folded(Math.max(0, this.at - 1))[source];
    return { source, target, mover: before?.owner ?? null };
  }

  private folded(upTo: number): Record<string, PlaceSeen> {
    const standing: Record<string, PlaceSeen> = {};
    for (const step of this.replay.steps.slice(0, upTo + 1))
      for (const place of step.places) standing[place.id] = place;
    return standing;
  }
}
