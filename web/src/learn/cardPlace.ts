/** Where a card may lie on a screen without covering what it speaks of: arithmetic of rectangles, nothing else. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
export type Size = Pick<Box, 'width' | 'height'>;

const GAP = 10; // pixels kept free round a card

/** The area that two boxes share. */
export function shared(a: Box, b: Box): number {
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return wide > 0 && high > 0 ? wide * high : 0;
}

const covered = (card: Box, boxes: readonly Box[]) => boxes.reduce((sum, box) => sum + shared(card, box), 0);

/** Everywhere that is worth a look: a raster over the room, its far end first, where a table tells its story. */
function* spots(card: Size, room: Box): Generator<Box> {
  const [spareX, spareY] = [room.width - card.width - 2 * GAP, room.height - card.height - 2 * GAP];
  const steps = 20;
  for (let i = steps; i >= 0; i--)
    for (let j = steps; j >= 0; j--)
      yield {
        x: room.x + GAP + (Math.max(0, spareX) * i) / steps,
        y: room.y + GAP + (Math.max(0, spareY) * j) / steps,
        ...card,
      };
}

/**
 * A place for a card in a room: over nothing that must be seen, and over as little as may be of what should be.
 * A card that lies well already stays.
 */
export function placed(card: Size, room: Box, must: readonly Box[], should: readonly Box[], now: Box | null): Box {
  if (now && !covered({ ...now, ...card }, must) && shared({ ...now, ...card }, room) >= card.width * card.height)
    return { ...now, ...card };
  let [best, least]: [Box | null, [number, number]] = [null, [Infinity, Infinity]];
  for (const spot of spots(card, room)) {
    const cost: [number, number] = [covered(spot, must), covered(spot, should)];
    if (cost[0] < least[0] || (cost[0] === least[0] && cost[1] < least[1])) [best, least] = [spot, cost];
  }
  return best!;
}
