"""The drawing matches the sheet: places that touch, plus the lanes, are exactly its links."""

import tomllib
from collections import Counter
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import Any

import pytest

from kamchatka.boards.geometry import BOARDS, load
from tests.boards.outline import Outline, Segment, length, outline

Pair = frozenset[str]
# Land, sea and optional links of each board, as counted in its booklet and facts.
COUNTS = {
    "planisphere": (59, 23, 0),
    "earth_2210": (57, 46, 1),
    "moon": (30, 0, 0),
    "ancient_earth": (48, 21, 0),
    "underworld": (19, 0, 0),
}
# A border shorter than this would not be seen.
VISIBLE = 9.0


@cache
def sheet(board: str) -> dict[str, Any]:
    return tomllib.loads(files("kamchatka.boards").joinpath(f"{board}.toml").read_text(encoding="utf-8"))


def links(board: str, *kinds: str) -> set[Pair]:
    return {frozenset(pair) for kind in kinds for pair in sheet(board)["links"].get(kind, [])}


def barriers(board: str) -> set[Pair]:
    return {frozenset(pair) for pairs in sheet(board).get("barriers", {}).values() for pair in pairs}


@cache
def outlines(board: str) -> dict[str, Outline]:
    return {place: outline(shape.path) for place, shape in load(board).places.items()}


@cache
def touching(board: str) -> dict[Pair, float]:
    """Return pairs of places with common edges, and the length of their border."""
    owners: dict[Segment, list[str]] = {}
    for place, shape in outlines(board).items():
        for segment in shape.segments:
            owners.setdefault(segment, []).append(place)
    borders: dict[Pair, list[Segment]] = {}
    for segment, places in owners.items():
        assert len(places) <= 2, f"{places} overlap at {segment}"
        if len(places) == 2:
            borders.setdefault(frozenset(places), []).append(segment)
    return {pair: length(frozenset(segments)) for pair, segments in borders.items()}


def lanes(board: str) -> set[Pair]:
    return {frozenset(lane.between) for lane in load(board).lanes}


@pytest.mark.parametrize("board", BOARDS)
def test_the_sheet_has_the_links_that_were_counted(board: str) -> None:
    """The number of links in each sheet is as counted by hand, so that a lost or doubled line is noticed."""
    listed = sheet(board)["links"]
    assert tuple(len(listed.get(kind, [])) for kind in ("land", "sea", "optional")) == COUNTS[board]
    everything = [frozenset(pair) for pairs in listed.values() for pair in pairs]
    assert max(Counter(everything).values()) == 1
    assert all(place in load(board).places for pair in everything for place in pair)


@pytest.mark.parametrize("board", BOARDS)
def test_borders_and_lanes_are_exactly_the_links(board: str) -> None:
    """Borders and lanes are exactly the links; nothing else touches, except across a drawn barrier."""
    open_borders = set(touching(board)) - barriers(board)
    assert open_borders | lanes(board) == links(board, "land", "sea", "optional")
    assert not open_borders & lanes(board), "a link is drawn twice"


@pytest.mark.parametrize("board", BOARDS)
def test_land_links_are_borders_that_can_be_seen(board: str) -> None:
    """Every land link is a common border that is long enough to see."""
    assert links(board, "land") <= set(touching(board))
    assert not {tuple(pair): size for pair, size in touching(board).items() if size < VISIBLE}


@pytest.mark.parametrize("board", BOARDS)
def test_places_without_a_link_do_not_even_meet_in_a_corner(board: str) -> None:
    """Places without a link don't share even a corner, except at the end of a barrier."""
    joined = links(board, "land", "sea", "optional") | barriers(board)
    met = {
        frozenset(pair)
        for pair in combinations(outlines(board), 2)
        if outlines(board)[pair[0]].vertices & outlines(board)[pair[1]].vertices
    }
    assert met <= joined


@pytest.mark.parametrize("board", BOARDS)
def test_no_two_places_cover_the_same_ground(board: str) -> None:
    """No two places overlap, so that a badge stands in one place only."""
    for place, shape in load(board).places.items():
        homes = [other for other, area in outlines(board).items() if area.contains(*shape.badge)]
        assert homes == [place]


@pytest.mark.parametrize("board", ["ancient_earth", "underworld"])
def test_every_barrier_is_drawn(board: str) -> None:
    """Mountains and flames are drawn on the border, or in the pit between the two spaces."""
    drawn = {frozenset(barrier.between): barrier for barrier in load(board).barriers}
    assert set(drawn) == barriers(board)
    assert all(path for barrier in drawn.values() for path in barrier.layers.values())
    apart = set(drawn) - set(touching(board))
    assert apart == ({frozenset(["u06", "u12"])} if board == "underworld" else set())


def test_lanes_round_the_world_leave_and_return_by_the_edges() -> None:
    """A link around the world is drawn as two half lanes, one to each side of the board."""
    for board in ("planisphere", "earth_2210"):
        wide = load(board).size[0]
        wrap = {frozenset(pair) for pair in sheet(board)["drawing"]["wrap"]}
        halves = {frozenset(lane.between): lane.paths for lane in load(board).lanes if len(lane.paths) == 2}
        assert set(halves) == wrap
        for left, right in halves.values():
            assert left.split()[-2] == "0"
            assert right.split()[-2] == str(wide)


def test_the_disputed_link_is_marked_so_that_clients_can_hide_it() -> None:
    """The optional link between the Exiled States of America and Canada is marked, so that clients can hide it."""
    optional = [frozenset(lane.between) for lane in load("earth_2210").lanes if lane.optional]
    assert optional == [frozenset(["exiled_states_of_america", "canada"])]


def test_the_two_worlds_differ_where_their_booklets_do() -> None:
    """Afghanistan touches India only in 2210, and China touches the Middle East only on the planisphere."""
    assert frozenset(["afghanistan", "united_indiastan"]) in touching("earth_2210")
    assert frozenset(["middle_east", "hong_kong"]) not in touching("earth_2210")
    assert frozenset(["afghanistan", "india"]) not in touching("planisphere")
    assert frozenset(["middle_east", "china"]) in touching("planisphere")
