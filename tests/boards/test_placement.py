"""Badges lie inside their places; labels and tokens overlap nothing, in both languages."""

from itertools import combinations

import pytest

from kamchatka.boards import sheet
from kamchatka.boards.geometry import BOARDS, Box, Geometry, load
from tests.boards.outline import around, outline, overlap, points_on

# The badge as drawn for two digits, ring included; a token with its ring.
BADGE = (47.5, 25.8)
TOKEN = 22.0
SYMBOL = 32.0
LANGUAGES = ("it", "en")


def labels(board: Geometry, language: str) -> dict[str, Box]:
    stands = {**board.places, **board.heavens}
    return {place: shape.labels[language].box for place, shape in stands.items()}


def badges(board: Geometry) -> dict[str, Box]:
    stands = {**board.places, **board.heavens}
    return {place: around(shape.badge, *BADGE) for place, shape in stands.items()}


@pytest.mark.parametrize("name", BOARDS)
def test_badges_lie_inside_their_places(name: str) -> None:
    """The whole badge of a two-digit stack lies inside its place, not only its centre."""
    board = load(name)
    stands = {**board.places, **board.heavens}
    outside = [place for place, box in badges(board).items() if not outline(stands[place].path).holds(box)]
    assert not outside


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", BOARDS)
def test_labels_overlap_no_label_and_no_badge(name: str, language: str) -> None:
    """No label overlaps another label or a badge."""
    board = load(name)
    written, pills = labels(board, language), badges(board)
    clashes = [(a, b) for a, b in combinations(written, 2) if overlap(written[a], written[b]) > 0]
    clashes += [(a, b) for a in written for b in pills if overlap(written[a], pills[b]) > 0]
    assert not clashes


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", BOARDS)
def test_labels_stay_on_the_page_and_off_the_ground_of_others(name: str, language: str) -> None:
    """A label may hang over water, but never over a neighbour."""
    board = load(name)
    wide, high = board.size
    grounds = {place: outline(shape.path) for place, shape in board.places.items()}
    for place, (left, top, right, bottom) in labels(board, language).items():
        assert left >= 0
        assert top >= 0
        assert right <= wide
        assert bottom <= high
        spots = [(left + (right - left) * i / 12, top + (bottom - top) * j / 4) for i in range(13) for j in range(5)]
        foreign = [s for s in spots if any(g.contains(*s) for other, g in grounds.items() if other != place)]
        assert not foreign, f"{place} is written on other ground"


@pytest.mark.parametrize("name", BOARDS)
def test_lanes_cross_no_label_and_no_badge(name: str) -> None:
    """No point along a lane's curve lies on a label or a badge."""
    board = load(name)
    boxes = [*labels(board, "it").values(), *labels(board, "en").values(), *badges(board).values()]
    for lane in board.lanes:
        for path in lane.paths:
            for x, y in points_on(path):
                assert not any(box[0] < x < box[2] and box[1] < y < box[3] for box in boxes), lane.between


@pytest.mark.parametrize("name", ["earth_2210", "moon", "ancient_earth"])
def test_there_is_room_for_all_pieces_of_a_place(name: str) -> None:
    """Each place has six spots clear of everything (four gods, temple and plague; five commanders and a station)."""
    board = load(name)
    tokens = {(p, i): around(s, TOKEN, TOKEN) for p, shape in board.places.items() for i, s in enumerate(shape.pieces)}
    assert all(len(shape.pieces) == 6 for shape in board.places.values())
    assert not [(a, b) for a, b in combinations(tokens, 2) if overlap(tokens[a], tokens[b]) > 0]
    fixed = [*labels(board, "it").values(), *labels(board, "en").values(), *badges(board).values()]
    assert not [token for token, box in tokens.items() if any(overlap(box, other) > 0 for other in fixed)]


@pytest.mark.parametrize("name", ["moon", "underworld"])
def test_printed_symbols_are_clear_of_everything(name: str) -> None:
    """No badge, label or token hides a landing site, gate, crypt or altar."""
    board = load(name)
    symbols = [around(at, SYMBOL, SYMBOL) for shape in board.places.values() for _, at in shape.symbols]
    tokens = [around(spot, TOKEN, TOKEN) for shape in board.places.values() for spot in shape.pieces]
    others = [*labels(board, "it").values(), *labels(board, "en").values(), *badges(board).values(), *tokens]
    assert symbols
    assert not [box for box in symbols if any(overlap(box, other) > 0 for other in others)]


@pytest.mark.parametrize("name", BOARDS)
def test_labels_write_the_names_of_the_sheet(name: str) -> None:
    """A label is the name of the sheet, with line breaks and perhaps in capitals."""
    board = load(name)
    for place in sheet(name).places:
        for language in LANGUAGES:
            written = " ".join(board.places[place.id].labels[language].lines)
            assert written.casefold() == place.name(language).casefold()
