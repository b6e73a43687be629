"""The rules of Lagoon: positions with scripted luck, and their legal and illegal actions."""

from collections.abc import Iterable, Mapping

import pytest

from kamchatka.kernel.chance import ScriptedChance
from kamchatka.kernel.edges.wire import Attack, Move, NamedAction, Occupy, Pass, Place, Stop, TakeColour, TimeUp
from kamchatka.kernel.facts import ArmiesGranted, ArmiesPlaced, ColourChosen, Dealt, FirstNamed, TurnBegan
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.rules.turn import Turn
from kamchatka.kernel.table import Fact
from kamchatka.match import Match, blank_match
from kamchatka_lagoon.display import show
from kamchatka_lagoon.scoring import Tallied, points
from kamchatka_lagoon.tide import CLAUSES, HIGH, LOW, SLACK, Tide, TideForetold, TideTurned

rule = pytest.mark.rule


def dice(*pips: int) -> list[int]:
    """Convert dice as they are read into a script of luck, which counts from 0."""
    return [pip - 1 for pip in pips]


def scene(
    holdings: Mapping[str, tuple[int, int]],
    *,
    rest: tuple[int, int] = (1, 1),
    seats: int = 2,
    tide: int = SLACK,
    round: int = 3,
    turn: int = 0,
    phase: str = "Combat",
    luck: Iterable[int] = (),
) -> Match:
    """Return a phase of a seat's turn, with places by seat and armies, and all others from `rest`."""
    match = blank_match("lagoon", seats, chance=ScriptedChance(list(luck)))
    note = match.table.note
    note(FirstNamed(0))
    for seat in range(seats):
        note(ColourChosen(seat, seat))
    for number, place in enumerate(match.game.board.places):
        seat, armies = holdings.get(place, rest)
        note(Dealt(number, seat))
        note(ArmiesGranted(seat, armies, "muster.stock"))
        note(ArmiesPlaced(seat, number, armies))
    note(TurnBegan(turn, round))
    note(TideTurned(tide, CLAUSES[tide]))
    turns = next(step for step in match.game.steps if step.name() == "Turns")
    opened = next(n for n, step in enumerate(turns.parts()) if step.name() == phase)
    match.table.open(Turn(turns.index, turn, opened + 1))
    match.table.open(turns.parts()[opened].frame(turn))
    match.game.settle(match.table)
    return match


def refused(match: Match, action: NamedAction, seat: int | None = None) -> str:
    """Return the rule that forbids the action."""
    refusal = match.why_not(action, seat)
    assert refusal is not None
    return refusal.rule


def last(match: Match, kind: type[Fact]) -> list[Fact]:
    """Return the last action's facts of one kind."""
    return [fact for fact in match.entries[-1].facts if isinstance(fact, kind)]


# ------------------------------------------------------------------ setup
@rule("lagoon.info.1", "lagoon.setup.1", "lagoon.setup.2", "lagoon.setup.3", "lagoon.setup.4", "lagoon.setup.5")
def test_a_table_is_prepared() -> None:
    luck = [*dice(2, 5), *[0] * 16, *dice(1, 1)]  # the first seat, sixteen places in their order, two tides
    match = Match.new("lagoon", 2, chance=ScriptedChance(luck))
    assert match.awaited == [1]
    assert refused(match, TakeColour("red"), 0) == "lagoon.setup.1"
    assert refused(match, Pass()) == "lagoon.setup.2"
    match.play(TakeColour("red"))
    assert refused(match, TakeColour("red")) == "lagoon.setup.2"
    match.play(TakeColour("blue"))
    assert [match.state.lands[seat] for seat in range(2)] == [8, 8]
    assert match.owner("market") == 0, "dealt from the left of the first player"
    assert [match.state.stock[seat] for seat in range(2)] == [12, 12]
    assert refused(match, Place("market", 1)) == "lagoon.setup.5"
    assert refused(match, Place("arsenal", 5)) == "lagoon.setup.5"
    for go in range(6):
        match.play(Place("arsenal" if go % 2 == 0 else "market", 4))
    assert (match.armies("arsenal"), match.armies("market")) == (13, 13)
    assert match.state.turn == 1
    with pytest.raises(Problem) as five:
        Match.new("lagoon", 5)
    assert five.value.rule == "lagoon.info.1"


