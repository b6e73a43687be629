import { settings } from '../settings.svelte';
import type { AnalysisSeen } from '../wire/messages';
import type { StudyPhrases } from '../words/phrases';
import { sayer } from '../words/say';

/** The texts of analysis, trainer and analysis board. */
export const study = sayer<StudyPhrases>('study');

/** Who estimated what isn't exact. */
export const judgeOf = (seen: AnalysisSeen): string => study(seen.judge === 'network' ? 'byNetwork' : 'bySearch');

/** A chance in percent, in the reader's number format. */
export const percent = (chance: number): string =>
  chance.toLocaleString(settings.language, { style: 'percent', maximumFractionDigits: 0 });

/** A probability as "1 in n". */
export function oneIn(chance: number): string {
  const times = 1 / chance;
  return times.toLocaleString(settings.language, { maximumFractionDigits: times < 10 ? 1 : 0 });
}

/** A number with its sign and one decimal. */
export const signed = (value: number): string =>
  value.toLocaleString(settings.language, { signDisplay: 'exceptZero', maximumFractionDigits: 1 });
