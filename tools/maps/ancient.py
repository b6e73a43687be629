"""The Ancient Earth: the old world on parchment, with mountains as barriers and Atlantis in the west."""

import random

import numpy as np
import shapely
from pyproj import Proj
from shapely.geometry import LineString, Point, Polygon, box
from shapely.geometry.base import BaseGeometry

from kamchatka.boards.geometry import BarrierShape, Caption, Geometry
from tools.maps import atlas
from tools.maps.board import Design, Parts, geometry
from tools.maps.cartogram import Grid, equalise, target_areas
from tools.maps.lanes import lane
from tools.maps.partition import Seed, cells, displace, roughen
from tools.maps.paths import line_path
from tools.maps.placement import Lettering, place_names, with_pieces
from tools.maps.raster import Page
from tools.maps.scenery import compass, peaks
from tools.maps.shapes import (
    Coverage,
    Points,
    borders,
    chaikin,
    make_exact,
    polygons,
    smooth,
    transform_all,
    without_islets,
)
from tools.maps.sheet import Sheet, read, recipe

SIZE = (1400, 1010)
# The window on the conic plane; the warp keeps it, so land runs off the page on three sides.
FRAME = (-735.0, -490.0, 560.0, 444.25)
ROSE = (306.0, 412.0)
DESIGN = Design(
    look="parchment",
    hues={
        "europa": "clay",
        "germania": "moss",
        "africa": "sand",
        "asia_minor": "ochre",
        "atlantis": "sky",
        "hyrkania": "plum",
    },
    lettering=Lettering("Cinzel-Bold.ttf", 13.5, capitals=True),
    legend=(40, 56),
    captions=(Caption({"it": "Mare Nostrum", "en": "Mare Nostrum"}, (690, 834), 18, 2),),
)


def ancient_earth() -> Geometry:
    """Return 38 regions of the real old world and four invented ones."""
    sheet = read("ancient_earth")
    places = _on_page(sheet)
    touching = borders(places)
    ranges = sheet.barriers["mountains"]
    lanes = [lane(places, between) for between in sorted(sheet.sea)]
    heights = [touching[between].buffer(9) for between in sorted(ranges)]
    page = Page(SIZE, places, [*(way.line for way in lanes), *heights])
    names = {place: sheet.place_names(place) for place in sheet.places}
    anchors = with_pieces(page, places, place_names(page, places, names, DESIGN.lettering), count=6)
    luck = random.Random(1)
    barriers = [
        BarrierShape("mountains", between, line_path(touching[between]), peaks(touching[between], luck))
        for between in sorted(ranges)
    ]
    return geometry(sheet, SIZE, DESIGN, Parts(places, anchors, lanes, barriers, under=compass(ROSE, 46, SIZE)))


def _on_page(sheet: Sheet) -> Coverage:
    """Return regions around their seeds, roughened, and warped so that small ones have room for a badge."""
    regions = _regions() | _atlantis()
    rough = roughen(make_exact({p: regions[p] for p in sheet.places}, grid=1e-3), strength=0.10, detail=7, seed=7)
    dense = {place: shapely.segmentize(shape, 4) for place, shape in rough.items()}
    targets = target_areas(dense, recipe("ancient_earth")["areas"], power=0.45, limits=(0.55, 1.35))
    warped, _ = equalise(dense, targets, sea=0.75, grid=Grid(FRAME, rows=400), blurs=(12, 8, 5, 3))
    scale = SIZE[0] / (FRAME[2] - FRAME[0])

    def place_on_page(points: Points) -> Points:
        return np.asarray((points - np.array(FRAME[:2])) * scale)

    return smooth(without_islets(transform_all(warped, place_on_page), smallest=45), tolerance=1.7)


def _project(points: Points) -> Points:
    x, y = Proj("+proj=lcc +lat_1=32 +lat_2=56 +lat_0=43 +lon_0=20 +R=1000")(points[:, 0], points[:, 1])
    return np.stack([np.asarray(x), -np.asarray(y)], axis=1)


def _land() -> list[Polygon]:
    """Return landmasses of the window, with straits opened, on the conic plane."""
    window = box(-40, 0, 110, 82)
    world = atlas.countries()
    near = [shape.intersection(window) for name, shape in world.items() if name != "Iceland"]
    straits = [LineString(cut["line"]).buffer(cut["width"]) for cut in recipe("ancient_earth")["strait"]]
    land = shapely.union_all(near, grid_size=1e-4).difference(shapely.union_all(straits))
    large = [part for part in polygons(land) if part.area > 0.35]
    flat = shapely.transform(shapely.segmentize(shapely.union_all(large), 0.6), _project)
    return polygons(flat.intersection(box(*FRAME)))


def _regions() -> Coverage:
    """Assign land to seeds: a seed claims only the landmass it stands on; other islands join the nearest seed."""
    seeds: list[Seed] = []
    for place, spots in recipe("ancient_earth")["seeds"].items():
        seeds += [(place, (float(x), float(y))) for x, y in _project(np.array(spots, dtype=float))]
    parts: dict[str, list[BaseGeometry]] = {}
    for mass in _land():
        near = mass.buffer(4)
        standing = [seed for seed in seeds if mass.area > 60 and near.contains(Point(seed[1]))]
        nearest = min(seeds, key=lambda seed: mass.centroid.distance(Point(seed[1])))
        for place, region in cells(standing or [nearest], mass).items():
            parts.setdefault(place, []).append(region)
    return {place: shapely.union_all(shapes) for place, shapes in parts.items()}


def _atlantis() -> Coverage:
    """Return an invented island with a realistic coast, cut in four from north to south."""
    island = recipe("ancient_earth")["atlantis"]
    middle = np.array(island["middle"], dtype=float)
    corners = np.array(island["coast"], dtype=float) + middle
    coast = displace(np.vstack([corners, corners[:1]]), strength=0.13, detail=5, luck=random.Random(11))
    shape = Polygon(chaikin(coast, 1)).buffer(0)
    seeds = [(place, (float(middle[0]), float(middle[1] + south))) for place, south in island["seeds"].items()]
    return cells(seeds, shape)
