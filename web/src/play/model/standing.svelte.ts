import type { PlaceSeen } from '../../wire/messages';

class Cell {
  seen: PlaceSeen;

  constructor(seen: PlaceSeen) {
    this.seen = $state.raw(seen);
  }
}

/** The state of the places of a board. A reader of one place is notified of changes to that place only. */
export class Standing {
  /** Places by name; a copy doesn't change. */
  readonly places: Record<string, PlaceSeen> = {};
  private readonly cells: Record<string, Cell> = {};

  constructor(places: readonly PlaceSeen[]) {
    for (const place of places) {
      const cell = new Cell(place);
      this.cells[place.id] = cell;
      Object.defineProperty(this.places, place.id, { get: () => cell.seen, enumerable: true, configurable: true });
    }
  }

  /** Update changed places of the same board, or switch to another one if there are unknown places. */
  with(changed: readonly PlaceSeen[]): Standing {
    if (!changed.every(({ id }) => id in this.cells)) return new Standing([...Object.values(this.places), ...changed]);
    for (const place of changed) this.cells[place.id]!.seen = place;
    return this;
  }
}
