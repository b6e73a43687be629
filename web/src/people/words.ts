import { settings } from '../settings.svelte';
import type { PeoplePhrases } from '../words/phrases';
import { sayer } from '../words/say';

/** Sentences about players, quick match and notifications. */
export const speak = sayer<PeoplePhrases>('people');

/** How a game counts, as a phrase; empty for one that was not meant to be rated. */
const RATINGS = [
  'rated',
  'settled',
  'with_bots',
  'same_device',
  'same_address',
  'same_pair',
  'called_off',
  'too_short',
] as const;
export function ratingText(rating: string): string {
  const known = RATINGS.find((one) => one === rating);
  return known ? speak(known) : '';
}

/** A change of points, always with its sign. */
export const signedWhole = (change: number) => `${change > 0 ? '+' : change < 0 ? '−' : '±'}${Math.abs(change)}`;

/** A day or a moment, in the reader's format. */
export const dayText = (at: number) =>
  new Date(at).toLocaleDateString(settings.language, { day: 'numeric', month: 'short', year: 'numeric' });
export const momentText = (at: number) =>
  new Date(at).toLocaleString(settings.language, { dateStyle: 'medium', timeStyle: 'short' });
