"""Sea lanes: dotted curves between places that are separated by water."""

from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry import LineString, Point
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from tools.maps.paths import number
from tools.maps.shapes import Coverage, Pair, Points, polygons

BOWS = (0.0, 0.18, -0.18, 0.35, -0.35, 0.6, -0.6)
# A lane prefers to start from a body of land that players recognise.
ISLET, ISLET_PENALTY = 250, 14


@dataclass(frozen=True)
class Lane:
    """A curve, or two half curves when the lane runs around the world."""

    between: Pair
    curves: tuple[Points, ...]
    optional: bool = False

    @property
    def paths(self) -> list[str]:
        return [_quadratic(curve) for curve in self.curves]

    @property
    def ends(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the points where the lane meets its places."""
        first, last = self.curves[0][0], self.curves[-1][0 if len(self.curves) == 2 else 2]
        return (float(first[0]), float(first[1])), (float(last[0]), float(last[1]))

    @property
    def middle(self) -> tuple[float, float]:
        """Return the point for a marker on the lane."""
        x, y = np.round(_sample(self.curves[0])[15], 1)
        return float(x), float(y)

    @property
    def line(self) -> BaseGeometry:
        return shapely.union_all([LineString(_sample(curve)) for curve in self.curves])


def lane(places: Coverage, between: Pair, optional: bool = False) -> Lane:
    """Return the shortest crossing, curved so that it touches as little land as possible."""
    start, end = _crossing(places[between[0]], places[between[1]])
    land = shapely.union_all(list(places.values()))
    step = end - start
    length = float(np.hypot(*step))
    normal = np.array([-step[1], step[0]])

    def cost(bow: float) -> float:
        curve = np.array([start, (start + end) / 2 + normal * bow, end])
        blocked = LineString(_sample(curve)).intersection(land).length
        return float(blocked + abs(bow) * length * 0.15 + (3 if bow == 0 and length > 40 else 0))

    bow = min(BOWS, key=cost)
    return Lane(between, (np.round(np.array([start, (start + end) / 2 + normal * bow, end]), 1),), optional)


def wrapping_lane(places: Coverage, between: Pair, width: float) -> Lane:
    """Return two halves of a lane that leaves at the left edge and returns at the right one."""
    western, eastern = sorted(between, key=lambda place: places[place].centroid.x)
    left, right = _shore(places, western, 0), _shore(places, eastern, width)
    height = (left[1] + right[1]) / 2
    halves = (
        np.array([left, (left[0] / 2, left[1] - 6), (0, height)]),
        np.array([right, ((right[0] + width) / 2, right[1] - 6), (width, height)]),
    )
    return Lane((western, eastern), tuple(np.round(half, 1) for half in halves))


def _shore(places: Coverage, place: str, edge: float) -> tuple[float, float]:
    """Return the vertex nearest to an edge of the page that clearly belongs to this place."""
    others = shapely.union_all([shape for other, shape in places.items() if other != place])

    def cost(at: tuple[float, float]) -> float:
        return float(abs(at[0] - edge) + 5 * max(0.0, 24 - others.distance(Point(at))))

    return min(_vertices(places[place]), key=cost)


def _crossing(first: BaseGeometry, second: BaseGeometry) -> tuple[Points, Points]:
    """Return the nearest points of the two places, where islets count as farther away."""
    options = [
        (a.distance(b) + sum(ISLET_PENALTY for part in (a, b) if part.area < ISLET), i, j)
        for i, a in enumerate(polygons(first))
        for j, b in enumerate(polygons(second))
    ]
    _, i, j = min(options)
    start, end = nearest_points(polygons(first)[i], polygons(second)[j])
    return np.array(start.coords[0]), np.array(end.coords[0])


def _vertices(shape: BaseGeometry) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for part in polygons(shape) for x, y in part.exterior.coords]


def _sample(curve: Points) -> Points:
    t = np.linspace(0, 1, 30)[:, None]
    sampled: Points = (1 - t) ** 2 * curve[0] + 2 * t * (1 - t) * curve[1] + t**2 * curve[2]
    return sampled


def _quadratic(curve: Points) -> str:
    (x0, y0), (x1, y1), (x2, y2) = curve
    return f"M{number(x0)} {number(y0)}Q{number(x1)} {number(y1)} {number(x2)} {number(y2)}"
