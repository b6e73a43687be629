import { settings } from '../settings.svelte';
import { en, type Phrase } from './en';
import { it } from './it';

type Books<P extends string> = Record<'it' | 'en', Record<P, string>>;

/** Says phrases of a pair of word books in the reader's language; reactive wherever it is used in a template. */
export function sayer<P extends string>(books: Books<P>) {
  return (phrase: P, fields: Record<string, string | number> = {}): string => {
    const whole = books[settings.language][phrase];
    const [one = whole, many] = whole.split('|');
    const text = many !== undefined && String(fields.n) !== '1' ? many : one;
    return text.replace(/\{(\w+)\}/g, (_, name: string) => String(fields[name] ?? ''));
  };
}

/** What every screen says. */
export const say = sayer<Phrase>({ en, it });

/** Minutes and seconds, or hours, or days: as a clock on the wall would say. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const [days, hours, minutes] = [
    Math.floor(whole / 86400),
    Math.floor(whole / 3600) % 24,
    Math.floor(whole / 60) % 60,
  ];
  const two = (n: number) => String(n).padStart(2, '0');
  if (days) return `${days}${settings.language === 'it' ? 'g' : 'd'} ${hours}h`;
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** A span of time that somebody chose: 30 s, 5 min, 1 day. */
export function spanText(seconds: number): string {
  if (seconds < 100) return say('seconds', { n: seconds });
  if (seconds < 7200) return say('minutes', { n: Math.round(seconds / 60) });
  return seconds < 86400
    ? say('hours', { n: Math.round(seconds / 3600) })
    : say('days', { n: Math.round(seconds / 86400) });
}

/** The same words at the beginning of a line. */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A number with one decimal, in the reader's manner. */
export function decimal(value: number): string {
  return value.toLocaleString(settings.language, { maximumFractionDigits: 1 });
}
