import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LessonSeen, PageSeen, Scene } from '../wire/messages';
import { speak } from '../words/testing';
import { stepsOf, stopAt, tipOf, welcomeOf } from './lesson';

const own = (title: string) => ({ title, text: `${title}.` });
const taught = (lesson: LessonSeen | null) => ({ summary: 'Two of them.', page: { lesson } as PageSeen });
const lesson: LessonSeen = {
  welcome: 'Welcome!',
  verbs: ['attack', 'sail', 'juggle'],
  tips: { sail: own('Sail'), storm: own('The storm') },
};

/** The page's own texts: a title and a text each. */
const usual = Object.fromEntries(
  ['tip.attack', 'tip.pass', 'tip.objective'].flatMap((path) => [
    [`${path}.title`, `The usual ${path}`],
    [`${path}.text`, 'As always.'],
  ]),
);
beforeEach(() => speak('en', usual));
afterEach(() => speak('en', {}));

/** A scene in which these verbs are asked. */
const asked = (verbs: string[], more: Partial<Scene> = {}) =>
  ({ ask: { ranges: verbs.map((act) => ({ act })) }, private: null, public: [], ...more }) as unknown as Scene;

describe('an edition with a lesson', () => {
  test('welcomes with its own words, others with their summary', () => {
    expect(welcomeOf(taught(lesson))).toBe('Welcome!');
    expect(welcomeOf(taught(null))).toBe('Two of them.');
  });
  test('speaks of its verbs itself, or has the page do it', () => {
    expect(tipOf(taught(lesson), 'sail')?.title).toBe('Sail');
    expect(tipOf(taught(lesson), 'attack')?.title).toBe('The usual tip.attack');
    expect(tipOf(taught(lesson), 'juggle')).toBeUndefined();
  });
  test('lists the steps of a first game that have words', () => {
    expect(stepsOf(taught(lesson)).map((step) => step.title)).toEqual(['The usual tip.attack', 'Sail']);
  });
});

describe('the guide stops', () => {
  test('at the first thing to decide that it has not spoken of', () => {
    expect(stopAt(taught(lesson), asked(['attack', 'sail']), [])?.name).toBe('attack');
    expect(stopAt(taught(lesson), asked(['attack', 'sail']), ['attack'])?.name).toBe('sail');
    expect(stopAt(taught(lesson), asked(['attack', 'sail']), ['attack', 'sail'])).toBeNull();
  });
  test('only at what is on the screen', () => {
    const shown = (topic: string) => topic !== 'attack';
    expect(stopAt(taught(lesson), asked(['attack', 'sail']), [], shown)?.name).toBe('sail');
    expect(stopAt(taught(lesson), asked(['attack']), [], shown)).toBeNull();
  });
  test('nowhere while nothing is asked', () => {
    expect(stopAt(taught(lesson), { ...asked([]), ask: null }, [])).toBeNull();
  });
  test('to pass is a decision where nothing else is one', () => {
    expect(stopAt(taught(lesson), asked(['attack', 'pass']), ['attack'])).toBeNull();
    expect(stopAt(taught(lesson), asked(['pass']), [])?.name).toBe('pass');
  });
  test('at what the table counts down to, before anything else', () => {
    const scene = asked(['attack'], { public: [{ id: 'storm', label: 'storm in', value: 2 }] });
    expect(stopAt(taught(lesson), scene, [])?.name).toBe('storm');
  });
  test('at the objective, of those who have one', () => {
    const scene = asked(['attack'], { private: { objective: {} } as unknown as Scene['private'] });
    expect(stopAt(taught(lesson), scene, ['attack'])?.name).toBe('objective');
  });
});
