"""Drawn geometry of a board from `<board>.json`: shapes, anchors and lanes, without rules.

tools/maps generates the files of our boards; editions may use `kamchatka.boards.sketch`. Coordinates have at most one
decimal. Names and links are in `<board>.toml`.
"""

import json
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from textwrap import wrap
from typing import Any, TypeAlias

from kamchatka.kernel.edges.plain import JsonObject
from kamchatka.texts import ENGLISH, translate

FORMAT = 1
BOARDS = ("planisphere", "earth_2210", "moon", "ancient_earth", "underworld")

Point: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]


@dataclass(frozen=True)
class Label:
    """A name on one to three lines: the middle and baseline of the first line, and the width of each line."""

    lines: tuple[str, ...]
    at: Point
    widths: tuple[float, ...]
    box: Box

    def translate(self, language: str) -> "Label":
        """Translate the label. It keeps at most as many lines as before, none wider than the widest."""
        letter = sum(self.widths) / len("".join(self.lines))
        name = translate(language, en=" ".join(self.lines))
        size = max(-(-len(name) // len(self.lines)), *map(len, name.split()))
        lines = wrap(name, size)
        while len(lines) > len(self.lines):
            size += 1
            lines = wrap(name, size)
        widths = tuple(min(letter * len(line), max(self.widths)) for line in lines)
        return Label(tuple(lines), self.at, widths, self.box)


@dataclass(frozen=True)
class PlaceShape:
    """One place: its outline, badge, labels by language, positions of other pieces, and printed symbols."""

    zone: str
    kind: str
    shade: int
    path: str
    badge: Point
    labels: dict[str, Label]
    pieces: tuple[Point, ...] = ()
    symbols: tuple[tuple[str, Point], ...] = ()

    def label(self, language: str) -> Label:
        """Return the label in a language. A language without its own label uses the position of the English one."""
        return self.labels[language] if language in self.labels else self.labels[ENGLISH].translate(language)


@dataclass(frozen=True)
class LaneShape:
    """A dotted lane over water, with the position of a marker. It has two paths if it wraps around the world."""

    between: tuple[str, str]
    paths: tuple[str, ...]
    ends: tuple[Point, Point]
    middle: Point
    optional: bool = False


@dataclass(frozen=True)
class BarrierShape:
    """Mountains or flames on an impassable border, as drawing layers by CSS class."""

    kind: str
    between: tuple[str, str]
    line: str
    layers: dict[str, str]


@dataclass(frozen=True)
class Scenery:
    """Pure decoration: a CSS class and a path."""

    style: str
    path: str


@dataclass(frozen=True)
class Caption:
    """The name of a sea or sky, written across the page."""

    names: dict[str, str]
    at: Point
    size: float
    turn: float = 0


@dataclass(frozen=True)
class ZoneShape:
    """A zone's hue, its names and bonus in the legend, and its borders."""

    hue: str
    names: dict[str, str]
    bonus: int
    border: str


@dataclass(frozen=True)
class Geometry:
    """Everything needed to draw a board."""

    id: str
    names: dict[str, str]
    size: tuple[int, int]
    look: str
    lettering: float
    land: str
    zones: dict[str, ZoneShape]
    places: dict[str, PlaceShape]
    heavens: dict[str, PlaceShape]
    lanes: tuple[LaneShape, ...]
    barriers: tuple[BarrierShape, ...]
    under: tuple[Scenery, ...]
    over: tuple[Scenery, ...]
    captions: tuple[Caption, ...]
    legend: Point
    format: int = FORMAT


@cache
def load(board: str, package: str = __package__) -> Geometry:
    """Load the geometry of one of our boards, or of one in an edition's package."""
    text = files(package).joinpath(f"{board}.json").read_text(encoding="utf-8")
    return from_data(json.loads(text))


def from_data(data: JsonObject) -> Geometry:
    """Build the geometry from its JSON form."""
    data = dict(data)
    data["zones"] = {zone: ZoneShape(**shape) for zone, shape in data["zones"].items()}
    for group in ("places", "heavens"):
        data[group] = {place: _place(shape) for place, shape in data[group].items()}
    for group, kind in _GROUPS.items():
        data[group] = tuple(kind(**_tuples(shape)) for shape in data[group])
    known = {field.name for field in fields(Geometry)}
    return Geometry(**_tuples({key: value for key, value in data.items() if key in known}))


_GROUPS: JsonObject = {
    "lanes": LaneShape,
    "barriers": BarrierShape,
    "under": Scenery,
    "over": Scenery,
    "captions": Caption,
}


def _place(shape: JsonObject) -> PlaceShape:
    labels = {language: Label(**_tuples(label)) for language, label in shape["labels"].items()}
    return PlaceShape(**{**_tuples(shape), "labels": labels})


def _tuples(data: JsonObject) -> JsonObject:
    """Convert JSON lists to tuples, because shapes are frozen."""
    return {key: _freeze(value) for key, value in data.items()}


def _freeze(value: Any) -> Any:
    return tuple(_freeze(item) for item in value) if isinstance(value, list) else value
