import { describe, expect, test } from 'vitest';
import { en as clubEn } from '../club/words/en';
import { it as clubIt } from '../club/words/it';
import { en } from './en';
import { it } from './it';

type Book = Record<string, string>;
const BOOKS: [string, Book, Book][] = [
  ['every page', it, en],
  ['tournaments', clubIt, clubEn],
];
const fields = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
const forms = (text: string) => text.split('|');

/** All that is written in the page, the word books and the tests apart. */
const SOURCES = Object.entries(
  import.meta.glob<string>('../**/*.{ts,svelte}', { query: '?raw', import: 'default', eager: true }),
)
  .filter(([path]) => !/\.test\.ts$|(?:^|\/)(?:it|en)\.ts$/.test(path))
  .map(([, text]) => text)
  .join('\n');
/** What is said with a word put together on the way: `theme_${…}`. */
const BEGINNINGS = [...SOURCES.matchAll(/`(\w+_)\$\{/g)].map(([, begin]) => begin!);

describe.each(BOOKS)('the words of %s', (_, italian, english) => {
  const phrases = Object.keys(english);

  test('are there in both languages', () => {
    expect(phrases.length).toBeGreaterThan(100);
    expect(Object.keys(italian).sort()).toEqual([...phrases].sort());
  });
  test('are whole', () => {
    for (const phrase of phrases)
      for (const text of [italian[phrase]!, english[phrase]!])
        for (const form of forms(text)) {
          expect(form, phrase).toMatch(/^\S(?:[^]*\S)?$/);
          expect(form.replace(/\{\w+\}/g, '0'), phrase).not.toMatch(/[{}]| {2}|["'\n]/);
        }
  });
  test('tell the same in both languages', () => {
    for (const phrase of phrases) expect(fields(italian[phrase]!), phrase).toEqual(fields(english[phrase]!));
  });
  test('have one form, or one and many, in both languages', () => {
    for (const phrase of phrases) {
      expect(forms(english[phrase]!).length, phrase).toBeLessThanOrEqual(2);
      expect(forms(italian[phrase]!).length, phrase).toBe(forms(english[phrase]!).length);
    }
  });
  test('tell the same of one and of many', () => {
    for (const phrase of phrases)
      for (const [one, many = one] of [italian, english].map((book) => forms(book[phrase]!)))
        expect(fields(many!), phrase).toEqual(fields(one!));
  });
  test('are all said somewhere', () => {
    const isSaid = (phrase: string) =>
      new RegExp(`['"\`]${phrase}['"\`]`).test(SOURCES) || BEGINNINGS.some((begin) => phrase.startsWith(begin));
    expect(phrases.filter((phrase) => !isSaid(phrase))).toEqual([]);
  });
});
