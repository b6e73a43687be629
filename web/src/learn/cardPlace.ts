/** Find a position for a card that covers nothing it mentions, by arithmetic of rectangles only. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
export type Size = Pick<Box, 'width' | 'height'>;

const GAP = 10; // free pixels around a card

/** The area that two boxes share. */
export function shared(a: Box, b: Box): number {
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return wide > 0 && high > 0 ? wide * high : 0;
}

const covered = (card: Box, boxes: readonly Box[]) => boxes.reduce((sum, box) => sum + shared(card, box), 0);

/** Yield all positions to try: a raster over the room from its far end, where a table shows its log. */
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
 * Return a position for a card in a room, which covers nothing that must be visible, and little of what should be.
 * A card in a good position stays there.
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
