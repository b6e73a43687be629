import { getContext, setContext } from 'svelte';
import drawn from '../../../src/kamchatka/boards/signs.json';
import type { PageSeen, StrokeSeen } from '../wire/messages';

/** Seat symbols in a box of 20, as the boards draw them. */
export const SYMBOLS: Record<number, string> = drawn.symbols;
/** The same in a box of 12, as badges need them: drawn at final size, because each change of scale creates a layer. */
export const MARKS = Object.fromEntries(Object.entries(SYMBOLS).map(([colour, drawing]) => [colour, smaller(drawing)]));
/** Signs printed on boards, in a box of 32. */
export const SIGNS: Record<string, string> = drawn.signs;

const ANY_PIECE = 'piece';

/** Scale a drawing of lines, circles and rectangles to three fifths: every number in it is a length. */
function smaller(drawing: string): string {
  return drawing.replace(/-?(\d+\.?\d*|\.\d+)/g, (length) => ` ${+(Number(length) * 0.6).toFixed(3)}`);
}

/** An edition's drawings for boards and cards, and the effect of its marks on a place. */
export class Pieces {
  constructor(private readonly page: () => Pick<PageSeen, 'glyphs' | 'marks'> | undefined) {}

  /** The glyph of a kind: by its own name, or by the last part of it that has one (cards_land as land). */
  glyph(kind: string): StrokeSeen[] | undefined {
    const glyphs = this.page()?.glyphs ?? {};
    const name = [kind, ...kind.split('_').reverse()].find((one) => glyphs[one]);
    return name ? glyphs[name] : undefined;
  }

  /** The same with a fallback: a kind without a glyph is drawn as a generic piece. */
  piece(kind: string): StrokeSeen[] {
    return this.glyph(kind) ?? this.page()?.glyphs[ANY_PIECE] ?? [];
  }

  /** Whether a mark has flooded a place. */
  sinks(marks: string[] = []): boolean {
    return marks.some((mark) => this.page()?.marks[mark]?.sinks);
  }
}

const KEY = Symbol('pieces');

/** Let all child components draw the pieces of an edition; called during component initialisation. */
export const showPieces = (page: () => PageSeen | undefined): void => void setContext(KEY, new Pieces(page));

/** The pieces of the current edition. */
export const shownPieces = (): Pieces => getContext<Pieces>(KEY) ?? new Pieces(() => undefined);
