/** A part of a sentence: text, or the id of a rule that the sentence cites. */
export type Cited = { text: string } | { rule: string };

/** `[rtu.12.2b]` or `(rtu.10.4a)` at the end of a clause, with the blank before it. */
const CITATION = /\s*[[(]([a-z0-9]+(?:\.[a-z0-9_]+)+)[\])]/gi;

/** Split a sentence into text and cited rules; ids are never shown as they are. */
export function cited(sentence: string): Cited[] {
  const parts: Cited[] = [];
  let from = 0;
  for (const found of sentence.matchAll(CITATION)) {
    parts.push({ text: sentence.slice(from, found.index) }, { rule: found[1]! });
    from = found.index + found[0].length;
  }
  parts.push({ text: sentence.slice(from) });
  return parts.filter((part) => 'rule' in part || part.text);
}

/** The text alone, where links are impossible. */
export const uncited = (sentence: string): string => sentence.replace(CITATION, '');
