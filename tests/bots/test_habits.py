"""Bot habits since version 0.2: finishing won duels, leaving nothing behind, counting the remaining rounds."""

import pytest

from kamchatka.bots.captain import muster
from kamchatka.bots.captain.aims import set_goals
from kamchatka.bots.captain.evaluator import CaptainEvaluator
from kamchatka.bots.captain.venture import Campaign
from kamchatka.bots.goals.duel import find_beaten_rival, last_rival
from kamchatka.bots.goals.goals import Goals
from kamchatka.bots.goals.objectives import places_of
from kamchatka.bots.goals.weights import Weights
from kamchatka.bots.habits import VERSIONS, Habits
from kamchatka.bots.learned.plans import HURRY, PATIENT
from kamchatka.bots.marshal.bot import MarshalBot
from kamchatka.bots.strategy import ENDLESS
from kamchatka.editions.challenge.bots.points import soon
from kamchatka.editions.challenge.objectives import HoldMarked
from kamchatka.editions.challenge.state import ChallengeState
from kamchatka.kernel.battle import Battle
from kamchatka.kernel.edges.wire import Attack, Occupy, Pass, Place, number_of, outer
from kamchatka.kernel.options import OCCUPY, Amount
from kamchatka.kernel.state import NOBODY
from kamchatka.match import Match
from kamchatka.players import bot, strategy_of
from tests.kit import position
from tools.tune.finish_duels import RIVAL, measure

NORTH = {
    place: (0, 1)
    for place in (
        "alaska",
        "northwest_territories",
        "greenland",
        "alberta",
        "ontario",
        "quebec",
        "western_united_states",
        "eastern_united_states",
    )
}
OWN = {0: "north_america_and_oceania"}
BRAZIL_ALONE = {"brazil": (1, 2), "venezuela": (0, 4), "japan": (0, 30), "alaska": (0, 20)}


def choice(match: Match, name: str) -> object:
    """Return a bot's decision for the asked seat, in written form."""
    (seat,) = match.awaited
    return outer(match.game, bot(name, match.game, 0).decide(match.view(seat), match.options(seat)))


def evaluator(match: Match, habits: Habits) -> CaptainEvaluator:
    """Return the evaluator of seat 0 with a version's habits."""
    return CaptainEvaluator(strategy_of(match.game), match.view(0).state, 0, Weights(habits=habits), True)


def at(match: Match, name: str) -> int:
    """Return the number of a place."""
    return number_of(match.game, "place", name)


# ------------------------------------------------------------------ duels
def test_a_duel_is_won_by_who_has_more_than_three_times_the_armies() -> None:
    """A seat with over three times the armies, those in hand included, wins a duel; a second rival makes it no duel."""
    match = position({"brazil": (1, 10)}, rest=(0, 1), seats=3)
    own = match.game.board.size - 1
    assert last_rival(match.state, 0) == 1
    assert (find_beaten_rival(match.state, 0), find_beaten_rival(match.state, 1)) == (1, NOBODY)
    match.state.armies[at(match, "brazil")] = own // 3 + 1
    assert find_beaten_rival(match.state, 0) == NOBODY
    match.state.stock[0] = 9
    assert find_beaten_rival(match.state, 0) == 1
    assert last_rival(position({"brazil": (1, 1), "peru": (2, 1)}, rest=(0, 1), seats=3).state, 0) == NOBODY


def test_the_last_rivals_places_are_worth_the_game() -> None:
    """All places of the last rival together are worth the game; version 0.1 valued only the land."""
    held = {place: (1, 1) for place in ("brazil", "peru", "argentina", "venezuela")}
    match = position(held, rest=(0, 5), seats=3, edition="original")
    strategy, worth = strategy_of(match.game), list[float]()
    for version in ("0.1", "0.2"):
        goals = Goals(strategy.info, match.state, 0, Weights(habits=VERSIONS[version]))
        set_goals(strategy, goals)
        worth.append(goals.worth[at(match, "peru")])
        assert goals.is_won == (version == "0.2")
    assert worth[1] > worth[0] + goals.weights.triumph / 5


