"""Boards drawn from a sheet alone: borders are shared, water separates unlinked places, invalid sheets are reported."""

import json
from itertools import combinations
from pathlib import Path

import msgspec
import pytest

from kamchatka.boards.geometry import Geometry, from_data
from kamchatka.boards.sketch import CannotSketch, SketchSheet, main, read, sketch
from tests.boards.outline import Outline, outline

LAGOON = Path(__file__).parents[2] / "examples" / "edition" / "src" / "kamchatka_lagoon" / "lagoon.toml"


@pytest.fixture(scope="module")
def sheet() -> SketchSheet:
    """Return the sheet of the example."""
    return read(LAGOON)


@pytest.fixture(scope="module")
def board(sheet: SketchSheet) -> Geometry:
    """Return the sketch of the board."""
    return sketch(sheet)


def outlines(board: Geometry) -> dict[str, Outline]:
    """Return every place's outline."""
    return {place: outline(shape.path) for place, shape in board.places.items()}


def test_the_files_of_the_example_are_this_sketch(board: Geometry) -> None:
    assert from_data(json.loads(LAGOON.with_suffix(".json").read_text(encoding="utf-8"))) == board


def test_places_hold_their_badges_and_lie_on_the_page(board: Geometry) -> None:
    width, height = board.size
    for place, shape in board.places.items():
        drawn = outline(shape.path)
        x, y = shape.badge
        assert drawn.holds((x - 25, y - 13, x + 25, y + 13)), place
        left, top, right, bottom = drawn.bounds
        assert 0 < left < right < 10 * width, place
        assert 0 < top < bottom < 10 * height, place


def test_land_touches_and_water_parts(sheet: SketchSheet, board: Geometry) -> None:
    """The line between two places' centres crosses water exactly if no land link joins the two."""
    land = {frozenset(pair) for pair in sheet.links["land"]}
    middles = {place.id: place.at for place in sheet.places}
    drawn = outlines(board)
    for one, other in combinations(drawn, 2):
        ways = [(share / 400, 1 - share / 400) for share in range(401)]
        spots = [tuple(a * s + b * t for a, b in zip(middles[one], middles[other], strict=True)) for s, t in ways]
        dry = [x for x, y in spots if drawn[one].contains(x, y) or drawn[other].contains(x, y)]
        assert (len(spots) - len(dry) <= 2) == (frozenset((one, other)) in land), (one, other)


def test_no_two_places_overlap(board: Geometry) -> None:
    drawn = outlines(board)
    for one, other in combinations(drawn, 2):
        inside = [(x / 10, y / 10) for x, y in drawn[one].vertices]
        deep = [spot for spot in inside if drawn[other].contains(*spot)]
        assert len(deep) <= 2, (one, other)  # a corner rounded to a tenth may lie on the border


def test_lanes_go_from_coast_to_coast(sheet: SketchSheet, board: Geometry) -> None:
    kinds = {frozenset(pair): kind for kind, pairs in sheet.links.items() for pair in pairs}
    for lane in board.lanes:
        assert len(lane.paths) == (2 if kinds[frozenset(lane.between)] == "ford" else 1)
        for place, (x, y) in zip(lane.between, lane.ends, strict=True):
            near = [abs(x * 10 - a) + abs(y * 10 - b) for a, b in outline(board.places[place].path).vertices]
            assert min(near) < 300, lane.between  # tenths; the point is on the coast, between two corners
    assert len(board.lanes) == 10


def test_land_that_cannot_touch_is_told(sheet: SketchSheet) -> None:
    far = msgspec.structs.replace(sheet, links={**sheet.links, "land": (("reeds", "fort"),)})
    with pytest.raises(CannotSketch, match="fort and reeds are joined by land but lie too far apart"):
        sketch(far)


def test_places_in_one_spot_are_told(sheet: SketchSheet) -> None:
    moved = tuple(msgspec.structs.replace(place, at=(300.0 + n, 300.0)) for n, place in enumerate(sheet.places))
    with pytest.raises(CannotSketch, match="its neighbours lie too near"):
        sketch(msgspec.structs.replace(sheet, places=moved, links={}))


def test_the_command_says_what_a_sheet_lacks(tmp_path: Path) -> None:
    bad = tmp_path / "bare.toml"
    bad.write_text('id = "bare"\nit = "Vuota"\nen = "Bare"\nzone = []\nplace = []\n', encoding="utf-8")
    for files, told in (([], "BOARD.toml"), ([str(bad)], "sketch"), ([str(tmp_path / "none.toml")], "none.toml")):
        with pytest.raises(SystemExit, match=told):
            main(files)
