"""The end of the game: time is up, the last rounds, the closing throws."""

from itertools import product

import pytest

from kamchatka.editions.challenge.closing import ClosingBegan, ClosingThrown, ThresholdRaised, TimeExpired
from kamchatka.kernel.edges.wire import Attack, Occupy, Pass, TimeUp
from kamchatka.match import Match
from tests.kit import faces, script_left
from tests.rulemark import rule
from tests.rules.challenge.scenes import begun, eliminate, marked, own, table
from tests.rules.modern.scene import ended, fact_lines, idle
from tests.rules.modern.witness import PLACES, refused

QUARTERS = {place: (n % 4, 2) for n, place in enumerate(PLACES)}


def at_the_end(
    turn: int = 3,
    round: int = 10,
    last_round: int = 10,
    luck: tuple[int, ...] = (),
    seats: int = 4,
    first: int = 0,
    **options: object,
) -> Match:
    """Set a seat about to end its turn, with the last round known; all have places, none can attack."""
    holdings = {place: (n % seats, 1) for n, place in enumerate(PLACES)} | {PLACES[turn]: (turn, 2)}
    match = table(
        holdings,
        phase="StrategicMove",
        turn=turn,
        round=round,
        seats=seats,
        first=first,
        luck=faces(*luck),
        options=options,
        objectives={seat: f"objective_{seat + 1}" for seat in range(seats)},
    )
    if last_round:
        match.table.note(TimeExpired(last_round))
    return match


def throws(match: Match) -> list[tuple[int, int]]:
    """Return every closing throw of the game so far, with seat and threshold."""
    return [(int(one.seat), int(one.threshold)) for one in match.journal if isinstance(one, ClosingThrown)]


# ------------------------------------------------------------------ time
@rule("rtu.8.1")
def test_the_time_limit_is_agreed_before_play() -> None:
    """The default is 90 minutes; the player who keeps the clock reads the limit from the table."""
    assert begun(1, 2, 3, 4).rules.time_limit_minutes == 90  # type: ignore[attr-defined]
    assert begun(1, 2, 3, 4, options={"time_limit_minutes": 105}).rules.time_limit_minutes == 105  # type: ignore[attr-defined]


@rule("rtu.9.1", "rtu.8.2b")
@pytest.mark.parametrize("turn", [0, 2, 3])
def test_the_round_under_way_is_the_last_but_one(turn: int) -> None:
    """When time is up in round 9, round 10 is the last for every seat; nobody throws before its end."""
    match = table(QUARTERS, turn=turn, round=9, luck=faces(6, 6))
    match.referee(TimeUp())
    assert fact_lines(match) == ["TimeExpired last_round=10"]
    while match.state.round < 11:
        idle(match)
        assert (throws(match) == []) == (match.state.round < 11)
    assert throws(match) == [(3, 4)]
    assert script_left(match) == 0


@rule("rtu.9.1")
def test_time_is_declared_up_once_and_only_during_play() -> None:
    """Declaring time up is refused in the preparation and a second time."""
    preparing = begun(1, 2, 3, 4)
    refused(preparing, TimeUp(), "referee.time_up", "rtu.9.1", seat=-1)
    match = at_the_end(last_round=0, turn=0)
    match.referee(TimeUp())
    assert own(match).last_round == 11
    refused(match, TimeUp(), "referee.time_up", "rtu.9.1", seat=-1)
    refused(match, TimeUp(), "referee.only", "rtu.8.1", seat=0)


@rule("rtu.8.2b")
def test_without_the_clock_nobody_throws() -> None:
    """Rounds continue until time is declared up."""
    match = at_the_end(last_round=0)
    for _ in range(9):
        idle(match)
    assert throws(match) == []
    assert match.state.round == 13


# ------------------------------------------------------------------ the throw
@rule("rtu.9.4a", "rtu.9.2a")
def test_the_first_throw_is_of_the_last_turn_of_the_last_round() -> None:
    """Seats 0 to 2 end their turns of round 10 without a throw; seat 3 throws and may close the game."""
    match = at_the_end(turn=0, luck=(2, 2))
    for _ in range(3):
        idle(match)
        assert not match.is_over
    assert throws(match) == []
    story = idle(match)
    assert story[:2] == ["ClosingBegan seat=3", "ClosingThrown one=2 other=2 seat=3 threshold=4"]
    assert match.is_over
    assert match.state.round == 10


