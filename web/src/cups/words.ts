import { settings } from '../settings.svelte';
import type { CupsPhrases } from '../words/phrases';
import { sayer } from '../words/say';
import { parts } from './countdown';

/** Sentences about cups. */
export const cupSay = sayer<CupsPhrases>('cups');

/** How long until a moment: "2 h 10 min"; both in milliseconds. */
export function untilText(moment: number, now: number): string {
  const { days, hours, minutes } = parts(moment - now);
  if (days) return cupSay('inDays', { days, hours });
  return hours ? cupSay('inHours', { hours, minutes }) : cupSay('inMinutes', { minutes });
}

/** A start as the reader's clock shows it: "Sat 21 Nov, 21:00". */
export const startText = (moment: number) =>
  new Date(moment).toLocaleString(settings.language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
