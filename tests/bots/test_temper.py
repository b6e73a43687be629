"""How a temper is learned: the search finds what is known, a run goes on where it was, marshals play by the file."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from kamchatka.bots.captain.bot import CaptainBot
from kamchatka.bots.captain.weights import WEIGHTS
from kamchatka.bots.habits import LATEST, VERSIONS
from kamchatka.bots.marshal.bot import Budget, MarshalBot
from kamchatka.bots.marshal.learned import UNTAUGHT, Temper
from kamchatka.bots.marshal.plans import PATIENCE, PATIENT, VARIATIONS, rebased
from kamchatka.editions import EDITIONS, edition
from kamchatka.kernel.game import Game
from kamchatka.players import bot, strategy_of, temper_of, valuation_of
from tools.evolution import Climb
from tools.learn_temper import (
    SEATS,
    Course,
    Ended,
    Job,
    Seated,
    begun,
    check,
    generation,
    played,
    players,
    resumed,
    run,
    usual_temper,
)

TOP = np.array([1.0, -0.5, 0.0, 0.3])


# ------------------------------------------------------------------ the search
def test_the_top_of_a_known_hill_is_found() -> None:
    """Though all that is told is which of two won, and that is not much better than a coin."""
    climb, luck = Climb(7, [0.0] * len(TOP), 60), np.random.default_rng(1)
    while not climb.is_done():
        directions = climb.directions(200)
        higher, lower = (-np.square(tries - TOP).sum(axis=1) for tries in climb.tries(directions))
        likely = 1 / (1 + np.exp((lower - higher) / 3))
        climb.learn(directions, np.where(luck.random(len(likely)) < likely, 1.0, -1.0))
    assert np.abs(np.array(climb.mean) - TOP).max() < 0.3


def test_nothing_is_climbed_where_all_is_even() -> None:
    climb = Climb(7, [0.25, -0.25], 5)
    while not climb.is_done():
        climb.learn(climb.directions(50), np.zeros(50))
    assert climb.mean == [0.25, -0.25]


def test_no_weight_runs_away() -> None:
    climb = Climb(7, [2.9], 3)
    climb.learn(np.ones((4, 1)), np.full(4, 100.0))
    assert climb.mean == [climb.widest]


# ------------------------------------------------------------------ a run
def course(generations: int) -> Course:
    return begun("classic", seed=3, generations=generations, tables=8)


def coin(jobs: Sequence[Job]) -> list[Ended]:
    """Games that nobody plays: the seed says who wins."""
    return [Ended(tuple(float(job.seed % SEATS == seat) for seat in range(SEATS)), True) for job in jobs]


def test_a_run_that_was_cut_short_comes_to_the_same_temper(tmp_path: Path) -> None:
    """It goes on from its file, past selves and all."""
    whole, cut, state = course(7), course(7), tmp_path / "course.json"
    run(whole, None, coin)
    rounds = iter(range(6))

    def interrupted(jobs: Sequence[Job]) -> list[Ended]:
        if next(rounds, None) is None:
            raise KeyboardInterrupt
        return coin(jobs)

    with pytest.raises(KeyboardInterrupt):
        run(cut, state, interrupted)
    taken_up = resumed(state, course(7))
    assert taken_up.climb.generation == 6
    run(taken_up, state, coin)
    assert taken_up == whole == resumed(state, course(1))


def test_two_learners_meet_two_of_the_league() -> None:
    """One to each side of the temper as it is; who wins moves it towards that side."""
    learning = course(30)
    jobs, learners = generation(learning)
    assert all(len(job.seats) == SEATS for job in jobs)
    for job, pair in zip(jobs, learners, strict=True):
        tempers = [job.seats[seat].temper or {} for seat in pair]
        for name, gene in zip(learning.names, learning.climb.mean, strict=True):
            assert np.log(tempers[0][name]) + np.log(tempers[1][name]) == pytest.approx(2 * gene, abs=0.01)
    rivals = [
        player
        for job, pair in zip(jobs, learners, strict=True)
        for seat, player in enumerate(job.seats)
        if seat not in pair
    ]
    assert {"captain", "0.1"} <= {player.name for player in rivals}


def test_a_target_has_no_league_beside_it() -> None:
    """How far a temper can be exploited is learned against it alone."""
    jobs, learners = generation(begun("classic", 3, 1, 4, {"thrift": 2.0}))
    for job, pair in zip(jobs, learners, strict=True):
        assert sum(player == Seated({"thrift": 2.0}) for player in job.seats) == SEATS - len(pair)


def test_a_game_is_the_same_in_another_process() -> None:
    """So a run comes to the same on any number of them."""
    jobs = [Job("classic", seed, (Seated(name="cautious"), *[Seated(name="random")] * 3), 3) for seed in range(3)]
    with players(2) as play:
        assert play(jobs) == [played(job) for job in jobs]


def test_a_lead_counts_half_when_the_limit_is_reached() -> None:
    ended = played(Job("classic", 1, (Seated(usual_temper("classic")), *[Seated(name="cautious")] * 3), 1))
    assert not ended.is_decided
    assert sorted(ended.won) == [0.0, 0.0, 0.0, 0.5]


def test_what_was_learned_is_looked_at_from_all_sides() -> None:
    """Against each kind of the league, and among its like."""
    lines = list(check(course(1), 4, coin))
    assert len(lines) == 4
    assert all("of 4 not decided" in line for line in lines)


# ------------------------------------------------------------------ marshals that play by it
TAUGHT = [name for name in EDITIONS if edition(name).temper(LATEST.lessons) != UNTAUGHT]


def game_of(name: str) -> Game:
    return edition(name).game(edition(name).table_rules({}))


def marshal(name: str, game: Game) -> MarshalBot:
    found = bot(name, game, 1)
    assert isinstance(found, MarshalBot)
    return found


@pytest.mark.parametrize("name", [name for name in TAUGHT if not game_of(name).kinds])
def test_a_marshal_has_the_temper_of_its_file(name: str) -> None:
    """All plans vary it; former versions keep the patience that was found by hand."""
    game = game_of(name)
    for kind, factors in (("marshal:8x", edition(name).temper("0.3").factors), ("marshal@0.2:8x", PATIENCE)):
        for captain, change in zip(marshal(kind, game).captains[len(VARIATIONS) :], VARIATIONS, strict=True):
            assert isinstance(captain, CaptainBot)
            for weight in ("thrift", "margin", "horizon"):
                expected = WEIGHTS[weight] * factors.get(weight, 1.0) * change.get(weight, 1.0)
                assert getattr(captain.weights, weight) == pytest.approx(expected)


@pytest.mark.parametrize("name", TAUGHT)
def test_it_lasts_as_long_as_its_file_says(name: str) -> None:
    """And has the head start that the file says; former versions are patient for forty rounds and have none."""
    game, taught = game_of(name), edition(name).temper("0.3")
    newest, former = marshal("marshal:8x", game), marshal("marshal@0.2:8x", game)
    assert (newest.patient, newest.head_start) == (taught.rounds, taught.head_start)
    assert (former.patient, former.head_start) == (PATIENT, 0.0)
    assert len(taught.curve) > 0
    assert taught.command.startswith(f"python -m tools.learn_temper {name} ")


def test_an_editions_own_plans_are_made_around_the_temper() -> None:
    """Its rivals' plan stays; what a plan changes of the usual one it changes of the temper."""
    plans = [{}, {"army": 2.0, "bid": 3.0}, {"army": 1.0, "bid": 3.0}, {"army": 2.0, "bid": 3.0, "deny": 4.0}]
    told = rebased(plans, {"army": 5.0, "keep": 0.5})
    assert told[0] == {}
    assert told[1] == {"army": 5.0, "keep": 0.5, "bid": 1.0}
    assert told[2]["army"] == 2.5
    assert told[3]["deny"] == 4.0
    assert rebased(plans, plans[1]) == plans


