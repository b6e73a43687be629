import drawn from '../../../src/kamchatka/boards/pieces.json';

/** Seat symbols in a box of 20 and pieces in a box of 32, as the boards draw them, plus what only the screen shows. */
export const SYMBOLS: Record<number, string> = drawn.symbols;

const SCREEN_ONLY: Record<string, string> = {
  infantry:
    '<circle cx="16" cy="7.5" r="4"/><path d="M8.5 28c0-9 2.5-14.5 7.5-14.5S23.5 19 23.5 28z"/>' +
    '<path d="M26 4v24" class="glyph-line" stroke-width="2.2"/>',
  cavalry:
    '<path d="M9 28c.5-5 3-7 3.2-10.5L8 20l-3-3.5 5.5-8L12 4l3 3.5c7 .5 11 6 11 13.5v7z"/>' +
    '<circle cx="13" cy="11" r="1.3" class="hole"/>',
  artillery:
    '<circle cx="11.5" cy="22" r="6.5"/><path d="M7 15.5 25 6l4 6.5L13 22z"/>' +
    '<circle cx="11.5" cy="22" r="2.5" class="hole"/>',
  joker:
    '<path d="M5 22 3.5 9.5 11 15l5-10 5 10 7.5-5.5L27 22z"/><path d="M5.5 24h21v4h-21z"/>' +
    '<circle cx="3.5" cy="8" r="2.2"/><circle cx="16" cy="4" r="2.2"/><circle cx="28.5" cy="8" r="2.2"/>',
  energy: '<path d="M18.5 2 6.5 18h7.2L11 30l14.5-17.5h-8z"/>',
  faith: '<path d="M16 3c5 6 8 9.6 8 14.5A8 8 0 0 1 8 17.5C8 12.6 11 9 16 3z"/>',
  points: '<path d="M16 3l3.5 9H29l-7.5 6 2.5 9.5L16 22l-8 5.5L10.5 18 3 12h9.5z"/>',
};

/** Kinds of commanders as actions name them, drawn as their pieces. */
const COMMANDERS = Object.fromEntries(
  (['land', 'naval', 'space', 'nuclear'] as const).map((kind) => [kind, drawn.pieces[`${kind}_commander`]]),
);

export const PIECES: Record<string, string> = { ...drawn.pieces, ...COMMANDERS, ...SCREEN_ONLY };
