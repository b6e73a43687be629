import { settings } from '../settings.svelte';
import type { EditionSeen, TipSeen } from '../wire/messages';
import { sentence } from '../words/catalogue';

/** The first game of an edition: its own words where it has some, the page's where it has none. */
type Taught = Pick<EditionSeen, 'name' | 'summary' | 'page'>;

const USUAL_TOUR = ['phases', 'command', 'side'];
/** Where the usual stops point. */
const USUAL_PLACES: Record<string, TipSeen['at']> = {
  phases: 'phases',
  command: 'command',
  side: 'side',
  objective: 'dock',
};

/** What the page itself says at a stop or about a verb, whatever the edition; nothing if it has no words for it. */
function usual(table: 'stop' | 'tip', name: string): TipSeen | undefined {
  const [title, text] = ['title', 'text'].map((part) => sentence(settings.language, `${table}.${name}.${part}`));
  return title && text ? { title, text, at: table === 'stop' ? (USUAL_PLACES[name] ?? null) : null } : undefined;
}

/** What the edition is about. */
export const welcomeOf = (edition: Taught): string => edition.page.lesson?.welcome ?? edition.summary;

/** The stops of the tour of the screen, the welcome first. */
export function tourOf(edition: Taught): TipSeen[] {
  const { tour = USUAL_TOUR, stops = {} } = edition.page.lesson ?? {};
  const words = tour.flatMap((name) => stops[name] ?? usual('stop', name) ?? []);
  return [{ title: edition.name, text: welcomeOf(edition), at: null }, ...words];
}

/** What to say when a verb is asked for the first time. */
export function tipOf(edition: Taught, verb: string): TipSeen | undefined {
  return edition.page.lesson?.tips[verb] ?? usual('tip', verb);
}

/** The steps of a first game, to be read before it. */
export const stepsOf = (edition: Taught): TipSeen[] =>
  (edition.page.lesson?.verbs ?? []).flatMap((verb) => tipOf(edition, verb) ?? []);
