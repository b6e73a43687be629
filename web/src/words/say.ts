import { settings } from '../settings.svelte';
import { sentence, type Field } from './catalogue';
import type { CommonPhrases } from './phrases';

/** All fields of a phrase, or none if it has none. */
type Fields<Name extends string> = [Name] extends [never] ? [] : [fields: Record<Name, Field>];

/** Phrases of one table of the catalogues in the reader's language; reactive in templates. */
export function sayer<Phrases extends Record<keyof Phrases, string>>(table: string) {
  return <P extends keyof Phrases & string>(phrase: P, ...[fields]: Fields<Phrases[P]>): string =>
    sentence(settings.language, `${table}.${phrase}`, fields) ?? phrase;
}

/** The phrases of every screen. */
export const say = sayer<CommonPhrases>('common');

/** Minutes and seconds, or hours, or days, as on a clock. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const [days, hours, minutes] = [
    Math.floor(whole / 86400),
    Math.floor(whole / 3600) % 24,
    Math.floor(whole / 60) % 60,
  ];
  const two = (n: number) => String(n).padStart(2, '0');
  if (days) return say('clockDays', { days, hours });
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** A time span: 30 s, 5 min, 1 day. */
export function spanText(seconds: number): string {
  if (seconds < 100) return say('seconds', { n: seconds });
  if (seconds < 7200) return say('minutes', { n: Math.round(seconds / 60) });
  return seconds < 86400
    ? say('hours', { n: Math.round(seconds / 3600) })
    : say('days', { n: Math.round(seconds / 86400) });
}

/** The same text at the beginning of a line. */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A chance in percent: 0% or 100% only if it is certain. */
export function chanceText(chance: number): string {
  const hundredths = Math.round(chance * 100);
  if (hundredths === 100 && chance < 1) return '>99%';
  return hundredths === 0 && chance > 0 ? '<1%' : `${hundredths}%`;
}

const manners = new Map<string, Intl.NumberFormat>();

/** A number with one decimal, in the reader's format. The formatter is slow to create, so it is cached. */
export function decimal(value: number): string {
  const { language } = settings;
  const manner = manners.get(language) ?? new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  manners.set(language, manner);
  return manner.format(value);
}
