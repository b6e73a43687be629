import { settings } from '../settings.svelte';
import type { EditionSeen, TipSeen } from '../wire/messages';
import { USUAL_STOPS, USUAL_TIPS, type UsualTip } from './usualTips';

/** The first game of an edition: its own words where it has some, the page's where it has none. */
type Taught = Pick<EditionSeen, 'name' | 'summary' | 'page'>;

const USUAL_TOUR = ['phases', 'command', 'side'];

const said = ({ title, text, at }: UsualTip): TipSeen => ({
  title: title[settings.language],
  text: text[settings.language],
  at: at ?? null,
});

/** What the edition is about. */
export const welcomeOf = (edition: Taught): string => edition.page.lesson?.welcome ?? edition.summary;

/** The stops of the tour of the screen, the welcome first. */
export function tourOf(edition: Taught): TipSeen[] {
  const { tour = USUAL_TOUR, stops = {} } = edition.page.lesson ?? {};
  const words = tour.flatMap((name) => stops[name] ?? (USUAL_STOPS[name] ? said(USUAL_STOPS[name]) : []));
  return [{ title: edition.name, text: welcomeOf(edition), at: null }, ...words];
}

/** What to say when a verb is asked for the first time. */
export function tipOf(edition: Taught, verb: string): TipSeen | undefined {
  const usual = USUAL_TIPS[verb];
  return edition.page.lesson?.tips[verb] ?? (usual && said(usual));
}

/** The steps of a first game, to be read before it. */
export const stepsOf = (edition: Taught): TipSeen[] =>
  (edition.page.lesson?.verbs ?? []).flatMap((verb) => tipOf(edition, verb) ?? []);
