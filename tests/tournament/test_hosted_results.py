"""Reports of games played on the server: the endings of the golden games, with any starting seat."""

from pathlib import Path

import pytest

from kamchatka.analysis.finished import game_of
from kamchatka.editions.tournament import PlayerResult
from kamchatka.journal import read
from kamchatka.kernel.problem import Problem
from kamchatka.match import Match
from kamchatka.tournament.results.hosted import report_of_game
from kamchatka.tournament.settings.edition_rules import rules_of_edition
from tests.kit import position

GOLDEN = Path(__file__).parent.parent / "golden"
SEATS = (11, 12, 13, 14)


def ended(name: str) -> tuple[Match, tuple[PlayerResult, ...]]:
    """Return a golden game and its report."""
    match = read(GOLDEN / f"{name}.jsonl").match
    return match, report_of_game(game_of(match), SEATS[: match.seats]).lines


@pytest.mark.parametrize(
    ("name", "reached", "out", "fell"),
    [
        ("modern/objective_destroy", {0: "in_time"}, [1], {1: 1}),
        ("modern/objective_places", {0: "in_time"}, [], {}),
        ("modern/shared", {0: "in_time", 1: "in_time"}, [], {}),
        ("modern/armies", {0: "in_time"}, [], {}),
        ("classic/opponent_eliminated", {0: "in_time"}, [1], {1: 1}),
        ("challenge/objective_in_time", {0: "in_time"}, [], {}),
        ("challenge/objective_after_time", {0: "late"}, [], {}),
        ("challenge/last_hand", {}, [], {}),
        ("challenge/survivor", {}, [1, 2], {}),
    ],
)
def test_how_each_seat_ended(name: str, reached: dict[int, str], out: list[int], fell: dict[int, int]) -> None:
    """The report reports the winner, the order of eliminations, the places held and the order of play."""
    match, lines = ended(name)
    places = match.game.board.places
    assert [line.entrant for line in lines] == list(SEATS[: match.seats])
    assert {seat: line.objective for seat, line in enumerate(lines) if line.objective} == reached
    assert [seat for seat, line in enumerate(lines) if line.eliminated] == out
    assert {seat: line.fell for seat, line in enumerate(lines) if line.fell} == fell
    for seat, line in enumerate(lines):
        assert line.held == tuple(
            place for place, owner in zip(places, match.state.owner, strict=True) if owner == seat
        )
        assert line.hand == seat + 1


def test_survivors_have_a_point_for_each_territory_and_the_winner_those_of_the_event() -> None:
    """The winner's points are left open."""
    _, lines = ended("modern/objective_destroy")
    assert [line.points for line in lines] == [None, *(len(line.held) for line in lines[1:])]


def test_objective_cards_are_reported_by_their_number() -> None:
    """The points depend on the card and on the territories held."""
    _, lines = ended("challenge/objective_in_time")
    rules = rules_of_edition("challenge")
    assert rules.cards[lines[0].card] <= set(lines[0].held)
    assert all(line.points is None for line in lines)


@pytest.mark.parametrize("edition", ["modern", "challenge"])
def test_hands_count_from_whoever_was_first(edition: str) -> None:
    """In the example it is the second seat."""
    match = position({"alaska": (0, 3), "peru": (2, 3), "congo": (3, 3)}, edition=edition, first=1)
    rules = rules_of_edition(edition)
    assert [rules.result(match.table, seat, seat).hand for seat in range(4)] == [4, 1, 2, 3]


def test_a_game_under_way_has_no_result() -> None:
    """A running game, or one without a winner, has no result."""
    with pytest.raises(Problem, match="must be entered by hand"):
        report_of_game(game_of(position({"alaska": (0, 3)})), SEATS)
