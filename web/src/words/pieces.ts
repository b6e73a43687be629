import type { EditionSeen } from '../wire/messages';

/** The edition's name of a piece or a mark. */
export const pieceName = ({ kinds, page }: Pick<EditionSeen, 'kinds' | 'page'>, kind: string): string =>
  kinds[kind] ?? page.pieces[kind] ?? page.marks[kind]?.name ?? kind;

/** Names without the word that most of them begin or end with: "land commander", "naval commander" as "land", "naval".
 * Names stay whole if there are two, or if both a first and a last word are shared, as either may matter. */
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
