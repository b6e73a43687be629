"""Time Attack: the last lap, called by the clock or by the deck, and where it ends."""

from collections.abc import Iterable

import pytest

from kamchatka.editions.modern.time_attack import DeckSpent
from kamchatka.kernel.edges.wire import Attack, Defend, Pass, Place, Stop, TimeUp, Trade
from kamchatka.kernel.facts import CardDiscarded, CardDrawn, DeckReshuffled, Eliminated, FirstNamed
from kamchatka.kernel.game import REFEREE
from kamchatka.match import Match
from tests.kit import Holding, faces, position
from tests.rulemark import rule
from tests.rules.modern.scene import ended, fact_lines, idle, play_on, take, turns
from tests.rules.modern.witness import PLACES, ZONES, refused

CLOCK = {"ending": "time_attack_clock"}
CARDS = [*PLACES, "joker_1", "joker_2"]
QUARTERS = {"north_america": 0, "europe": 1, "asia": 2, "south_america": 3, "africa": 3, "oceania": 3}
# Where each of the four seats of `quarters` attacks from and what it takes.
MARCHES = [("alaska", "kamchatka"), ("ukraine", "urals"), ("kamchatka", "alaska"), ("indonesia", "siam")]


def quarters(**changed: Holding) -> dict[str, Holding]:
    """Give every seat one to three continents, one army a place."""
    return {**{place: (QUARTERS[zone], 1) for zone, places in ZONES.items() for place in places}, **changed}


def by_cards(reshuffles: int) -> dict[str, object]:
    """Return the options of Time Attack by the cards with this number of reshuffles."""
    return {"ending": "time_attack_cards", "time_attack_reshuffles": reshuffles}


# ------------------------------------------------------------------ by the clock
@rule("std.timeattack.2")
@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize("first", range(4))
def test_when_time_is_up_the_round_is_completed(first: int, turn: int) -> None:
    """In whichever turn this happens, the seats before the first one still play; then points are counted."""
    match = position(quarters(), first=first, turn=turn, phase="Reinforce", options=CLOCK)
    match.referee(TimeUp())
    last = (first + 3) % 4
    assert fact_lines(match) == [f"LastLapCalled closing={last}"]
    assert match.awaited == [turn]
    assert play_on(match) == [(turn + i) % 4 for i in range(1, (last - turn) % 4 + 1)]
    assert ended(match) == ([2], "std.timeattack.9")


@rule("std.timeattack.2")
def test_without_the_clock_the_rounds_go_on() -> None:
    """Until time is up nobody counts points, round after round."""
    match = position(quarters(), phase="Reinforce", options=CLOCK)
    for _ in range(12):
        idle(match)
    assert turns(match) == [1, 2, 3, 0] * 3
    assert match.state.round == 8
    assert fact_lines(match)[0] == "TurnBegan round=8 seat=0"


@rule("std.timeattack.2", "std.timeattack.9")
def test_the_last_seat_finishes_its_turn() -> None:
    """When time is up in the last turn of a round, that turn is finished and no other begins."""
    match = position(quarters(siam=(2, 2), indonesia=(3, 3)), turn=3, luck=faces(6, 1, 6), options=CLOCK)
    match.play(Attack("indonesia", "siam", 2))
    match.referee(TimeUp())
    refused(match, Pass(), "defence.declare", "std.attack.12")
    match.play(Defend(1))
    assert match.awaited == [3]
    match.play(Pass())
    match.play(Pass())
    assert fact_lines(match) == [
        "PointsCounted armies=9 points=35 seat=0",
        "PointsCounted armies=7 points=32 seat=1",
        "PointsCounted armies=13 points=51 seat=2",
        "PointsCounted armies=15 points=46 seat=3",
        "GameEnded clause=end.points winners=[2]",
    ]
    assert turns(match) == []


