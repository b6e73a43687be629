"""The end of a Time Attack: points, armies, extra laps among tied seats, and what comes before points."""

from collections.abc import Iterable, Mapping
from itertools import permutations

import pytest

from kamchatka.editions.modern.time_attack import DeckSpent, ExtraLapCalled, FallEndsGame, LastLapCalled
from kamchatka.kernel.edges.wire import Attack, Place, Stop, TimeUp
from kamchatka.kernel.game import REFEREE
from kamchatka.match import Match
from tests.kit import Holding, faces, position
from tests.rulemark import rule
from tests.rules.modern.scene import THREE_LEVEL, TWO_LEVEL, attacks, ended, idle, laid, play_on, take, turns
from tests.rules.modern.witness import PLACES, refused

CLOCK = {"ending": "time_attack_clock"}


def time_is_up(
    holdings: dict[str, Holding],
    turn: int = 3,
    luck: Iterable[int] = (),
    cards: Mapping[int, str] = {},
    extra_laps: int = 3,
) -> Match:
    """Set the last seat of the round about to end its turn, with time up."""
    match = position(
        holdings,
        turn=turn,
        first=(turn + 1) % 4,
        options={**CLOCK, "time_attack_extra_laps": extra_laps},
        luck=luck,
        objectives=cards,
        colours=["red", "yellow", "green", "blue"],
    )
    match.referee(TimeUp())
    return match


# ------------------------------------------------------------------ points
@rule("std.timeattack.9", "std.values.1")
def test_the_values_of_all_territories_are_added() -> None:
    """Every territory counts its printed value; all 42 make 164."""
    values = "344463443334234454666453324534525463733332"
    for place, value in zip(PLACES, map(int, values), strict=True):
        match = time_is_up({other: (1, 1) for other in PLACES} | {place: (3, 2)})
        assert idle(match) == [
            "PointsCounted armies=0 points=0 seat=0",
            f"PointsCounted armies=41 points={164 - value} seat=1",
            "PointsCounted armies=0 points=0 seat=2",
            f"PointsCounted armies=2 points={value} seat=3",
            "GameEnded clause=end.points winners=[1]",
        ]


@rule("std.timeattack.9")
@pytest.mark.parametrize("seats", ["".join(order) for order in permutations("abcd")])
def test_most_points_win_whatever_the_armies(seats: str) -> None:
    """82 points with 22 armies beat 76 with 118 and 3 with 50, in any order of the seats."""
    a, b, c, d = (seats.index(letter) for letter in "abcd")
    match = time_is_up(laid(TWO_LEVEL, seats, iceland=(a, 2), ukraine=(b, 100), india=(c, 50), peru=(d, 2)))
    assert f"PointsCounted armies=118 points=76 seat={b}" in idle(match)
    assert ended(match) == ([a], "std.timeattack.9")


@rule("std.timeattack.10")
@pytest.mark.parametrize("seats", ["".join(order) for order in permutations("abcd")])
def test_on_equal_points_most_armies_win(seats: str) -> None:
    """With 79 points each, one army more decides; the armies of seats with fewer points don't matter."""
    a, b, c, d = (seats.index(letter) for letter in "abcd")
    match = time_is_up(laid(TWO_LEVEL, seats, alaska=(a, 3), ukraine=(b, 2), india=(c, 50), peru=(d, 60)))
    scores = sorted(
        [
            f"PointsCounted armies=22 points=79 seat={a}",
            f"PointsCounted armies=21 points=79 seat={b}",
            f"PointsCounted armies=50 points=3 seat={c}",
            f"PointsCounted armies=60 points=3 seat={d}",
        ],
        key=lambda line: line[-1],
    )
    assert idle(match) == [*scores, f"GameEnded clause=end.armies winners=[{a}]"]
    assert ended(match) == ([a], "std.timeattack.10")


@rule("std.timeattack.10")
@pytest.mark.parametrize("seats", ["".join(order) for order in permutations("abcd")])
def test_three_level_on_points(seats: str) -> None:
    """Of three tied seats the one with most armies wins, in any order of counting."""
    armies = {letter: (seats.index(letter), n) for letter, n in (("a", 4), ("b", 2), ("c", 2))}
    match = time_is_up(
        laid(
            THREE_LEVEL, seats, ukraine=armies["a"], alaska=armies["b"], india=armies["c"], japan=(seats.index("d"), 2)
        )
    )
    idle(match)
    assert ended(match) == ([seats.index("a")], "std.timeattack.10")


# ------------------------------------------------------------------ extra laps
LEVEL = {"alaska": (0, 2), "ukraine": (1, 2), "peru": (3, 2)}


