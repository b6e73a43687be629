"""The turn: reinforcements, combat, strategic move, card; and whose turn comes next."""

import pytest

from kamchatka.kernel.edges.wire import Attack, Defend, Move, NamedAction, Occupy, Pass, Place, TakeColour, Trade
from tests.kit import faces, position, script_left
from tests.rulemark import rule
from tests.rules.modern.witness import fact, happened, refused

TRIO = ("alaska", "alberta", "western_united_states")  # three infantry
BASE = {"alaska": (0, 3), "alberta": (0, 1), "western_united_states": (0, 1)}


@rule("std.turn.1")
def test_a_turn_is_reinforcements_combat_move_and_card() -> None:
    """A seat places armies, attacks, makes one move and draws a card if it has conquered; then the next seat plays."""
    match = position({**BASE, "japan": (1, 1)}, phase="Reinforce", luck=[*faces(6, 1), 43])
    assert set(match.actions()) == {Place(place, 1) for place in BASE}
    match.play(Place("alaska", 1))
    assert Attack("alaska", "kamchatka", 3) in set(match.actions())
    match.play(Attack("alaska", "kamchatka", 1))
    match.play(Occupy(1))
    assert match.awaited == [0]
    assert Attack("alaska", "northwest_territories", 1) in set(match.actions())
    match.play(Pass())
    assert happened(match) == []
    assert match.awaited == [0]
    assert set(match.actions()) == {Pass()} | {
        Move("alaska", target, armies) for target in ("kamchatka", "alberta") for armies in (1, 2)
    }
    match.play(Move("alaska", "kamchatka", 2))
    assert happened(match) == [
        fact("ArmiesMoved", source="alaska", target="kamchatka", armies=2),
        fact("CardDrawn", seat=0, card="joker_2"),
        fact("TurnBegan", seat=1, round=5),
        fact("ArmiesGranted", seat=1, armies=12, clause="reinforce.territories"),
        fact("ArmiesGranted", seat=1, armies=2 + 5 + 3 + 2, clause="reinforce.zones"),
    ]
    assert match.awaited == [1]
    assert script_left(match) == 0


@rule("std.turn.1")
@pytest.mark.parametrize(
    ("phase", "action", "paragraph"),
    [
        ("Reinforce", Attack("alaska", "kamchatka", 1), "std.turn.1"),
        ("Reinforce", Move("alaska", "alberta", 1), "std.turn.1"),
        ("Reinforce", Defend(1), "std.attack.12"),
        ("Reinforce", Occupy(1), "std.conquest.1"),
        ("Reinforce", TakeColour("red"), "std.setup.4"),
        ("Combat", Place("alaska", 1), "std.turn.1"),
        ("Combat", Trade(TRIO), "std.turn.1"),
        ("Combat", Move("alaska", "alberta", 1), "std.turn.1"),
        ("Combat", Defend(1), "std.attack.12"),
        ("Combat", Occupy(1), "std.conquest.1"),
        ("StrategicMove", Place("alaska", 1), "std.turn.1"),
        ("StrategicMove", Trade(TRIO), "std.turn.1"),
        ("StrategicMove", Defend(1), "std.attack.12"),
        ("StrategicMove", Occupy(1), "std.conquest.1"),
    ],
)
def test_what_belongs_to_another_phase_is_refused(phase: str, action: NamedAction, paragraph: str) -> None:
    """Seats can't attack among reinforcements, nor place armies or play trios in combat or later."""
    match = position(BASE, phase=phase, hands={0: TRIO})
    refused(match, action, "turn.not_now", paragraph)


@rule("std.turn.1")
@pytest.mark.parametrize("phase", ["Reinforce", "Combat", "StrategicMove"])
@pytest.mark.parametrize("seat", [1, 2, 3, 4, 9])
def test_nobody_acts_in_anothers_turn(phase: str, seat: int) -> None:
    """Only the seat in turn is asked; others, and seats that don't exist, have no actions."""
    match = position(BASE, phase=phase)
    assert match.awaited == [0]
    assert list(match.actions(seat)) == []
    refused(match, Pass(), "turn.not_asked", "std.setup.2", seat=seat)


