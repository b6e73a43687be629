"""A coverage: places as polygons that share their borders exactly, and operations that keep it exact."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import LineString, MultiPolygon, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import polygonize

Points: TypeAlias = NDArray[np.float64]
Transform: TypeAlias = Callable[[Points], Points]
# Places by id, in the order of the board sheet.
Coverage: TypeAlias = dict[str, BaseGeometry]
Pair: TypeAlias = tuple[str, str]

# Final coordinates are whole tenths of a unit, so shared borders stay identical in text.
QUANTUM = 10


def pair(first: str, second: str) -> Pair:
    """Return a link as an unordered pair."""
    return (first, second) if first < second else (second, first)


def polygons(shape: BaseGeometry) -> list[Polygon]:
    """Return the polygonal parts of a shape, largest first."""
    parts = [part for part in shapely.get_parts(shape) if isinstance(part, Polygon)]
    return sorted(parts, key=lambda part: (-part.area, part.bounds))


def main_body(shape: BaseGeometry) -> Polygon:
    """Return the largest part, which contains the badge."""
    return polygons(shape)[0]


def transform_all(coverage: Coverage, transform: Transform) -> Coverage:
    """Move every vertex; equal vertices stay equal."""
    return {place: shapely.transform(shape, transform) for place, shape in coverage.items()}


def make_exact(coverage: Coverage, grid: float = 1e-4) -> Coverage:
    """Node all borders together and rebuild the faces, so that neighbours share every vertex.

    Cut lines leave T-junctions otherwise, and simplification then tears borders apart.
    """
    lines = shapely.union_all([shape.boundary for shape in coverage.values()], grid_size=grid)
    faces: dict[str, list[Polygon]] = {place: [] for place in coverage}
    for face in polygonize(lines):
        inside = face.representative_point()
        owner = next((place for place, shape in coverage.items() if shape.contains(inside)), None)
        if owner is not None:
            faces[owner].append(face)
    return {place: shapely.union_all(parts) for place, parts in faces.items()}


def borders(coverage: Coverage) -> dict[Pair, BaseGeometry]:
    """Return the common border line of every two places that share more than points."""
    ids = list(coverage)
    tree = shapely.STRtree([coverage[place] for place in ids])
    found: dict[Pair, BaseGeometry] = {}
    for i, place in enumerate(ids):
        for j in sorted(int(k) for k in tree.query(coverage[place]) if k > i):
            line = _lines(coverage[place].intersection(coverage[ids[j]]))
            if line.length > 0:
                found[pair(place, ids[j])] = line
    return found


def _lines(shape: BaseGeometry) -> BaseGeometry:
    parts = [part for part in shapely.get_parts(shape) if isinstance(part, LineString)]
    return shapely.line_merge(shapely.union_all(parts))


def without_islets(coverage: Coverage, smallest: float, smallest_lake: float = 60) -> Coverage:
    """Remove islands and lakes that are too small to see; a place keeps its main body."""
    kept: Coverage = {}
    for place, shape in coverage.items():
        parts = polygons(shape)
        visible = [part for i, part in enumerate(parts) if i == 0 or part.area > smallest]
        kept[place] = MultiPolygon([without_ponds(part, smallest_lake) for part in visible])
    return kept


def without_ponds(part: Polygon, smallest: float) -> Polygon:
    """Fill lakes that are too small to see."""
    return Polygon(part.exterior, [hole for hole in part.interiors if Polygon(hole).area > smallest])


def fit_to_page(coverage: Coverage, size: tuple[int, int], margins: Sequence[float]) -> tuple[Coverage, Transform]:
    """Scale and centre into a page; margins are left, top, right, bottom."""
    (width, height), (left, top, right, bottom) = size, margins
    x0, y0, x1, y1 = shapely.union_all([box(*shape.bounds) for shape in coverage.values()]).bounds
    room = np.array([width - left - right, height - top - bottom])
    scale = float(min(room / [x1 - x0, y1 - y0]))
    shift = np.array([left, top]) + (room - scale * np.array([x1 - x0, y1 - y0])) / 2

    def place_on_page(points: Points) -> Points:
        return np.asarray((points - [x0, y0]) * scale + shift)

    return transform_all(coverage, place_on_page), place_on_page


def arcs(coverage: Coverage) -> list[Points]:
    """Return the border lines between junctions, each once."""
    merged = shapely.line_merge(shapely.union_all([shape.boundary for shape in coverage.values()]))
    return [np.array(line.coords) for line in shapely.get_parts(merged)]


def rebuild(coverage: Coverage, lines: Sequence[Points], share: float) -> Coverage:
    """Return the faces of redrawn border lines; each goes to the old place that covers most of it."""
    ids = list(coverage)
    tree = shapely.STRtree([coverage[place] for place in ids])
    parts: dict[str, list[Polygon]] = {place: [] for place in ids}
    for face in polygonize(shapely.union_all([LineString(line) for line in lines if len(line) > 1])):
        covers = [(coverage[ids[i]].intersection(face).area, ids[i]) for i in sorted(tree.query(face))]
        area, place = max(covers, default=(0.0, ""))
        if area > share * face.area:
            parts[place].append(face)
    return {place: shapely.union_all(faces) for place, faces in parts.items()}


def quantise(points: Points) -> Points:
    """Round to the quantum of the board files."""
    return np.round(points * QUANTUM) / QUANTUM


def smooth(coverage: Coverage, tolerance: float, rounds: int = 2, last: float = 0.42) -> Coverage:
    """Simplify borders, round their corners arc by arc (Chaikin), quantise; neighbours stay identical."""
    simple = dict(zip(coverage, shapely.coverage_simplify(list(coverage.values()), tolerance), strict=True))
    lines = [_distinct(quantise(chaikin(arc, rounds))) for arc in arcs(simple)]
    round_corners = rebuild(simple, lines, share=0.5)
    light = shapely.coverage_simplify(list(round_corners.values()), last)
    final = {place: shapely.transform(shape, quantise) for place, shape in zip(coverage, light, strict=True)}
    assert shapely.coverage_is_valid(list(final.values())), "quantised borders overlap or tear"
    return final


def _distinct(line: Points) -> Points:
    return line[np.r_[True, np.any(np.diff(line, axis=0) != 0, axis=1)]]


def chaikin(line: Points, rounds: int) -> Points:
    """Cut corners, but keep the ends of an open line, which are junctions."""
    closed = bool(np.allclose(line[0], line[-1]))
    for _ in range(rounds):
        start, end = line[:-1], line[1:]
        cut = np.empty((2 * len(start), 2))
        cut[0::2], cut[1::2] = 0.75 * start + 0.25 * end, 0.25 * start + 0.75 * end
        line = np.vstack([cut, cut[:1]]) if closed else np.vstack([line[:1], cut[1:-1], line[-1:]])
    return line
