import type { Throw } from '../model/performance';

/** The result of a column of dice: which die of a pair beats the other; a die without a partner has none. */
export type Outcome = 'wins' | 'loses' | 'idle';

/** Whether pairs decide this roll, so that each pair costs one side an army. */
const isByPairs = ({ attack, defence, lost, beaten }: Throw): boolean =>
  lost + beaten > 0 && lost + beaten === Math.min(attack.length, defence.length);

/** The result of both sides' dice, column by column; ties go to the defender. */
export function outcomes(thrown: Throw): { attack: Outcome[]; defence: Outcome[] } {
  const { attack, defence } = thrown;
  const pairs = !thrown.rolling && isByPairs(thrown) ? Math.min(attack.length, defence.length) : 0;
  const of = (i: number, isAttack: boolean): Outcome => {
    if (i >= pairs) return 'idle';
    return attack[i]! > defence[i]! === isAttack ? 'wins' : 'loses';
  };
  return { attack: attack.map((_, i) => of(i, true)), defence: defence.map((_, i) => of(i, false)) };
}
