import type { Moved, PlaceSeen } from '../../wire/messages';
import { fightIn, isLoss } from './fights';
import type { Told } from './performance';

/** What another seat did to a seat while it was not its turn. */
export interface Blow {
  by: number | null;
  places: string[]; // of that seat, attacked
  lost: string[]; // of these, conquered
  armies: number; // that the seat lost in it
  pieces: string[]; // and its commanders, gods, buildings
}

/** All that happened since a seat's last turn: who attacked it, what it lost, who grew; and the moves themselves. */
export class SinceTurn {
  readonly moves: Told[] = []; // shown moves only: the rest of a long round would only fill the memory
  private readonly blows = new Map<number | null, Blow>();
  private readonly owners = new Map<string, number | null>();
  private fight: { by: number | null; target: string } | null = null; // against this seat, under way

  constructor(
    readonly seat: number,
    readonly before: Record<string, PlaceSeen>,
    readonly isFirst = false, // there was no turn of its own yet
  ) {
    for (const [place, here] of Object.entries(before)) this.owners.set(place, here.owner ?? null);
  }

  /** One more action; `ownerOf` tells whose a place was before it. */
  add(moved: Moved, ownerOf: (place: string) => number | null): void {
    const { events, places, result } = moved;
    this.moves.push({ events, places, result });
    const fought = fightIn(moved);
    if (fought) {
      const { source, target } = fought;
      this.fight = ownerOf(target) === this.seat ? { by: ownerOf(source), target } : null;
    }
    if (this.fight) this.count(moved, this.fight.target, this.blowOf(this.fight.by));
    for (const place of moved.places) this.owners.set(place.id, place.owner ?? null);
  }

  /** What is lost may be chosen, and told, after the dice. */
  private count(moved: Moved, target: string, blow: Blow): void {
    if (!blow.places.includes(target)) blow.places.push(target);
    for (const event of moved.events) {
      if (isLoss(event) && event.place === target) blow.armies += event.armies;
      if (event.fact === 'PieceLost' && event.seat === this.seat) blow.pieces.push(event.kind);
      if (event.fact === 'Conquered' && event.place === target) {
        blow.lost.push(target);
        this.fight = null;
      }
    }
  }

  /** Who attacked this seat, the worst first. */
  get attackers(): Blow[] {
    return [...this.blows.values()].sort((a, b) => b.lost.length - a.lost.length || b.armies - a.armies);
  }

  /** How many places each other seat has won or lost, only those that changed, the largest gain first. */
  get growth(): { seat: number; places: number }[] {
    const change = new Map<number, number>();
    const count = (seat: number | null, n: number) =>
      seat != null && seat !== this.seat && change.set(seat, (change.get(seat) ?? 0) + n);
    for (const here of Object.values(this.before)) count(here.owner ?? null, -1);
    for (const owner of this.owners.values()) count(owner, 1);
    return [...change]
      .map(([seat, places]) => ({ seat, places }))
      .filter(({ places }) => places !== 0)
      .sort((a, b) => b.places - a.places);
  }

  private blowOf(by: number | null): Blow {
    const found = this.blows.get(by) ?? { by, places: [], lost: [], armies: 0, pieces: [] };
    this.blows.set(by, found);
    return found;
  }
}