@rule("std.turn.2")
def test_combat_ends_when_the_player_stops() -> None:
    """A pass in combat ends the attacks but not the turn: the strategic move follows."""
    match = position({"alaska": (0, 3), "alberta": (0, 1)}, phase="Combat")
    assert Pass() in set(match.actions())
    match.play(Pass())
    assert match.awaited == [0]
    assert match.state.turn == 0
    assert set(match.actions()) == {Move("alaska", "alberta", 1), Move("alaska", "alberta", 2), Pass()}


@rule("std.turn.2")
def test_a_pass_in_the_move_ends_the_turn() -> None:
    """The move may be skipped; then the next seat clockwise plays."""
    match = position({"alaska": (0, 3), "alberta": (0, 1), "japan": (1, 1)}, phase="StrategicMove", rest=(2, 1))
    match.play(Pass())
    assert happened(match) == [
        fact("TurnBegan", seat=1, round=5),
        fact("TurnBegan", seat=2, round=5),
        fact("ArmiesGranted", seat=2, armies=13, clause="reinforce.territories"),
        fact("ArmiesGranted", seat=2, armies=2 + 5 + 3 + 2, clause="reinforce.zones"),
    ]
    assert match.awaited == [2]


@rule("std.turn.3")
def test_combat_ends_by_itself_when_every_garrison_is_one() -> None:
    """A lost attack that leaves one army everywhere ends combat, and the turn too if no armies can move."""
    match = position({"alaska": (0, 2), "alberta": (0, 1)}, luck=faces(3, 5))
    assert set(match.actions()) == {
        Attack("alaska", "kamchatka", 1),
        Attack("alaska", "northwest_territories", 1),
        Pass(),
    }
    match.play(Attack("alaska", "kamchatka", 1))
    assert happened(match)[:3] == [
        fact("Rolled", source="alaska", target="kamchatka", attack=[3], defence=[5]),
        fact("ArmiesLost", place="alaska", armies=1),
        fact("TurnBegan", seat=1, round=5),
    ]
    assert match.awaited == [1]


@rule("std.turn.3")
def test_combat_goes_on_while_one_garrison_has_two() -> None:
    """One place with two armies is enough, even far from the last fight."""
    match = position({"alaska": (0, 2), "siam": (0, 2)}, luck=faces(3, 5))
    match.play(Attack("alaska", "kamchatka", 1))
    assert match.awaited == [0]
    assert set(match.actions()) == {
        Attack("siam", "india", 1),
        Attack("siam", "china", 1),
        Attack("siam", "indonesia", 1),
        Pass(),
    }


@rule("std.turn.3")
def test_a_turn_with_nothing_to_do_passes_by() -> None:
    """A seat with one army on each of two places has no income, attack or move: the next seat is asked at once."""
    match = position({"alaska": (0, 1), "alberta": (0, 1), "japan": (3, 2)}, turn=3, phase="StrategicMove")
    match.play(Pass())
    assert [one["fact"] for one in happened(match)] == ["TurnBegan", "TurnBegan", "ArmiesGranted", "ArmiesGranted"]
    assert happened(match)[:2] == [fact("TurnBegan", seat=0, round=6), fact("TurnBegan", seat=1, round=6)]
    assert match.awaited == [1]


@rule("std.setup.2")
@pytest.mark.parametrize(
    ("first", "turn", "following", "round"),
    [(0, 0, 1, 5), (0, 3, 0, 6), (2, 1, 2, 6), (2, 3, 0, 5), (2, 0, 1, 5), (3, 2, 3, 6), (3, 3, 0, 5)],
)
def test_a_round_ends_when_the_first_seat_is_reached(first: int, turn: int, following: int, round: int) -> None:
    """Turns go clockwise; the count of rounds grows before the first seat's turn and at no other time."""
    strong = {"alaska": (0, 2), "peru": (1, 2), "india": (2, 2), "japan": (3, 2)}
    match = position(strong, first=first, turn=turn, phase="StrategicMove")
    match.play(Pass())
    assert happened(match)[0] == fact("TurnBegan", seat=following, round=round)
    assert match.awaited == [following]
