"""The strategic move: one, between neighbouring own places, after combat."""

import pytest

from kamchatka.kernel.edges.wire import Attack, Move, Pass, Place
from kamchatka.kernel.options import MOVE
from tests.kit import faces, position
from tests.rulemark import rule
from tests.rules.modern.witness import fact, happened, impossible, off_the_board, refused

SOUTH = {
    "brazil": (0, 3),
    "venezuela": (0, 1),
    "peru": (0, 2),
    "argentina": (1, 4),
    "alaska": (0, 1),
    "kamchatka": (0, 2),
}


@rule("std.move.1")
def test_every_move_between_neighbours_of_ones_own_is_offered() -> None:
    """It goes over land borders, sea lines and Alaska–Kamchatka, but not to others' places or two steps away."""
    match = position(SOUTH, phase="StrategicMove")
    assert set(match.actions()) == {
        Move("brazil", "venezuela", 1),
        Move("brazil", "venezuela", 2),
        Move("brazil", "peru", 1),
        Move("brazil", "peru", 2),
        Move("peru", "brazil", 1),
        Move("peru", "venezuela", 1),
        Move("kamchatka", "alaska", 1),
        Pass(),
    }
    assert [int(option.count()) for option in match.options().ranges] == [5, 1]  # five moves and the pass


@rule("std.move.1")
@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("alaska", "kamchatka"),
        ("kamchatka", "alaska"),
        ("brazil", "north_africa"),
        ("greenland", "quebec"),
        ("china", "siam"),
        ("siam", "indonesia"),
        ("alaska", "northwest_territories"),
    ],
)
def test_armies_cross_borders_and_sea_lines(source: str, target: str) -> None:
    """Every link that allows attacks allows moves between two own places."""
    match = position({source: (0, 4), target: (0, 1)}, phase="StrategicMove")
    match.play(Move(source, target, 2))
    assert happened(match)[:2] == [
        fact("ArmiesMoved", source=source, target=target, armies=2),
        fact("TurnBegan", seat=1, round=5),
    ]
    assert (match.armies(source), match.armies(target)) == (2, 3)


@rule("std.move.1")
def test_not_along_a_chain_and_not_to_or_from_others() -> None:
    """A move is a single step between two own places."""
    match = position(
        {"brazil": (0, 3), "north_africa": (0, 2), "egypt": (0, 1), "india": (2, 5)}, phase="StrategicMove"
    )
    refused(match, Move("brazil", "egypt", 1), "move.adjacent", "std.move.1")
    refused(match, Move("brazil", "brazil", 1), "move.adjacent", "std.move.1")
    refused(match, Move("brazil", "peru", 1), "move.own_places", "std.move.1")
    refused(match, Move("india", "china", 1), "move.own_places", "std.move.1")
    refused(match, Move("india", "brazil", 1), "move.own_places", "std.move.1")
    refused(match, Move("peru", "brazil", 1), "move.own_places", "std.move.1")
    off_the_board(match, MOVE, "move.own_places")
    impossible(match, Move("brazil", "atlantis", 1), "There is no place called “atlantis”.", "std.components.2")
    impossible(match, Move("atlantis", "brazil", 1), "There is no place called “atlantis”.", "std.components.2")


@rule("std.move.1")
@pytest.mark.parametrize("attacks", [0, 1])
def test_attacks_or_none_the_move_is_allowed(attacks: int) -> None:
    """The move is allowed with or without a fight before it."""
    match = position({"brazil": (0, 4), "peru": (0, 1)}, luck=faces(1, 6) * attacks)
    for _ in range(attacks):
        match.play(Attack("brazil", "venezuela", 1))
    match.play(Pass())
    assert set(match.actions()) == {Pass()} | {Move("brazil", "peru", armies) for armies in range(1, 4 - attacks)}


@rule("std.move.1")
def test_the_move_may_be_left_out() -> None:
    """A pass moves nothing and ends the turn."""
    match = position(SOUTH, phase="StrategicMove")
    match.play(Pass())
    assert happened(match)[0] == fact("TurnBegan", seat=1, round=5)
    assert [match.armies(place) for place in SOUTH] == [3, 1, 2, 4, 1, 2]
    assert match.awaited == [1]


@rule("std.move.1")
def test_without_a_neighbour_of_ones_own_there_is_only_the_pass() -> None:
    """A seat with spare armies but no own neighbour is asked, and can only pass."""
    match = position({"brazil": (0, 3), "egypt": (0, 3)}, phase="StrategicMove")
    assert list(match.actions()) == [Pass()]


@rule("std.move.2")
def test_only_one_move_a_turn() -> None:
    """After the move the next seat is asked, and the mover can't act."""
    match = position(SOUTH, phase="StrategicMove")
    match.play(Move("brazil", "peru", 1))
    assert match.awaited == [1]
    assert list(match.actions(0)) == []
    refused(match, Move("kamchatka", "alaska", 1), "turn.not_asked", "std.setup.2", seat=0)
    refused(match, Pass(), "turn.not_asked", "std.setup.2", seat=0)


@rule("std.move.3")
@pytest.mark.parametrize(("armies", "most"), [(5, 4), (2, 1), (1, 0), (12, 11)])
def test_one_army_stays_behind(armies: int, most: int) -> None:
    """At least one army moves and at least one stays."""
    match = position({"brazil": (0, armies), "peru": (0, 1), "china": (0, 2)}, phase="StrategicMove")
    assert {action for action in match.actions() if action != Pass()} == {
        Move("brazil", "peru", moved) for moved in range(1, most + 1)
    }
    for moved in (most + 1, 0, -1, 1_000_000):
        refused(match, Move("brazil", "peru", moved), "move.leave_one", "std.move.3")
    if most:
        match.play(Move("brazil", "peru", most))
        assert (match.armies("brazil"), match.armies("peru")) == (1, 1 + most)


@rule("std.move.3")
def test_the_first_place_of_the_board_is_a_place_like_the_others() -> None:
    """Too many armies out of Alaska, which has index 0, are refused in the same way."""
    match = position({"alaska": (0, 2), "alberta": (0, 1)}, phase="StrategicMove")
    refused(match, Move("alaska", "alberta", 2), "move.leave_one", "std.move.3")


@rule("std.move.4")
def test_after_combat_no_more_attacks() -> None:
    """Choosing the move ends the attacks, and the move ends the turn."""
    match = position({"brazil": (0, 4), "peru": (0, 1)})
    match.play(Pass())
    refused(match, Attack("brazil", "venezuela", 1), "move.after_combat", "std.turn.2")
    refused(match, Attack("brazil", "alaska", 9), "move.after_combat", "std.turn.2")
    refused(match, Place("brazil", 1), "turn.not_now", "std.turn.1")
    match.play(Move("brazil", "peru", 1))
    assert match.awaited == [1]
    refused(match, Attack("brazil", "venezuela", 1), "turn.not_asked", "std.setup.2", seat=0)


@rule("std.move.4")
def test_the_card_is_still_drawn_after_the_move() -> None:
    """A turn with a conquest earns its card when it ends."""
    match = position({"brazil": (0, 4), "peru": (0, 1)}, luck=[*faces(6, 6, 6, 1), 2])
    match.play(Attack("brazil", "venezuela", 3))
    assert match.armies("venezuela") == 3
    match.play(Pass())
    match.play(Move("venezuela", "peru", 2))
    assert happened(match)[:3] == [
        fact("ArmiesMoved", source="venezuela", target="peru", armies=2),
        fact("CardDrawn", seat=0, card="greenland"),
        fact("TurnBegan", seat=1, round=5),
    ]
