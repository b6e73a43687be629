import type { EditionSeen, Option, PartySeen } from '../../wire/messages';
import type { Action, Game } from './game.svelte';
import { answerOf, built, concerns, isReached, type Order } from './order';
import { clickable, isOnMap, ways, type MapRange } from './ways';

/** What a player is about to do, built only from the ranges the server offered. */
export class Plan {
  chosen = $state(0); // index of the current range on the map
  source = $state<string | null>(null);
  target = $state<string | null>(null);
  amount = $state(0);
  heaps = $state<Record<string, number>>({}); // planned placements by place
  order = $state.raw<Order | null>(null); // an attack that continues by itself
  private wished: string | null = null; // a place clicked during an animation
  private waiting = $state.raw<Record<string, number>>({}); // confirmed placements still to be sent

  constructor(
    private readonly game: Game,
    private readonly edition: () => EditionSeen | null,
  ) {}

  readonly ask = $derived.by(() => this.game.ask);
  readonly maps = $derived.by(() => (this.ask?.ranges ?? []).filter(isOnMap) as MapRange[]);
  readonly range = $derived.by<MapRange | null>(() => this.maps[Math.min(this.chosen, this.maps.length - 1)] ?? null);
  readonly others = $derived.by(() => (this.ask?.ranges ?? []).filter((range) => !isOnMap(range)));
  readonly pair = $derived.by(() =>
    this.range?.kind === 'pairs'
      ? this.range.pairs.find(([from, to]) => from === this.source && to === this.target)
      : undefined,
  );
  readonly party = $derived.by<PartySeen | undefined>(() =>
    this.range?.kind === 'parties'
      ? this.range.parties.find((one) => one.source === this.source && one.target === this.target)
      : undefined,
  );
  /** A spot without an amount is chosen at once. */
  readonly isSingle = $derived.by(() => this.range?.kind === 'spots' && !this.range.fields.n);
  readonly placed = $derived.by(() => Object.values(this.heaps).reduce((sum, n) => sum + n, 0));
  readonly isSending = $derived.by(() => Object.keys(this.waiting).length > 0);
  readonly options = $derived.by(() =>
    this.others.flatMap((range) => (range.kind === 'choice' ? range.choices : [])).filter((one) => one.place),
  );

  /** The places that can be clicked now, or null if the question is not about the map. */
  readonly lit = $derived.by(() => clickable(this.range, this.options, this.source));

  /** Handle a new question: drop the plan, unless the same attack continues or placements are still to be sent. */
  renew(): void {
    this.heaps = {};
    if (!this.ask) return; // an animation is running, after which the plan may continue
    this.chosen = 0;
    if (this.sendNextHeap() || this.fightOn()) return;
    if (this.pair) this.amount = Math.min(this.amount, this.pair[3]);
    else [this.source, this.target] = [null, null];
    this.grant();
  }

  /** A click during an animation that leads to this seat's own question ends it, and is handled then. */
  private wish(place: string): void {
    if (!this.game.isMineNext) return;
    this.wished = place;
    this.game.skipToMine();
  }

  private grant(): void {
    const place = this.wished;
    this.wished = null;
    if (!place || !this.range) return;
    if (this.lit?.has(place) || ways(this.range).some(([from]) => from === place)) this.pick(place);
  }

  clear(): void {
    [this.source, this.target, this.order] = [null, null, null];
  }

  /** Handle a click on a place, or Enter on it. `many` places five at once. */
  pick(place: string, many = false): void {
    this.game.whyNot = null;
    if (!this.ask) return this.wish(place);
    const option = this.options.find((one) => one.place === place);
    if (!this.range) return option ? this.choose(option) : undefined;
    const all = ways(this.range);
    const begins = all.some(([from]) => from === place);
    if (this.range.kind === 'spots' && !this.isSingle)
      return begins ? this.heap(place, many ? 5 : 1) : this.explain(place);
    if (all.some(([from, to]) => from === this.source && to === place)) this.aim(place);
    else if (place === this.source) this.clear();
    else if (begins) [this.source, this.target] = [place, null];
    else this.explain(place);
  }

  /** Propose everything that may join; the player removes what should stay. */
  private aim(place: string): void {
    this.target = place;
    this.amount = this.pair?.[3] ?? 0;
  }

  /** Change the armies on a planned place, within the total that may be placed. */
  heap(place: string, more: number): void {
    if (this.range?.kind !== 'spots') return;
    const here = this.heaps[place] ?? 0;
    const most = this.range.most - this.placed + here;
    const next = Math.max(0, Math.min(here + more, most));
    const { [place]: _, ...rest } = this.heaps;
    this.heaps = next ? { ...rest, [place]: next } : rest;
  }

  choose(option: Option): void {
    this.game.act(option.action as unknown as Action);
  }

  /** The plan on the map, in the format of messages. */
  confirm(): void {
    if (this.range?.kind === 'spots' && this.placed) {
      this.waiting = { ...this.heaps };
      this.sendNextHeap();
    } else if (this.range && this.source && (this.pair || this.isSingle))
      this.game.act(built(this.range, this.source, this.target, this.amount));
  }

  /** Repeat the attack with everything allowed, until the place falls, the limit is reached or nothing can attack. */
  command(act: string | null, source: string, target: string, keep: number, pieces: string[] | null = null): void {
    this.order = { act, source, target, pieces, keep };
    this.fightOn();
  }

  private sendNextHeap(): boolean {
    const range = this.maps.find((one) => one.kind === 'spots');
    const next = Object.entries(this.waiting).find(([place]) => range?.places.includes(place));
    if (!range || !next) {
      this.waiting = {};
      return false;
    }
    const [place, n] = next;
    const { [place]: _, ...rest } = this.waiting;
    if (this.game.act(built(range, place, null, Math.min(n, range.most)))) this.waiting = rest;
    return true;
  }

  /** Let the standing order answer, or wait for the player; it ends with its attack. */
  private fightOn(): boolean {
    const { order, ask } = this;
    this.game.isOrdered = !!order;
    if (!order || !ask) return false;
    const armies = this.game.standing[order.source]?.armies ?? 0;
    const action = answerOf(order, ask, armies);
    if (!action && (isReached(order, armies) || !concerns(order, ask))) this.order = null;
    return !!action && this.game.act(action);
  }

  /** Ask the server why a place cannot be chosen, for the action that the click would have meant. */
  private explain(place: string): void {
    const range = this.range;
    if (!range) return;
    if (range.kind === 'spots') return this.game.why(built(range, place, null, range.least), place);
    if (this.source) return this.game.why(built(range, this.source, place, 1), place);
    const near = this.edition()?.links[place] ?? [];
    const enemy = near.find((other) => this.game.ownerOf(other) !== this.game.ownerOf(place)) ?? near[0];
    if (enemy) this.game.why(built(range, place, enemy, 1), place);
  }
}
