import { getContext, setContext } from 'svelte';
import drawn from '../../../src/kamchatka/boards/signs.json';
import type { PageSeen, StrokeSeen } from '../wire/messages';

/** Seat symbols in a box of 20, as the boards draw them. */
export const SYMBOLS: Record<number, string> = drawn.symbols;
/** The same in a box of 12, as badges have them: drawn at their size, since each change of scale is a layer to draw. */
export const MARKS = Object.fromEntries(Object.entries(SYMBOLS).map(([colour, drawing]) => [colour, smaller(drawing)]));
/** Signs printed on boards, in a box of 32. */
export const SIGNS: Record<string, string> = drawn.signs;

const ANY_PIECE = 'piece';

/** A drawing made of lines, circles and rectangles at three fifths of its size: every number in it is a length. */
function smaller(drawing: string): string {
  return drawing.replace(/-?(\d+\.?\d*|\.\d+)/g, (length) => ` ${+(Number(length) * 0.6).toFixed(3)}`);
}

/** What an edition draws on boards and cards, and what its marks do to a place. */
export class Pieces {
  constructor(private readonly page: () => Pick<PageSeen, 'glyphs' | 'marks'> | undefined) {}

  /** The glyph of a kind: by its own name, or by a part of it from the last on (cards_land as land). */
  glyph(kind: string): StrokeSeen[] | undefined {
    const glyphs = this.page()?.glyphs ?? {};
    const name = [kind, ...kind.split('_').reverse()].find((one) => glyphs[one]);
    return name ? glyphs[name] : undefined;
  }

  /** The same for something that must be seen: what has no glyph is drawn as any piece. */
  piece(kind: string): StrokeSeen[] {
    return this.glyph(kind) ?? this.page()?.glyphs[ANY_PIECE] ?? [];
  }

  /** Whether marks have put a place under water. */
  sinks(marks: string[] = []): boolean {
    return marks.some((mark) => this.page()?.marks[mark]?.sinks);
  }
}

const KEY = Symbol('pieces');

/** Let everything below draw the pieces of an edition; called while a component is set up. */
export const showPieces = (page: () => PageSeen | undefined): void => void setContext(KEY, new Pieces(page));

/** The pieces of the edition that is shown. */
export const shownPieces = (): Pieces => getContext<Pieces>(KEY) ?? new Pieces(() => undefined);
