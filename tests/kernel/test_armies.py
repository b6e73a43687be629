"""Simple queries about armies."""

from itertools import product

from kamchatka.kernel.armies import can_leave, forces, grant, own_places
from kamchatka.kernel.chance import ScriptedChance
from kamchatka.kernel.edges.record import fields
from kamchatka.kernel.facts import ArmiesForgone, ArmiesGranted, ArmiesPlaced, Dealt
from kamchatka.kernel.options import PLACE
from kamchatka.kernel.table import Fact, Table
from tests.teaching.scene import game


def table(armies: dict[int, tuple[int, int]], journal: list[Fact] | None = None) -> Table:
    """Return a table of places with their seats and armies."""
    played = game().blank(3, ScriptedChance([]))
    for place, (seat, number) in armies.items():
        played.note(Dealt(place, seat))
        played.note(ArmiesGranted(seat, number, "muster.stock"))
        played.note(ArmiesPlaced(seat, place, number))
    played.journal = journal
    return played


def test_forces_are_the_armies_on_the_board() -> None:
    played = table({0: (1, 3), 1: (2, 4), 5: (1, 1)})
    played.note(ArmiesGranted(1, 9, "muster.stock"))
    assert [forces(played, seat) for seat in range(3)] == [0, 4, 4]


def test_grant_gives_no_more_than_the_cap_leaves() -> None:
    for cap, due in product(range(8), range(8)):
        journal: list[Fact] = []
        played = table({0: (1, 2)}, journal)
        played.state.stock[1] = 1
        grant(played, 1, due, cap, "reinforce.turn")
        given = due if cap == 0 else min(due, max(0, cap - 3))
        told = [(type(fact), fields(fact)["armies"]) for fact in journal]
        assert told == [(ArmiesForgone, due - given)] * (given < due) + [(ArmiesGranted, given)] * (given > 0)
        assert [fields(fact).get("clause", "reinforce.turn") for fact in journal] == ["reinforce.turn"] * len(journal)
        assert played.state.stock[1] == 1 + given


def test_can_leave_needs_two_armies_somewhere() -> None:
    played = table({0: (1, 1), 1: (2, 2), 2: (0, 1), 5: (0, 3)})
    assert [can_leave(played, seat) for seat in range(3)] == [True, False, True]


def test_own_places_are_all_of_a_seats() -> None:
    spots = own_places(table({0: (1, 1), 1: (2, 2), 5: (1, 3)}), 1, PLACE, 4)
    assert (list(spots.places), spots.verb, spots.least, spots.most, spots.what) == ([0, 5], PLACE, 1, 4, 0)
