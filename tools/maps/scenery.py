"""Drawn ornament: peaks, flames, hills, craters and stars, placed with a fixed seed."""

import math
import random
from collections.abc import Sequence

import numpy as np
import shapely
from shapely.geometry import LineString, Point
from shapely.geometry.base import BaseGeometry

from kamchatka.boards.geometry import Scenery
from tools.maps.paths import circle_path, line_path, number, polygon_path
from tools.maps.raster import Page

Spot = tuple[float, float]


def peaks(line: BaseGeometry, luck: random.Random) -> dict[str, str]:
    """Return a mountain range along a border: bodies, shaded flanks, snow."""
    layers = {"peak": "", "peak-shade": "", "peak-snow": ""}
    for x, y in sorted(_along(line, step=15, start=5), key=lambda spot: spot[1]):
        high, x, foot = 15 + luck.random() * 9, x + luck.uniform(-2, 2), y + 7
        half, top = high * 0.66, foot - high
        layers["peak"] += polygon_path([(x - half, foot), (x, top), (x + half, foot)])
        flank = [(x, top), (x + half, foot), (x + half * 0.1, foot), (x - 1, foot - high * 0.4)]
        layers["peak-shade"] += polygon_path(flank)
        line_of_snow, cap = top + high * 0.34, half * 0.34
        snow = [(x - cap, line_of_snow), (x, top), (x + cap, line_of_snow), (x, top + high * 0.26)]
        layers["peak-snow"] += polygon_path(snow)
    return layers


def flames(line: BaseGeometry, luck: random.Random, step: float = 11, size: float = 17) -> dict[str, str]:
    """Return flames along a border, in three colours of heat."""
    layers = {"flame": "", "flame-heart": "", "flame-core": ""}
    for x, y in sorted(_along(line, step, start=step / 2), key=lambda spot: spot[1]):
        high = size * (0.8 + 0.5 * luck.random())
        lean = luck.uniform(-0.18, 0.18)
        for style, share in zip(layers, (1.0, 0.66, 0.36), strict=True):
            layers[style] += tongue(x, y + size * 0.35, high * share, lean)
    return layers


def tongue(x: float, foot: float, high: float, lean: float) -> str:
    """Return one flame, round at the bottom and leaning at the top."""
    half, tip = high * 0.34, x + lean * high
    return (
        f"M{number(x)} {number(foot)}C{number(x - half * 1.5)} {number(foot - high * 0.1)} "
        f"{number(x - half)} {number(foot - high * 0.5)} {number(tip)} {number(foot - high)}"
        f"C{number(x + half)} {number(foot - high * 0.5)} {number(x + half * 1.5)} {number(foot - high * 0.1)} "
        f"{number(x)} {number(foot)}z"
    )


def hills(ranges: Sequence[BaseGeometry], page: Page, land: BaseGeometry, luck: random.Random) -> Scenery:
    """Return small strokes of relief along real mountain ranges, where no label or badge is."""
    path = ""
    safe = land.buffer(-7)
    shapely.prepare(safe)
    for line in ranges:
        for x, y in _along(line, step=10, start=4):
            x, y, high = x + luck.uniform(-4, 4), y + luck.uniform(-4, 4), luck.uniform(4.5, 8)
            if safe.contains(Point(x, y)) and not page.is_taken((x - 9, y - 9, x + 9, y + 4)):
                path += _hill(x, y, high)
    return Scenery("hill", path)


def _hill(x: float, y: float, high: float) -> str:
    half = high * 0.95
    return (
        f"M{number(x - half)} {number(y)}l{number(half)} {number(-high)} {number(half)} {number(high)}"
        f"m{number(-half * 0.55)} {number(-high * 0.1)}l{number(-half * 0.42)} {number(-high * 0.62)}"
    )


