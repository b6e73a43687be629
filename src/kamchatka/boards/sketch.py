"""Drawings generated from a board sheet alone, for editions without a drawn map.

 python -m kamchatka.boards.sketch src/kamchatka_lagoon/lagoon.toml

writes `lagoon.json` and `lagoon.svg` beside it. Every place gives its position (`at = [x, y]`). Places with a `land`
link share a border and water separates the others; every other kind of link is a lane. `[sketch]` holds matters of
taste: the size of the page and of places, hues, and names on the water.
"""

import json
import math
import sys
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path

import msgspec

from kamchatka.boards import BoardPlace, Named, Zone
from kamchatka.boards.drawing import draw
from kamchatka.boards.geometry import Caption, Geometry, Label, LaneShape, PlaceShape, Point, Scenery, ZoneShape

CORNERS = 72  # number of points of a coast before it is cut
GAP = 22.0  # width of the water between two places without a common border
LETTERING = 17.0
LINE = 1.04 * LETTERING
WIDTH = 0.46 * LETTERING  # estimated width of a letter; the drawing stretches every line to its estimated width
DOT = 4.0  # radius
LONGEST = 11  # maximum letters per line, if the name can be broken
HUES = ("gold", "green", "rose", "blue", "violet", "ochre")
LANGUAGES = ("it", "en")
Shape = list[Point]


class PlacedPlace(BoardPlace, frozen=True, kw_only=True):
    """A place with its position on the page."""

    at: Point
    radius: float = 0.0  # 0 stands for the board's default


class NameOnWater(Named, frozen=True, kw_only=True):
    """The name of a sea or bay, written across the page."""

    at: Point
    size: float = 20.0
    turn: float = 0.0


class Taste(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The `[sketch]` table."""

    size: tuple[int, int]
    radius: float = 90.0
    legend: Point = (36.0, 48.0)
    look: str = "atlas"
    hues: dict[str, str] = {}  # hues by zone; other zones get the unused hues
    double: tuple[str, ...] = ()  # kinds of links that are drawn as two lines
    names: tuple[NameOnWater, ...] = msgspec.field(name="name", default=())


class SketchSheet(Named, frozen=True):
    """A board sheet with the data for a sketch."""

    sketch: Taste
    zones: tuple[Zone, ...] = msgspec.field(name="zone")
    places: tuple[PlacedPlace, ...] = msgspec.field(name="place")
    links: dict[str, tuple[tuple[str, str], ...]] = msgspec.field(default_factory=dict)


class CannotSketch(ValueError):
    """The sheet asks for something that a sketch can't show."""


def sketch(sheet: SketchSheet) -> Geometry:
    """Generate the geometry of a sheet."""
    taste = sheet.sketch
    land = {frozenset(pair) for pair in sheet.links.get("land", ())}
    shapes = {place.id: _shape(place, sheet, land) for place in sheet.places}
    middles = {place.id: place.at for place in sheet.places}
    shades = _shades(sheet, land)
    return Geometry(
        id=sheet.id,
        names={"it": sheet.it, "en": sheet.en},
        size=taste.size,
        look=taste.look,
        lettering=LETTERING,
        land="".join(_path(shape) for shape in shapes.values()),
        zones=_zones(sheet),
        places={place.id: _place(place, shapes[place.id], shades[place.id]) for place in sheet.places},
        heavens={},
        lanes=tuple(
            _lane(pair, middles, shapes, kind in taste.double)
            for kind, pairs in sheet.links.items()
            if kind != "land"
            for pair in pairs
        ),
        barriers=(),
        under=(Scenery("graticule", _waves(taste.size)),),
        over=(Scenery("rose-dark", "".join(_dots(place) for place in sheet.places)),),
        captions=tuple(Caption({"it": name.it, "en": name.en}, name.at, name.size, name.turn) for name in taste.names),
        legend=taste.legend,
    )


# ------------------------------------------------------------------ places
def _shape(place: PlacedPlace, sheet: SketchSheet, land: set[frozenset[str]]) -> Shape:
    """Cut a place's island where it meets its neighbours: along a border if land joins them, otherwise along water."""
    shape = _island(place, place.radius or sheet.sketch.radius)
    for other in sheet.places:
        if other.id == place.id:
            continue
        joined = frozenset((place.id, other.id)) in land
        away = math.dist(place.at, other.at)
        reach = sum(one.radius or sheet.sketch.radius for one in (place, other))
        if joined and away > 0.85 * reach:
            raise CannotSketch(f"{place.id} and {other.id} are joined by land but lie too far apart to touch")
        shape = _clip(shape, place.at, other.at, 0.0 if joined else GAP / 2)
    if not shape:
        raise CannotSketch(f"nothing is left of {place.id}: its neighbours lie too near")
    return shape


def _island(place: PlacedPlace, radius: float) -> Shape:
    """Create a round coast with capes and bays, derived from the place's id so that it never changes."""
    luck = zlib.crc32(place.id.encode())
    shifts = [math.tau * (luck >> 8 * n & 255) / 256 for n in range(3)]
    coast = []
    for corner in range(CORNERS):
        turn = math.tau * corner / CORNERS
        waves = zip((3, 5, 8), (0.07, 0.045, 0.03), shifts, strict=True)
        reach = radius * (1 + sum(height * math.sin(n * turn + shift) for n, height, shift in waves))
        coast.append((place.at[0] + reach * math.cos(turn), place.at[1] + reach * math.sin(turn)))
    return coast


def _clip(shape: Shape, own: Point, other: Point, back: float) -> Shape:
    """Cut a shape off at half the way to another place, or `back` units before that."""
    step = (other[0] - own[0], other[1] - own[1])
    length = math.hypot(*step)
    limit = length / 2 - back

    def beyond(at: Point) -> float:
        return ((at[0] - own[0]) * step[0] + (at[1] - own[1]) * step[1]) / length - limit

    kept: Shape = []
    for start, end in pairwise([*shape, *shape[:1]]):
        before, after = beyond(start), beyond(end)
        if before <= 0:
            kept.append(start)
        if (before < 0 < after) or (after < 0 < before):
            share = before / (before - after)
            kept.append((start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])))
    return kept


