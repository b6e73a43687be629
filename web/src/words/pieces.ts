import type { EditionSeen } from '../wire/messages';

/** A piece or a mark as its edition calls it. */
export const pieceName = ({ kinds, page }: Pick<EditionSeen, 'kinds' | 'page'>, kind: string): string =>
  kinds[kind] ?? page.pieces[kind] ?? page.marks[kind]?.name ?? kind;