def test_armies_far_inland_hear_of_the_front() -> None:
    """In a won duel the whole map is evaluated: places closer to the front get higher values, however far inland."""
    match = position({"madagascar": (1, 1)}, rest=(0, 3), seats=3, edition="original")
    near, far = at(match, "iceland"), at(match, "japan")
    before, judged = (evaluator(match, VERSIONS[version]) for version in ("0.1", "0.2"))
    assert judged.steps > before.steps
    assert judged.ahead(near) > judged.ahead(far) > before.ahead(far)


def test_armies_go_where_the_plan_needs_them() -> None:
    """Four hundred armies are divided between the two corners to take instead of all going to the nearer one."""
    holdings = {"brazil": (1, 9), "madagascar": (1, 30), "venezuela": (0, 2), "south_africa": (0, 2)}
    match = position(holdings, rest=(0, 1), seats=3, edition="original", phase="Reinforce")
    match.state.stock[0] = 400
    placed = choice(match, "captain")
    assert isinstance(placed, Place)
    assert placed.armies < 400


def test_duels_are_measured_from_games_of_the_first_version() -> None:
    """The tool continues games of the first version with each bot from a won duel, and counts wins and idle armies."""
    tallies = measure("classic_ancient", 1, ["captain", RIVAL], 3, 0)
    assert set(tallies) == {"captain", RIVAL}
    assert all(tally.won == 1 or (tally.won == 0 and tally.turns > 0) for tally in tallies.values())


# ------------------------------------------------------------------ moving in
@pytest.mark.parametrize(("name", "moved"), [("captain", 29), ("captain@0.1", 23)])
def test_nothing_stays_behind_where_nothing_threatens(name: str, moved: int) -> None:
    """All movable armies leave a place that no rival borders; version 0.1 left six in Greenland."""
    match = position(NORTH | {"quebec": (0, 30), "greenland": (0, 0)}, rest=(1, 3), seats=3, objectives=OWN)
    moving_in(match, "quebec", "greenland")
    assert choice(match, name) == Occupy(moved)


def test_what_is_threatened_is_not_left() -> None:
    """With a rival in Ontario, armies stay in Quebec."""
    match = position(NORTH | {"greenland": (0, 0), "ontario": (1, 9)}, rest=(1, 3), seats=3, objectives=OWN)
    assert not evaluator(match, VERSIONS["0.2"]).is_rear(at(match, "quebec"), at(match, "greenland"))


def moving_in(match: Match, source: str, target: str) -> None:
    """Return a position in which seat 0 has just taken a place and decides how many armies follow."""
    occupation = next(step for step in match.game.steps if step.name() == "Occupation")
    match.state.agenda.append(Battle(occupation.index, 0, at(match, source), at(match, target), 3))


# ------------------------------------------------------------------ behind
@pytest.mark.parametrize(("name", "rolls"), [("captain", False), ("captain@0.1", True)])
def test_who_is_far_behind_does_not_bleed(name: str, rolls: bool) -> None:
    """Late in a lost game a bot makes no attacks at worse than even odds, unlike the first version."""
    match = position({"brazil": (0, 3), "venezuela": (1, 3)}, rest=(1, 4), seats=3)
    match.state.round = 25
    assert (choice(match, name) == Attack("brazil", "venezuela", 2)) == rolls
    assert rolls or choice(match, name) == Pass()


# ------------------------------------------------------------------ the clock
def timed(last_round: int, round: int) -> Match:
    """Return a turn of seat 0 at a tournament table whose last round is known."""
    first = position({}, edition="challenge").game.objectives[0]
    match = position({"alaska": (0, 3)}, rest=(1, 2), edition="challenge", objectives={0: first})
    assert isinstance(match.state.edition_state, ChallengeState)
    match.state.edition_state.last_round = last_round
    match.state.round = round
    return match


def points_of(match: Match, version: str) -> float:
    """Return the extra value of the card's first marked place when there is a clock."""
    strategy, worth = strategy_of(match.game), list[float]()
    objective = strategy.info.objectives[0]
    assert isinstance(objective, HoldMarked)
    own = match.state.edition_state
    assert isinstance(own, ChallengeState)
    known = own.last_round
    for last_round in (known, 0):
        own.last_round = last_round
        goals = Goals(strategy.info, match.state, 0, Weights(habits=VERSIONS[version]))
        strategy.add_goals(goals, objective)
        worth.append(goals.worth[objective.places[0]])
    own.last_round = known
    return worth[0] - worth[1]