def _place(place: PlacedPlace, shape: Shape, shade: int) -> PlaceShape:
    x, y = place.at
    return PlaceShape(
        zone=place.zone,
        kind=place.kind,
        shade=shade,
        path=_path(shape),
        badge=(x, y - 12),
        labels={language: _label(place.name(language), x, y) for language in LANGUAGES},
        pieces=tuple((x + shift, y - 40) for shift in (0, -26, 26)),
    )


def _label(name: str, x: float, y: float) -> Label:
    """Put the name under the badge."""
    lines = tuple(_lines(name))
    widths = tuple(round(len(line) * WIDTH, 1) for line in lines)
    top, half = y + 6, max(widths) / 2
    box = (round(x - half, 1), top, round(x + half, 1), round(top + len(lines) * LINE, 1))
    return Label(lines, (x, round(top + 0.84 * LETTERING, 1)), widths, box)


def _dots(place: PlacedPlace) -> str:
    """Draw one dot per point under the name of places worth more than one point."""
    x, y = place.at
    left = x - DOT * 2 * (place.value - 1)
    spots = [left + DOT * 4 * n for n in range(place.value)] if place.value > 1 else []
    return "".join(
        f"M{spot - DOT:g} {y + 49:g}a{DOT:g} {DOT:g} 0 1 0 {2 * DOT:g} 0a{DOT:g} {DOT:g} 0 1 0-{2 * DOT:g} 0z"
        for spot in spots
    )


def _lines(name: str) -> Iterator[str]:
    line = ""
    for word in name.split():
        if line and len(line) + len(word) >= LONGEST:
            yield line
            line = ""
        line = f"{line} {word}".strip()
    yield line


def _shades(sheet: SketchSheet, land: set[frozenset[str]]) -> dict[str, int]:
    """Give adjacent places different shades."""
    shades: dict[str, int] = {}
    for place in sheet.places:
        used = {shades.get(other) for other in shades if frozenset((place.id, other)) in land}
        shades[place.id] = next(shade for shade in range(9) if shade not in used)
    return shades


