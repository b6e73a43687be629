import type { PartiesSeen, PartySeen, PieceSet } from '../../wire/messages';

/** The initial proposal: everything that may join or, for losses, as few pieces as possible. */
export function usualSet(range: PartiesSeen, party: PartySeen | undefined): PieceSet | undefined {
  const most = [...(party?.sets ?? [])].sort((a, b) => b.pieces.length - a.pieces.length || b.most - a.most);
  return isLoss(range) ? most.at(-1) : most[0];
}

/** Whether the chosen units leave the board. */
export const isLoss = (range: PartiesSeen): boolean => range.act === 'lose';