def test_points_count_the_more_the_nearer_the_end() -> None:
    """Points count fully in the last two rounds and hardly at all thirty rounds before; version 0.1 ignored them."""
    now, soon_, far = (points_of(timed(35, round), "0.2") for round in (35, 33, 5))
    assert now > soon_ > 0.0
    assert far == pytest.approx(0.0, abs=1e-6)
    assert points_of(timed(35, 5), "0.1") == points_of(timed(35, 35), "0.1") == now
    assert [soon(rounds) for rounds in (0, 1, 2, 3)] == [1.0, 1.0, 0.5, 0.25]
    assert soon(10**15) == 0.0  # a number from a client


@pytest.mark.parametrize(
    ("name", "last_round", "round", "patient"),
    [
        ("marshal:8x", 0, 20, True),
        ("marshal:8x", 20 + HURRY, 20, True),
        ("marshal:8x", 20 + HURRY - 1, 20, False),
        ("marshal@0.2:8x", 0, PATIENT, True),
        ("marshal@0.2:8x", 0, PATIENT + 1, False),
        ("marshal@0.1:8x", 21, 20, True),
    ],
)
def test_patience_knows_the_clock(name: str, last_round: int, round: int, patient: bool) -> None:
    """A few rounds before a known end a marshal stops waiting, unlike its first version."""
    match = timed(last_round, round)
    marshal = bot(name, match.game, 1)
    assert isinstance(marshal, MarshalBot)
    assert marshal.is_patient(match.state, 0) == patient
    left = strategy_of(match.game).rounds_left(match.state)
    assert left == (last_round - round if last_round else ENDLESS)


def test_nobody_is_patient_in_a_duel_that_is_won() -> None:
    match = position({"brazil": (1, 2)}, rest=(0, 3), seats=3)
    marshals = [bot(name, match.game, 1) for name in ("marshal:8x", "marshal@0.1:8x")]
    assert [isinstance(each, MarshalBot) and each.is_patient(match.state, 0) for each in marshals] == [False, True]


def test_it_takes_the_last_place_from_the_stack_beside_it() -> None:
    """In the position of that game, every version takes the last place from the stack next to it."""
    match = position(BRAZIL_ALONE, rest=(0, 1), seats=3)
    for name in ("captain", "captain@0.1"):
        assert choice(match, name) == Attack("venezuela", "brazil", 3)


# ------------------------------------------------------------------ no second thoughts
@pytest.mark.parametrize(("defenders", "version", "plans"), [(1, "0.2", 3), (1, "0.3", 1), (18, "0.3", 3)])
def test_a_plan_that_is_all_but_certain_is_not_compared_with_others(defenders: int, version: str, plans: int) -> None:
    """Since 0.3, the strongest stacks are considered only if the plan from the nearest ones may fail."""
    match = position({"brazil": (1, defenders), "venezuela": (0, 30)}, rest=(0, 1), seats=3)
    goals = Goals(strategy_of(match.game).info, match.state, 0, Weights(habits=VERSIONS[version]))
    campaign = Campaign(goals, price=1.0)
    assert campaign.plan_offensive(places_of(goals, 1), prize=300.0, least=0.05) is not None
    assert len(campaign.scouted) == plans


@pytest.mark.parametrize(("version", "trials"), [("0.2", 14), ("0.3", 5)])
def test_the_brisk_look_at_few_ways_to_divide_a_stack(
    version: str, trials: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Brisk bots consider four splits of a stack besides the planned one, instead of eleven."""
    match = position(
        {"brazil": (1, 9), "peru": (1, 9), "venezuela": (0, 39), "north_africa": (0, 0)}, rest=(0, 1), seats=3
    )
    moving_in(match, "venezuela", "north_africa")
    plan = evaluator(match, VERSIONS[version]).plan
    assert plan is not None
    tried = list[int]()

    def nought(plan: object, battle: object, moved: int, wanted: object, least: float) -> float:
        tried.append(moved)
        return 0.0

    monkeypatch.setattr(muster, "chance_with", nought)
    muster.advance(plan, Amount(OCCUPY, 3, 39))
    assert len(tried) == trials