@rule("std.timeattack.2")
def test_time_is_up_once() -> None:
    """It is refused a second time, before the first turn and after the end."""
    match = position(quarters(), turn=1, phase="Reinforce", options=CLOCK)
    match.referee(TimeUp())
    assert list(match.actions(REFEREE)) == [Stop()]
    refused(match, TimeUp(), "referee.expired", "std.timeattack.2", seat=REFEREE)
    play_on(match)
    refused(match, TimeUp(), "game.over", "std.timeattack.9", seat=REFEREE)
    early = Match.new("modern", 3, CLOCK, seed=3)
    assert early.state.round == 0
    assert list(early.actions(REFEREE)) == [Stop()]


@rule("std.timeattack.2")
def test_time_may_be_up_from_the_first_turn_on() -> None:
    """Time may be declared up in the first turn of the first round, which is then the last."""
    match = position(quarters(), phase="Reinforce", round=1, options=CLOCK)
    match.referee(TimeUp())
    assert play_on(match) == [1, 2, 3]


@rule("std.timeattack.2")
@pytest.mark.parametrize(
    ("gone", "first", "turn", "order"),
    [(0, 1, 1, [2, 3]), (0, 1, 3, []), (1, 1, 2, [3, 0]), (1, 1, 0, []), (3, 0, 1, [2]), (3, 0, 2, []), (2, 0, 1, [3])],
)
def test_the_round_ends_also_when_its_last_or_first_seat_is_gone(
    gone: int, first: int, turn: int, order: list[int]
) -> None:
    """Seats count even when they are out: the round ends before the place of the first seat."""
    match = position(
        {place: (turn if seat == gone else seat, n) for place, (seat, n) in quarters().items()},
        first=first,
        turn=turn,
        phase="Reinforce",
        options=CLOCK,
    )
    match.table.note(Eliminated(gone, turn))
    match.referee(TimeUp())
    assert play_on(match) == order
    assert not any(f"seat={gone}" in line for line in fact_lines(match))


@rule("std.timeattack.1")
def test_by_the_clock_the_deck_calls_no_last_lap() -> None:
    """Where the clock decides, the last card of the deck has no effect."""
    match = position(quarters(alaska=(0, 2)), hands={1: CARDS[:43]}, luck=[*faces(6, 1), 0], options=CLOCK)
    take(match, "kamchatka", "alaska")
    assert fact_lines(match)[4:6] == ["CardDrawn card=joker_2 seat=0", "TurnBegan round=5 seat=1"]


# ------------------------------------------------------------------ by the cards
def last_card(seat: int, reshuffles: int, done: int, more_luck: Iterable[int] = ()) -> Match:
    """Set a seat about to conquer and draw the last card, after `done` reshuffles; two cards are set aside."""
    source, _ = MARCHES[seat]
    match = position(
        quarters(**{source: (seat, 2)}),
        turn=seat,
        hands={(seat + 2) % 4: CARDS[2:43]},
        luck=[*faces(6, 1), 0, *more_luck],
        options=by_cards(reshuffles),
    )
    for _ in range(done):
        match.table.note(DeckReshuffled())
    for card in (0, 1):
        match.table.note(CardDrawn(seat, card))
        match.table.note(CardDiscarded(seat, card))
    return match


@rule("std.timeattack.5", "std.timeattack.6")
@pytest.mark.parametrize(
    ("reshuffles", "done", "called"),
    [
        (0, 0, True),
        (1, 0, False),
        (1, 1, True),
        (2, 0, False),
        (2, 1, False),
        (2, 2, True),
        (3, 2, False),
        (3, 3, True),
    ],
)
def test_the_last_card_after_the_agreed_reshuffles_calls_the_last_lap(reshuffles: int, done: int, called: bool) -> None:
    """With two reshuffles this is the third time the deck runs out, with none the first."""
    match = last_card(0, reshuffles, done)
    take(match, "kamchatka", "alaska")
    spent = ["DeckSpent"] if called else []
    lap = ["LastLapCalled closing=0"] if called else []
    assert fact_lines(match)[4:-2] == [
        "CardDrawn card=joker_2 seat=0",
        *spent,
        "DeckReshuffled",
        *lap,
        "TurnBegan round=5 seat=1",
    ]


def conquering_turn(match: Match, source: str, target: str) -> list[str]:
    """Play a whole turn with one conquest; return the facts of its end."""
    match.play(Place(source, match.state.stock[match.state.turn]))
    take(match, target, source)
    return idle(match)


