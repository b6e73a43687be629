"""The Moon of 2210: the near side, divided among fourteen sites."""

import random

from shapely.geometry import Point, box

from kamchatka.boards.geometry import Geometry, Scenery
from tools.maps.board import Design, Parts, geometry
from tools.maps.partition import cells, roughen
from tools.maps.paths import circle_path
from tools.maps.placement import Lettering, place_names, symbols, with_pieces
from tools.maps.raster import Page
from tools.maps.scenery import craters, stars
from tools.maps.shapes import make_exact, smooth
from tools.maps.sheet import read, recipe

SIZE = (1000, 1000)
CENTRE = (500.0, 500.0)
RADIUS = 440.0
DESIGN = Design(
    look="lunar",
    hues={"cresinion": "slate", "delphot": "cream", "sajon": "mauve"},
    lettering=Lettering("BarlowCondensed-SemiBold.ttf", 18),
    legend=(34, 50),
)


def moon() -> Geometry:
    """Return cells around the sites with borders roughened like rilles, and craters in free space."""
    sheet = read("moon")
    disc = Point(CENTRE).buffer(RADIUS, quad_segs=48)
    seeds = [(place, (float(x), float(y))) for place, spots in recipe("moon")["seeds"].items() for x, y in spots]
    parted = cells(seeds, disc)
    exact = make_exact({place: parted[place] for place in sheet.places}, grid=1e-3)
    places = smooth(roughen(exact, strength=0.10, detail=9, seed=5), tolerance=0.6, rounds=1, last=0.2)
    page = Page(SIZE, places, [])
    names = {place: sheet.place_names(place) for place in sheet.places}
    standing = place_names(page, places, names, DESIGN.lettering)
    landing = symbols(page, places, standing, {p: "landing" for p in places if sheet.places[p].get("landing")})
    anchors = with_pieces(page, places, standing, count=6)
    sky = box(0, 0, *SIZE).difference(disc.buffer(6))
    relief = craters(CENTRE, RADIUS, page, random.Random(9))
    parts = Parts(
        places,
        anchors,
        under=stars(SIZE, sky, random.Random(2)),
        over=[*relief, Scenery("limb", circle_path(*CENTRE, RADIUS))],
        symbols=landing,
    )
    return geometry(sheet, SIZE, DESIGN, parts)
