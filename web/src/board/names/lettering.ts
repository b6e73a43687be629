import type { Geometry, PlaceShape } from '../geometry';

/** Widths of texts in a board's font at size 1. */
export type Measure = (text: string) => number;

export const LINE = 1.02; // line height in letter sizes
export const RISE = 0.76; // height above the baseline
export const FALL = 0.2; // and depth below it
const MOST_LINES = 3;

/** The name of a place on the map: as drawn, or as the edition calls it, in the same style. */
export function calledOn(shape: PlaceShape, language: string, called: string | undefined): string {
  const drawn = (shape.labels[language]?.lines ?? []).join(' ');
  if (!called || drawn.toLowerCase() === called.toLowerCase()) return drawn || (called ?? '');
  return drawn && drawn === drawn.toUpperCase() ? called.toUpperCase() : called;
}

/** The ways to break a name into up to three lines, each as even as possible. */
export function breaks(name: string, measure: Measure): string[][] {
  const words = name.split(' ').filter(Boolean);
  const found: string[][] = [];
  for (let count = 1; count <= Math.min(MOST_LINES, words.length); count++) {
    const widest = (lines: string[]) => Math.max(...lines.map(measure));
    found.push(splits(words, count).reduce((best, lines) => (widest(lines) < widest(best) - 1e-9 ? lines : best)));
  }
  return found;
}

function splits(words: string[], count: number): string[][] {
  if (count === 1) return [[words.join(' ')]];
  const found: string[][] = [];
  for (let first = 1; first <= words.length - count + 1; first++)
    for (const rest of splits(words.slice(first), count - 1)) found.push([words.slice(0, first).join(' '), ...rest]);
  return found;
}

const FACES: Record<string, string> = { parchment: '700 100px Cinzel', ember: '700 100px Cinzel' };
const PLAIN = '600 100px "Barlow Condensed"';
const measures = new Map<string, Measure>();

/** The fonts of a theme in this browser; `ready` when they have loaded. */
export function lettersOf(look: string): { measure: Measure; ready: Promise<unknown> } {
  const face = FACES[look] ?? PLAIN;
  return { measure: measures.get(face) ?? measuring(face), ready: document.fonts.load(face) };
}

function measuring(face: string): Measure {
  const page = document.createElement('canvas').getContext('2d');
  const widths = new Map<string, number>();
  const measure = (text: string) => {
    const known = widths.get(text);
    if (known !== undefined) return known;
    const isHere = document.fonts.check(face);
    if (page) page.font = face;
    const width = (page?.measureText(text).width ?? text.length * 50) / 100;
    if (isHere) widths.set(text, width);
    return width;
  };
  measures.set(face, measure);
  return measure;
}

/** The smallest legible and the preferred letter size on a screen, in pixels; capitals may be smaller. */
export function legible(board: Geometry): { least: number; good: number } {
  return board.look in FACES ? { least: 8.2, good: 10 } : { least: 9.4, good: 11.5 };
}
