"""Learning tempers and recognising kinds of rivals: interrupted runs continue, and marshals play by the file."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from kamchatka.bots.captain.bot import CaptainBot
from kamchatka.bots.cautious.bot import CautiousBot
from kamchatka.bots.goals.weights import WEIGHTS
from kamchatka.bots.habits import LATEST, VERSIONS
from kamchatka.bots.learned.learned import UNTAUGHT, Kind, Lessons, Temper
from kamchatka.bots.learned.plans import PATIENCE, PATIENT, VARIATIONS, rebase_plans
from kamchatka.bots.marshal.bot import OPENING, Budget, MarshalBot
from kamchatka.bots.marshal.manners import Manner
from kamchatka.bots.marshal.rivals import SIGNS, signs
from kamchatka.editions import EDITIONS, edition
from kamchatka.kernel.game import Game
from kamchatka.players import bot, lessons_by, lessons_of, model_by, strategy_of, valuation_of
from tests.kit import position
from tools.tune.evolution import Climb
from tools.tune.learn_rivals import Seen, fit, rightness
from tools.tune.learn_temper import (
    SEATS,
    Course,
    Ended,
    Job,
    Patient,
    Seated,
    begin,
    check,
    generation,
    make_temper,
    play_game,
    players,
    resume,
    run,
    usual_temper,
)

TOP = np.array([1.0, -0.5, 0.0, 0.3])


# ------------------------------------------------------------------ the search
def test_the_top_of_a_known_hill_is_found() -> None:
    """The learner finds a known optimum from win-or-loss results that are barely better than chance."""
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
def course(generations: int, field: str = "wary") -> Course:
    return begin("classic", field, seed=3, generations=generations, tables=8)


def coin(jobs: Sequence[Job]) -> list[Ended]:
    """Replace games by a coin toss that depends on the seed and the first seat's temper."""
    return [
        Ended(tuple(float((job.seed + len(str(job.seats[0].temper))) % SEATS == seat) for seat in range(SEATS)), True)
        for job in jobs
    ]


def test_a_run_that_was_cut_short_comes_to_the_same_temper(tmp_path: Path) -> None:
    """An interrupted run continues from its file, including past selves, and reaches the same temper."""
    whole, cut, state = course(7), course(7), tmp_path / "course.json"
    run(whole, None, coin)
    rounds = iter(range(6))

    def interrupted(jobs: Sequence[Job]) -> list[Ended]:
        if next(rounds, None) is None:
            raise KeyboardInterrupt
        return coin(jobs)

    with pytest.raises(KeyboardInterrupt):
        run(cut, state, interrupted)
    taken_up = resume(state, course(7))
    assert taken_up.climb.generation == 6
    run(taken_up, state, coin)
    assert taken_up == whole == resume(state, course(1))
    assert taken_up.climb.mean != course(7).climb.mean


def test_a_run_goes_on_from_what_a_version_has_learned() -> None:
    """A run can start from the temper of an earlier version, and its file records the whole path."""
    known = lessons_by(edition("classic"), "0.3").kinds["wary"].temper
    more = begin("classic", "wary", seed=3, generations=2, tables=8, further="0.3")
    start = dict(zip(more.names, np.exp(more.climb.mean), strict=True))
    assert start == pytest.approx({name: known.factors[name] for name in more.names})
    assert start != pytest.approx(usual_temper("classic"))
    run(more, None, coin)
    told = make_temper(more, known, head_start=0.1, impulses=True)
    assert told.command == (
        f"{known.command} && python -m tools.tune.learn_temper classic wary --generations 2 --tables 8 --seed 3"
        " --further 0.3 --head-start 0.1 --impulses"
    )
    assert (told.head_start, told.impulses) == (0.1, True)
    assert told.curve == (*known.curve, *more.curve)


@pytest.mark.parametrize(
    ("field", "names"), [("weak", {"cautious"}), ("hasty", {"captain", "cautious"}), ("wary", {"patient"})]
)
def test_a_try_is_played_to_both_sides_at_the_same_table(field: str, names: set[str]) -> None:
    """A trial plays both sides of the temper at the same table: same dice, same rivals, same seat."""
    learning = course(30, field)
    jobs, learners = generation(learning)
    half, seen = len(jobs) // 2, set[str]()
    for forwards, backwards, seat in zip(jobs[:half], jobs[half:], learners[:half], strict=True):
        tempers = [job.seats[seat].temper or {} for job in (forwards, backwards)]
        for name, gene in zip(learning.names, learning.climb.mean, strict=True):
            assert np.log(tempers[0][name]) + np.log(tempers[1][name]) == pytest.approx(2 * gene, abs=0.01)
        others = [[*job.seats[:seat], *job.seats[seat + 1 :]] for job in (forwards, backwards)]
        assert (forwards.seed, others[0]) == (backwards.seed, others[1])
        seen |= {other.name for other in others[0]}
    assert seen == names


