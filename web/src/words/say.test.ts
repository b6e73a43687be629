import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { settings } from '../settings.svelte';
import type { PageSeen } from '../wire/messages';
import { isHere, languages, sentence, take } from './catalogue';
import { speakAs } from './edition.svelte';
import { pieceName } from './pieces';
import { chanceText, capital, clockText, decimal, sayer, spanText } from './say';
import { speak } from './testing';

const tell = sayer<{ bare: never; armies: 'n'; wins: 'n' | 'names'; two: 'a' | 'b' }>('test');
const time = { 'common.seconds': '{n} s', 'common.minutes': '{n} min', 'common.hours': '{n} h' };
beforeEach(() => {
  speak('it', {
    'test.bare': 'Niente',
    'test.armies': '{n:armata|armate}',
    'common.clockDays': '{days}g {hours}h',
  });
  speak('en', {
    ...time,
    'test.bare': 'Nothing',
    'test.armies': '{n:army|armies}',
    'test.wins': '{names} {n:~wins|win}',
    'test.two': '{a} and {b}, {a}',
    'common.days': '{n:day|days}',
    'common.clockDays': '{days}d {hours}h',
  });
});
afterEach(() => speak('en', {}));

describe('a phrase', () => {
  test('is said in the reader’s language, also after it has changed', () => {
    expect(tell('bare')).toBe('Nothing');
    settings.language = 'it';
    expect(tell('bare')).toBe('Niente');
  });
  test('has the form that goes with its number', () => {
    expect([0, 1, 2, 11].map((n) => tell('armies', { n }))).toEqual(['0 armies', '1 army', '2 armies', '11 armies']);
    expect(tell('armies', { n: '1' })).toBe('1 army');
  });
  test('may have a form without saying how many', () => {
    expect(tell('wins', { n: 1, names: 'Ada' })).toBe('Ada wins');
    expect(tell('wins', { n: 2, names: 'Ada, Bruno' })).toBe('Ada, Bruno win');
  });
  test('has every field filled in, as often as it stands there; what is not known stays empty', () => {
    expect(tell('two', { a: 'x', b: 0 })).toBe('x and 0, x');
    expect(sentence('en', 'test.two', { a: 'x' })).toBe('x and , x');
  });
  test('says what it is given as it is', () => expect(tell('two', { a: '{b}', b: '$1' })).toBe('{b} and $1, {b}'));
  test('that no catalogue has goes by its name', () => {
    speak('en', {});
    expect(tell('bare')).toBe('bare');
  });
});

describe('an edition on the screen', () => {
  test('says its own words until it is gone', () => {
    speak('en', { 'test.armies': '{n:army|armies}', 'war/test.armies': '{n:MOD|MODs}', 'test.bare': 'Nothing' });
    const end = speakAs('war');
    expect([tell('armies', { n: 2 }), tell('bare')]).toEqual(['2 MODs', 'Nothing']);
    end();
    expect(tell('armies', { n: 2 })).toBe('2 armies');
  });
});

describe('a language of more forms', () => {
  const polish = (words: Record<string, string>) =>
    take({
      language: 'pl',
      languages: [{ id: 'pl', name: 'Polski' }],
      plural: ['one', 'few', 'many', 'other'],
      words,
      nouns: {},
    });
  const said = (n: number) => sentence('pl', 'armies', { n });
  test('takes them in the order of its rules', () => {
    polish({ armies: '{n:armia|armie|armii|armii}' });
    expect([1, 2, 5, 12, 22, 112].map(said)).toEqual([
      '1 armia',
      '2 armie',
      '5 armii',
      '12 armii',
      '22 armie',
      '112 armii',
    ]);
    expect([isHere('pl'), languages()]).toEqual([true, [{ id: 'pl', name: 'Polski' }]]);
  });
  test('says what is still in English in the last form of it', () => {
    polish({ armies: '{n:army|armies}' });
    expect([1, 2, 5].map(said)).toEqual(['1 army', '2 armies', '5 armies']);
  });
});

describe('names of places', () => {
  const nouns = {
    'Stati Uniti': { gender: 2, plural: true, forms: { Il: 'Gli Stati Uniti', da: 'dagli Stati Uniti' } },
    Cina: { gender: 1, plural: false, forms: { Il: 'La Cina', da: 'dalla Cina' } },
  };
  const words = { moved: '{a:Il} {a:~va|vanno} via {b:da}: {a:~solo|sola|soli|sole}' };
  const said = (a: string, b: string) => sentence('it', 'moved', { a, b });
  test('take articles, prepositions and words that agree', () => {
    take({ language: 'it', languages: [], plural: ['one', 'other'], words, nouns });
    expect(said('Stati Uniti', 'Cina')).toBe('Gli Stati Uniti vanno via dalla Cina: soli');
    expect(said('Cina', 'Stati Uniti')).toBe('La Cina va via dagli Stati Uniti: sola');
  });
  test('stay as they are when nothing is known of them', () => {
    take({ language: 'it', languages: [], plural: ['one', 'other'], words: { from: 'via {b:da}' }, nouns: {} });
    expect(sentence('it', 'from', { b: 'Cina' })).toBe('via Cina');
  });
});

describe('time', () => {
  test.each([
    [-5, '0:00'],
    [0, '0:00'],
    [0.2, '0:01'],
    [59, '0:59'],
    [60, '1:00'],
    [3599.5, '1:00:00'],
    [3661, '1:01:01'],
    [86399, '23:59:59'],
    [86400, '1d 0h'],
    [90000, '1d 1h'],
  ])('of %f seconds on a clock is %s', (seconds, text) => expect(clockText(seconds)).toBe(text));
  test('days in Italian are giorni', () => {
    settings.language = 'it';
    expect(clockText(90000)).toBe('1g 1h');
  });
  test.each([
    [30, '30 s'],
    [99, '99 s'],
    [100, '2 min'],
    [600, '10 min'],
    [7200, '2 h'],
    [86400, '1 day'],
    [259200, '3 days'],
  ])('of %i seconds as chosen is %s', (seconds, text) => expect(spanText(seconds)).toBe(text));
});

test('numbers have one decimal, in the reader’s manner', () => {
  expect([decimal(0), decimal(1.25), decimal(2.04)]).toEqual(['0', '1.3', '2']);
  settings.language = 'it';
  expect(decimal(1.25)).toBe('1,3');
});

test('a line begins with a capital, if it has a letter', () => {
  expect([capital(''), capital('è'), capital('land')]).toEqual(['', 'È', 'Land']);
});

test('a piece goes by the name its edition gives it, else by its id', () => {
  const page = {
    pieces: { tower: 'watchtower' },
    marks: { fire: { name: 'burnt', lost: true, sinks: false } },
  } as unknown as PageSeen;
  const named = (kind: string) => pieceName({ kinds: { god: 'god of war' }, page }, kind);
  expect(['god', 'tower', 'fire', 'balloon'].map(named)).toEqual(['god of war', 'watchtower', 'burnt', 'balloon']);
});

describe('a chance', () => {
  test.each([
    [1, '100%'],
    [0.9999, '>99%'],
    [0.75, '75%'],
    [0.001, '<1%'],
    [0, '0%'],
  ])('of %d is said as %s', (chance, text) => expect(chanceText(chance)).toBe(text));
});
