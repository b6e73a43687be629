import type { Geometry, PlaceShape } from '../geometry';

/** Widths of texts in the letters of a board, one unit high. */
export type Measure = (text: string) => number;

export const LINE = 1.02; // from one line to the next, in heights of letters
export const RISE = 0.76; // of letters above their line
export const FALL = 0.2; // and below it
const MOST_LINES = 3;

/** What a place is called on the map: as it was drawn, or as the edition calls it, in the same letters. */
export function calledOn(shape: PlaceShape, language: string, called: string | undefined): string {
  const drawn = (shape.labels[language]?.lines ?? []).join(' ');
  if (!called || drawn.toLowerCase() === called.toLowerCase()) return drawn || (called ?? '');
  return drawn && drawn === drawn.toUpperCase() ? called.toUpperCase() : called;
}

/** The ways to write a name on up to three lines, each as even as it can be. */
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

/** The letters of a look as this browser draws them; `ready` when they have come. */
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

/** The smallest letters that can be read on a screen and those that are better, in pixels; capitals may be smaller. */
export function legible(board: Geometry): { least: number; good: number } {
  return board.look in FACES ? { least: 8.2, good: 10 } : { least: 9.4, good: 11.5 };
}
