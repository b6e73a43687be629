import { describe, expect, test } from 'vitest';
import { settings } from '../settings.svelte';
import type { LessonSeen, PageSeen } from '../wire/messages';
import { stepsOf, tipOf, tourOf, welcomeOf } from './lesson';
import { USUAL_STOPS, USUAL_TIPS } from './usualTips';

const own = (title: string) => ({ title, text: `${title}.`, at: null });
const taught = (lesson: LessonSeen | null) => ({
  name: 'Islands',
  summary: 'Two of them.',
  page: { lesson } as PageSeen,
});
const lesson: LessonSeen = {
  welcome: 'Welcome!',
  tour: ['phases', 'ferry', 'nowhere'],
  verbs: ['attack', 'sail', 'juggle'],
  stops: { ferry: own('The ferry') },
  tips: { sail: own('Sail') },
};

describe('what a first game says', () => {
  test('is said in both languages, whole and each in its own', () => {
    const said = [...Object.values(USUAL_STOPS), ...Object.values(USUAL_TIPS)].flatMap(({ title, text }) => [
      title,
      text,
    ]);
    expect(said.length).toBeGreaterThan(30);
    for (const { it, en } of said) {
      for (const text of [it, en]) expect(text, text).toMatch(/^[\p{Lu}«“][^]*\S$/u);
      expect(it).not.toBe(en);
      expect(`${it} ${en}`, 'words that ran together, or apart').not.toMatch(/ {2}|[.:;][\p{L}]/u);
    }
  });
  test('prefers the words of the edition', () => {
    expect(tipOf(taught(lesson), 'sail')).toEqual(own('Sail'));
    expect(tipOf(taught(lesson), 'attack')?.title).toBe(USUAL_TIPS.attack?.title[settings.language]);
    expect(tipOf(taught(lesson), 'juggle')).toBeUndefined();
    expect(stepsOf(taught(lesson))).toHaveLength(2);
  });
  test('goes from the welcome through the stops that there are', () => {
    const titles = tourOf(taught(lesson)).map((stop) => stop.title);
    expect(titles).toEqual(['Islands', USUAL_STOPS.phases?.title[settings.language], 'The ferry']);
  });
  test('is the page’s own for an edition without a lesson', () => {
    expect(welcomeOf(taught(null))).toBe('Two of them.');
    expect(tourOf(taught(null)).map((stop) => stop.at)).toEqual([null, 'phases', 'command', 'side']);
    expect(stepsOf(taught(null))).toEqual([]);
    expect(tipOf(taught(null), 'attack')).toBeDefined();
  });
});
