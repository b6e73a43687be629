"""Positions of badges, labels and other pieces, searched on a raster; nothing is placed by hand."""

from dataclasses import dataclass, field

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from tools.maps.lettering import LINE_HEIGHT, breaks, width
from tools.maps.raster import Box, Boxes, Counter, Counts, Page, area
from tools.maps.shapes import Coverage, Points, main_body

# The badge that kamchatka.boards.drawing draws for two digits, and a token, each with a small margin.
BADGE = (50.0, 27.0)
TOKEN = 24.0
SYMBOL = 35.0
GAP = 1.5
# Names keep this distance from borders where they can.
AIR = 8.0
STEP = 4
FORBIDDEN = 1e6
# Extra cost of a label beside the badge instead of under it.
SIDES = {"below": 0.0, "above": 4.0, "right": 12.0, "left": 12.0}


@dataclass(frozen=True)
class Lettering:
    """How a board writes its names."""

    font: str
    size: float
    capitals: bool = False

    def lines(self, name: str) -> list[tuple[str, ...]]:
        return breaks(name.upper() if self.capitals else name)

    def extent(self, lines: tuple[str, ...]) -> tuple[float, float]:
        """Return width and height of the lines."""
        return max(self.widths(lines)), len(lines) * self.size * LINE_HEIGHT

    def widths(self, lines: tuple[str, ...]) -> list[float]:
        return [width(line, self.font, self.size) for line in lines]


@dataclass(frozen=True)
class Label:
    """Lines of a name and their bounding box."""

    lines: tuple[str, ...]
    box: Box


@dataclass(frozen=True)
class Anchors:
    """The fixed points of one place."""

    badge: tuple[float, float]
    labels: dict[str, Label]
    pieces: list[tuple[float, float]] = field(default_factory=list)


def place_names(
    page: Page, coverage: Coverage, names: dict[str, dict[str, str]], letters: Lettering
) -> dict[str, Anchors]:
    """Place badge and labels of every place, the smallest first because they have the fewest options."""
    order = sorted(coverage, key=lambda place: main_body(coverage[place]).area)
    numbers = {place: number for number, place in enumerate(coverage)}
    found: dict[str, Anchors] = {}
    for place in order:
        anchors = _anchors(page, numbers[place], coverage[place], names[place], letters)
        for box in (_centre_box(anchors.badge, BADGE), *(label.box for label in anchors.labels.values())):
            page.take(box)
        found[place] = anchors
    return {place: found[place] for place in coverage}


def symbols(
    page: Page, coverage: Coverage, anchors: dict[str, Anchors], printed: dict[str, str]
) -> dict[str, tuple[tuple[str, tuple[float, float]], ...]]:
    """Choose the spots of the symbols printed on places, before any token."""
    found: dict[str, tuple[tuple[str, tuple[float, float]], ...]] = {}
    for number, place in enumerate(coverage):
        if place in printed:
            spot = _spot(page, number, anchors[place].badge, SYMBOL)
            page.take(_centre_box(spot, (SYMBOL - 2, SYMBOL - 2)))
            found[place] = ((printed[place], spot),)
    return found


def with_pieces(page: Page, coverage: Coverage, anchors: dict[str, Anchors], count: int) -> dict[str, Anchors]:
    """Add spots for tokens on free ground near the badge, once all labels are placed."""
    found: dict[str, Anchors] = {}
    for number, place in enumerate(coverage):
        spots: list[tuple[float, float]] = []
        for _ in range(count):
            spots.append(_spot(page, number, anchors[place].badge, TOKEN))
            page.take(_centre_box(spots[-1], (TOKEN - 2, TOKEN - 2)))
        found[place] = Anchors(anchors[place].badge, anchors[place].labels, spots)
    return found


def _anchors(page: Page, number: int, shape: BaseGeometry, names: dict[str, str], letters: Lettering) -> Anchors:
    counter = page.counter(number)
    centres, ground = _badge_spots(page, counter, shape)
    options = {language: _label_options(page, counter, centres, name, letters) for language, name in names.items()}
    best = int(np.argmin(ground + sum(costs.min(axis=0) for costs, _, _ in options.values())))
    labels = {}
    for language, (costs, lines, boxes) in options.items():
        choice = int(np.argmin(costs[:, best]))
        left, top, right, bottom = (round(float(v), 1) for v in boxes[choice][best])
        labels[language] = Label(lines[choice], (left, top, right, bottom))
    return Anchors((float(centres[best, 0]), float(centres[best, 1])), labels)


