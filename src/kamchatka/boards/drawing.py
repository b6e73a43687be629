"""Drawings of a board as SVG text, with or without a position. All colours come from the theme's stylesheet."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from html import escape
from importlib.resources import files

from kamchatka.boards.geometry import Geometry, LaneShape, PlaceShape, Point
from kamchatka.boards.styles import THEMES, stylesheet
from kamchatka.texts import translate

SEATS = (1, 2, 3, 4, 5, 6)
MARKS = {"red": 1, "blue": 2, "green": 3, "yellow": 4, "purple": 5, "black": 6}  # by army colour
# Only six marks can be told apart by everyone. All other colours use the nearest of them.
NEAREST = {"garnet": "red", "brown": "yellow"}
NEAREST |= {"babylonians": "blue", "celts": "green", "egyptians": "yellow", "greeks": "purple", "norse": "red"}
MARKS |= {other: MARKS[colour] for other, colour in NEAREST.items()}
# Themes with patterns that repeat the seat: for colour-blind users and for print.
_PATTERNS = {
    1: (9, 45, "M0 0V9M9 0V9"),
    2: (9, 0, "M4.5 4.5h0"),
    3: (8, 0, "M0 4H8"),
    4: (8, 0, "M4 0V8"),
    5: (11, 45, "M0 5.5H11M5.5 0V11"),
    6: (9, -45, "M0 0V9M9 0V9"),
}


@dataclass(frozen=True)
class Position:
    """The position to draw. Keys are places or heavens; seats are numbered from 1."""

    owners: Mapping[str, int] = field(default_factory=dict)
    armies: Mapping[str, int] = field(default_factory=dict)
    pieces: Mapping[str, Sequence[str]] = field(default_factory=dict)
    sunken: frozenset[str] = frozenset()
    closed: frozenset[tuple[str, str]] = frozenset()
    glyphs: Mapping[str, str] = field(default_factory=dict)  # drawings of pieces, as SVG markup in a box of 32 units


@cache
def _symbols() -> dict[str, dict[str, str]]:
    """Load the seat symbols (in a box of 20 units) and the printed signs (32 units)."""
    signs: dict[str, dict[str, str]] = json.loads(files(__package__).joinpath("signs.json").read_text("utf-8"))
    return signs


def draw(
    board: Geometry,
    position: Position | None = None,
    theme: str | None = "light",
    language: str = "it",
    legend: bool = False,
    optional: bool = True,
) -> str:
    """Draw a board. Without a theme, the file links to the light stylesheet beside it.

    `optional` includes lanes that a table may switch off.
    """
    if not optional:
        board = replace(board, lanes=tuple(lane for lane in board.lanes if not lane.optional))
    width, height = board.size
    played = " played" if position else ""
    style = f"<style>{stylesheet(theme, board.look)}</style>" if theme else ""
    sheets = [] if theme else THEMES["light"]
    link = "".join(f'<?xml-stylesheet type="text/css" href="themes/{sheet}.css"?>\n' for sheet in sheets)
    opening = (
        f'{link}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="{escape(translate(language, **board.names))}" class="board {board.look}{played}">{style}'
    )
    parts = [opening, *_ground(board), *_map(board, position or Position(), language)]
    if legend:
        parts.append(_legend(board, language))
    return "\n".join([*parts, "</svg>\n"])


def _ground(board: Geometry) -> Iterator[str]:
    """Draw the sea or sky, the halo of the coast, and everything beneath the places."""
    width, height = board.size
    patterns = "".join(_pattern(seat) for seat in SEATS)
    stops = '<stop class="depth-1" offset="0"/><stop class="depth-2" offset=".55"/><stop class="depth-3" offset="1"/>'
    limb = '<stop class="limb-1" offset="0"/><stop class="limb-2" offset=".55"/><stop class="limb-3" offset="1"/>'
    yield (
        f'<defs><radialGradient id="depth" cx=".5" cy=".45" r=".75">{stops}</radialGradient>'
        f'<radialGradient id="limb-light" cx=".38" cy=".34" r=".75">{limb}</radialGradient>'
        f'<path id="land" d="{board.land}"/><clipPath id="shore"><use href="#land"/></clipPath>{patterns}</defs>'
    )
    yield f'<rect class="sea" fill="url(#depth)" width="{width}" height="{height}"/>'
    yield from (f'<path class="{item.style}" d="{item.path}"/>' for item in board.under)
    rings = "".join(f'<use href="#land" class="coast coast-{ring}"/>' for ring in (3, 2, 1))
    yield f'<g class="coasts">{rings}<use href="#land" class="shadow" x="3" y="4"/><use href="#land" class="land"/></g>'


def _pattern(seat: int) -> str:
    size, turn, marks = _PATTERNS[seat]
    return (
        f'<pattern id="pattern-{seat}" class="pattern seat-{seat}" width="{size}" height="{size}" '
        f'patternUnits="userSpaceOnUse" patternTransform="rotate({turn})">'
        f'<rect class="weave" width="{size}" height="{size}"/><path class="thread" d="{marks}"/></pattern>'
    )


def _map(board: Geometry, position: Position, language: str) -> Iterator[str]:
    """Draw lanes, places by zone, borders, barriers, names and pieces, from the bottom up."""
    captions = "".join(_caption(translate(language, **caption.names), caption.at, caption.size, caption.turn)
                       for caption in board.captions)  # fmt: skip
    yield f'<g class="captions">{captions}</g>'
    yield f'<g class="lanes">{"".join(_lane(lane, position) for lane in board.lanes)}</g>'
    yield from (_zone(board, zone, position) for zone in board.zones)
    for heaven, shape in board.heavens.items():
        yield f'<path id="{heaven}" class="{_place_class("heaven", heaven, shape, position)}" d="{shape.path}"/>'
    rims = "".join(f'<use href="#land" class="rim rim-{ring}"/>' for ring in (2, 1))
    yield f'<g class="rims" clip-path="url(#shore)">{rims}</g>'
    yield from (f'<path class="zone-border" d="{zone.border}"/>' for zone in board.zones.values() if zone.border)
    yield from (f'<path class="{item.style}" d="{item.path}"/>' for item in board.over)
    for barrier in board.barriers:
        layers = "".join(f'<path class="{style}" d="{path}"/>' for style, path in barrier.layers.items())
        yield f'<g class="barrier {barrier.kind}" data-between="{" ".join(barrier.between)}">{layers}</g>'
    stands = {**board.places, **board.heavens}
    yield f'<g class="labels">{"".join(_names(stands, position, language, board.lettering))}</g>'
    shut = [lane for lane in board.lanes if _is_closed(lane, position)]
    markers = [_token("maelstrom", lane.middle, "marker", _sign("maelstrom")) for lane in shut]
    yield f'<g class="pieces">{"".join([*_pieces(stands, position), *markers])}</g>'


def _zone(board: Geometry, zone: str, position: Position) -> str:
    members = [
        f'<path id="{place}" class="{_place_class("place", place, shape, position)}" d="{shape.path}"/>'
        for place, shape in board.places.items()
        if shape.zone == zone
    ]
    return "\n".join([f'<g id="zone-{zone}" class="zone hue-{board.zones[zone].hue}">', *members, "</g>"])


def _place_class(base: str, place: str, shape: PlaceShape, position: Position) -> str:
    """Return the CSS classes of a place, for its kind, shade and owner."""
    words = [base, shape.kind, f"shade-{shape.shade}"]
    if place in position.sunken:
        words.append("sunken")
    elif place in position.owners:
        words.append(f"owned seat-{position.owners[place]}")
    return " ".join(words)


def _lane(lane: LaneShape, position: Position) -> str:
    cut_off = _is_closed(lane, position) or not position.sunken.isdisjoint(lane.between)
    style = f"lane{' optional' if lane.optional else ''}{' closed' if cut_off else ''}"
    paths = "".join(f'<path d="{path}"/>' for path in lane.paths)
    dots = "".join(f'<circle cx="{x:g}" cy="{y:g}" r="2.6"/>' for x, y in lane.ends)
    return f'<g class="{style}" data-between="{" ".join(lane.between)}">{paths}{dots}</g>'


def _is_closed(lane: LaneShape, position: Position) -> bool:
    return lane.between in position.closed or lane.between[::-1] in position.closed


def _caption(text: str, at: Point, size: float, turn: float) -> str:
    x, y = at
    rotation = f' transform="rotate({turn:g} {x:g} {y:g})"' if turn else ""
    return f'<text class="caption" x="{x:g}" y="{y:g}" font-size="{size:g}"{rotation}>{escape(text)}</text>'


def _names(stands: Mapping[str, PlaceShape], position: Position, language: str, size: float) -> Iterator[str]:
    """Draw the labels. Each line is stretched to its measured width, so that labels don't collide in other fonts."""
    for place, shape in stands.items():
        label, owner = shape.label(language), position.owners.get(place)
        sunken = place in position.sunken
        style = "label sunken" if sunken else f"label on-{owner}" if owner else f"label {shape.kind}"
        x, y = label.at
        for row, (line, width) in enumerate(zip(label.lines, label.widths, strict=True)):
            yield (
                f'<text class="{style}" x="{x:g}" y="{y + row * size * 1.04:.1f}" font-size="{size:g}" '
                f'textLength="{width:g}" lengthAdjust="spacingAndGlyphs">{escape(line)}</text>'
            )


