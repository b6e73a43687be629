import type { Moved, PlaceSeen } from '../../wire/messages';
import { fightIn, isLoss } from './fights';
import type { Told } from './performance';

/** What another seat did to a seat while it was not its turn. */
export interface Blow {
  by: number | null;
  places: string[]; // the seat's places that were attacked
  lost: string[]; // those of them that were conquered
  armies: number; // armies that the seat lost
  pieces: string[]; // lost commanders, gods and buildings
}

/** Everything since a seat's last turn: attackers, losses, seats that grew, and the moves themselves. */
export class SinceTurn {
  readonly moves: Told[] = []; // only the moves that are shown, because a long round would fill the memory
  private readonly blows = new Map<number | null, Blow>();
  private readonly owners = new Map<string, number | null>();
  private fight: { by: number | null; target: string } | null = null; // the current battle against this seat

  constructor(
    readonly seat: number,
    readonly before: Record<string, PlaceSeen>,
    readonly isFirst = false, // the seat has had no turn yet
  ) {
    for (const [place, here] of Object.entries(before)) this.owners.set(place, here.owner ?? null);
  }

  /** Add an action; `ownerOf` returns the owner of a place before it. */
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

  /** Losses may be chosen, and recorded, after the dice. */
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

  /** Attackers of this seat, the worst first. */
  get attackers(): Blow[] {
    return [...this.blows.values()].sort((a, b) => b.lost.length - a.lost.length || b.armies - a.armies);
  }

  /** Places won or lost by each other seat, without those at zero, the largest gain first. */
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
