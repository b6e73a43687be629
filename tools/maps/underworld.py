"""The Underworld: a cavern around a fire, and five heavens above it. An original design."""

import math
import random
from collections.abc import Iterable

from shapely.geometry import Point, Polygon
from shapely.geometry.base import BaseGeometry

from kamchatka.boards.geometry import BarrierShape, Geometry, PlaceShape, Scenery
from tools.maps.board import Design, Parts, geometry, label_shape
from tools.maps.partition import roughen
from tools.maps.paths import area_path, circle_path, line_path, polygon_path
from tools.maps.placement import Label, Lettering, place_names, symbols
from tools.maps.raster import Page
from tools.maps.scenery import flames, tongue
from tools.maps.shapes import Coverage, Pair, borders, make_exact, smooth
from tools.maps.sheet import LANGUAGES, Sheet, read, recipe

SIZE = (1000, 1080)
CENTRE = (500.0, 628.0)
RADII = (452.0, 420.0)
SUNS = [(108.0 + 196 * index, 114.0 - 10 * (2 - abs(index - 2))) for index in range(5)]
SUN = 64.0
# Flames of the great fire by heat: horizontal shift, height of the base, height, lean.
BONFIRE = {
    "flame": ((-46, 14, 84, -0.12), (44, 14, 80, 0.14), (-24, 4, 118, -0.06), (24, 4, 112, 0.08), (0, 0, 146, 0.02)),
    "flame-heart": ((-26, 6, 72, -0.08), (26, 6, 68, 0.1), (2, 2, 104, 0.02)),
    "flame-core": ((-12, 5, 46, -0.05), (14, 5, 44, 0.06), (1, 3, 66, 0.0)),
}
SYMBOLS = ("gate", "crypt", "altar")
DESIGN = Design(
    look="ember",
    hues={"underworld": "ash"},
    lettering=Lettering("Cinzel-Bold.ttf", 15, capitals=True),
    legend=(36, 236),
)


def underworld() -> Geometry:
    """Return thirteen spaces, the flames between some of them, and their symbols."""
    sheet = read("underworld")
    places = _spaces(sheet)
    fires = _fires(sheet, places)
    page = Page(SIZE, places, [line.buffer(10) for line in fires.values()])
    names = {place: sheet.place_names(place) for place in places}
    anchors = place_names(page, places, names, DESIGN.lettering)
    printed = {place: kind for place in places for kind in SYMBOLS if sheet.places[place].get(kind)}
    luck = random.Random(3)
    parts = Parts(
        places,
        anchors,
        barriers=[
            BarrierShape("flames", between, line_path(line), flames(line, luck, step=13, size=23))
            for between, line in fires.items()
        ],
        under=[*_embers(random.Random(8)), _rays()],
        over=_bonfire(),
        heavens=_heavens(sheet),
        symbols=symbols(page, places, anchors, printed),
    )
    return geometry(sheet, SIZE, DESIGN, parts)


def _spaces(sheet: Sheet) -> Coverage:
    """Return the spaces: the right half from the recipe, the left half mirrored, with borders cracked like rock."""
    plan = recipe("underworld")
    rings = {place: list(_ring(corners)) for place, corners in plan["space"].items()}
    for right, left in plan["mirror"].items():
        rings[left] = [(-angle, reach) for angle, reach in reversed(rings[right])]
    shapes: Coverage = {place: Polygon([_point(*corner) for corner in rings[place]]) for place in sheet.places}
    exact = make_exact(shapes, grid=1e-3)
    cracked = roughen(exact, strength=0.05, detail=12, seed=4)
    return smooth(cracked, tolerance=0.5, rounds=1, last=0.2)


def _ring(corners: Iterable[list[float]]) -> Iterable[tuple[float, float]]:
    """Convert corners given as angle and reach; between two of equal reach the border follows the curve."""
    listed = [(float(angle), float(reach)) for angle, reach in corners]
    for (angle, reach), (next_angle, next_reach) in zip(listed, [*listed[1:], listed[0]], strict=True):
        steps = max(1, round(abs(next_angle - angle) / 2)) if reach == next_reach else 1
        for step in range(steps):
            yield angle + (next_angle - angle) * step / steps, reach


def _point(angle: float, reach: float) -> tuple[float, float]:
    """Return a point by its angle, clockwise from the top; reach 1 is the wall of the cavern."""
    turn = math.radians(angle)
    return (
        round(CENTRE[0] + RADII[0] * reach * math.sin(turn), 3),
        round(CENTRE[1] - RADII[1] * reach * math.cos(turn), 3),
    )


def _fires(sheet: Sheet, places: Coverage) -> dict[Pair, BaseGeometry]:
    """Return where flames stand: on the common border, or around the pit between the two spaces."""
    touching = borders(places)
    fires: dict[Pair, BaseGeometry] = {}
    for between in sorted(sheet.barriers["flames"]):
        pit = Point(CENTRE).buffer(RADII[1] * 0.16).exterior
        fires[between] = touching.get(between, pit)
    return fires


def _bonfire() -> list[Scenery]:
    """Return the fire in the pit: large flames, each heat smaller than the one behind it."""
    x, foot = CENTRE[0], CENTRE[1] + 74
    drawn = [Scenery("pit", circle_path(*CENTRE, RADII[1] * 0.2))]
    for style, tongues in BONFIRE.items():
        paths = (tongue(x + shift, foot - rise, high, lean) for shift, rise, high, lean in tongues)
        drawn.append(Scenery(style, "".join(paths)))
    return drawn


def _embers(luck: random.Random) -> list[Scenery]:
    """Return sparks that rise around the cavern."""
    path = ""
    for _ in range(130):
        angle, reach = luck.uniform(-180, 180), luck.uniform(1.03, 1.22)
        x, y = _point(angle, reach)
        if 8 < x < SIZE[0] - 8 and 190 < y < SIZE[1] - 8:
            path += circle_path(x, y, luck.choice([0.7, 1.0, 1.4, 1.9]))
    return [Scenery("spark", path)]


def _heavens(sheet: Sheet) -> dict[str, PlaceShape]:
    """Return five suns in a row above the cavern; each reaches every gate, so none needs a lane."""
    heavens: dict[str, PlaceShape] = {}
    for (x, y), heaven in zip(SUNS, sheet.heavens, strict=True):
        labels = {}
        for language in LANGUAGES:
            lines = (heaven[language].upper(),)
            wide, high = DESIGN.lettering.extent(lines)
            box = (round(x - wide / 2, 1), y + 17, round(x + wide / 2, 1), round(y + 17 + high, 1))
            labels[language] = label_shape(Label(lines, box), DESIGN.lettering)
        disc = Point(x, y).buffer(SUN, quad_segs=12)
        heavens[heaven["id"]] = PlaceShape("heavens", "heaven", 0, area_path(disc), (x, y), labels)
    return heavens


def _rays() -> Scenery:
    """Return alternating long and short rays around every sun."""
    path = ""
    for x, y in SUNS:
        for index in range(32):
            turn, reach = math.tau * index / 32, SUN + (22 if index % 2 == 0 else 12)
            tip = (x + reach * math.sin(turn), y - reach * math.cos(turn))
            sides = [(x + (SUN + 4) * math.sin(turn + a), y - (SUN + 4) * math.cos(turn + a)) for a in (-0.06, 0.06)]
            path += polygon_path([sides[0], tip, sides[1]])
    return Scenery("ray", path)
