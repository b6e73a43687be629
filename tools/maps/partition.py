"""Nearest-seed partitions of a region, and straight cuts turned into natural-looking borders."""

import random
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import shapely
from shapely.geometry import LineString, MultiPoint
from shapely.geometry.base import BaseGeometry

from tools.maps.shapes import Coverage, Points, arcs, chaikin, rebuild

# A seed: the place it belongs to, and its position; a place may have several.
Seed = tuple[str, tuple[float, float]]


def cells(seeds: Sequence[Seed], region: BaseGeometry) -> Coverage:
    """Assign every point of the region to the place of its nearest seed."""
    if len({place for place, _ in seeds}) == 1:
        return {seeds[0][0]: region}
    reach = region.envelope.buffer(region.length)
    voronoi = shapely.voronoi_polygons(MultiPoint([at for _, at in seeds]), extend_to=reach, ordered=True)
    parts: dict[str, list[BaseGeometry]] = {}
    for (place, _), cell in zip(seeds, shapely.get_parts(voronoi), strict=True):
        parts.setdefault(place, []).append(cell)
    return {place: shapely.union_all(cells).intersection(region) for place, cells in parts.items()}


def roughen(coverage: Coverage, strength: float, detail: float, seed: int, smoothing: int = 1) -> Coverage:
    """Displace the inner borders like rivers and ridges; coasts stay as they are."""
    luck = random.Random(seed)
    outer = shapely.union_all(list(coverage.values())).boundary
    lines: list[Points] = []
    for arc in arcs(coverage):
        if outer.distance(LineString(arc).interpolate(0.5, normalized=True)) > 1e-6:
            straight = np.array(LineString(arc).simplify(detail * 0.8).coords)
            arc = chaikin(displace(straight, strength, detail, luck), smoothing)
        lines.append(arc)
    return rebuild(coverage, lines, share=0.3)


def displace(line: Points, strength: float, detail: float, luck: random.Random) -> Points:
    """Return a straight line with random deviations."""
    points = [line[0]]
    for start, end in pairwise(line):
        points += _midpoints(start, end, strength, detail, luck)
    return np.array(points)


def _midpoints(start: Points, end: Points, strength: float, detail: float, luck: random.Random) -> list[Points]:
    """Displace midpoints recursively, down to the given detail."""
    step = end - start
    length = float(np.hypot(*step))
    if length < detail:
        return [end]
    normal = np.array([-step[1], step[0]]) / length
    middle = (start + end) / 2 + normal * luck.gauss(0, strength * length)
    first = _midpoints(start, middle, strength, detail, luck)
    return first + _midpoints(middle, end, strength, detail, luck)
