import type { LanguageSeen, NounSeen, WordsSeen } from '../wire/messages';
import { spoken } from './edition.svelte';

/** What the page says, as the server's catalogues have it: one request a language, kept while the page is open. */
const books = new Map<string, WordsSeen>();
let known: readonly LanguageSeen[] = [];

/** The languages there are, by their own names. */
export const languages = (): readonly LanguageSeen[] => known;

/** Whether all that is to be said in a language is here. */
export const isHere = (language: string): boolean => books.has(language);

/** Take the words of a language up; returns which one it is. */
export function take(seen: WordsSeen): string {
  books.set(seen.language, seen);
  known = seen.languages;
  return seen.language;
}

/** Ask for a language, or for the one that the browser prefers; returns the one that came, the nearest there is. */
export async function fetchWords(language: string): Promise<string> {
  const answer = await fetch(`/api/words${language && `?lang=${encodeURIComponent(language)}`}`);
  if (!answer.ok) throw new Error(`The words did not come: ${answer.status}`);
  return take((await answer.json()) as WordsSeen);
}

export type Field = string | number;
/** `{n}`, `{n:army|armies}` with the number, `{n:~is|are}` without it; `{place:the}` is a form of a place's name. */
const FIELD = /\{(\w+)(?::(~?)([^{}]+))?\}/g;

/** The sentence at a path with its fields filled in, in the words of the edition on the screen if it has its own. */
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

/** The word that agrees with a name: of two by number, of more by gender. */
const agreeing = ({ gender, plural }: NounSeen, words: string[]): string =>
  (words.length === 2 ? words[Number(plural)] : (words[gender] ?? words.at(-1)))!;

/** The form that goes with a number, in the order of the language's `language.toml`; the last where that one lacks. */
function formOf({ language, plural }: WordsSeen, forms: string[], n: number): string {
  const at = plural.indexOf(rulesOf(language).select(n));
  return forms[at] ?? forms.at(-1)!;
}

const rules = new Map<string, Intl.PluralRules>();

/** A language that the browser does not know counts as English does. */
function rulesOf(language: string): Intl.PluralRules {
  const found = rules.get(language) ?? new Intl.PluralRules([language, 'en']);
  rules.set(language, found);
  return found;
}
