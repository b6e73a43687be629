"""Play near the time limit: the seat's card places count; three conquests avoid the closing throw (rtu: sdadata)."""

from kamchatka.bots.goals.goals import Goals
from kamchatka.bots.goals.weights import NORMAL, WEIGHTS
from kamchatka.editions.challenge.bots.points import estimate_best_rival, face_the_throw
from kamchatka.editions.challenge.objectives import HoldMarked
from kamchatka.editions.challenge.state import ChallengeState
from kamchatka.match import Match
from kamchatka.players import strategy_of
from tests.kit import position


def closing(holdings: dict[str, tuple[int, int]], rest: tuple[int, int], conquests: int) -> Match:
    """Return a turn of seat 0 in the closing throws, with the first objective of the box."""
    first = position({}, edition="challenge").game.objectives[0]
    match = position(holdings, rest=rest, edition="challenge", objectives={0: first})
    assert isinstance(match.state.edition_state, ChallengeState)
    match.state.edition_state.threshold = 4
    match.state.conquests = conquests
    return match


def changed(match: Match) -> float:
    """Return how much the throw adds to the value of a place."""
    goals = Goals(strategy_of(match.game).info, match.state, 0, NORMAL)
    before = goals.worth[0]
    register, objective = match.state.edition_state, goals.info.objectives[0]
    assert isinstance(register, ChallengeState)
    assert isinstance(objective, HoldMarked)
    face_the_throw(goals, register, objective)
    return goals.worth[0] - before


def test_who_is_behind_goes_for_the_third_conquest() -> None:
    """A seat that is behind values each place towards its third conquest, most of all the last one."""
    behind = {"alaska": (0, 3)}
    assert changed(closing(behind, (1, 2), 0)) == WEIGHTS["throw"] / 3
    assert changed(closing(behind, (1, 2), 2)) == WEIGHTS["throw"]
    assert changed(closing(behind, (1, 2), 3)) == 0.0


def test_who_is_ahead_stops_at_two() -> None:
    """A seat that is ahead stops at two conquests, so that the throw may end the game while it is winning."""
    ahead = {"alaska": (1, 3)}
    assert changed(closing(ahead, (0, 2), 0)) == 0.0
    assert changed(closing(ahead, (0, 2), 2)) == -WEIGHTS["throw"]


def test_before_the_throws_nothing_changes() -> None:
    """Nothing changes before the closing throws, or in games without them."""
    match = closing({"alaska": (0, 3)}, (1, 2), 0)
    assert isinstance(match.state.edition_state, ChallengeState)
    match.state.edition_state.threshold = 0
    assert changed(match) == 0.0


def test_the_points_of_rivals_are_estimated_from_the_board() -> None:
    """Rivals' points are estimated from the board alone: more places, more points, whatever their cards."""
    few, many = (closing({"alaska": (0, 3), "brazil": (1, 2)}, (rest, 2), 0) for rest in (0, 1))
    found = [estimate_best_rival(strategy_of(match.game).info, match.state, 0) for match in (few, many)]
    assert found[0] < found[1]
