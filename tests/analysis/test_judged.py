"""Analysis by a trained network: every decision rated, calibrated chances, reviews without secrets."""

import pytest

from kamchatka.analysis.analyse import Analyser, GameAnalysis, analyse
from kamchatka.analysis.effort import AUTOMATIC, NETWORK, SEARCH, Effort
from kamchatka.analysis.judged import NetworkReviewer
from kamchatka.analysis.report import Reporter
from kamchatka.analysis.search import GameSearch
from kamchatka.editions import EDITIONS, edition
from kamchatka.kernel.bits import first
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.wire import Attack, Stop, inner
from kamchatka.kernel.facts import TurnBegan
from kamchatka.kernel.game import REFEREE
from kamchatka.kernel.options import PASS, Action
from kamchatka.kernel.table import Table
from kamchatka.kernel.view import View
from kamchatka.match import Match
from kamchatka.players.admiral.calibration import calibration_of, softmax
from kamchatka.players.admiral.judge import is_judged, judge_of
from kamchatka.players.admiral.network import editions_with_network
from tests.analysis.test_luck import bot_game
from tests.kit import position
from tests.laws.tables import advance
from tests.laws.test_secrets import scramble

WHOLE = Effort(worlds=2, seconds=1e9, judge=NETWORK)


def judged() -> tuple[Match, GameAnalysis]:
    """Return the first round of a game."""
    match = bot_game("modern", 2, "cautious", rounds=2)
    return match, analyse(match, WHOLE)


# ------------------------------------------------------------------ every decision
def test_every_decision_is_judged() -> None:
    """Every decision is rated, however small; the chances after a turn are a point of the curve."""
    match, found = judged()
    began = next(n for n, entry in enumerate(match.entries) if any(isinstance(fact, TurnBegan) for fact in entry.facts))
    played = list(range(began, len(match.entries)))
    assert [point.entry for point in found.moments] == played
    for point in found.moments:
        assert len(point.chances) == match.seats
        assert sum(point.chances) == pytest.approx(1.0)
    assert set(found.curve) <= set(found.moments)
    assert found.unsearched == 0
    assert found.judge == NETWORK


def test_the_result_is_what_it_was() -> None:
    """The winner's last chance is 100 %; without time for everything only turns are rated."""
    match = bot_game("modern", 2, "cautious", rounds=60)
    found = analyse(match, Effort(seconds=0.0, judge=NETWORK))
    assert match.is_over
    assert found.curve[-1].is_result
    assert found.curve[-1].chances == tuple(float(seat in match.winners) for seat in range(3))
    assert found.moments == found.curve
    assert found.unsearched > 0


def test_a_report_says_who_judged() -> None:
    """A report states that the network rated it, so the page draws the chances after every decision."""
    match, found = judged()
    seen = Reporter(match, ["Ada", "Bruno", "Carla"], "en").report(found)
    assert seen.judge == NETWORK
    assert {point.how for point in seen.curve} == {"network"}
    assert [one.entry for one in seen.moments] == [point.entry for point in found.moments]
    assert sum(seen.moments[0].chances) == pytest.approx(1.0, abs=1e-3)


def test_editions_without_a_network_are_searched() -> None:
    """The network is used by default where it is compiled; a search can be requested."""
    assert not is_judged("godstorm")
    cases = ((AUTOMATIC, "godstorm", False), (AUTOMATIC, "modern", is_judged("modern")), (SEARCH, "modern", False))
    for judge, name, expected in cases:
        match = Match.new(name, seats=3, seed=1)
        assert (Analyser(match, 0, Effort(judge=judge)).judge is not None) == expected


# ------------------------------------------------------------------ choices
def test_who_does_not_take_what_wins_the_game_is_told() -> None:
    """Stopping costs something where an attack wins the game."""
    match = position({"brazil": (0, 30), "peru": (1, 1)}, rest=(0, 3), seats=3)
    search = GameSearch(match.game)
    reviewer = NetworkReviewer(search, judge_of(match.game, 3), worlds=4)
    attack = inner(match.game, Attack("brazil", "peru", 3))
    cost = reviewer.ahead(match.view(0), attack, Action(PASS), seed=1)
    assert cost.mean > 0.0
    assert reviewer.review(match.table, 0, attack, entry=1) is None
    assert reviewer.review(match.table, 1, attack, entry=1) is None  # not its turn
    assert reviewer.looked_at == 1


@pytest.mark.parametrize("name", editions_with_network())
def test_a_review_uses_what_its_seat_may_know(name: str) -> None:
    """A review deals hidden cards anew, so its estimate is the same to the last digit."""
    game = edition(name).game(edition(name).table_rules({}))
    search, seats, differ = GameSearch(game), EDITIONS[name].seats[-1], 0
    reviewer = NetworkReviewer(search, judge_of(game, seats), worlds=2)
    table = game.start(seats, FastChance(5))
    advance(game, table, FastChance(6), 60)
    for moment in range(4):
        seat = int(first(game.awaits(table)))
        world = scramble(game, table, seat, FastChance(moment))
        differ += list(world.state.objective) != list(table.state.objective)
        choices = [game.options(table, seat).sample(FastChance(draw)) for draw in (1, 2)]
        found = [reviewer.ahead(seen(one, seat), choices[0], choices[1], seed=moment) for one in (table, world)]
        assert found[0] == found[1]
        advance(game, table, FastChance(moment), 7)
    assert differ


def seen(table: Table, seat: int) -> View:
    """Return the whole world as a view, in which a reviewer that peeks would find everything."""
    return View(seat, table.state)


# ------------------------------------------------------------------ calibration
@pytest.mark.parametrize("name", editions_with_network())
def test_every_network_is_calibrated(name: str) -> None:
    """On games that were not used for fitting, predicted chances deviate from results by 3 % on average at most."""
    found = calibration_of(name)
    assert found.error <= 0.03
    assert found.loss < 0.75 * found.even_loss
    assert sum(count for _, _, count in found.reliability) > 5_000
    for said, won, count in found.reliability:
        if count >= 500:
            assert abs(said - won) < 0.08


def test_a_seat_that_knows_it_wins_is_likelier() -> None:
    """Chances increase with the logit and add up to one."""
    calibration = calibration_of("challenge")
    strengths = {seat: calibration.strength(logit, 5, False) for seat, logit in enumerate((-3.0, 0.0, 3.0))}
    chances = softmax(strengths, 4)
    assert chances[0] < chances[1] < chances[2]
    assert chances[3] == 0.0
    assert sum(chances) == pytest.approx(1.0)
    assert calibration.strength(-500.0, 5, False) < calibration.strength(-50.0, 5, False)


def test_a_game_that_was_called_off_has_its_result() -> None:
    """A game that was called off has its result before the first turn, as the only point of the curve."""
    match = Match.new("modern", seats=3, seed=1)
    match.play(Stop(), REFEREE)
    found = analyse(match, WHOLE)
    assert [point.is_result for point in found.curve] == [True]
    assert found.moments == found.curve
