"""Game analysis: chances add up to 1, the curve has a point for every turn, choices have costs, and time is limited."""

from itertools import count
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from kamchatka.analysis.analyse import CurvePoint, GameAnalysis, analyse, turning_points
from kamchatka.analysis.effort import SEARCH, Effort, Spending
from kamchatka.analysis.report import AnalysisSeen, Reporter
from kamchatka.analysis.review import Reviewer, alike
from kamchatka.analysis.search import GameSearch
from kamchatka.cli import app
from kamchatka.kernel.edges.wire import Attack, inner
from kamchatka.kernel.facts import TurnBegan
from kamchatka.kernel.options import PASS, Action
from kamchatka.match import Match
from tests.analysis.test_luck import bot_game
from tests.cli.test_verify import game
from tests.kit import position

LIGHT = Effort(worlds=2, points=1, rehearsals=2, seconds=1e9, judge=SEARCH)


@pytest.fixture(scope="module")
def short() -> tuple[Match, GameAnalysis]:
    """Return the first round of a game, analysed with little effort."""
    match = bot_game("modern", 2, "cautious", rounds=2)
    return match, analyse(match, LIGHT, seats=[0])


def test_the_curve_has_a_point_for_every_turn(short: tuple[Match, GameAnalysis]) -> None:
    match, found = short
    began = [n for n, entry in enumerate(match.entries) if any(isinstance(fact, TurnBegan) for fact in entry.facts)]
    assert [point.entry for point in found.curve] == began
    for point in found.curve:
        assert sum(point.chances) == pytest.approx(1.0)
        assert point.worlds == 1
    assert found.curve[0].seat < 0  # before the first turn


def test_the_end_is_what_it_was() -> None:
    """The last point of a finished game needs no search: the winner has a chance of 100 %."""
    match = bot_game("modern", 2, "cautious", rounds=60)
    found = analyse(match, Effort(seconds=0.0, judge=SEARCH))
    assert match.is_over
    assert found.curve[-1].is_result
    assert found.curve[-1].chances == tuple(float(seat in match.winners) for seat in range(3))
    assert {point.worlds for point in found.curve[:-1]} == {0}
    assert found.decisions == 0
    assert found.unsearched > 0  # there was no time, which the analysis states


def test_time_is_shared_by_the_whole_game() -> None:
    """If every step takes a second by the clock, a search stops at its share of the time, and later ones still run."""
    match = bot_game("modern", 2, "cautious", rounds=3)
    ticks = count()
    effort = Effort(worlds=1, points=1, rehearsals=1, seconds=8.0, judge=SEARCH)
    found = analyse(match, effort, [0], lambda: float(next(ticks)))
    searched = [point.worlds for point in found.curve]
    assert 0 in searched
    assert 1 in searched
    assert found.unsearched > 0
    assert 0 < found.decisions < found.unsearched + found.decisions


def test_a_step_gets_what_others_left() -> None:
    ticks = iter([0.0, 4.0])
    spending = Spending(10.0, 5, lambda: next(ticks))
    assert spending.allows(0)
    with spending.charge():
        pass
    assert [spending.allows(step) for step in range(5)] == [False, False, True, True, True]


def test_turning_points_are_the_largest_swings() -> None:
    chances = [(0.5, 0.5), (0.45, 0.55), (0.8, 0.2), (0.75, 0.25), (0.0, 1.0)]
    curve = [CurvePoint(n, n, 0, pair, 1) for n, pair in enumerate(chances)]
    assert [(turn.point, turn.before, turn.after) for turn in turning_points(curve)] == [(2, 0.45, 0.8), (4, 0.75, 0.0)]


# ------------------------------------------------------------------ choices
def test_who_does_not_take_what_wins_the_game_is_told() -> None:
    """Stopping costs something where an attack wins the game; the attack itself costs nothing."""
    match = position({"brazil": (0, 30), "peru": (1, 1)}, rest=(0, 3), seats=3)
    search = GameSearch(match.game)
    attack = inner(match.game, Attack("brazil", "peru", 3))
    table = match.table
    chances = {
        name: search.estimate_chance(match.view(0), action, search.captain, 3)
        for name, action in (("attack", attack), ("stop", Action(PASS)))
    }
    assert chances["attack"] == 1.0
    reviewer = Reviewer(search, worlds=2, rehearsals=2)
    assert reviewer.review(table, 0, attack, entry=1) is None
    assert reviewer.looked_at == 1
    assert reviewer.review(table, 1, attack, entry=1) is None  # not its turn
    assert reviewer.looked_at == 1


def test_the_same_action_with_other_dice_is_the_same() -> None:
    assert alike(Action(3, 1, 2, 3), Action(3, 1, 2, 1))
    assert not alike(Action(3, 1, 2, 3), Action(3, 1, 4, 3))


def test_a_review_sees_what_its_seat_may_know() -> None:
    """A search from a seat's view gives the same result with other objectives in the rivals' hands."""
    views = []
    for card in ("destroy_red", "twenty_four_territories"):
        match = position({"brazil": (0, 9), "peru": (1, 5)}, seats=3, objectives={1: card})
        search = GameSearch(match.game)
        attack = inner(match.game, Attack("brazil", "peru", 3))
        views.append(search.ahead(match.view(0), Action(PASS), attack, search.captain, worlds=2, seed=4))
    assert views[0] == views[1]


# ------------------------------------------------------------------ told
def test_a_report_travels_as_json_and_back(short: tuple[Match, GameAnalysis]) -> None:
    match, found = short
    for language in ("it", "en"):
        seen = Reporter(match, ["Ada", "Bruno", "Carla"], language).report(found)
        assert msgspec.json.decode(msgspec.json.encode(seen), type=AnalysisSeen) == seen
        assert all(point.how == "search" for point in seen.curve)
        assert sum(row.luck for row in seen.luck) == pytest.approx(0.0, abs=1e-9)


def test_a_journal_is_analysed_in_the_terminal(tmp_path: Path) -> None:
    game(tmp_path / "a.journal", actions=60)
    quick = [str(tmp_path / "a.journal"), "--budget", "0", "--search"]
    told = CliRunner().invoke(app, ["analyse", *quick, "--lang", "en"])
    assert told.exit_code == 0, told.output
    assert "Luck (exact" in told.output
    assert "search" in told.output
    data = CliRunner().invoke(app, ["analyse", *quick, "--json"])
    assert msgspec.json.decode(data.output, type=AnalysisSeen).players == ("A", "B", "C")
    wrong = CliRunner().invoke(app, ["analyse", str(tmp_path / "a.journal"), "--seat", "9"])
    assert wrong.exit_code == 2
