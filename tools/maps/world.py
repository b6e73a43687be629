"""The two world boards: real countries, cut and merged into places, projected and warped."""

from typing import Any

import numpy as np
import shapely
from pyproj import Proj
from shapely.geometry import LineString, Polygon, box
from shapely.geometry.base import BaseGeometry

from tools.maps import atlas
from tools.maps.cartogram import Grid, equalise, target_areas
from tools.maps.shapes import (
    Coverage,
    Points,
    Transform,
    fit_to_page,
    make_exact,
    polygons,
    smooth,
    transform_all,
    without_islets,
)
from tools.maps.sheet import recipe

SIZE = (1600, 930)
MARGINS = (62, 40, 62, 40)
CENTRAL_MERIDIAN = 11.0
# High Arctic islands that no territory needs and that would stretch the page.
FAR_NORTH = box(-20, 74, 40, 85).union(box(40, 77.8, 200, 85))
SMALLEST_ISLAND = 0.02


def territories(board: str) -> tuple[Coverage, Transform]:
    """Return places on the page, and the function from longitude and latitude to the page."""
    degrees = _coverage(board)
    dense = {place: shapely.segmentize(shape, 1.0) for place, shape in degrees.items()}
    flat = transform_all(transform_all(dense, _seven_digits), project)
    warped, warp = equalise(flat, _targets(board, flat), sea=0.62, grid=_grid(flat), blurs=(9, 6, 4, 3))
    page, place_on_page = fit_to_page(warped, SIZE, MARGINS)

    def to_page(points: Points) -> Points:
        return place_on_page(warp(project(points)))

    return smooth(without_islets(page, smallest=22), tolerance=1.9), to_page


def project(points: Points) -> Points:
    """Project halfway between a cylinder and Natural Earth: straight enough to read, round enough for a world."""
    longitude, latitude = points[:, 0] - CENTRAL_MERIDIAN, np.clip(points[:, 1], -89, 89)
    quarter, _ = Proj("+proj=natearth +R=1")(np.full(len(points), 90.0), latitude)
    _, y = Proj("+proj=patterson +R=1")(np.zeros(len(points)), latitude)
    x = 0.6 * np.asarray(quarter) / 90 * longitude + 0.4 * np.radians(longitude)
    return np.stack([x, -np.asarray(y)], axis=1)


def _seven_digits(points: Points) -> Points:
    """Round to seven digits, so that equal points stay equal in the following floating-point steps."""
    return np.round(points, 7)


def _coverage(board: str) -> Coverage:
    """Return places in degrees, with exactly shared borders."""
    parts = _gather(_instructions(board))
    straits = _straits(board)
    joined: Coverage = {}
    for place, shapes in parts.items():
        whole = shapely.union_all([shapely.set_precision(shape, 1e-5) for shape in shapes], grid_size=1e-4)
        islands = [part for part in polygons(whole.difference(straits)) if _is_drawn(part)]
        joined[place] = shapely.union_all(islands)
    return make_exact(joined)


def _is_drawn(island: Polygon) -> bool:
    return island.area > SMALLEST_ISLAND and not FAR_NORTH.contains(island.centroid)


def _instructions(board: str) -> dict[str, Any]:
    """Return the recipe of a board, including the one that it is based on."""
    own = recipe(board)
    if "base" not in own:
        return own
    base, names = recipe(own["base"]), own["names"]
    moved = {country: names.get(place, place) for country, place in own["moves"].items()}
    whole = {names[place]: [c for c in countries if c not in moved] for place, countries in base["whole"].items()}
    for country, place in own["moves"].items():
        whole[place].append(country)
    recut = {cut["country"] for cut in own["cut"]}
    kept = [{**cut, "place": names[cut["place"]]} for cut in base["cut"] if cut["country"] not in recut]
    return {"whole": whole, "cut": own["cut"] + kept}


def _gather(instructions: dict[str, Any]) -> dict[str, list[BaseGeometry]]:
    """Collect countries and pieces of countries by place."""
    world = atlas.countries()
    parts = {place: [world[country] for country in countries] for place, countries in instructions["whole"].items()}
    rest = dict(world)
    for cut in instructions["cut"]:
        country = rest[cut["country"]]
        piece = shapely.make_valid(Polygon(cut["polygon"])) if "polygon" in cut else country
        parts.setdefault(cut["place"], []).append(country.intersection(piece))
        rest[cut["country"]] = country.difference(piece)
    return parts


def _straits(board: str) -> BaseGeometry:
    own = recipe(board)
    straits = recipe(own.get("base", board))["strait"]
    return shapely.union_all([LineString(strait["line"]).buffer(strait["width"]) for strait in straits])


def _targets(board: str, coverage: Coverage) -> dict[str, float]:
    own = recipe(board)
    wanted = {own["names"][p]: v for p, v in recipe(own["base"])["areas"].items()} if "base" in own else own["areas"]
    return target_areas(coverage, wanted, power=0.42, limits=(0.62, 1.28))


def _grid(coverage: Coverage) -> Grid:
    """Return a grid with wide margins, without which the warp squashes Greenland against the edge."""
    x0, y0, x1, y1 = shapely.union_all([box(*shape.bounds) for shape in coverage.values()]).bounds
    return Grid((x0 - 0.22, y0 - 0.30, x1 + 0.22, y1 + 0.22), rows=400)