@rule("rtu.9.2a")
@pytest.mark.parametrize(
    ("dice", "ends"), [((1, 3), True), ((2, 3), False), ((1, 1), True), ((4, 1), False), ((6, 6), False)]
)
def test_four_or_less_closes_the_game(dice: tuple[int, int], ends: bool) -> None:
    """Two dice are added; the game ends before anybody else plays."""
    match = at_the_end(luck=dice)
    match.play(Pass())
    assert match.is_over == ends
    assert match.awaited == ([] if ends else [0])


@rule("rtu.9.2a", "rtu.9.2b", "rtu.9.2c")
@pytest.mark.parametrize(("threshold", "closing"), [(4, 6), (5, 10), (6, 15), (7, 21)])
def test_the_chance_of_closing_at_each_threshold(threshold: int, closing: int) -> None:
    """6, 10, 15 and 21 of the 36 throws close; all of them are tried."""
    closed = 0
    for dice in product(range(1, 7), repeat=2):
        match = at_the_end(turn=1, round=15, luck=dice)
        match.table.note(ClosingBegan(3))
        match.table.note(ThresholdRaised(threshold))
        match.play(Pass())
        closed += match.is_over
    assert closed == closing


@rule("rtu.9.2b", "rtu.9.3a")
def test_the_threshold_rises_when_the_throws_come_back_to_the_first_who_threw() -> None:
    """With four players seats 3 0 1 2 throw at 4, then at 5, and so on; the threshold stays at 7."""
    match = at_the_end(luck=(6, 6) * 18 + (3, 4))
    while not match.is_over:
        idle(match)
    rising = [4] * 4 + [5] * 4 + [6] * 4 + [7] * 7
    assert throws(match) == [((3 + i) % 4, threshold) for i, threshold in enumerate(rising)]
    assert script_left(match) == 0


@rule("rtu.9.2c")
def test_seven_is_the_highest_threshold() -> None:
    """Rounds of throws at 7 follow each other; an eight never closes."""
    match = at_the_end(turn=1, round=40, luck=(4, 4) * 9)
    match.table.note(ClosingBegan(3))
    match.table.note(ThresholdRaised(7))
    for _ in range(9):
        idle(match)
    assert {threshold for _, threshold in throws(match)} == {7}
    assert not match.is_over


@rule("rtu.9.2b")
def test_a_table_may_count_rounds_of_throws_from_the_first_of_hand() -> None:
    """With the option the last of hand throws twice at 4."""
    match = at_the_end(luck=(6, 6) * 10, sdadata_cycle="table_round")
    for _ in range(10):
        idle(match)
    assert throws(match) == list(zip([3, 0, 1, 2, 3, 0, 1, 2, 3, 0], [4, 4, 4, 4, 4, 5, 5, 5, 5, 6], strict=True))


@rule("rtu.9.4a", "rtu.9.2b")
def test_with_another_first_of_hand_another_seat_throws_first() -> None:
    """First of hand is seat 2: seat 1 plays the last turn of the round and throws first."""
    match = at_the_end(turn=1, first=2, luck=(6, 6) * 6)
    for _ in range(6):
        idle(match)
    assert throws(match) == [(1, 4), (2, 4), (3, 4), (0, 4), (1, 5), (2, 5)]


# ------------------------------------------------------------------ exempt
def conquering(conquests: int, luck: tuple[int, ...]) -> Match:
    """Let seat 3 take `count` places beside its great army in the last round, then reach its strategic move."""
    holdings = {place: (n % 3, 1) for n, place in enumerate(PLACES)}
    holdings |= {"siam": (3, 60), "china": (0, 1), "india": (1, 1), "indonesia": (2, 1), "mongolia": (0, 1)}
    dice = faces(*(6, 6, 6, 1) * conquests)
    match = table(holdings, turn=3, round=10, luck=[*dice, *([0] if conquests else []), *faces(*luck)])
    match.table.note(TimeExpired(10))
    marches = (("siam", "india"), ("siam", "indonesia"), ("siam", "china"), ("china", "mongolia"))
    for source, target in marches[:conquests]:
        match.play(Attack(source, target, 3))
        if Occupy(5) in set(match.actions()):
            match.play(Occupy(5))
    match.play(Pass())
    return match


