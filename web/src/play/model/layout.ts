/** The arrangement of a table: a panel beside the map, tabs below it, or a phone in landscape. */
export type Layout = 'wide' | 'upright' | 'sideways';

const WIDE = 1180; // pixels of width above which a panel has room beside the map
const PHONE = 500; // pixels of height below which a screen is a phone in landscape

export function layoutOf(width: number, height: number): Layout {
  if (height < PHONE && width > height) return 'sideways';
  return width >= WIDE ? 'wide' : 'upright';
}
