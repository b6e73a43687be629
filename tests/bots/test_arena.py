"""The arena: fair seats, reproducible games, correct intervals, and failures that name their seed."""

import sys
from dataclasses import dataclass
from types import ModuleType, SimpleNamespace

import pytest

from kamchatka.arena import GameFailed, Outcome, Pace, Plan, Report, Share, Spread, outcomes
from kamchatka.arena.games import Watched, leader
from kamchatka.arena.pace import duration
from kamchatka.arena.ratings import ratings
from kamchatka.editions import edition as find_edition
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.options import Action, Options
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.view import View
from kamchatka.players import MAKERS, Bot
from tests.kit import position

PLACES = [place.id for place in find_edition("modern").sheets[0].places]
PLAN = Plan.create("modern", {}, ("cautious", "random", "random"), 4, 7)


def outcome(seed: int, winners: tuple[int, ...], rounds: int = 5) -> Outcome:
    """Return a made-up outcome of a game of that plan."""
    ending = "end.objective" if winners else "referee.stop"
    return Outcome(seed, PLAN.line_up(seed), winners, rounds, 10 * rounds, ending)


def test_seats_rotate_with_the_seed() -> None:
    """Over three games every bot sits in every seat."""
    assert [PLAN.line_up(seed).index("cautious") for seed in (0, 1, 2, 3)] == [0, 2, 1, 0]


def test_processes_do_not_change_the_games() -> None:
    """One process or two spawned ones play the same games, each from its own seed."""
    alone = list(outcomes(PLAN, range(7, 13), 1))
    spread = sorted(outcomes(PLAN, range(7, 13), 2), key=lambda game: game.seed)
    assert [game.seed for game in alone] == [7, 8, 9, 10, 11, 12]
    assert alone == spread
    assert alone[2:3] == list(outcomes(PLAN, [9], 1))


@pytest.mark.parametrize(
    ("edition", "options", "bots", "said"),
    [
        ("atlantis", {}, PLAN.bots, "no edition “atlantis”"),
        ("modern", {"army_cap": 7}, PLAN.bots, "“7” will not do"),
        ("modern", {}, ("random", "random"), "2 seats will not do"),
        ("modern", {}, ("random", "genius", "random"), "no bot “genius”"),
    ],
)
def test_a_bad_plan_is_a_problem(
    edition: str, options: dict[str, str | int | bool], bots: tuple[str, ...], said: str
) -> None:
    """A bad plan is reported before anything is played."""
    with pytest.raises(Problem, match=said):
        Plan.create(edition, options, bots)


def test_a_failing_game_names_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """An illegal action of a bot fails the game; the error names the seed in both languages."""

    class Cheat(Bot):
        def decide(self, view: View, options: Options) -> Action:
            return Action(99)

    monkeypatch.setitem(MAKERS, "random", lambda game, seed, setting: Cheat())
    with pytest.raises(GameFailed) as raised:
        list(outcomes(PLAN, [7, 8], 1))
    assert raised.value.sentence("en").startswith("The game with the seed 7 broke off: Refusal: std.")
    assert raised.value.sentence("it").startswith("La partita con il seme 7 si è interrotta: Refusal: std.")


def test_shares_of_bots_and_seats() -> None:
    """A shared win counts as a fraction for each winner; a game called off counts for nobody."""
    report = Report([outcome(0, (0,)), outcome(1, (2,)), outcome(2, (0, 1)), outcome(3, ())], 2.0)
    assert {name: share.won for name, share in report.by_bot.items()} == {"cautious": 2.5, "random": 0.5}
    assert [share.won for share in report.by_seat] == [1.5, 0.5, 1.0]
    assert report.by_bot["random"].fair == pytest.approx(2 / 3)
    assert report.endings == {"end.objective": 3, "referee.stop": 1}
    assert report.games_per_second == 2


def test_the_longest_game_is_named() -> None:
    """The longest game is named, the first of several equally long ones."""
    report = Report([outcome(3, (0,), 9), outcome(1, (0,), 4), outcome(2, (0,), 9)], 1.0)
    assert report.longest.seed == 2
    assert report.rounds == Spread(9, 9, 9)
    assert report.actions == Spread(90, 90, 90)


def test_spreads() -> None:
    """A spread gives the median, the 95th percentile and the largest value."""
    assert Spread.of(list(range(1, 101))) == Spread(50.5, 95, 100)
    assert Spread.of([4]) == Spread(4, 4, 4)