def _pieces(stands: Mapping[str, PlaceShape], position: Position) -> Iterator[str]:
    """Draw printed symbols, badges and tokens, or a mark where a badge can be."""
    for place, shape in stands.items():
        yield from (_token(sign, at, "symbol", _sign(sign), scale=1.45) for sign, at in shape.symbols)
        armies = position.armies.get(place, 0)
        owner = None if place in position.sunken else position.owners.get(place)
        x, y = shape.badge
        if owner and armies:
            yield _badge(owner, armies, shape.badge)
        else:
            yield f'<circle class="anchor" data-place="{place}" cx="{x:g}" cy="{y:g}" r="3"/>'
        if place not in position.sunken:
            yield from _tokens(position.pieces.get(place, ()), shape.pieces, owner, position.glyphs)


def _tokens(
    pieces: Iterable[str], spots: Sequence[Point], owner: int | None, glyphs: Mapping[str, str]
) -> Iterator[str]:
    for piece, spot in zip(pieces, spots, strict=False):
        yield _token(piece, spot, f"token seat-{owner}" if owner else "token", glyphs.get(piece, ""))


def _badge(seat: int, armies: int, at: Point) -> str:
    """Draw the badge of a stack: the seat's symbol and the number of armies."""
    width, (x, y) = 26.5 + 9.5 * len(str(armies)), at
    mark = _symbols()["symbols"][str(seat)]
    return (
        f'<g class="badge seat-{seat}" transform="translate({x:g} {y:g})">'
        f'<rect class="pill" x="{-width / 2:g}" y="-12" width="{width:g}" height="24" rx="12"/>'
        f'<g class="mark" transform="translate({-width / 2 + 6.5:g} -6) scale(.6)">{mark}</g>'
        f'<text class="count" x="{-width / 2 + 20.5 + 4.75 * len(str(armies)):g}" y="6">{armies}</text></g>'
    )


