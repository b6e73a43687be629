"""A finished board: from places on a page to the geometry in the package."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import shapely
from shapely.geometry import MultiPolygon
from shapely.geometry.base import BaseGeometry

from kamchatka.boards.geometry import BarrierShape, Caption, Geometry, Label, LaneShape, PlaceShape, Scenery, ZoneShape
from tools.maps.lanes import Lane
from tools.maps.paths import area_path, line_path
from tools.maps.placement import Anchors, Lettering
from tools.maps.placement import Label as PlacedLabel
from tools.maps.shapes import Coverage, Pair, borders, pair, polygons, without_ponds
from tools.maps.sheet import LANGUAGES, Sheet


@dataclass(frozen=True)
class Design:
    """The design choices of one board."""

    look: str
    hues: dict[str, str]
    lettering: Lettering
    legend: tuple[float, float]
    captions: Sequence[Caption] = ()


@dataclass(frozen=True)
class Parts:
    """The drawing of the board's own module."""

    places: Coverage
    anchors: dict[str, Anchors]
    lanes: Sequence[Lane] = ()
    barriers: Sequence[BarrierShape] = ()
    under: Sequence[Scenery] = ()
    over: Sequence[Scenery] = ()
    heavens: dict[str, PlaceShape] = field(default_factory=dict)
    symbols: dict[str, tuple[tuple[str, tuple[float, float]], ...]] = field(default_factory=dict)


def geometry(sheet: Sheet, size: tuple[int, int], design: Design, parts: Parts) -> Geometry:
    """Combine sheet, drawing and design."""
    touching = borders(parts.places)
    shades = _shades(sheet, touching)
    return Geometry(
        id=sheet.id,
        names=sheet.names,
        size=size,
        look=design.look,
        lettering=design.lettering.size,
        land=outline(shape for place, shape in parts.places.items() if sheet.places[place]["kind"] != "sea"),
        zones={zone: _zone(sheet, zone, design, touching) for zone in sheet.zones},
        places={place: _place(sheet, place, shades[place], parts, design) for place in sheet.places},
        heavens=parts.heavens,
        lanes=tuple(_lane(lane) for lane in parts.lanes),
        barriers=tuple(parts.barriers),
        under=tuple(parts.under),
        over=tuple(parts.over),
        captions=tuple(design.captions),
        legend=design.legend,
    )


def text(board: Geometry) -> str:
    """Return JSON with one item per line, so that a change of one place is one changed line."""
    return _dump(asdict(board), depth=2) + "\n"


def outline(shapes: Iterable[BaseGeometry]) -> str:
    """Return the coast as one coarse path, for halo and shadow."""
    whole = shapely.union_all(list(shapes))
    solid = MultiPolygon([without_ponds(part, smallest=150) for part in polygons(whole)])
    return area_path(solid.simplify(0.9), quantum=1)


def label_shape(label: PlacedLabel, letters: Lettering) -> Label:
    """Return a placed name in the format of the board file."""
    left, top, right, _ = label.box
    baseline = round(top + letters.size * 0.84, 1)
    widths = tuple(round(width, 1) for width in letters.widths(label.lines))
    return Label(label.lines, (round((left + right) / 2, 1), baseline), widths, label.box)


def _place(sheet: Sheet, place: str, shade: int, parts: Parts, design: Design) -> PlaceShape:
    anchors = parts.anchors[place]
    return PlaceShape(
        zone=sheet.zone_of(place),
        kind=sheet.places[place]["kind"],
        shade=shade,
        path=area_path(parts.places[place]),
        badge=anchors.badge,
        labels={language: label_shape(label, design.lettering) for language, label in anchors.labels.items()},
        pieces=tuple(anchors.pieces),
        symbols=parts.symbols.get(place, ()),
    )


def _zone(sheet: Sheet, zone: str, design: Design, touching: dict[Pair, BaseGeometry]) -> ZoneShape:
    """Assign each border between zones to the zone named first on the sheet."""
    order = list(sheet.zones)
    lines = [
        line_path(line)
        for (first, second), line in sorted(touching.items(), key=lambda item: item[0])
        if sheet.zone_of(first) != sheet.zone_of(second)
        and min((sheet.zone_of(first), sheet.zone_of(second)), key=order.index) == zone
    ]
    facts = sheet.zones[zone]
    return ZoneShape(design.hues[zone], {lang: facts[lang] for lang in LANGUAGES}, facts["bonus"], "".join(lines))


def _lane(lane: Lane) -> LaneShape:
    return LaneShape(lane.between, tuple(lane.paths), lane.ends, lane.middle, lane.optional)


def _shades(sheet: Sheet, touching: dict[Pair, BaseGeometry]) -> dict[str, int]:
    """Give neighbours different shades, the most crowded places first."""
    neighbours: dict[str, set[str]] = {place: set() for place in sheet.places}
    for first, second in set(touching) | sheet.sea | {pair(*p) for pairs in sheet.barriers.values() for p in pairs}:
        neighbours[first].add(second)
        neighbours[second].add(first)
    shades: dict[str, int] = {}
    for place in sorted(neighbours, key=lambda place: (-len(neighbours[place]), place)):
        used = {shades.get(other) for other in neighbours[place] if sheet.zone_of(other) == sheet.zone_of(place)}
        shades[place] = next(shade for shade in range(9) if shade not in used)
    return shades


def _dump(value: Any, depth: int) -> str:
    if depth and isinstance(value, dict) and value:
        items = [f"{json.dumps(key)}: {_dump(item, depth - 1)}" for key, item in value.items()]
        return "{\n" + ",\n".join(items) + "\n}"
    if depth and isinstance(value, list | tuple) and value and isinstance(value[0], dict):
        return "[\n" + ",\n".join(_dump(item, 0) for item in value) + "\n]"
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