def _badge_spots(page: Page, counter: Counter, shape: BaseGeometry) -> tuple[Points, Counts]:
    """Return spots where the whole badge is in the main body, and their distances from its centre."""
    body = main_body(shape)
    left, top, right, bottom = body.bounds
    x, y = np.meshgrid(np.arange(left, right, STEP), np.arange(top, bottom, STEP))
    centres = np.round(np.stack([x.ravel(), y.ravel()], axis=1))
    boxes = _boxes(centres, *BADGE)
    shapely.prepare(body)
    fits = shapely.contains(body, shapely.box(*boxes.T)) & (counter.count_taken(boxes) == 0)
    assert fits.any(), f"no room for a badge in a place of {body.area:.0f} square units"
    kept = centres[fits]
    middle = shapely.maximum_inscribed_circle(body, tolerance=1).coords[0]
    heart = (np.array(middle) + np.array(body.centroid.coords[0])) / 2
    return kept, 0.16 * np.hypot(*(kept - heart).T) + 2.0 * counter.lanes(_boxes(kept, *BADGE))


def _label_options(
    page: Page, counter: Counter, centres: Points, name: str, letters: Lettering
) -> tuple[Counts, list[tuple[str, ...]], list[Boxes]]:
    """Yield the cost of every side and line break for every badge spot."""
    costs, chosen, boxes = [], [], []
    for lines in letters.lines(name):
        extent = letters.extent(lines)
        for side, extra in SIDES.items():
            options = _beside(centres, extent, side)
            costs.append(_label_cost(page, counter, options) + extra + _raggedness(letters.widths(lines)))
            chosen.append(lines)
            boxes.append(options)
    return np.array(costs), chosen, boxes


def _raggedness(widths: list[float]) -> float:
    """Return how uneven the lines are; few lines of even length are easiest to read."""
    return 2.5 * len(widths) + 0.12 * (max(widths) - min(widths))


def _label_cost(page: Page, counter: Counter, boxes: Boxes) -> Counts:
    """Return the cost of a label: it should lie on its own ground, else on open water, and never on another label."""
    airy = boxes + np.array([-AIR, -AIR / 2, AIR, AIR / 2])
    own, others = counter.own(airy) / area(airy), counter.others(airy) / area(airy)
    cost = 260 * others + 45 * (1 - own - others) + 25 * ((own > 0.02) & (own < 0.99))
    cost += 0.5 * counter.lanes(boxes)
    return np.where(page.outside(boxes) | (counter.count_taken(boxes) > 0), FORBIDDEN, cost)


def _beside(centres: Points, extent: tuple[float, float], side: str) -> Boxes:
    (wide, high), (badge_wide, badge_high) = extent, BADGE
    across, along = (badge_wide + wide) / 2 + GAP, (badge_high + high) / 2 + GAP
    shift = {"below": (0, along), "above": (0, -along), "right": (across, 0), "left": (-across, 0)}[side]
    return _boxes(centres + np.array(shift), wide, high)


def _spot(page: Page, number: int, badge: tuple[float, float], size: float) -> tuple[float, float]:
    """Return the cheapest free spot for one token or symbol."""
    counter = page.counter(number)
    offsets = np.arange(-96, 97, 3)
    x, y = np.meshgrid(badge[0] + offsets, badge[1] + offsets)
    centres = np.stack([x.ravel(), y.ravel()], axis=1)
    boxes = _boxes(centres, size, size)
    dx, dy = np.abs(centres - np.array(badge)).T
    cost = np.hypot(dx, 1.3 * dy) + 0.9 * counter.others(boxes) + 0.12 * (area(boxes) - counter.own(boxes))
    cost = np.where(
        page.outside(boxes) | (counter.count_taken(boxes) > 0), FORBIDDEN, cost + 0.6 * counter.lanes(boxes)
    )
    best = int(np.argmin(cost))
    assert cost[best] < FORBIDDEN, "no room for a token"
    return float(centres[best, 0]), float(centres[best, 1])


def _boxes(centres: Points, wide: float, high: float) -> Boxes:
    half = np.array([wide / 2, high / 2])
    return np.concatenate([centres - half, centres + half], axis=1)


def _centre_box(centre: tuple[float, float], size: tuple[float, float]) -> Box:
    (x, y), (wide, high) = centre, size
    return (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
