"""Time Attack: once the deck has been reshuffled, an elimination ends the game."""

from collections.abc import Mapping

import pytest

from kamchatka.kernel.edges.wire import Attack, Occupy, Pass, Place, TimeUp
from kamchatka.kernel.facts import DeckReshuffled, Eliminated
from kamchatka.kernel.rules.turn import Turn
from kamchatka.match import Match
from tests.kit import Holding, faces, position
from tests.rulemark import rule
from tests.rules.modern.scene import TWO_LEVEL, ended, fact_lines, idle, laid, play_on, take, turns
from tests.rules.modern.witness import PLACES, ZONES, refused

TIMED = ("time_attack_clock", "time_attack_cards")
COLOURS = ("red", "yellow", "green", "blue")


def besieged(
    reshuffles: int,
    ending: str = "time_attack_clock",
    luck: tuple[int, ...] = (),
    turn: int = 0,
    cards: Mapping[int, str] = {},
    garrisons: Mapping[str, Holding] = {},
    **changed: Holding,
) -> Match:
    """Set seats 0 and 2 with 79 points each, seat 1 with India, seat 3 with Peru, and a count of reshuffles."""
    match = position(
        {**laid(TWO_LEVEL, "acbd", china=(0, 4)), **garrisons, **changed},
        luck=[*faces(6, 1), *luck],
        turn=turn,
        colours=COLOURS,
        objectives=cards,
        options={"ending": ending},
    )
    for _ in range(reshuffles):
        match.table.note(DeckReshuffled())
    return match


@rule("std.timeattack.12")
@pytest.mark.parametrize("ending", TIMED)
def test_before_the_first_reshuffle_the_game_goes_on(ending: str) -> None:
    """After an elimination the conqueror moves in, attacks further and draws a card; then the next seat plays."""
    match = besieged(0, ending, luck=(0,))
    match.play(Attack("china", "india", 1))
    assert fact_lines(match)[2:] == ["Conquered by=0 place=india", "Eliminated by=0 seat=1"]
    match.play(Occupy(1))
    assert Attack("china", "siam", 1) in set(match.actions())
    assert "CardDrawn card=alaska seat=0" in idle(match)
    assert turns(match) == [2]


@rule("std.timeattack.12", "std.timeattack.9")
@pytest.mark.parametrize("ending", TIMED)
@pytest.mark.parametrize("reshuffles", [1, 2])
def test_after_it_the_game_ends_once_the_conqueror_has_moved_in(ending: str, reshuffles: int) -> None:
    """The armies enter and points are counted: no card, no further attack, no last lap."""
    match = besieged(reshuffles, ending)
    match.play(Attack("china", "india", 1))
    assert fact_lines(match)[2:] == ["Conquered by=0 place=india", "Eliminated by=0 seat=1", "FallEndsGame"]
    assert match.awaited == [0]
    assert list(match.actions()) == [Occupy(1), Occupy(2), Occupy(3)]
    refused(match, Pass(), "conquest.at_once", "std.conquest.1")
    match.play(Occupy(2))
    assert fact_lines(match) == [
        "ArmiesMoved armies=2 source=china target=india",
        "PointsCounted armies=23 points=82 seat=0",
        "PointsCounted armies=20 points=79 seat=2",
        "PointsCounted armies=1 points=3 seat=3",
        "GameEnded clause=end.points winners=[0]",
    ]
    assert ended(match) == ([0], "std.timeattack.9")


@rule("std.timeattack.12")
def test_it_may_end_with_the_points_of_another() -> None:
    """The seat that strikes the last blow wins only with the most points."""
    match = besieged(1, china=(2, 1), siam=(0, 2))
    match.play(Attack("siam", "india", 1))
    assert fact_lines(match)[-5:] == [
        "ArmiesMoved armies=1 source=siam target=india",
        "PointsCounted armies=21 points=78 seat=0",
        "PointsCounted armies=20 points=83 seat=2",
        "PointsCounted armies=1 points=3 seat=3",
        "GameEnded clause=end.points winners=[2]",
    ]


@rule("std.timeattack.12")
def test_it_ends_the_last_lap_too() -> None:
    """No other turn of the last lap is played."""
    match = besieged(1)
    match.referee(TimeUp())
    take(match, "india", "china")
    assert ended(match) == ([0], "std.timeattack.9")
    assert turns(match) == []


@rule("std.timeattack.12")
def test_a_conquest_that_eliminates_nobody_ends_nothing() -> None:
    """After the reshuffle too, a seat with another place left plays on."""
    match = besieged(1, luck=(0,), japan=(1, 2))
    take(match, "india", "china")
    idle(match)
    assert turns(match) == [1]


@rule("std.end.2", "std.timeattack.12")
def test_the_traditional_game_goes_on_after_any_elimination() -> None:
    """The rule belongs to Time Attack."""
    match = besieged(1, "traditional", luck=(0,))
    take(match, "india", "china")
    assert not match.is_over
    idle(match)
    assert turns(match) == [2]


