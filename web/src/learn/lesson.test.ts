import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LessonSeen, PageSeen } from '../wire/messages';
import { speak } from '../words/testing';
import { stepsOf, tipOf, tourOf, welcomeOf } from './lesson';

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

/** The page's own words: a title and a text each. */
const usual = Object.fromEntries(
  ['stop.phases', 'stop.command', 'stop.side', 'tip.attack'].flatMap((path) => [
    [`${path}.title`, `The usual ${path}`],
    [`${path}.text`, 'As always.'],
  ]),
);
beforeEach(() => speak('en', usual));
afterEach(() => speak('en', {}));

describe('what a first game says', () => {
  test('prefers the words of the edition', () => {
    expect(tipOf(taught(lesson), 'sail')).toEqual(own('Sail'));
    expect(tipOf(taught(lesson), 'attack')?.title).toBe('The usual tip.attack');
    expect(tipOf(taught(lesson), 'juggle')).toBeUndefined();
    expect(stepsOf(taught(lesson))).toHaveLength(2);
  });
  test('goes from the welcome through the stops that there are', () => {
    const titles = tourOf(taught(lesson)).map((stop) => stop.title);
    expect(titles).toEqual(['Islands', 'The usual stop.phases', 'The ferry']);
  });
  test('is the page’s own for an edition without a lesson', () => {
    expect(welcomeOf(taught(null))).toBe('Two of them.');
    expect(tourOf(taught(null)).map((stop) => stop.at)).toEqual([null, 'phases', 'command', 'side']);
    expect(stepsOf(taught(null))).toEqual([]);
    expect(tipOf(taught(null), 'attack')).toEqual({ title: 'The usual tip.attack', text: 'As always.', at: null });
  });
});