def compass(centre: Spot, radius: float, size: tuple[int, int]) -> list[Scenery]:
    """Return a compass rose with its rhumb lines, as on old sea charts."""
    x, y = centre
    rays = [(math.sin(turn), -math.cos(turn)) for turn in (math.tau * i / 32 for i in range(32))]
    far = 2 * max(size)
    page = shapely.box(0, 0, *size)
    lines = [LineString([(x + radius * dx, y + radius * dy), (x + far * dx, y + far * dy)]) for dx, dy in rays]
    rhumbs = "".join(line_path(line.intersection(page), quantum=1) for line in lines)
    light, dark = "", ""
    for i in (*range(1, 16, 2), *range(2, 16, 4), *range(0, 16, 4)):
        turn, reach = math.tau * i / 16, radius * (1 if i % 4 == 0 else 0.74 if i % 2 == 0 else 0.5)
        tip = (x + reach * math.sin(turn), y - reach * math.cos(turn))
        for side in (-1, 1):
            waist = (x + radius * 0.2 * math.sin(turn + side * 0.39), y - radius * 0.2 * math.cos(turn + side * 0.39))
            figure = polygon_path([centre, waist, tip])
            light, dark = (light + figure, dark) if side < 0 else (light, dark + figure)
    drawn = {"graticule": rhumbs, "ring": circle_path(x, y, radius * 0.66), "rose-light": light, "rose-dark": dark}
    return [Scenery(style, path) for style, path in drawn.items()]


def stars(size: tuple[int, int], sky: BaseGeometry, luck: random.Random) -> list[Scenery]:
    """Return a night sky with a bright and a faint population."""
    paths = {"star": "", "star-faint": ""}
    while paths["star"].count("M") < 90:
        x, y = luck.random() * size[0], luck.random() * size[1]
        faint = luck.random() < 0.75
        if sky.contains(Point(x, y)):
            paths["star-faint" if faint else "star"] += circle_path(x, y, luck.choice([0.6, 0.8, 1.1, 1.5]))
    return [Scenery(style, path) for style, path in paths.items()]


def craters(centre: Spot, radius: float, page: Page, luck: random.Random) -> list[Scenery]:
    """Return impact craters, foreshortened towards the limb, outside labels and badges."""
    floors, rims = "", ""
    for _ in range(420):
        x, y = (c + radius * (2 * luck.random() - 1) for c in centre)
        reach = math.hypot(x - centre[0], y - centre[1]) / radius
        size = min(24.0, 2.2 / (luck.random() ** 0.8 + 0.07))
        if reach < 0.96 and not page.is_taken((x - size - 3, y - size - 3, x + size + 3, y + size + 3)):
            page.take((x - size * 0.7, y - size * 0.7, x + size * 0.7, y + size * 0.7))
            flat, turn = max(0.3, math.sqrt(1 - reach**2)), math.atan2(y - centre[1], x - centre[0])
            floors += _ellipse(x, y, size * flat, size, turn)
            rims += _ellipse(x + size * 0.1, y + size * 0.12, size * flat, size, turn)
    return [Scenery("crater-rim", rims), Scenery("crater", floors)]


def _ellipse(x: float, y: float, across: float, along: float, turn: float) -> str:
    dx, dy = across * math.cos(turn), across * math.sin(turn)
    a, b, degrees = number(across), number(along), number(math.degrees(turn))
    return (
        f"M{number(x - dx)} {number(y - dy)}A{a} {b} {degrees} 1 0 {number(x + dx)} {number(y + dy)}"
        f"A{a} {b} {degrees} 1 0 {number(x - dx)} {number(y - dy)}z"
    )


def _along(line: BaseGeometry, step: float, start: float) -> list[Spot]:
    """Return evenly spaced points on one or more lines."""
    spots: list[Spot] = []
    for part in shapely.get_parts(line):
        if isinstance(part, LineString):
            points = [part.interpolate(at) for at in np.arange(min(start, part.length / 2), part.length, step)]
            spots += [(point.x, point.y) for point in points]
    return spots