@rule("lagoon.info.2")
def test_every_place_can_be_reached() -> None:
    match = scene({"market": (0, 3)})
    assert match.game.board.size == 16
    with pytest.raises(Problem) as nowhere:
        match.play(Attack("market", "atlantis", 1))
    assert nowhere.value.rule == "lagoon.info.2"
    seen, edge = {0}, [0]
    while edge:
        place = edge.pop()
        new = {other for other in range(16) if match.game.board.adjacent(place, other)} - seen
        seen |= new
        edge += new
    assert len(seen) == 16


# ------------------------------------------------------------------ tide
@rule("lagoon.tide.1")
def test_the_tide_becomes_the_one_foretold_once_a_round() -> None:
    match = scene({"fort": (0, 1)}, turn=1, round=1, tide=LOW, phase="StrategicMove", rest=(1, 2), luck=dice(6, 3))
    record = match.state.edition_state
    assert isinstance(record, Tide)
    record.coming = LOW
    match.play(Pass())  # the round is over
    assert [type(fact) for fact in match.entries[-1].facts if isinstance(fact, TideTurned | TideForetold)] == [
        TideTurned,
        TideForetold,
    ]
    assert (record.now, record.coming, record.round) == (LOW, HIGH, 2)
    match.play(Place("fort", 2))
    match.play(Pass())
    match.play(Pass())
    assert match.state.turn == 1
    assert last(match, TideTurned) == [], "one tide per round, for every seat"


@rule("lagoon.tide.2")
@pytest.mark.parametrize("tide", [LOW, SLACK, HIGH])
def test_at_high_tide_no_attack_crosses_a_ford(tide: int) -> None:
    match = scene({"reeds": (0, 4), "market": (1, 2)}, tide=tide)
    ford = match.why_not(Attack("reeds", "market", 3))
    assert (ford.rule if ford else None) == ("lagoon.tide.2" if tide == HIGH else None)
    assert match.why_not(Attack("reeds", "huts", 3)) is None
    closed = show(match.game, match.state, 0).closed
    assert (("reeds", "market") in closed) == (tide == HIGH)


@rule("lagoon.tide.3")
@pytest.mark.parametrize("tide", [LOW, SLACK, HIGH])
def test_at_low_tide_no_attack_goes_along_a_channel(tide: int) -> None:
    match = scene({"harbour_mouth": (0, 4)}, tide=tide)
    channel = match.why_not(Attack("harbour_mouth", "gardens", 1))
    assert (channel.rule if channel else None) == ("lagoon.tide.3" if tide == LOW else None)
    assert match.why_not(Attack("harbour_mouth", "fort", 1)) is None
    closed = show(match.game, match.state, 0).closed
    assert (("gardens", "harbour_mouth") in closed) == (tide == LOW)


@rule("lagoon.tide.4")
def test_ones_own_armies_are_ferried_at_any_tide() -> None:
    match = scene({"reeds": (0, 4), "market": (0, 1)}, tide=HIGH, phase="StrategicMove")
    match.play(Move("reeds", "market", 3))
    assert match.armies("market") == 4


# ------------------------------------------------------------------ turn
@rule("lagoon.turn.1", "lagoon.reinforce.1", "lagoon.reinforce.2", "lagoon.reinforce.3")
def test_armies_for_places_and_islands() -> None:
    match = scene({"convent": (0, 1), "lazaret": (0, 1)}, phase="Reinforce")
    assert match.state.stock[0] == 2 + 1, "two at least, and the island"
    assert refused(match, Place("market", 1)) == "lagoon.reinforce.3"
    assert refused(match, Pass()) == "lagoon.reinforce.3"
    assert refused(match, Attack("convent", "reeds", 1)) == "lagoon.turn.1"
    assert refused(match, Place("convent", 4)) == "lagoon.reinforce.1"
    assert scene({}, rest=(0, 1), seats=3, phase="Reinforce").state.stock[0] == 16 // 2 + 3 + 2 + 2 + 2 + 1


@rule("lagoon.attack.1", "lagoon.attack.2")
def test_from_where_and_with_how_many_dice() -> None:
    match = scene({"market": (0, 3), "customs": (0, 1), "arsenal": (1, 2)})
    assert refused(match, Attack("arsenal", "market", 1)) == "lagoon.attack.1"
    assert refused(match, Attack("market", "dunes", 1)) == "lagoon.attack.1"
    assert refused(match, Attack("market", "customs", 1)) == "lagoon.attack.1"
    assert refused(match, Attack("customs", "arsenal", 1)) == "lagoon.attack.1"
    assert refused(match, Attack("market", "arsenal", 3)) == "lagoon.attack.2"
    assert match.why_not(Attack("market", "arsenal", 2)) is None