def test_an_edition_with_a_captain_of_its_own_may_have_a_temper() -> None:
    """Its plans are made around it, and its rivals may have it; no plan of the shared captain is among them."""
    game = game_of("godstorm")
    strategy, valuation = strategy_of(game), valuation_of(game)
    plain, taught = (
        MarshalBot(strategy, 1, valuation, Budget(lambda: 0.0, 0.0, 8), LATEST, temper)
        for temper in (UNTAUGHT, Temper("", (), {"bid": 5.0}, 40, 0.0))
    )
    assert len(taught.captains) == len(plain.captains)
    assert taught.rivals == taught.captains[:2]


def test_former_versions_have_learned_nothing_new() -> None:
    """Neither a temper nor a model."""
    for name in TAUGHT:
        assert temper_of(game_of(name), VERSIONS["0.2"]) == UNTAUGHT
        assert edition(name).learned_since("") == edition(name).learned


def test_rivals_are_expected_to_be_of_the_same_temper_by_turns() -> None:
    """In every other world; the second version took everybody for a plain captain, and so does who has learned none."""
    newest = marshal("marshal:8x", game_of("modern"))
    assert newest.rivals == [newest.captains[0], newest.captains[len(VARIATIONS)]]
    for kind, name in (("marshal@0.2:8x", "modern"), ("marshal:8x", "classic")):
        plain = marshal(kind, game_of(name))
        assert plain.rivals == [plain.captains[0]]