def test_the_better_side_moves_the_temper() -> None:
    """Attacking less wins here, so `thrift` grows, and features without information waver little."""
    learning = begin("classic", "wary", seed=3, generations=12, tables=60)
    before = dict(zip(learning.names, learning.climb.mean, strict=True))

    def thrifty(jobs: Sequence[Job]) -> list[Ended]:
        won = [max((player.temper or {}).get("thrift", 0.0) for player in job.seats) > 1.35 for job in jobs]
        return [Ended((float(one),) * SEATS, True) for one in won]

    run(learning, None, thrifty)
    after = dict(zip(learning.names, learning.climb.mean, strict=True))
    moved = {name: abs(after[name] - before[name]) for name in before}
    assert after["thrift"] > before["thrift"] + 0.3
    assert max(moved, key=lambda name: moved[name]) == "thrift"


def test_a_bot_may_be_all_there_is_to_beat() -> None:
    """A run against a single bot measures how exploitable it is, starting from what a version knows of its kind."""
    learning = begin("classic", "wary", 3, 1, 4, further="0.3", against="marshal@0.2:2x")
    jobs, learners = generation(learning)
    for job, seat in zip(jobs, learners, strict=True):
        assert {player.name for i, player in enumerate(job.seats) if i != seat} == {"marshal@0.2:2x"}
    assert learning.climb.mean == begin("classic", "wary", 3, 1, 4, further="0.3").climb.mean


def test_a_patient_rival_changes_its_plan_and_loses_patience() -> None:
    """Every second round another of the first version's plans; after forty rounds it is a captain."""
    player = Seated(name="patient").player(game_of("classic"), 1)
    assert isinstance(player, Patient)
    plans = [player.in_round(number) for number in range(1, PATIENT + 1)]
    assert plans.count(player.plans[0]) >= PATIENT // 2
    assert len(set(map(id, plans))) > 4
    assert player.in_round(PATIENT + 1) is player.later


def test_a_game_is_the_same_in_another_process() -> None:
    """A game gives the same result in another process, so a run doesn't depend on their number."""
    jobs = [Job("classic", seed, (Seated(name="cautious"), *[Seated(name="random")] * 3), 3) for seed in range(3)]
    with players(2) as play:
        assert play(jobs) == [play_game(job) for job in jobs]


def test_a_lead_counts_half_when_the_limit_is_reached() -> None:
    ended = play_game(Job("classic", 1, (Seated(usual_temper("classic")), *[Seated(name="cautious")] * 3), 1))
    assert not ended.is_decided
    assert sorted(ended.won) == [0.0, 0.0, 0.0, 0.5]


def test_what_was_learned_is_looked_at_from_all_sides() -> None:
    """A learned temper is evaluated against each kind of rivals and against itself."""
    lines = list(check(course(1), 4, coin))
    assert len(lines) == 4
    assert all("of 4 not decided" in line for line in lines)


# ------------------------------------------------------------------ telling rivals apart
def test_signs_of_the_table() -> None:
    """The signs of rivals are their bare places, stacks, armies and cards; our own are not included."""
    match = position({"alaska": (0, 1), "brazil": (1, 1), "peru": (1, 5), "argentina": (2, 3)}, rest=(0, 7))
    match.state.hand[1] = 4
    match.state.round = 3
    found = dict(zip(SIGNS, signs(match.state, 0), strict=True))
    assert found["bare places"] == pytest.approx(1 / 3)
    assert found["largest stacks"] == pytest.approx(np.log(1 + (5 + 3) / 2))
    assert found["armies"] == pytest.approx(np.log(1 + (6 + 3) / 2))
    assert found["cards"] == pytest.approx(0.2 * 4 / 2)
    assert found["rounds"] == pytest.approx(np.log(4))


def test_kinds_that_differ_are_told_apart() -> None:
    """Two kinds that differ in one sign are told apart whatever the other signs do."""
    luck = np.random.default_rng(5)
    kinds = luck.integers(3, size=900)
    rows = [(game % 50, 1 + game % 7, int(kind), [*luck.normal(size=4), 2.0 * kind + luck.normal(0, 0.3)])
            for game, kind in enumerate(kinds)]  # fmt: skip
    seen = Seen(rows)
    weights = fit(seen, seen.game % 5 > 0)
    told = rightness(seen, weights, seen.game % 5 == 0)
    assert float(told.split()[2].rstrip("%")) > 97
    assert np.abs(weights[:, :4]).max() < 0.2 * np.abs(weights[:, 4]).max()


