import type { LanguageSeen, NounSeen, WordsSeen } from '../wire/messages';
import { spoken } from './edition.svelte';

/** The page's texts from the server's catalogues: one request per language, kept while the page is open. */
const books = new Map<string, WordsSeen>();
let known: readonly LanguageSeen[] = [];

/** The available languages, by their own names. */
export const languages = (): readonly LanguageSeen[] => known;

/** Whether all texts of a language have loaded. */
export const isHere = (language: string): boolean => books.has(language);

/** Store the texts of a language, and return its code. */
export function take(seen: WordsSeen): string {
  books.set(seen.language, seen);
  known = seen.languages;
  return seen.language;
}

/** Request a language, or the browser's preferred one; return the one that was sent, which is the nearest available. */
export async function fetchWords(language: string): Promise<string> {
  const answer = await fetch(`/api/words${language && `?lang=${encodeURIComponent(language)}`}`);
  if (!answer.ok) throw new Error(`The words did not come: ${answer.status}`);
  return take((await answer.json()) as WordsSeen);
}

export type Field = string | number;
/** `{n}` and `{n:army|armies}` include the number, `{n:~is|are}` doesn't; `{place:the}` is a form of a place's name. */
const FIELD = /\{(\w+)(?::(~?)([^{}]+))?\}/g;

/** The sentence at a path with its fields filled in, in the current edition's words if it has its own. */
export function sentence(language: string, path: string, fields: Record<string, Field> = {}): string | undefined {
  const book = books.get(language);
  const template = book?.words[`${spoken.id}/${path}`] ?? book?.words[path];
  return template?.replace(FIELD, (_, name: string, bare?: string, forms?: string) => {
    const value = fields[name] ?? '';
    if (forms === undefined) return String(value);
    const noun = book!.nouns[value];
    if (!forms.includes('|')) return noun?.forms[forms] ?? String(value);
    const choices = forms.split('|');
    if (typeof value === 'string' && noun) return agreeing(noun, choices);
    const word = formOf(book!, choices, Number(value));
    return bare ? word : `${value} ${word}`;
  });
}

/** The word that agrees with a name: one of two by number, one of more by gender and number. */
const agreeing = ({ gender, plural }: NounSeen, words: string[]): string =>
  (words.length === 2 ? words[Number(plural)] : (words[gender] ?? words.at(-1)))!;

/** The plural form for a number, in the order of the language's `language.toml`, or the last one if it is missing. */
function formOf({ language, plural }: WordsSeen, forms: string[], n: number): string {
  const at = plural.indexOf(rulesOf(language).select(n));
  return forms[at] ?? forms.at(-1)!;
}

const rules = new Map<string, Intl.PluralRules>();

/** A language that the browser doesn't know has the plural rules of English. */
function rulesOf(language: string): Intl.PluralRules {
  const found = rules.get(language) ?? new Intl.PluralRules([language, 'en']);
  rules.set(language, found);
  return found;
}
