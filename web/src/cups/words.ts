import { settings } from '../settings.svelte';
import type { CupsPhrases } from '../words/phrases';
import { sayer } from '../words/say';
import { parts } from './countdown';

/** Sentences about cups. */
export const cupSay = sayer<CupsPhrases>('cups');

/** Time until a moment, as "2 h 10 min"; both arguments in milliseconds. */
export function untilText(moment: number, now: number): string {
  const { days, hours, minutes } = parts(moment - now);
  if (days) return cupSay('inDays', { days, hours });
  return hours ? cupSay('inHours', { hours, minutes }) : cupSay('inMinutes', { minutes });
}

/** A start in the reader's time zone: "Sat 21 Nov, 21:00". */
export const startText = (moment: number) =>
  new Date(moment).toLocaleString(settings.language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
