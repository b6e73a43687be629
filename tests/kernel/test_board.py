"""The board has links in both directions, and zones and values as given."""

from itertools import product

from kamchatka.kernel.board import Board

BOARD = Board(["a", "b", "c", "d"], ["x", "y"], [0, 0, 1, 1], [5, 7], [1, 2, 3, 4], [(2, 0), (0, 1), (1, 2)])


def test_links_join_both_ways_in_order() -> None:
    rows = [[BOARD.links[i] for i in range(BOARD.first[p], BOARD.first[p + 1])] for p in range(4)]
    assert rows == [[1, 2], [0, 2], [0, 1], []]
    assert (len(BOARD.first), len(BOARD.links)) == (5, 6)


def test_adjacent_is_what_the_links_say_and_nothing_outside_the_board() -> None:
    joined = {(a, b) for a, b in product(range(-3, 9), repeat=2) if BOARD.adjacent(a, b)}
    assert joined == {(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)}


def test_places_and_zones_are_numbered_as_given() -> None:
    assert (BOARD.places, BOARD.zone_ids, BOARD.size, BOARD.zones) == (["a", "b", "c", "d"], ["x", "y"], 4, 2)
    assert (list(BOARD.zone), list(BOARD.bonus), list(BOARD.value)) == ([0, 0, 1, 1], [5, 7], [1, 2, 3, 4])
    assert list(BOARD.zone_size) == [2, 2]
    assert list(Board(["a", "b"], ["x", "y"], [1, 1], [0, 0], [0, 0], []).zone_size) == [0, 2]
