import type { PieceSeen, PlaceSeen } from '../wire/messages';
import type { Box, PlaceShape, Point } from './geometry';

/** Positions and sizes of badges and tokens, for drawing them and for everything that must not cover them. */
export const BADGE_HEIGHT = 24;
const BADGE_RING = 1; // width of the line around it, half of it outside
const TOKEN_RADIUS = 11;
const TOKEN_RING = 0.8;
const AIR = 1; // minimum distance between tokens and badges
const SYMBOL_SCALE = 1.45;
const MARK_SCALE = 1.1;

/** Size of a badge with this number of armies, before scaling. */
export const badgeWidth = (armies: number): number => 26.5 + 9.5 * String(armies).length;

/** Scale of badges on a screen with `unit` pixels per unit of the board, so that they can be read. */
export const badgeScale = (unit: number, mini = false): number => Math.min(mini ? 3.2 : 2.1, Math.max(1, 0.78 / unit));

export interface Token {
  key: string;
  kind: string;
  style: 'symbol' | 'token' | 'marker';
  seat: number | null;
  n: number;
  at: Point;
  scale: number;
}

/** The colour that a place shows: its owner's, or the neutral army's; 0 for an empty place. */
export const holderColour = (here: PlaceSeen | undefined, colourOf: (seat: number | null) => number): number =>
  here && (here.owner != null || here.armies > 0) ? colourOf(here.owner ?? null) : 0;

export function badgeBox(shape: PlaceShape, armies: number, scale: number): Box {
  const [x, y] = shape.badge;
  const [wide, high] = [badgeWidth(armies) / 2 + BADGE_RING, BADGE_HEIGHT / 2 + BADGE_RING];
  return [x - wide * scale, y - high * scale, x + wide * scale, y + high * scale];
}

export function tokenBox({ at: [x, y], scale }: Token): Box {
  const radius = (TOKEN_RADIUS + TOKEN_RING) * scale;
  return [x - radius, y - radius, x + radius, y + radius];
}

/** Everything on a place besides its armies: printed symbols, pieces, drawn marks. */
export function tokensOf(
  shape: PlaceShape,
  here: PlaceSeen | undefined,
  scale: number,
  isDrawn: (mark: string) => boolean,
): Token[] {
  const spot = (i: number) => shape.pieces[i] ?? shape.badge;
  const token = (
    style: Token['style'],
    i: number,
    kind: string,
    at: Point,
    size: number,
    piece?: PieceSeen,
  ): Token => ({
    key: `${style}${i}`,
    kind,
    style,
    seat: piece?.seat ?? null,
    n: piece?.n ?? 1,
    at,
    scale: size,
  });
  const symbols = shape.symbols.map(([symbol, at], i) => token('symbol', i, symbol, at, SYMBOL_SCALE));
  const pieces = (here?.pieces ?? []).map((piece, i) =>
    token('token', i, piece.kind, spot(i), Math.min(1.4, scale), piece),
  );
  const marks = (here?.marks ?? [])
    .map((mark, i) => token('marker', i, mark, spot(shape.pieces.length - 1 - i), MARK_SCALE))
    .filter(({ kind }) => isDrawn(kind));
  const badge = badgeBox(shape, here?.armies ?? 0, here?.armies ? scale : 0);
  return [...clearOf(badge, symbols), ...clearOf(badge, [...pieces, ...marks])];
}

/** On a small board an enlarged badge moves all tokens beside it away by the same distance. */
function clearOf(badge: Box, tokens: Token[]): Token[] {
  const [x, y] = [(badge[0] + badge[2]) / 2, (badge[1] + badge[3]) / 2];
  const factors = tokens.map(({ at, scale }) => {
    const radius = (TOKEN_RADIUS + TOKEN_RING) * scale + AIR;
    const [wide, high] = [(badge[2] - badge[0]) / 2 + radius, (badge[3] - badge[1]) / 2 + radius];
    return Math.min(wide / Math.max(1, Math.abs(at[0] - x)), high / Math.max(1, Math.abs(at[1] - y)));
  });
  const further = Math.min(2, Math.max(1, ...factors, ...tokens.map(({ scale }) => scale)));
  return tokens.map((token) => ({
    ...token,
    at: [x + (token.at[0] - x) * further, y + (token.at[1] - y) * further],
  }));
}

export const overlaps = (one: Box, other: Box): boolean =>
  one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];
