"""Density-equalising warp: small places grow, large ones shrink, borders and neighbours stay.

Flow-based cartogram after Gastner, Seguy and More (2018), Poisson equation solved by cosine transform.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.fft import dctn, idctn
from scipy.ndimage import gaussian_filter, map_coordinates

from tools.maps.shapes import Coverage, Points, Transform, transform_all

STEPS = 40


@dataclass(frozen=True)
class Grid:
    """A regular raster over the page."""

    bounds: tuple[float, float, float, float]
    rows: int

    @property
    def columns(self) -> int:
        x0, y0, x1, y1 = self.bounds
        return int(self.rows * (x1 - x0) / (y1 - y0))

    @property
    def cell(self) -> tuple[float, float]:
        x0, y0, x1, y1 = self.bounds
        return (x1 - x0) / self.columns, (y1 - y0) / self.rows

    def density(self, coverage: Coverage, targets: dict[str, float], sea: float) -> NDArray[np.float64]:
        """Return wanted area per present area, cell by cell; the sea is nearly incompressible."""
        (dx, dy), (x0, y0, _, _) = self.cell, self.bounds
        xs = x0 + (np.arange(self.columns) + 0.5) * dx
        ys = y0 + (np.arange(self.rows) + 0.5) * dy
        field = np.full((self.rows, self.columns), sea)
        for place, shape in coverage.items():
            left, top, right, bottom = shape.bounds
            window = np.ix_((ys >= top) & (ys <= bottom), (xs >= left) & (xs <= right))
            x, y = np.meshgrid(xs[(xs >= left) & (xs <= right)], ys[(ys >= top) & (ys <= bottom)])
            shapely.prepare(shape)
            field[window] = np.where(shapely.contains_xy(shape, x, y), targets[place] / shape.area, field[window])
        return np.asarray(np.clip(field / field.mean(), 0.08, 14))


def flow(density: NDArray[np.float64], grid: Grid, blur: float) -> Transform:
    """Return the motion of points while density becomes uniform."""
    (dx, dy), (x0, y0, x1, y1) = grid.cell, grid.bounds
    rho = gaussian_filter(density, blur, mode="nearest")
    mean = float(rho.mean())
    gradient_y, gradient_x = (np.asarray(g) for g in np.gradient(_potential(rho - mean, dx, dy), dy, dx))
    gradient_x[:, [0, -1]] = 0
    gradient_y[[0, -1]] = 0

    def velocity(points: Points, time: float) -> Points:
        at = np.array([(points[:, 1] - y0) / dy - 0.5, (points[:, 0] - x0) / dx - 0.5])
        here, vx, vy = (map_coordinates(f, at, order=1, mode="nearest") for f in (rho, gradient_x, gradient_y))
        return np.asarray(np.stack([vx, vy], axis=1) / ((1 - time) * here + time * mean)[:, None])

    def move(points: Points) -> Points:
        moved, step = points.copy(), 1 / STEPS
        for i in range(STEPS):
            half = moved + step / 2 * velocity(moved, i * step)
            moved += step * velocity(half, (i + 0.5) * step)
            moved = np.clip(moved, [x0, y0], [x1, y1])
        return moved

    return move


def _potential(excess: NDArray[np.float64], dx: float, dy: float) -> NDArray[np.float64]:
    """Solve the Poisson equation with walls at the page edges."""
    rows, columns = excess.shape
    kx = (2 * np.cos(np.pi * np.arange(columns) / columns) - 2) / dx**2
    ky = (2 * np.cos(np.pi * np.arange(rows) / rows) - 2) / dy**2
    eigenvalues = ky[:, None] + kx[None, :]
    eigenvalues[0, 0] = 1
    spectrum = dctn(excess, type=2, norm="ortho") / eigenvalues
    spectrum[0, 0] = 0
    return np.asarray(idctn(spectrum, type=2, norm="ortho"))


def equalise(
    coverage: Coverage, targets: dict[str, float], sea: float, grid: Grid, blurs: Sequence[float]
) -> tuple[Coverage, Transform]:
    """Run one flow per blur, coarse to fine; return the places and the whole motion."""
    moves: list[Transform] = []
    for blur in blurs:
        move = flow(grid.density(coverage, targets, sea), grid, blur)
        coverage = transform_all(coverage, move)
        moves.append(move)

    def whole(points: Points) -> Points:
        for move in moves:
            points = move(points)
        return points

    return coverage, whole


def target_areas(
    coverage: Coverage, wanted: dict[str, float], power: float, limits: tuple[float, float]
) -> dict[str, float]:
    """Return the wanted area by place: a share of the mean if the recipe says so, else a damped real area."""
    mean = float(np.mean([shape.area for shape in coverage.values()]))
    damped = {place: float(np.clip((shape.area / mean) ** power, *limits)) for place, shape in coverage.items()}
    return {place: mean * wanted.get(place, damped[place]) for place in coverage}
