/** How the parts of a table are arranged: a panel beside the map, tabs below it, or a phone held sideways. */
export type Layout = 'wide' | 'upright' | 'sideways';

const WIDE = 1180; // pixels from which a panel has room beside the map
const PHONE = 500; // pixels of height below which a screen is a phone held sideways

export function layoutOf(width: number, height: number): Layout {
  if (height < PHONE && width > height) return 'sideways';
  return width >= WIDE ? 'wide' : 'upright';
}
