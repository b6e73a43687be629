"""What objectives require, for players and screens that don't know their kinds."""

from kamchatka.kernel.facts import Eliminated
from kamchatka.kernel.rules.objectives import Demand, Destroy, HoldPlaces, HoldZones
from tests.kit import position


def test_a_demand_for_zones_names_some_or_leaves_them_free() -> None:
    assert Demand(zones=[2]).has_zones()
    assert Demand(others=1).has_zones()
    assert not Demand(count=24).has_zones()


def test_what_is_printed_is_what_is_asked() -> None:
    places = HoldPlaces(18, garrison=2).printed
    assert (places.count, places.garrison, places.has_zones()) == (18, 2, False)
    zones = HoldZones([1, 3], others=1).printed
    assert (zones.zones, zones.others, zones.count) == ([1, 3], 1, 0)


def test_the_places_of_the_zones_are_marked() -> None:
    board = position({}).game.board
    marked = HoldZones([1, 3], others=1).marks(board)
    assert marked == [place for place in range(board.size) if board.zone[place] in (1, 3)]
    assert HoldPlaces(24).marks(board) == []


def test_a_colour_to_destroy_is_a_rival_who_is_still_there() -> None:
    """If the colour is the seat's own, not in play or eliminated, the other objective counts."""
    match = position({"alaska": (0, 3), "kamchatka": (1, 3), "brasile": (2, 3)})
    state, other = match.state, HoldPlaces(24)
    for seat in range(state.seats):
        state.colour[seat] = seat
    theirs = Destroy(1, other)
    assert theirs.demand(state, 0).victim == 1
    assert theirs.demand(state, 2).victim == 1
    assert theirs.demand(state, 1) is other.printed
    assert Destroy(5, other).demand(state, 0) is other.printed
    match.table.note(Eliminated(1, 2))
    assert theirs.demand(state, 0) is other.printed