@pytest.mark.parametrize(
    ("won", "games", "low", "high"), [(25, 100, 0.1755, 0.3430), (0, 20, 0.0, 0.1611), (20, 20, 0.8389, 1.0)]
)
def test_the_interval_is_wilsons(won: int, games: int, low: float, high: float) -> None:
    """The interval matches published figures of Wilson's score interval and stays between 0 and 1."""
    assert Share(won, games, 0.25).interval == pytest.approx((low, high), abs=0.0001)


def test_called_off_the_leader_is_taken_as_winner() -> None:
    """In a game called off, the leader by places and then armies counts as winner; the ending names the referee."""
    (game,) = outcomes(PLAN, [7], 1)
    assert game.ending == "referee.stop"
    assert len(game.winners) == 1
    state = position({"alaska": (2, 3), "japan": (1, 9)}, rest=(0, 1), seats=3).state
    assert leader(state) == 0
    even = position({place: (n % 3, 1 + n % 3) for n, place in enumerate(PLACES)}, seats=3).state
    assert leader(even) == 2


def test_paces_keep_halves_and_tails() -> None:
    """Ninety quick decisions and ten slow ones keep their median and tail within one bin; two accounts can be added."""
    pace, other = Pace(), Pace()
    for _ in range(90):
        pace.note(0.001)
    for _ in range(10):
        other.note(2.0)
    pace.add(other)
    assert (pace.number, pace.longest) == (100, 2.0)
    assert pace.within(0.5) == pytest.approx(0.001, rel=0.25)
    assert pace.within(0.95) == 2.0  # never more than the longest decision
    assert Pace().within(0.5) == 0.0


def test_every_decision_is_timed_under_its_bots_name() -> None:
    """Every decision is timed under its bot's name; together they are all actions of the game but the referee's."""
    (game,) = outcomes(PLAN, [7], 1)
    assert sum(pace.number for pace in game.pace.values()) == game.actions - 1
    assert set(game.pace) == {"cautious", "random"}


class Sleepless(Bot):
    """A bot that decides at once, with a clock that reports long thinking."""

    def decide(self, view: View, options: Options) -> Action:
        return options.sample(FastChance(1))


def test_turns_are_timed_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn is timed as a whole, because a bot with a budget thinks once per turn. Preparation is not a turn."""
    clock = iter(range(1000))
    monkeypatch.setattr("kamchatka.arena.games.perf_counter", lambda: float(next(clock)))
    match, turns = position({"alaska": (0, 3)}), Pace()
    watched = Watched(Sleepless(), Pace(), turns)
    for round in (0, 0, 5, 5, 5, 6):
        match.state.round = round
        watched.decide(match.view(0), match.options(0))
    watched.end_turn()
    assert (turns.number, turns.longest) == (2, 3.0)


def test_every_round_that_a_bot_plays_is_a_turn() -> None:
    """Turn times are counted per bot name; old result files without turn times report none."""
    (game,) = outcomes(PLAN, [7], 1)
    assert 0 < game.turns["cautious"].number <= game.rounds
    assert Report([outcome(0, (0,))], 1.0).turns["cautious"].number == 0


@pytest.mark.parametrize(("seconds", "told"), [(0.0000123, "0.0123 ms"), (0.25, "250 ms"), (1.2345, "1.23 s")])
def test_times_are_told_in_the_unit_one_reads(seconds: float, told: str) -> None:
    """Durations are printed in a readable unit, never as powers of ten."""
    assert duration(seconds) == told


@dataclass
class Skill:
    """A rating of the fake model."""

    mu: float = 25.0
    sigma: float = 8.0


class StandIn:
    """A fake model that gives winners ten points and takes one from the others."""

    def rating(self, mu: float = 25.0, sigma: float = 8.0) -> Skill:
        """Return a new rating."""
        return Skill(mu, sigma)

    def rate(self, teams: list[list[Skill]], ranks: list[int]) -> list[list[Skill]]:
        """Return the ratings after one game."""
        return [[Skill(team[0].mu + (10 if rank == 0 else -1))] for team, rank in zip(teams, ranks, strict=True)]


def test_seats_of_one_kind_share_a_rating(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seats of one bot share a rating, changed by the mean of their changes; without openskill there are no ratings."""
    monkeypatch.setitem(sys.modules, "openskill", ModuleType("openskill"))
    monkeypatch.setitem(sys.modules, "openskill.models", SimpleNamespace(PlackettLuce=StandIn))
    won_by_random = outcome(0, (1,))
    assert ratings([won_by_random]) == {"cautious": (24.0, 8.0), "random": (29.5, 8.0)}
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    assert ratings([won_by_random]) is None
