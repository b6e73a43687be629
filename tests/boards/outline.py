"""Outlines read back from the board files, in whole tenths, so that shared borders compare exactly."""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

Vertex = tuple[int, int]
Segment = tuple[Vertex, Vertex]
Box = tuple[float, float, float, float]

_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")


@dataclass(frozen=True)
class Outline:
    """The closed rings of one place, in tenths of a unit."""

    rings: tuple[tuple[Vertex, ...], ...]

    @cached_property
    def bounds(self) -> Box:
        """Return left, top, right and bottom, in tenths."""
        xs, ys = zip(*self.vertices, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    @cached_property
    def vertices(self) -> frozenset[Vertex]:
        return frozenset(vertex for ring in self.rings for vertex in ring)

    @property
    def segments(self) -> frozenset[Segment]:
        """Yield every edge once, without direction."""
        return frozenset((min(edge), max(edge)) for ring in self.rings for edge in _edges(ring))

    def contains(self, x: float, y: float) -> bool:
        """Cast a ray over all rings, so that lakes count as outside; coordinates are in units."""
        px, py, inside = x * 10, y * 10, False
        left, top, right, bottom = self.bounds
        if not (left <= px <= right and top <= py <= bottom):
            return False
        for ring in self.rings:
            for (x0, y0), (x1, y1) in _edges(ring):
                if (y0 > py) != (y1 > py) and px < (x1 - x0) * (py - y0) / (y1 - y0) + x0:
                    inside = not inside
        return inside

    def holds(self, box: Box) -> bool:
        """Return whether the whole box lies inside: its centre does, and no edge of the outline enters it."""
        left, top, right, bottom = box
        return self.contains((left + right) / 2, (top + bottom) / 2) and not any(
            _enters(edge, box) for ring in self.rings for edge in _edges(ring)
        )


def outline(path: str) -> Outline:
    """Read `M x y l dx dy … z` subpaths."""
    rings = []
    for subpath in filter(None, path.split("M")):
        start, _, steps = subpath.rstrip("z").partition("l")
        (x, y), moves = _tenths(start), _tenths(steps)
        ring = [(x, y)]
        for dx, dy in zip(moves[::2], moves[1::2], strict=True):
            x, y = x + dx, y + dy
            ring.append((x, y))
        rings.append(tuple(ring))
    return Outline(tuple(rings))


def length(segments: Iterator[Segment] | frozenset[Segment]) -> float:
    """Return the length of edges in units."""
    return sum(math.dist(start, end) for start, end in segments) / 10


def points_on(curve: str) -> Iterator[tuple[float, float]]:
    """Return sixty points along `M x y Q x y x y`, in units."""
    x0, y0, x1, y1, x2, y2 = (float(number) for number in _NUMBER.findall(curve))
    for step in range(61):
        t = step / 60
        a, b, c = (1 - t) * (1 - t), 2 * t * (1 - t), t * t
        yield a * x0 + b * x1 + c * x2, a * y0 + b * y1 + c * y2


def overlap(first: Box, second: Box) -> float:
    """Return the area that two boxes share."""
    wide = min(first[2], second[2]) - max(first[0], second[0])
    high = min(first[3], second[3]) - max(first[1], second[1])
    return max(0.0, wide) * max(0.0, high)


def around(at: tuple[float, float], wide: float, high: float) -> Box:
    """Return the box around a centre."""
    x, y = at
    return (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)


def _tenths(text: str) -> list[int]:
    return [round(float(number) * 10) for number in _NUMBER.findall(text)]


def _edges(ring: tuple[Vertex, ...]) -> Iterator[Segment]:
    yield from pairwise([*ring, ring[0]])


def _enters(edge: Segment, box: Box) -> bool:
    """Clip the edge to the box (Liang and Barsky) and return whether anything is left."""
    (x0, y0), (x1, y1) = ((x / 10, y / 10) for x, y in edge)
    near, far = 0.0, 1.0
    for step, room in ((x0 - x1, x0 - box[0]), (x1 - x0, box[2] - x0), (y0 - y1, y0 - box[1]), (y1 - y0, box[3] - y0)):
        if step == 0 and room < 0:
            return False
        if step < 0:
            near = max(near, room / step)
        elif step > 0:
            far = min(far, room / step)
    return near < far