@rule("std.timeattack.11")
def test_the_tied_play_an_extra_lap_and_nobody_else() -> None:
    """Two seats tied on points and armies play one more turn each, in turn order; then they are counted again."""
    match = time_is_up(laid(TWO_LEVEL) | LEVEL)
    assert idle(match) == [
        "PointsCounted armies=21 points=79 seat=0",
        "PointsCounted armies=21 points=79 seat=1",
        "PointsCounted armies=1 points=3 seat=2",
        "PointsCounted armies=2 points=3 seat=3",
        "ExtraLapCalled closing=3 tied=[0, 1]",
        "TurnBegan round=6 seat=0",
        "ArmiesGranted armies=6 clause=reinforce.territories seat=0",
    ]
    assert idle(match)[0] == "TurnBegan round=6 seat=1"
    assert idle(match) == [
        "PointsCounted armies=27 points=79 seat=0",
        "PointsCounted armies=27 points=79 seat=1",
        "ExtraLapCalled closing=3 tied=[0, 1]",
        "TurnBegan round=7 seat=0",
        "ArmiesGranted armies=6 clause=reinforce.territories seat=0",
    ]
    assert turns(match) == [0, 1, 0]


@rule("std.timeattack.11")
@pytest.mark.parametrize(
    ("seats", "closing", "order"),
    [
        ("abcd", 3, [0, 1]),
        ("abcd", 0, [1, 0]),
        ("abcd", 1, [0, 1]),
        ("acbd", 3, [0, 2]),
        ("acbd", 0, [2, 0]),
        ("acbd", 1, [2, 0]),
        ("acbd", 2, [0, 2]),
        ("cabd", 1, [2, 1]),
        ("cdab", 0, [2, 3]),
        ("cdab", 2, [3, 2]),
    ],
)
def test_the_extra_lap_begins_after_the_seat_that_closed_the_last(seats: str, closing: int, order: list[int]) -> None:
    """Turns go on from wherever the previous lap ended; after three extra laps the win is shared."""
    a, b, d = (seats.index(letter) for letter in "abd")
    match = time_is_up(
        laid(TWO_LEVEL, seats, alaska=(a, 2), ukraine=(b, 2), peru=(d, 2), india=(seats.index("c"), 2)), turn=closing
    )
    idle(match)
    assert not match.is_over
    assert play_on(match) == order * 3
    assert ended(match) == (sorted(order), "std.timeattack.11")


@rule("std.timeattack.11")
def test_after_three_extra_laps_the_win_is_shared() -> None:
    """The fourth count with the same seats tied ends the game with both as winners."""
    match = time_is_up(laid(TWO_LEVEL) | LEVEL)
    for _ in range(6):
        idle(match)
        assert not match.is_over
    assert idle(match) == [
        "PointsCounted armies=39 points=79 seat=0",
        "PointsCounted armies=39 points=79 seat=1",
        "GameEnded clause=end.shared winners=[0, 1]",
    ]
    assert ended(match) == ([0, 1], "std.timeattack.11")


@rule("std.timeattack.11")
def test_a_table_may_share_the_win_after_one_extra_lap() -> None:
    """The second count with the same seats tied is the last."""
    match = time_is_up(laid(TWO_LEVEL) | LEVEL, extra_laps=1)
    idle(match)
    assert play_on(match) == [0, 1]
    assert ended(match) == ([0, 1], "std.timeattack.11")


@rule("std.timeattack.11")
def test_a_table_may_play_extra_laps_until_the_tie_is_broken() -> None:
    """They stay tied for five laps, and none of them ends the game; a conquest in the sixth does."""
    match = time_is_up(laid(TWO_LEVEL) | LEVEL, luck=[*faces(6, 1), 0], extra_laps=0)
    for _ in range(11):
        idle(match)
        assert not match.is_over
    match.play(Place("china", 6))
    take(match, "siam", "china")
    assert play_on(match) == [0, 1] * 6
    assert ended(match) == ([0], "std.timeattack.9")


@rule("std.timeattack.11")
def test_in_the_extra_lap_anyone_may_be_attacked() -> None:
    """The tied seats may attack each other and the seats that only watch."""
    match = time_is_up(laid(TWO_LEVEL) | LEVEL)
    idle(match)
    match.play(Place("china", 6))
    assert {action.target for action in attacks(match) if action.source == "china"} == {
        "india",
        "urals",
        "middle_east",
        "siam",
    }
    assert (match.owner("india"), match.owner("siam")) == (2, 1)
    refused(match, TimeUp(), "referee.expired", "std.timeattack.2", seat=REFEREE)
    assert list(match.actions(REFEREE)) == [Stop()]


