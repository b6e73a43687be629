import type { EditionSeen } from '../wire/messages';

/** A piece or a mark as its edition calls it. */
export const pieceName = ({ kinds, page }: Pick<EditionSeen, 'kinds' | 'page'>, kind: string): string =>
  kinds[kind] ?? page.pieces[kind] ?? page.marks[kind]?.name ?? kind;

/** Names without the word that most of them begin or end with: "land commander", "naval commander" as "land", "naval".
 * They are whole where there are two, or where both a first and a last word are shared: which of these says more? */
export function shortNames(names: string[]): string[] {
  const shared = [0, -1].flatMap((side) => {
    const ends = names.map((name) => (name.includes(' ') ? name.split(' ').at(side) : undefined));
    const word = ends.find((end) => end && ends.filter((other) => other === end).length > names.length / 2);
    return word ? [names.map((name, i) => (ends[i] === word ? without(name, side) : name))] : [];
  });
  return shared.length === 1 && names.length > 2 ? shared[0]! : names;
}

const without = (name: string, side: number): string =>
  (side ? name.split(' ').slice(0, -1) : name.split(' ').slice(1)).join(' ');
