import type { Counted, Score } from '../../wire/messages';

/** A column of the final table; columns of tie-breaks are shown only if there is a tie. */
export interface Column {
  id: string;
  label: string;
  part: number | null; // its position in the bar, if it is a part of the points
}

/** Sort winners first, then by points, then by territories. */
export function ranked(scores: Score[]): Score[] {
  return [...scores].sort(
    (a, b) => Number(b.winner) - Number(a.winner) || (b.points ?? -1) - (a.points ?? -1) || b.lands - a.lands,
  );
}

/** Every part in which a seat has points, in the order of the edition. */
export const partsOf = (scores: Score[]): Column[] =>
  named(scores.flatMap((score) => score.parts)).map((column, part) => ({ ...column, part }));

/** The tie-breaks that were compared because the best had equal points. */
export function tiesOf(scores: Score[]): Column[] {
  const points = scores.map((score) => score.points ?? -1);
  const best = Math.max(...points);
  return points.filter((one) => one === best).length > 1 ? named(scores.flatMap((score) => score.ties)) : [];
}

function named(counted: Counted[]): Column[] {
  const labels = new Map(counted.map((one) => [one.id, one.label]));
  const has = new Set(counted.filter((one) => one.value).map((one) => one.id));
  return [...labels].filter(([id]) => has.has(id)).map(([id, label]) => ({ id, label, part: null }));
}

export const valueOf = (counted: Counted[], column: Column): number | undefined =>
  counted.find((one) => one.id === column.id)?.value;
