"""The planisphere and the Earth of 2210: one world, two boards."""

import random

import numpy as np
import shapely
from shapely.geometry import LineString

from kamchatka.boards.geometry import Caption, Geometry, Scenery
from tools.maps.board import Design, Parts, geometry
from tools.maps.lanes import Lane, lane, wrapping_lane
from tools.maps.paths import line_path
from tools.maps.placement import Lettering, place_names, with_pieces
from tools.maps.raster import Page
from tools.maps.scenery import hills
from tools.maps.seas import colonies
from tools.maps.shapes import Coverage, Transform
from tools.maps.sheet import Sheet, read, recipe
from tools.maps.world import SIZE, territories

BARLOW = Lettering("BarlowCondensed-SemiBold.ttf", 16)
BARLOW_2210 = Lettering("BarlowCondensed-SemiBold.ttf", 15.5)
PLANISPHERE = Design(
    look="atlas",
    hues={
        "north_america": "gold",
        "south_america": "rose",
        "europe": "blue",
        "africa": "ochre",
        "asia": "green",
        "oceania": "violet",
    },
    lettering=BARLOW,
    legend=(66, 724),
    captions=(
        Caption({"it": "Oceano Pacifico", "en": "Pacific Ocean"}, (176, 600), 19, -8),
        Caption({"it": "Oceano Atlantico", "en": "Atlantic Ocean"}, (664, 812), 18, -4),
        Caption({"it": "Oceano Indiano", "en": "Indian Ocean"}, (1086, 792), 18, -4),
    ),
)
EARTH_2210 = Design(
    look="future",
    hues={
        "north_america": "gold",
        "south_america": "rose",
        "europe": "blue",
        "africa": "ochre",
        "asia": "green",
        "australia": "violet",
        "us_pacific": "teal",
        "asia_pacific": "azure",
        "north_atlantic": "indigo",
        "south_atlantic": "pink",
        "indian": "amber",
    },
    lettering=BARLOW_2210,
    legend=(60, 744),
)


def planisphere() -> Geometry:
    """Return the 42 territories of the Italian boxes."""
    sheet = read("planisphere")
    land, to_page = territories("planisphere")
    land = {place: land[place] for place in sheet.places}
    return _finish(sheet, land, to_page, PLANISPHERE, spots=2)


def earth_2210() -> Geometry:
    """Return the same coasts with other borders, and thirteen sea territories."""
    sheet = read("earth_2210")
    land, to_page = territories("earth_2210")
    land = {place: land[place] for place in sheet.of_kind("land")}
    places = land | colonies(sheet, land, SIZE)
    return _finish(sheet, places, to_page, EARTH_2210, spots=6)


def _finish(sheet: Sheet, places: Coverage, to_page: Transform, design: Design, spots: int) -> Geometry:
    lanes = _lanes(sheet, places)
    page = Page(SIZE, places, [way.line for way in lanes])
    wanted = {place: sheet.place_names(place) for place in sheet.places}
    standing = place_names(page, places, wanted, design.lettering)
    relief = _relief(sheet, places, page, to_page)
    anchors = with_pieces(page, places, standing, spots)
    parts = Parts(places, anchors, lanes, under=[_graticule(to_page)], over=relief)
    return geometry(sheet, SIZE, design, parts)


def _relief(sheet: Sheet, places: Coverage, page: Page, to_page: Transform) -> list[Scenery]:
    """Draw hills along real mountain ranges, on boards whose recipe names some."""
    ranges = [LineString(to_page(np.array(line, dtype=float))) for line in recipe(sheet.id).get("ranges", {}).values()]
    return [hills(ranges, page, shapely.union_all(list(places.values())), random.Random(7))] if ranges else []


def _lanes(sheet: Sheet, places: Coverage) -> list[Lane]:
    """Return a lane for every link over water, except between adjacent seas."""
    ways: list[Lane] = []
    for between in sorted(sheet.sea | sheet.optional):
        first, second = (sheet.zone_of(place) for place in between)
        if between in sheet.wrap:
            ways.append(wrapping_lane(places, between, SIZE[0]))
        elif first != second or sheet.places[between[0]]["kind"] == "land":
            ways.append(lane(places, between, optional=between in sheet.optional))
    return ways


def _graticule(to_page: Transform) -> Scenery:
    """Draw meridians and parallels every fifteen degrees, warped like the land."""
    meridians = [np.array([(east, north) for north in np.linspace(-57, 84, 120)]) for east in range(-165, 190, 15)]
    parallels = [np.array([(east, north) for east in np.linspace(-169, 190, 240)]) for north in range(-45, 85, 15)]
    lines = [LineString(to_page(line.astype(float))).simplify(0.8) for line in (*meridians, *parallels)]
    inside = shapely.intersection(lines, shapely.box(0, 0, *SIZE))
    return Scenery("graticule", "".join(line_path(line, quantum=1) for line in inside if line.length))
