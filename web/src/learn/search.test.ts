import { describe, expect, test } from 'vitest';
import type { Chapter, RuleSeen } from '../wire/messages';
import { search, titlesOf } from './search';

const rule = (id: string, more: Partial<RuleSeen> = {}): RuleSeen => ({
  id,
  title: '',
  text: '',
  kind: '',
  example: null,
  reading: null,
  option: null,
  see: [],
  ...more,
});
const CHAPTERS: Chapter[] = [
  {
    id: 'attack',
    title: 'Attack',
    rules: [
      rule('std.attack.1', { title: 'Three dice', text: 'Up to three dice are thrown.' }),
      rule('std.attack.4', { title: 'One stays', text: 'One army stays behind.', example: 'Perù keeps one.' }),
    ],
  },
  { id: 'cards', title: 'Cards', rules: [rule('std.cards.1', { text: 'Three cards.', reading: 'A set is three.' })] },
];
const found = (wanted: string) => search(CHAPTERS, wanted).flatMap((chapter) => chapter.rules.map((one) => one.id));

describe('a search in the rules', () => {
  test('for nothing shows everything', () => {
    expect(search(CHAPTERS, '')).toBe(CHAPTERS);
    expect(search(CHAPTERS, '  \n')).toBe(CHAPTERS);
    expect(search([], 'dice')).toEqual([]);
  });
  test('finds by id, title, text, example and reading', () => {
    expect(found('attack.4')).toEqual(['std.attack.4']);
    expect(found('one stays')).toEqual(['std.attack.4']);
    expect(found('thrown')).toEqual(['std.attack.1']);
    expect(found('keeps')).toEqual(['std.attack.4']);
    expect(found('set')).toEqual(['std.cards.1']);
  });
  test('minds neither capitals nor accents', () => {
    expect(found('PERU')).toEqual(['std.attack.4']);
    expect(found('arMý')).toEqual(['std.attack.4']);
  });
  test('wants every word, in any order', () => {
    expect(found('three')).toEqual(['std.attack.1', 'std.cards.1']);
    expect(found('dice three')).toEqual(['std.attack.1']);
    expect(found('dice army')).toEqual([]);
  });
  test('leaves out chapters in which nothing is found, and nobody’s chapters are changed', () => {
    expect(search(CHAPTERS, 'cards').map((chapter) => chapter.id)).toEqual(['cards']);
    expect(search(CHAPTERS, 'nothing like it')).toEqual([]);
    expect(CHAPTERS.map((chapter) => chapter.rules.length)).toEqual([2, 1]);
  });
  test('a missing example is no word', () => expect(found('null')).toEqual([]));
});

test('the titles of a booklet are found by the ids of its rules', () => {
  const titles = titlesOf({ edition: 'modern', title: 'Modern', chapters: CHAPTERS });
  expect(titles).toEqual({ 'std.attack.1': 'Three dice', 'std.attack.4': 'One stays', 'std.cards.1': '' });
});
