/** Lay out tables on a wall: columns and letter size in pixels; at most `most` per page, the others wait. */
export interface Wall {
  columns: number;
  size: number;
  most: number;
}

const PAGE = 40; // tables per page: more would be too small for the back of the room
const SMALLEST = 9.5; // pixels; instead of a smaller type there is another page
const LARGEST = 0.085; // fraction of the wall's height, so that a single table isn't a poster
const WIDE = 11; // em for the width of a card: mark, name, points
const HEAD = 3.1; // em for a card's title and edges
const LINE = 1.6; // em per player
const GAP = 0.5; // em between cards

/** The largest type in which the most tables of a page fit on a wall; `seats` is the maximum at one table. */
export function wallFor(tables: number, seats: number, width: number, height: number): Wall {
  for (let most = Math.max(1, Math.min(tables, PAGE)); ; most--) {
    const shown = Math.ceil(tables / Math.ceil(tables / most)) || 1; // pages of equal size
    const { columns, size } = best(shown, seats, width, height);
    if (size >= SMALLEST || most === 1) return { columns, size, most };
  }
}

function best(tables: number, seats: number, width: number, height: number): { columns: number; size: number } {
  let found = { columns: 1, size: 0 };
  for (let columns = 1; columns <= tables; columns++) {
    const rows = Math.ceil(tables / columns);
    const size = Math.min(
      height * LARGEST,
      width / (columns * (WIDE + GAP) - GAP),
      height / (rows * (HEAD + LINE * seats + GAP) - GAP),
    );
    if (size > found.size) found = { columns, size };
  }
  return { ...found, size: Math.floor(found.size * 10) / 10 };
}
