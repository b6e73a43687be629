import type { MomentSeen } from '../wire/messages';

/** One seat's band in a chart of stacked chances. */
export interface Band {
  seat: number;
  path: string;
}

/** Compute bands from chances by step: `x` from 0 to `width` by step, all bands together `height` high. */
export function bandsOf(points: readonly MomentSeen[], last: number, width: number, height: number): Band[] {
  const seats = points[0]?.chances.length ?? 0;
  const x = (step: number) => ((step / Math.max(1, last)) * width).toFixed(1);
  const bands: Band[] = [];
  for (let seat = 0; seat < seats; seat++) {
    const below = (point: MomentSeen) => point.chances.slice(0, seat).reduce((sum, chance) => sum + chance, 0);
    const y = (share: number) => (height * share).toFixed(1);
    const upper = points.map((point) => `${x(point.entry)} ${y(below(point))}`);
    const lower = points.map((point) => `${x(point.entry)} ${y(below(point) + (point.chances[seat] ?? 0))}`).reverse();
    bands.push({ seat, path: `M${[...upper, ...lower].join('L')}Z` });
  }
  return bands;
}

/** Return the last point not after a step. */
export function pointAt(points: readonly MomentSeen[], step: number): MomentSeen | undefined {
  return points.findLast((point) => point.entry <= step) ?? points[0];
}