@rule("std.timeattack.5", "std.timeattack.6")
def test_two_reshuffles_are_the_habit() -> None:
    """The deck runs out three times, and the third time the last lap begins."""
    match = position(
        quarters(alaska=(0, 2)),
        hands={2: CARDS[1:43]},
        discards=CARDS[:1],
        luck=[*faces(6, 1), 0] * 5,
        options={"ending": "time_attack_cards"},
    )
    take(match, "kamchatka", "alaska")
    assert fact_lines(match)[4:7] == ["CardDrawn card=joker_2 seat=0", "DeckReshuffled", "TurnBegan round=5 seat=1"]
    assert conquering_turn(match, "ukraine", "urals")[:2] == [
        "CardDrawn card=alaska seat=1",
        "TurnBegan round=5 seat=2",
    ]
    match.play(Trade(("northwest_territories", "quebec", "venezuela")))
    assert "DeckReshuffled" in fact_lines(match)
    idle(match)
    conquering_turn(match, "indonesia", "siam")
    assert conquering_turn(match, "kamchatka", "yakutia")[:2] == [
        "CardDrawn card=quebec seat=0",
        "TurnBegan round=6 seat=1",
    ]
    assert conquering_turn(match, "urals", "afghanistan")[:4] == [
        "CardDrawn card=venezuela seat=1",
        "DeckSpent",
        "LastLapCalled closing=1",
        "TurnBegan round=6 seat=2",
    ]
    assert match.state.reshuffles == 2


@rule("std.timeattack.7")
@pytest.mark.parametrize("drawer", range(4))
@pytest.mark.parametrize("first", [0, 2])
def test_the_last_lap_ends_with_the_turn_of_the_last_drawer(drawer: int, first: int) -> None:
    """Every seat has exactly one more turn after the last card; with the second of four: 3, 4, 1, 2."""
    source, target = MARCHES[drawer]
    match = last_card(drawer, 0, 0)
    match.table.note(FirstNamed(first))
    take(match, target, source)
    assert f"LastLapCalled closing={drawer}" in fact_lines(match)
    assert play_on(match) == [(drawer + i) % 4 for i in range(1, 5)]
    assert match.is_over


@rule("std.timeattack.7")
@pytest.mark.parametrize("seats", [3, 5, 6])
def test_the_last_lap_goes_once_round_any_table(seats: int) -> None:
    """The same holds with three, five and six seats."""
    match = position(
        {place: (n % seats, 1) for n, place in enumerate(PLACES)},
        seats=seats,
        turn=1,
        phase="Reinforce",
        options=by_cards(0),
    )
    match.table.note(DeckSpent())
    assert play_on(match) == [(1 + i) % seats for i in range(1, seats + 1)]


@rule("std.timeattack.7")
def test_the_count_is_not_restarted_in_the_last_lap() -> None:
    """The new deck runs out again in the last lap: no new lap is called, and it ends as planned."""
    match = last_card(1, 0, 0, more_luck=[*faces(6, 1), 0])
    take(match, "urals", "ukraine")
    assert match.state.reshuffles == 1
    match.table.note(CardDrawn(0, 0))
    assert conquering_turn(match, "siberia", "urals")[:2] == [
        "CardDrawn card=northwest_territories seat=2",
        "TurnBegan round=5 seat=3",
    ]
    assert play_on(match) == [2, 3, 0, 1]
    assert match.is_over


@rule("std.timeattack.7")
@pytest.mark.parametrize(("gone", "order"), [(0, [3, 1]), (1, [3, 0])])
def test_the_last_lap_ends_also_when_its_last_or_the_first_seat_is_gone(gone: int, order: list[int]) -> None:
    """The lap ends at the place of the last drawer, even if that seat is out."""
    match = position(quarters(), turn=1, phase="Reinforce", options=by_cards(0))
    match.table.note(DeckSpent())
    idle(match)
    assert turns(match) == [2]
    match.table.note(Eliminated(gone, 2))
    assert play_on(match) == [2, *order]
    assert ended(match)[1] == "std.timeattack.9"