@rule("lagoon.attack.3", "lagoon.attack.4")
def test_a_battle_and_a_conquest() -> None:
    match = scene({"market": (0, 6), "arsenal": (1, 2)}, luck=[*dice(6, 4, 1), *dice(6, 3), *dice(5, 5, 5), *dice(2)])
    match.play(Attack("market", "arsenal", 3))
    assert (match.armies("market"), match.armies("arsenal")) == (5, 1), "six against six is the defender's"
    match.play(Attack("market", "arsenal", 3))
    assert match.owner("arsenal") == 0
    assert refused(match, Occupy(2)) == "lagoon.attack.4"
    assert refused(match, Occupy(5)) == "lagoon.attack.4"
    assert refused(match, Pass()) == "lagoon.attack.4"
    match.play(Occupy(4))
    assert (match.armies("market"), match.armies("arsenal")) == (1, 4)


@rule("lagoon.attack.5", "lagoon.end.4")
def test_without_a_place_one_is_out_and_the_last_one_wins() -> None:
    match = scene({"arsenal": (1, 1)}, rest=(0, 4), luck=[*dice(6, 6, 6), *dice(1)])
    match.play(Attack("market", "arsenal", 3))
    assert not match.state.is_alive(1)
    assert match.is_over
    assert match.winners == [0]
    assert match.ending is not None
    assert match.ending.rule == "lagoon.end.4"


@rule("lagoon.move.1", "lagoon.move.2")
def test_one_move_between_neighbours() -> None:
    match = scene({"market": (0, 3), "customs": (0, 1), "fort": (0, 1)}, phase="StrategicMove", luck=dice(1, 1))
    assert refused(match, Move("market", "fort", 1)) == "lagoon.move.1"
    assert refused(match, Move("market", "arsenal", 1)) == "lagoon.move.1"
    assert refused(match, Move("market", "customs", 3)) == "lagoon.move.1"
    assert refused(match, Attack("market", "arsenal", 1)) == "lagoon.move.2"
    match.play(Move("market", "customs", 2))
    assert match.state.turn == 1


# ------------------------------------------------------------------ end
def final_turn(holdings: Mapping[str, tuple[int, int]], rest: tuple[int, int] = (1, 2)) -> Match:
    """Return the last turn of the last round, just before it ends."""
    return scene(holdings, rest=rest, turn=1, round=8, phase="StrategicMove")


@rule("lagoon.end.1", "lagoon.end.2")
def test_points_decide_after_eight_rounds() -> None:
    match = final_turn({"convent": (0, 9), "lazaret": (0, 9)})
    assert points(match.game.board, match.state, 0) == 1 + 2 + 1, "two places, and the whole island"
    assert refused(match, TimeUp(), -1) == "lagoon.end.1"
    match.play(Pass())
    assert [(fact.seat, fact.points, fact.armies) for fact in last(match, Tallied) if isinstance(fact, Tallied)] == [
        (0, 4, 18),
        (1, 20 + 9, 28),
    ]
    assert match.winners == [1]
    assert match.ending is not None
    assert match.ending.rule == "lagoon.end.2"


@rule("lagoon.end.1")
def test_a_table_may_agree_on_fewer_rounds() -> None:
    assert not scene({}, turn=0, round=8, rest=(0, 2), seats=3, phase="StrategicMove").is_over
    assert Match.new("lagoon", 2, {"rounds": 6}).rules.non_defaults() == {"rounds": 6}
    with pytest.raises(Problem):
        Match.new("lagoon", 2, {"rounds": 7})


LEVEL = ["arsenal", "market", "customs", "lighthouse", "dunes", "furnaces", "salt_pans", "huts"]  # twelve points each


@rule("lagoon.end.3")
@pytest.mark.parametrize(("armies", "winners"), [(2, [0, 1]), (1, [1]), (3, [0])])
def test_level_on_points_armies_decide_or_the_win_is_shared(armies: int, winners: list[int]) -> None:
    match = final_turn(dict.fromkeys(LEVEL, (0, armies)))
    match.play(Pass())
    assert match.winners == winners
    assert match.ending is not None
    assert match.ending.rule == "lagoon.end.3"


@rule("lagoon.end.5")
def test_only_the_referee_breaks_a_game_off() -> None:
    match = scene({"market": (0, 3)})
    assert refused(match, Stop(), 0) == "lagoon.end.5"
    match.referee(Stop())
    assert match.is_over
    assert match.winners == []
