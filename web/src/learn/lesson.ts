import { settings } from '../settings.svelte';
import type { EditionSeen, Moved, Scene, TipSeen } from '../wire/messages';
import { sentence } from '../words/catalogue';

/** The first game of an edition: its own texts if it has some, else the page's. */
type Taught = Pick<EditionSeen, 'summary' | 'page'>;
type Seen = Pick<Scene | Moved, 'ask' | 'private' | 'public'>;

/** A stop of the guide: the current decision, by the name under which it is stored. */
export interface Stop extends TipSeen {
  name: string;
}

/** The page's text about a kind of decision in any edition, or nothing. */
function usual(name: string): TipSeen | undefined {
  const [title, text] = ['title', 'text'].map((part) => sentence(settings.language, `tip.${name}.${part}`));
  return title && text ? { title, text } : undefined;
}

/** The introduction to the edition. */
export const welcomeOf = (edition: Taught): string => edition.page.lesson?.welcome ?? edition.summary;

/** The text for a decision that comes up for the first time. */
export function tipOf(edition: Taught, name: string): TipSeen | undefined {
  return edition.page.lesson?.tips[name] ?? usual(name);
}

/** The steps of a first game, to read before it. */
export const stepsOf = (edition: Taught): TipSeen[] =>
  (edition.page.lesson?.verbs ?? []).flatMap((verb) => tipOf(edition, verb) ?? []);

/** Topics of a question: the counters of the table, the verbs, then the player's objective. */
function topics({ ask, private: own, public: counted }: Seen): string[] {
  const verbs = (ask?.ranges ?? [])
    .map((range) => range.act)
    .filter((act, i, all) => act !== 'pass' || all.length === 1);
  return [...counted.map((one) => one.id), ...verbs, ...(own?.objective ? ['objective'] : [])];
}

/** The stop at this question: the first topic on the screen that has not been spoken of yet; null when there is none. */
export function stopAt(
  edition: Taught,
  scene: Seen,
  spoken: readonly string[],
  isShown: (topic: string) => boolean = () => true,
): Stop | null {
  if (!scene.ask) return null;
  for (const name of topics(scene)) {
    const tip = spoken.includes(name) || !isShown(name) ? undefined : tipOf(edition, name);
    if (tip) return { name, ...tip };
  }
  return null;
}