@rule("std.timeattack.11", "std.timeattack.9")
def test_points_of_the_extra_lap_decide() -> None:
    """A conquest in the extra lap wins by its points; only the tied seats are counted."""
    match = time_is_up(laid(TWO_LEVEL) | LEVEL, luck=[*faces(6, 1), 0])
    idle(match)
    match.play(Place("china", 6))
    take(match, "siam", "china")
    idle(match)
    assert idle(match) == [
        "PointsCounted armies=27 points=82 seat=0",
        "PointsCounted armies=26 points=76 seat=1",
        "GameEnded clause=end.points winners=[0]",
    ]


@rule("std.timeattack.11", "std.timeattack.10")
def test_armies_of_the_extra_lap_decide() -> None:
    """A failed attack costs an army and thereby the game."""
    match = time_is_up(laid(TWO_LEVEL) | LEVEL, luck=faces(1, 6))
    idle(match)
    match.play(Place("alaska", 6))
    match.play(Attack("alaska", "alberta", 1))
    idle(match)
    assert idle(match) == [
        "PointsCounted armies=26 points=79 seat=0",
        "PointsCounted armies=27 points=79 seat=1",
        "GameEnded clause=end.armies winners=[1]",
    ]


@rule("std.timeattack.11")
def test_who_falls_behind_plays_no_further_lap() -> None:
    """Of three tied seats one loses an army: the other two play the next extra lap."""
    level = {"ukraine": (0, 3), "alaska": (1, 2), "india": (2, 2), "japan": (3, 2)}
    match = time_is_up(laid(THREE_LEVEL) | level, luck=faces(1, 6))
    assert idle(match)[4:6] == ["ExtraLapCalled closing=3 tied=[0, 1, 2]", "TurnBegan round=6 seat=0"]
    idle(match)
    match.play(Place("alaska", 4))
    match.play(Attack("alaska", "alberta", 1))
    idle(match)
    assert idle(match)[:5] == [
        "PointsCounted armies=19 points=54 seat=0",
        "PointsCounted armies=18 points=54 seat=1",
        "PointsCounted armies=19 points=54 seat=2",
        "ExtraLapCalled closing=3 tied=[0, 2]",
        "TurnBegan round=7 seat=0",
    ]
    assert play_on(match) == [0, 1, 2, 0, 2, 0, 2]
    assert ended(match) == ([0, 2], "std.timeattack.11")


# ------------------------------------------------------------------ the objective first
@rule("std.timeattack.8")
def test_an_objective_in_the_last_lap_comes_before_points() -> None:
    """The seat with fewest points destroys a colour in the last turn of the last lap and wins by its card."""
    holdings = laid(TWO_LEVEL, siam=(3, 2))
    for card, winner, by in (("destroy_red", 0, "std.timeattack.9"), ("destroy_green", 3, "std.objectives.1")):
        match = time_is_up(holdings, luck=[*faces(6, 1), 0], cards={3: card})
        match.play(Attack("siam", "india", 1))
        assert match.state.out_by[2] == 3
        assert ended(match) == ([winner], by)


@rule("std.timeattack.8")
def test_an_objective_wins_in_an_extra_lap_too() -> None:
    """With points tied, a fulfilled card wins."""
    match = time_is_up(laid(TWO_LEVEL) | LEVEL, luck=faces(6, 1), cards={0: "destroy_green"})
    idle(match)
    match.play(Place("china", 6))
    match.play(Attack("china", "india", 1))
    assert ended(match) == ([0], "std.objectives.1")


# ------------------------------------------------------------------ saving and loading
@rule("std.timeattack.11")
def test_a_game_near_its_end_can_be_put_aside() -> None:
    """How near the end is belongs to the position: printed, read back and copied."""
    match = position(laid(TWO_LEVEL) | LEVEL, turn=3, options=CLOCK)
    assert match.position().endswith(" extra=[[0,-1,0,0,0]]")
    for fact in (DeckSpent(), ExtraLapCalled(10, 2), ExtraLapCalled(10, 2), FallEndsGame()):
        match.table.note(fact)
    text = match.position()
    assert text.endswith(" extra=[[1,2,10,2,1]]")
    assert Match.from_position(text, CLOCK).position() == text
    copied = match.state.copy()
    match.table.note(LastLapCalled(0))
    match.table.note(ExtraLapCalled(3, 1))
    assert copied.edition_state.rows() == [[1, 2, 10, 2, 1]]
    assert match.state.edition_state.rows() == [[1, 1, 3, 3, 0]]
