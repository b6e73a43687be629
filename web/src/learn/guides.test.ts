import { describe, expect, test } from 'vitest';
import { lessonOf, stepsOf, tipOf, TIPS } from './guides';
import { LESSONS, type Bilingual } from './lessons';

const tips = [
  ...Object.values(TIPS),
  ...Object.values(LESSONS).flatMap(({ tour, tips }) => [...tour, ...Object.values(tips)]),
];
const said: Bilingual[] = [
  ...Object.values(LESSONS).map((lesson) => lesson.welcome),
  ...tips.flatMap((tip) => [tip.title, tip.text]),
];

describe('what a first game says', () => {
  test('is said in both languages, whole and each in its own', () => {
    expect(said.length).toBeGreaterThan(60);
    for (const { it, en } of said) {
      for (const text of [it, en]) expect(text, text).toMatch(/^[\p{Lu}«“][^]*\S$/u);
      expect(it).not.toBe(en);
      expect(`${it} ${en}`, 'words that ran together, or apart').not.toMatch(/ {2}|[.:;][\p{L}]/u);
    }
  });
  test('has a word for every step of every edition', () => {
    for (const [edition, lesson] of Object.entries(LESSONS)) {
      expect(lesson.order.filter((verb) => !tipOf(edition, verb))).toEqual([]);
      expect(stepsOf(edition)).toHaveLength(lesson.order.length);
    }
  });
  test('prefers an edition’s own word', () => {
    expect(tipOf('challenge', 'attack')).toBe(LESSONS.challenge?.tips.attack);
    expect(tipOf('modern', 'attack')).toBe(TIPS.attack);
    expect(tipOf('modern', 'juggle')).toBeUndefined();
  });
});

describe('the lesson of an edition', () => {
  test('on another board is that of its booklet, unless it has its own', () => {
    expect(lessonOf('classic')).toBe(LESSONS.classic);
    expect(lessonOf('classic_ancient')).toBe(LESSONS.classic_ancient);
    expect(lessonOf('risk2210_moon')).toBe(LESSONS.risk2210);
  });
  test('nobody has written is the modern one', () => {
    expect(lessonOf('homemade')).toBe(LESSONS.modern);
    expect(lessonOf('')).toBe(LESSONS.modern);
  });
});