# ------------------------------------------------------------------ marshals that play by it
TAUGHT = [name for name in EDITIONS if lessons_by(edition(name), LATEST.lessons) != UNTAUGHT]


def game_of(name: str) -> Game:
    return edition(name).game(edition(name).table_rules({}))


def marshal(name: str, game: Game) -> MarshalBot:
    found = bot(name, game, 1)
    assert isinstance(found, MarshalBot)
    return found


def varies(manner: Manner, factors: dict[str, float]) -> None:
    """Check that all plans of the temper vary these factors."""
    for captain, change in zip(manner.turns, VARIATIONS, strict=True):
        assert isinstance(captain, CaptainBot)
        for weight in ("thrift", "margin", "horizon"):
            expected = WEIGHTS[weight] * factors.get(weight, 1.0) * change.get(weight, 1.0)
            assert getattr(captain.weights, weight) == pytest.approx(expected)


def test_something_was_learned_of_every_edition() -> None:
    assert sorted(TAUGHT) == sorted(EDITIONS)


@pytest.mark.parametrize("name", [name for name in TAUGHT if not game_of(name).kinds])
def test_a_marshal_has_the_tempers_of_its_file(name: str) -> None:
    """All plans of a marshal vary the tempers of its file; earlier versions keep their hand-tuned patience."""
    game, taught = game_of(name), lessons_by(edition(name), "0.3")
    newest, former = marshal("marshal:8x", game).manners, marshal("marshal@0.2:8x", game).manners
    for manner, kind in zip(newest.kinds, taught.kinds.values(), strict=True):
        varies(manner, kind.temper.factors)
        assert manner.head_start == kind.temper.head_start
        assert manner.impulses == (newest.own.turns if kind.temper.impulses else [])
    varies(former.patient, PATIENCE)
    varies(newest.own, {})
    assert former.kinds == []


@pytest.mark.parametrize("name", TAUGHT)
def test_the_file_says_how_it_was_learned(name: str) -> None:
    """The file records the command, the learning curve and the number of patient rounds, 40 in earlier versions."""
    game, taught = game_of(name), lessons_by(edition(name), "0.3")
    assert {"hasty", "wary"} <= set(taught.kinds) <= {"weak", "hasty", "wary"}
    assert taught.reading.startswith(f"python -m tools.tune.learn_rivals {name}")
    for field, kind in taught.kinds.items():
        assert kind.temper.command.startswith(f"python -m tools.tune.learn_temper {name} {field} ")
        assert len(kind.temper.curve) > 0
        assert set(kind.signs) == set(SIGNS)
    assert marshal("marshal:8x", game).patient == taught.rounds
    assert marshal("marshal@0.2:8x", game).patient == PATIENT


LESSONS = Lessons(
    {
        "weak": Kind(Temper(factors={"thrift": 0.5}), {"armies": -5.0}, 12.0),
        "hasty": Kind(Temper(factors={"thrift": 2.0}), {"bare places": 9.0}, 0.0),
        "wary": Kind(Temper(factors={"thrift": 3.0}), {"bare places": -9.0}, 2.0),
    }
)


@pytest.mark.parametrize(("armies", "kind"), [(1, 1), (2, 2), (9, 2)])
def test_those_are_faced_whose_signs_weigh_most(armies: int, kind: int) -> None:
    """Rivals are classified by their signs: single armies indicate hasty ones, larger stacks wary ones."""
    match = position({"alaska": (0, 9)}, rest=(1, armies))
    thinker = taught_marshal(match.game, LESSONS)
    assert thinker.manners.facing(match.state, 0) is thinker.manners.kinds[kind]


def test_few_armies_belong_to_weak_rivals() -> None:
    match = position({"alaska": (1, 2), "brazil": (2, 2)}, rest=(0, 4))
    thinker = taught_marshal(match.game, LESSONS)
    assert thinker.manners.facing(match.state, 0) is thinker.manners.kinds[0]


