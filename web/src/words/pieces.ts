import type { EditionSeen } from '../wire/messages';

/** A piece or a mark as its edition calls it. */
export const pieceName = ({ kinds, page }: Pick<EditionSeen, 'kinds' | 'page'>, kind: string): string =>
  kinds[kind] ?? page.pieces[kind] ?? page.marks[kind]?.name ?? kind;

/** Names without the first or last word that most of them share: "land commander", "naval commander" as "land", "naval". */
export function shortNames(names: string[]): string[] {
  for (const side of [0, -1]) {
    const ends = names.map((name) => (name.includes(' ') ? name.split(' ').at(side) : undefined));
    const shared = ends.find((end) => end && ends.filter((other) => other === end).length > names.length / 2);
    if (shared) return names.map((name, i) => (ends[i] === shared ? without(name, side) : name));
  }
  return names;
}

const without = (name: string, side: number): string =>
  (side ? name.split(' ').slice(0, -1) : name.split(' ').slice(1)).join(' ');
