import type { PlaceSeen } from '../../wire/messages';

class Cell {
  seen: PlaceSeen;

  constructor(seen: PlaceSeen) {
    this.seen = $state.raw(seen);
  }
}

/** The state of the places of a board. A reader of one place is notified of that one alone. */
export class Standing {
  /** By their names; a copy stays as it is. */
  readonly places: Record<string, PlaceSeen> = {};
  private readonly cells: Record<string, Cell> = {};

  constructor(places: readonly PlaceSeen[]) {
    for (const place of places) {
      const cell = new Cell(place);
      this.cells[place.id] = cell;
      Object.defineProperty(this.places, place.id, { get: () => cell.seen, enumerable: true, configurable: true });
    }
  }

  /** Some stand otherwise now: the same board, or another one if there are places that it did not know. */
  with(changed: readonly PlaceSeen[]): Standing {
    if (!changed.every(({ id }) => id in this.cells)) return new Standing([...Object.values(this.places), ...changed]);
    for (const place of changed) this.cells[place.id]!.seen = place;
    return this;
  }
}