def test_rivals_are_looked_at_when_a_turn_begins() -> None:
    """Rivals are classified when a turn begins and stay so during it, because conquests hide the signs."""
    match = position({"alaska": (0, 9)}, rest=(1, 1))
    thinker = taught_marshal(match.game, LESSONS)
    hasty, wary = thinker.manners.kinds[1:]
    thinker.decide(match.view(0), match.options(0))
    assert thinker.manner(match.state, 0) is hasty
    for place in range(match.game.board.size):
        if match.state.owner[place] == 1:
            match.state.armies[place] = 2
    thinker.decide(match.view(0), match.options(0))
    assert thinker.manner(match.state, 0) is hasty
    match.state.round += 1
    thinker.decide(match.view(0), match.options(0))
    assert thinker.manner(match.state, 0) is wary


def taught_marshal(game: Game, lessons: Lessons, rehearsals: int = 8) -> MarshalBot:
    return MarshalBot(strategy_of(game), 1, valuation_of(game), Budget(lambda: 0.0, 0.0, rehearsals), LATEST, lessons)


@pytest.mark.parametrize(("rehearsals", "plans"), [(119, 10), (120, 20)])
def test_impulses_are_tried_where_there_is_time(rehearsals: int, plans: int) -> None:
    """Impulses are tried if half of a turn's rehearsals allows three of each plan.

    Here all ten plans of the temper wait where a captain strikes, so the captain's own ten are the impulses.
    """
    match = position({"alaska": (0, 30)}, rest=(1, 1))
    temper = Temper(factors={"thrift": 30.0}, impulses=True)
    thinker = taught_marshal(match.game, Lessons({"wary": Kind(temper)}), rehearsals)
    (wary,) = thinker.manners.kinds
    tried = thinker.plans(wary, bids=False, part=OPENING)
    assert tried == (wary.turns + thinker.manners.own.turns)[:plans]
    thinker.decide(match.view(0), match.options(0))
    assert thinker.plan in tried
    assert (thinker.plan in thinker.manners.own.turns) == (plans == 20)


def test_what_a_rehearsal_costs_is_known_from_the_turn_before() -> None:
    """The cost of a rehearsal is taken from the previous turn, except for its slowest one, a possible outlier."""
    budget = Budget(lambda: 0.0, 1.0, 0)
    assert not budget.suffices(0.5, 1)
    for seconds in (0.01, 0.3, 0.01, 0.01, 0.01, 0.02):
        budget.charge(seconds)
    budget.renew()
    assert budget.suffices(0.5, 8)
    assert not budget.suffices(0.5, 9)
    budget.renew()
    assert not budget.suffices(0.5, 9)


def test_rivals_are_rehearsed_as_what_they_are_taken_for() -> None:
    """Weak rivals are rehearsed as `cautious`, hasty ones as captains, wary ones as patient and learned in turn."""
    match = position({"alaska": (0, 9)}, rest=(1, 2))
    manners = taught_marshal(match.game, LESSONS).manners
    weak, hasty, wary = manners.kinds
    assert [type(rival) for rival in weak.rivals] == [CautiousBot]
    assert hasty.rivals == manners.own.turns[:1]
    assert wary.rivals == [manners.patient.turns[0], wary.turns[0]]
    assert manners.patient.rivals == manners.own.turns[:1]


def test_an_editions_own_plans_are_made_around_the_temper() -> None:
    """An edition's own plans are based on the temper and change the same weights; its plan for rivals stays."""
    plans = [{}, {"army": 2.0, "bid": 3.0}, {"army": 1.0, "bid": 3.0}, {"army": 2.0, "bid": 3.0, "deny": 4.0}]
    told = rebase_plans(plans, {"army": 5.0, "keep": 0.5})
    assert told[0] == {}
    assert told[1] == {"army": 5.0, "keep": 0.5, "bid": 1.0}
    assert told[2]["army"] == 2.5
    assert told[3]["deny"] == 4.0
    assert rebase_plans(plans, plans[1]) == plans


def test_an_edition_with_a_captain_of_its_own_may_have_tempers() -> None:
    """An edition with its own captain has as many plans and bids with tempers as without, none of them shared."""
    manners = taught_marshal(game_of("godstorm"), Lessons({"hasty": Kind(Temper(factors={"bid": 5.0}))})).manners
    (hasty,) = manners.kinds
    assert (len(hasty.turns), len(hasty.bids)) == (len(manners.patient.turns), len(manners.patient.bids))
    assert not any(isinstance(plan, CaptainBot) for plan in (*hasty.turns, *hasty.bids, *manners.own.turns))


def test_former_versions_have_learned_nothing_new() -> None:
    """Earlier versions use no newly learned tempers and no new model."""
    for name in TAUGHT:
        assert lessons_of(game_of(name), VERSIONS["0.2"]) == UNTAUGHT
        assert model_by(edition(name), "") == model_by(edition(name))