@rule("rtu.9.3b")
@pytest.mark.parametrize(("conquests", "throws_dice"), [(0, True), (1, True), (2, True), (3, False), (4, False)])
def test_more_than_two_conquests_spare_the_throw(conquests: int, throws_dice: bool) -> None:
    """Two are not enough, three are; the game continues for at least a turn."""
    match = conquering(conquests, (6, 6) if throws_dice else ())
    match.play(Pass())
    assert (throws(match) == [(3, 4)]) == throws_dice
    assert ("ClosingSpared seat=3" in fact_lines(match)) != throws_dice
    assert match.awaited == [0]


@rule("rtu.9.3b", "rtu.9.2b")
def test_a_turn_without_a_throw_counts_for_the_round_of_throws() -> None:
    """Seat 3 is exempt at 4; when its turn comes again the threshold is 5."""
    match = conquering(3, (6,) * 10)
    match.play(Pass())
    for _ in range(4):
        idle(match)
    assert throws(match) == [(0, 4), (1, 4), (2, 4), (3, 5)]


# ------------------------------------------------------------------ eliminated seats
def without(seat: int, turn: int, luck: tuple[int, ...], **options: object) -> Match:
    """Set four players with one eliminated, where the seat in turn ends the last round or a later one."""
    alive = [other for other in range(4) if other != seat]
    holdings = {place: (alive[n % 3], 1) for n, place in enumerate(PLACES)}
    holdings[next(place for place, (owner, _) in holdings.items() if owner == turn)] = (turn, 2)
    match = table(holdings, phase="StrategicMove", turn=turn, round=10, luck=faces(*luck), options=options)
    eliminate(match, seat, by=alive[0])
    match.table.note(TimeExpired(10))
    return match


@rule("rtu.9.4a", "rtu.7.1b")
def test_if_the_last_of_hand_is_out_the_last_survivor_throws_first() -> None:
    """With seat 3 out, seat 2 plays the last turn and throws first, and throws again at 5."""
    match = without(3, turn=2, luck=(6, 6) * 4)
    for _ in range(4):
        idle(match)
    assert throws(match) == [(2, 4), (0, 4), (1, 4), (2, 5)]


@rule("rtu.9.2b", "rtu.7.1b")
def test_if_the_first_who_threw_falls_the_round_of_throws_still_ends_at_its_place() -> None:
    """Seat 3 threw first and was eliminated: the threshold rises when its place is passed."""
    match = without(3, turn=1, luck=(6, 6) * 4)
    match.table.note(ClosingBegan(3))
    for _ in range(4):
        idle(match)
    assert throws(match) == [(1, 4), (2, 4), (0, 5), (1, 5)]


# ------------------------------------------------------------------ the objective
@rule("rtu.8.2a", "rtu.0.2", "rtu.9.4b")
@pytest.mark.parametrize("late", [False, True])
def test_completing_the_objective_wins_at_once(late: bool) -> None:
    """Taking the last place of the card wins, in time or long after; with one place missing nobody wins."""
    places = marked(13)
    holdings = {place: (0, 4) for place in places if place not in ("siam", "india")} | {"siam": (1, 1), "india": (1, 1)}
    match = table(holdings, objectives={0: "objective_13", 1: "objective_1"}, luck=faces(*[6, 6, 6, 1] * 2), round=12)
    if late:
        match.table.note(TimeExpired(10))
        match.table.note(ClosingBegan(3))
    match.play(Attack("china", "siam", 3))
    assert not match.is_over
    match.play(Attack("middle_east", "india", 3))
    assert ended(match) == ([0], "rtu.8.2a")
    refused(match, Pass(), "game.over", "rtu.8.2a", seat=0)
