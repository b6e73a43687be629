"""The page as a raster: how much of a box is covered by each place, lane or label."""

from collections.abc import Iterable

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from tools.maps.shapes import Coverage

# left, top, right, bottom
Box = tuple[float, float, float, float]
Boxes = NDArray[np.float64]
Counts = NDArray[np.float64]

# Labels and tokens of a place are within this distance of it.
REACH = 200


class Page:
    """One cell per unit; owners by place number, -1 for open sea or space."""

    def __init__(self, size: tuple[int, int], coverage: Coverage, lanes: Iterable[BaseGeometry]) -> None:
        self.columns, self.rows = size
        self.owner = np.full((self.rows, self.columns), -1)
        for number, shape in enumerate(coverage.values()):
            self.owner[self._cover(shape)] = number
        self.lanes = np.zeros_like(self.owner, dtype=bool)
        for lane in lanes:
            self.lanes |= self._cover(lane.buffer(2.5))
        self.taken = np.zeros_like(self.lanes)

    def _cover(self, shape: BaseGeometry) -> NDArray[np.bool_]:
        """Return the cells whose centre lies in the shape."""
        mask = np.zeros((self.rows, self.columns), dtype=bool)
        left, top, right, bottom = (int(v) for v in shape.bounds)
        rows = slice(max(0, top - 1), min(self.rows, bottom + 2))
        columns = slice(max(0, left - 1), min(self.columns, right + 2))
        x, y = np.meshgrid(np.arange(self.columns)[columns] + 0.5, np.arange(self.rows)[rows] + 0.5)
        shapely.prepare(shape)
        mask[rows, columns] = shapely.contains_xy(shape, x, y)
        return mask

    def take(self, box: Box) -> None:
        """Reserve the box."""
        left, top, right, bottom = box
        self.taken[max(0, int(top)) : int(bottom) + 1, max(0, int(left)) : int(right) + 1] = True

    def is_taken(self, box: Box) -> bool:
        """Return whether the box is partly reserved already."""
        left, top, right, bottom = box
        return bool(self.taken[max(0, int(top)) : int(bottom) + 1, max(0, int(left)) : int(right) + 1].any())

    def counter(self, number: int) -> "Counter":
        """Return the sums for the search of one place."""
        return Counter(self, number)

    def outside(self, boxes: Boxes, edge: float = 8) -> NDArray[np.bool_]:
        """Return which boxes leave the page."""
        left, top, right, bottom = boxes.T
        leaves = (left < edge) | (top < edge) | (right > self.columns - edge) | (bottom > self.rows - edge)
        return np.asarray(leaves, dtype=np.bool_)


class Counter:
    """Cells of a box by content, in constant time (summed-area tables around one place)."""

    def __init__(self, page: Page, number: int) -> None:
        rows, columns = np.nonzero(page.owner == number)
        top, left = max(0, int(rows.min()) - REACH), max(0, int(columns.min()) - REACH)
        window = (slice(top, int(rows.max()) + REACH), slice(left, int(columns.max()) + REACH))
        self._origin = np.array([left, top, left, top], dtype=np.float64)
        owner = page.owner[window]
        self._own = _sum_cells(owner == number)
        self._others = _sum_cells((owner >= 0) & (owner != number))
        self._taken = _sum_cells(page.taken[window])
        self._lanes = _sum_cells(page.lanes[window])

    def own(self, boxes: Boxes) -> Counts:
        return _cells(self._own, boxes - self._origin)

    def others(self, boxes: Boxes) -> Counts:
        return _cells(self._others, boxes - self._origin)

    def count_taken(self, boxes: Boxes) -> Counts:
        return _cells(self._taken, boxes - self._origin)

    def lanes(self, boxes: Boxes) -> Counts:
        return _cells(self._lanes, boxes - self._origin)


def area(boxes: Boxes) -> Counts:
    """Return the number of cells of each box, counted as in the sums."""
    left, top, right, bottom = _edges(boxes)
    return np.asarray((right - left) * (bottom - top), dtype=np.float64)


def _sum_cells(mask: NDArray[np.bool_]) -> NDArray[np.int64]:
    sums = np.zeros((mask.shape[0] + 1, mask.shape[1] + 1), dtype=np.int64)
    sums[1:, 1:] = mask.cumsum(axis=0).cumsum(axis=1)
    return sums


def _edges(boxes: Boxes) -> NDArray[np.int64]:
    edges: NDArray[np.int64] = np.concatenate([np.floor(boxes[:, :2]), np.ceil(boxes[:, 2:])], axis=1).astype(np.int64)
    return edges.T


def _cells(sums: NDArray[np.int64], boxes: Boxes) -> Counts:
    left, top, right, bottom = _edges(boxes)
    left, right = np.clip(left, 0, sums.shape[1] - 1), np.clip(right, 0, sums.shape[1] - 1)
    top, bottom = np.clip(top, 0, sums.shape[0] - 1), np.clip(bottom, 0, sums.shape[0] - 1)
    counts = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
    return np.asarray(counts, dtype=np.float64)
