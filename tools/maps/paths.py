"""Shapes as compact SVG path text, in whole tenths of a unit."""

from collections.abc import Iterable

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from tools.maps.shapes import QUANTUM, Points, polygons


def area_path(shape: BaseGeometry, quantum: int = QUANTUM) -> str:
    """Return the closed relative path of all rings of a shape."""
    rings = [ring for part in polygons(shape) for ring in (part.exterior, *part.interiors)]
    return "".join(_subpath(np.array(ring.coords), quantum, closed=True) for ring in rings)


def line_path(lines: BaseGeometry | Points, quantum: int = QUANTUM) -> str:
    """Return an open relative path of one or more lines."""
    if isinstance(lines, np.ndarray):
        return _subpath(lines, quantum, closed=False)
    return "".join(_subpath(np.array(line.coords), quantum, closed=False) for line in shapely.get_parts(lines))


def polygon_path(points: Iterable[tuple[float, float]]) -> str:
    """Return a small closed figure from its corners."""
    corners = list(points)
    return _subpath(np.array([*corners, corners[0]]), QUANTUM, closed=True)


def circle_path(x: float, y: float, radius: float) -> str:
    """Return a circle as two arcs, so that many of them fit in one path."""
    r = number(radius)
    span = number(2 * radius)
    return f"M{number(x - radius)} {number(y)}a{r} {r} 0 1 0 {span} 0a{r} {r} 0 1 0-{span} 0z"


def number(value: float) -> str:
    """Format with at most one decimal and no superfluous zeros."""
    text = f"{value:.1f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))
    text = "0" if text in ("-0", "") else text
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def _subpath(points: Points, quantum: int, closed: bool) -> str:
    whole: NDArray[np.int64] = np.round(points * quantum).astype(np.int64)
    whole = whole[np.r_[True, np.any(np.diff(whole, axis=0) != 0, axis=1)]]
    start, steps = whole[0], np.diff(whole, axis=0)[: -1 if closed else None]
    body = _join([number(value / quantum) for step in steps for value in step])
    head = f"M{_join([number(start[0] / quantum), number(start[1] / quantum)])}"
    return f"{head}l{body}{'z' if closed else ''}" if len(steps) else head


def _join(numbers: list[str]) -> str:
    """Join numbers, without a space before a minus sign, which separates as well."""
    text = numbers[0]
    for value in numbers[1:]:
        text += value if value.startswith("-") else f" {value}"
    return text