def _sign(name: str) -> str:
    """Return the printed sign with that name; "" if only its edition can draw it."""
    return _symbols()["signs"].get(name, "")


def _token(piece: str, at: Point, style: str, glyph: str, scale: float = 1) -> str:
    (x, y), larger = at, f" scale({scale:g})" if scale != 1 else ""
    return (
        f'<g class="{style} {piece}" transform="translate({x:g} {y:g}){larger}"><circle r="11"/>'
        f'<g class="glyph" transform="translate(-8 -8) scale(.5)">{glyph}</g></g>'
    )


def _legend(board: Geometry, language: str) -> str:
    """Draw the board's title, and its zones with their bonuses."""
    x, y = board.legend
    rows = [f'<text class="title" x="{x:g}" y="{y:g}">{escape(translate(language, **board.names))}</text>']
    for row, zone in enumerate(zone for zone in board.zones.values() if zone.bonus):
        left, line = x + row // 6 * 172, y + 28 + row % 6 * 21
        rows.append(
            f'<g class="hue-{zone.hue}">'
            f'<rect class="swatch" x="{left:g}" y="{line - 12:g}" width="18" height="14" rx="3"/>'
            f'<text class="entry" x="{left + 26:g}" y="{line:g}">{escape(translate(language, **zone.names))}</text>'
            f'<text class="bonus" x="{left + 160:g}" y="{line:g}">+{zone.bonus}</text></g>'
        )
    return f'<g class="legend">{"".join(rows)}</g>'