@rule("std.timeattack.12", "std.timeattack.8")
@pytest.mark.parametrize(("card", "by"), [("destroy_yellow", "std.objectives.1"), ("destroy_blue", "std.timeattack.9")])
def test_an_objective_fulfilled_by_the_blow_comes_first(card: str, by: str) -> None:
    """The card wins before points are counted or armies move in."""
    match = besieged(1, cards={0: card})
    match.play(Attack("china", "india", 1))
    if by == "std.timeattack.9":
        assert not match.is_over
        match.play(Occupy(1))
    assert ended(match) == ([0], by)


@rule("std.timeattack.12", "std.timeattack.8")
@pytest.mark.parametrize(("armies", "by"), [(2, "std.objectives.1"), (1, "std.timeattack.9")])
def test_an_objective_fulfilled_by_moving_in_comes_first(armies: int, by: str) -> None:
    """The armies that move in make eighteen strong territories: the card wins; without them, the points."""
    strong = [place for zone in ("asia", "europe") for place in ZONES[zone] if place not in ("india", "japan")]
    holdings = dict.fromkeys(strong, (0, 2)) | {"china": (0, 4), "japan": (0, 1)}
    match = besieged(1, cards={0: "eighteen_territories"}, garrisons=holdings)
    assert len(strong) == 17
    match.play(Attack("china", "india", 1))
    match.play(Occupy(armies))
    assert ended(match) == ([0], by)


@rule("std.timeattack.12", "std.timeattack.8")
def test_another_seats_fall_back_comes_before_points() -> None:
    """Seat 2 had to destroy yellow and holds twenty-four territories: the blow of seat 0 makes it win."""
    holdings = dict.fromkeys(PLACES[:24], (2, 1))
    match = besieged(1, cards={2: "destroy_yellow"}, garrisons=holdings)
    match.play(Attack("china", "india", 1))
    assert ended(match) == ([2], "std.objectives.1")
    assert fact_lines(match)[-1] == "GameEnded clause=end.objective winners=[2]"


@rule("std.timeattack.12", "std.timeattack.11")
def test_a_tie_after_the_blow_means_an_extra_lap() -> None:
    """Seats 0 and 2 tie after the blow of seat 3: the two play an extra lap, starting after seat 3."""
    match = besieged(1, turn=3, china=(0, 1), siam=(3, 2), venezuela=(3, 1))
    match.play(Attack("siam", "india", 1))
    assert fact_lines(match)[4:11] == [
        "FallEndsGame",
        "ArmiesMoved armies=1 source=siam target=india",
        "PointsCounted armies=19 points=76 seat=0",
        "PointsCounted armies=19 points=76 seat=2",
        "PointsCounted armies=4 points=12 seat=3",
        "ExtraLapCalled closing=3 tied=[0, 2]",
        "TurnBegan round=6 seat=0",
    ]
    assert sum(isinstance(frame, Turn) for frame in match.state.agenda) == 1  # nothing is left of the previous turn
    assert play_on(match) == [0, 2] * 3
    assert ended(match) == ([0, 2], "std.timeattack.11")


@rule("std.timeattack.12", "std.timeattack.11")
def test_another_fall_in_the_extra_lap_ends_it_at_once() -> None:
    """Seat 0 strikes and ties with seat 2, which starts the extra lap and strikes too: the game ends."""
    match = besieged(
        1, luck=tuple(faces(6, 1)), argentina=(3, 1), peru=(2, 1), western_europe=(2, 1), iceland=(0, 1), brazil=(2, 4)
    )
    take(match, "india", "china")
    assert fact_lines(match)[1:6] == [
        "PointsCounted armies=23 points=81 seat=0",
        "PointsCounted armies=23 points=81 seat=2",
        "PointsCounted armies=1 points=2 seat=3",
        "ExtraLapCalled closing=0 tied=[0, 2]",
        "TurnBegan round=5 seat=2",
    ]
    match.play(Place("brazil", 6))
    take(match, "argentina", "brazil")
    assert fact_lines(match)[1:] == [
        "PointsCounted armies=23 points=81 seat=0",
        "PointsCounted armies=29 points=83 seat=2",
        "GameEnded clause=end.points winners=[2]",
    ]
    assert turns(match) == [2]


@rule("std.timeattack.12", "std.end.2")
def test_the_last_blow_of_all_leaves_a_survivor() -> None:
    """The seat that eliminates the last opponent wins as survivor: there is no other seat to compare points with."""
    match = position(
        {place: (0, 2) for place in PLACES} | {"india": (1, 1)},
        seats=3,
        luck=faces(6, 1),
        options={"ending": "time_attack_clock"},
    )
    match.table.note(DeckReshuffled())
    match.table.note(Eliminated(2, 0))
    take(match, "india", "siam")
    assert ended(match) == ([0], "std.end.2")
