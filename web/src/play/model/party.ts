import type { PartiesSeen, PartySeen, PieceSet } from '../../wire/messages';

/** What is proposed at first: all that may go, or, of what is lost, as few pieces as there can be: armies go first. */
export function usualSet(range: PartiesSeen, party: PartySeen | undefined): PieceSet | undefined {
  const most = [...(party?.sets ?? [])].sort((a, b) => b.pieces.length - a.pieces.length || b.most - a.most);
  return isLoss(range) ? most.at(-1) : most[0];
}

/** Whether what is chosen leaves the board. */
export const isLoss = (range: PartiesSeen): boolean => range.act === 'lose';