def _zones(sheet: SketchSheet) -> dict[str, ZoneShape]:
    chosen = sheet.sketch.hues
    left = [hue for hue in HUES if hue not in chosen.values()]
    shapes: dict[str, ZoneShape] = {}
    for zone in sheet.zones:
        hue = chosen[zone.id] if zone.id in chosen else left.pop(0) if left else HUES[len(shapes) % len(HUES)]
        shapes[zone.id] = ZoneShape(hue, {"it": zone.it, "en": zone.en}, zone.bonus, "")
    return shapes


# ------------------------------------------------------------------ water
def _lane(pair: tuple[str, str], middles: dict[str, Point], shapes: dict[str, Shape], double: bool) -> LaneShape:
    """Draw a lane from coast to coast between two places, as one dotted line or two."""
    first, second = pair
    start = _shore(shapes[first], middles[first], middles[second])
    end = _shore(shapes[second], middles[second], middles[first])
    length = math.dist(start, end) or 1.0
    across = (-(end[1] - start[1]) / length, (end[0] - start[0]) / length)
    paths = tuple(
        _open_path([(at[0] + side * across[0], at[1] + side * across[1]) for at in (start, end)])
        for side in ((-4.0, 4.0) if double else (0.0,))
    )
    middle = (round((start[0] + end[0]) / 2, 1), round((start[1] + end[1]) / 2, 1))
    return LaneShape(pair, paths, (start, end), middle)


def _shore(shape: Shape, inside: Point, towards: Point) -> Point:
    """Find where the line from one place's middle to another's crosses the coast."""
    borders = pairwise([*shape, *shape[:1]])
    share = max(_crossing(inside, towards, start, end) for start, end in borders)
    (x, y), (far, deep) = inside, towards
    return round(x + share * (far - x), 1), round(y + share * (deep - y), 1)


def _crossing(a: Point, b: Point, c: Point, d: Point) -> float:
    """Return how far along the line from a to b it crosses the line from c to d; 0 if the lines don't cross."""
    run, rise, side, climb = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    turn = run * climb - rise * side
    if abs(turn) < 1e-9:
        return 0.0
    along = ((c[0] - a[0]) * climb - (c[1] - a[1]) * side) / turn
    through = ((c[0] - a[0]) * rise - (c[1] - a[1]) * run) / turn
    return along if 0 <= through <= 1 and 0 < along <= 1 else 0.0


def _waves(size: tuple[int, int]) -> str:
    """Draw faint waves across the water."""
    width, height = size
    return "".join(f"M0 {y}q{width // 4} {18 * (-1) ** row} {width // 2} 0t{width // 2} 0"
                   for row, y in enumerate(range(40, height, 60)))  # fmt: skip


# ------------------------------------------------------------------ text
def _path(points: Iterable[Point]) -> str:
    return _open_path(points) + "z"


def _open_path(points: Iterable[Point]) -> str:
    """Return a path that isn't closed, with relative coordinates of one decimal."""
    tenths = [(round(x * 10), round(y * 10)) for x, y in points]
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(tenths) if a != b]
    head = f"M{tenths[0][0] / 10:g} {tenths[0][1] / 10:g}l"
    return head + " ".join(f"{x / 10:g} {y / 10:g}" for x, y in steps)


def read(file: Path) -> SketchSheet:
    """Read a board sheet; raise CannotSketch if something is missing."""
    try:
        return msgspec.toml.decode(file.read_bytes(), type=SketchSheet)
    except msgspec.DecodeError as error:
        raise CannotSketch(f"{file.name}: {error}") from error


def write(file: Path) -> None:
    """Write the drawing of a sheet beside it."""
    board = sketch(read(file))
    file.with_suffix(".json").write_text(json.dumps(asdict(board), ensure_ascii=False, indent=1) + "\n", "utf-8")
    file.with_suffix(".svg").write_text(draw(board), "utf-8")


def main(files: list[str]) -> None:
    """Draw the given sheets."""
    if not files:
        sys.exit("python -m kamchatka.boards.sketch BOARD.toml …")
    for file in files:
        try:
            write(Path(file))
        except (CannotSketch, OSError) as problem:
            sys.exit(str(problem))


if __name__ == "__main__":
    main(sys.argv[1:])
