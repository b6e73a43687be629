"""The thirteen sea territories of 2210: cells of open water, grouped in colonies, clear of every coast."""

import shapely
from shapely.geometry import MultiPoint, Point, box
from shapely.geometry.base import BaseGeometry

from tools.maps.partition import cells
from tools.maps.shapes import Coverage, make_exact, polygons, quantise, transform_all
from tools.maps.sheet import Sheet, recipe

COAST = 13
EDGE = 26


def colonies(sheet: Sheet, land: Coverage, size: tuple[int, int]) -> Coverage:
    """Return sea places on the page; those of one colony share borders, others keep a distance."""
    seeds = {place: (float(x), float(y)) for place, (x, y) in recipe("earth_2210")["seas"]["seeds"].items()}
    reach = recipe("earth_2210")["seas"]["reach"]
    shore = shapely.union_all(list(land.values())).buffer(COAST, join_style="round")
    water = box(EDGE, EDGE, size[0] - EDGE, size[1] - EDGE).difference(shore)
    all_cells = cells(list(seeds.items()), water)
    found: Coverage = {}
    for zone in sheet.zones:
        members = [place for place in seeds if sheet.zone_of(place) == zone]
        if members:
            basin = _basin(members, seeds, reach[zone], all_cells)
            found |= _share(members, seeds, basin)
    ordered = {place: found[place] for place in sheet.of_kind("sea")}
    return transform_all(make_exact(transform_all(ordered, quantise), grid=0.1), quantise)


def _basin(
    members: list[str], seeds: dict[str, tuple[float, float]], reach: float, all_cells: Coverage
) -> BaseGeometry:
    """Return the waters of a colony: its cells within reach of its seeds, corners rounded."""
    near = MultiPoint([seeds[place] for place in members]).convex_hull.buffer(reach)
    waters = shapely.union_all([all_cells[place] for place in members]).intersection(near)
    rounded_waters = waters.buffer(-15).buffer(24).buffer(-9).intersection(waters.buffer(-1))
    parts = [part for part in polygons(rounded_waters) if any(part.contains(Point(seeds[p])) for p in members)]
    return shapely.union_all(parts).simplify(0.5)


def _share(members: list[str], seeds: dict[str, tuple[float, float]], basin: BaseGeometry) -> Coverage:
    """Split the basin; loose fragments join the sea around them."""
    split = cells([(place, seeds[place]) for place in members], basin)
    return {place: next(p for p in polygons(split[place]) if p.contains(Point(seeds[place]))) for place in members}
