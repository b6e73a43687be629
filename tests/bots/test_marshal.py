"""`marshal`: consistent imagined worlds, chances that add up, plans chosen by rehearsal within a budget."""

from math import tanh

import pytest

from kamchatka.bots.ages.plans import BIDS
from kamchatka.bots.learned.learned import Learned, default
from kamchatka.bots.learned.plans import VARIATIONS
from kamchatka.bots.learned.valuation import COUNT, FEATURES, Valuation, features
from kamchatka.bots.marshal.bot import Budget, MarshalBot, halvings
from kamchatka.bots.marshal.race import FEWEST
from kamchatka.bots.marshal.worlds import blind_view, world
from kamchatka.bots.onslaught import Onslaught
from kamchatka.editions import EDITIONS, edition
from kamchatka.editions.godstorm.bots.plans import PLANS as EPOCH_PLANS
from kamchatka.editions.risk2210.bots.plans import PLANS as YEAR_PLANS
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.options import ATTACK, Action
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.state import HIDDEN
from kamchatka.match import Match
from kamchatka.players import bot, marshal, model_by, strategy_of
from tests.kit import position

NORTH = [
    "alaska",
    "northwest_territories",
    "greenland",
    "alberta",
    "ontario",
    "quebec",
    "western_united_states",
    "eastern_united_states",
    "central_america",
]
OCEANIA = ["indonesia", "new_guinea", "western_australia", "eastern_australia"]
WON = {place: (1, 2) for place in [*NORTH, *OCEANIA]}


def valuation(match: Match) -> Valuation:
    """Return the model of the match's edition."""
    return Valuation(strategy_of(match.game).info, model_by(edition(match.game.name)))


def at_a_fork() -> Match:
    """Return the beginning of a turn, with armies to place and many choices."""
    return position(
        {place: (0, 4) for place in NORTH}, rest=(1, 2), phase="Reinforce", objectives={0: "north_america_and_oceania"}
    )


def test_an_attack_is_pressed_on_while_it_stands_no_worse() -> None:
    """A seat repeats an attack while it is offered and its odds are no lower than when it was chosen."""
    match = position({"alaska": (0, 9)}, rest=(1, 4), phase="Combat")
    alaska, kamchatka = (match.game.board.places.index(name) for name in ("alaska", "kamchatka"))
    attack, state = Action(ATTACK, alaska, kamchatka, 3), match.view(0).state
    onslaught = Onslaught(strategy_of(match.game).info.battles)
    assert not onslaught.goes_on(state, 0, match.options(0))
    onslaught.begin(state, 0, attack)
    assert onslaught.goes_on(state, 0, match.options(0))
    assert not onslaught.goes_on(state, 1, match.options(0))
    state.armies[alaska] -= 2
    assert not onslaught.goes_on(state, 0, match.options(0))
    state.armies[kamchatka] -= 3
    assert onslaught.goes_on(state, 0, match.options(0))


def test_every_model_weighs_every_feature() -> None:
    """Every model weighs every feature, also those of games of ages; untrained editions use the modern weights."""
    plain = [name for name in EDITIONS if not edition(name).game(edition(name).table_rules({})).kinds]
    assert all(model_by(edition(name)).features == FEATURES for name in plain)
    assert model_by(edition("original")) == model_by(edition("modern")) == default()


def test_the_chances_of_all_seats_are_one() -> None:
    """The winning chances of all seats add up to one; a seat without places has none."""
    match = position({"alaska": (0, 9), "japan": (1, 2), "brazil": (2, 2)}, rest=(2, 2))
    chances = [valuation(match).chance(match.state, seat) for seat in range(4)]
    assert sum(chances) == pytest.approx(1)
    assert chances[3] == 0.0
    assert list(features(strategy_of(match.game).info, match.state, 3)) == [0.0] * COUNT


def test_more_is_better() -> None:
    """More armies, more places and a closer objective all raise the winning chance."""
    weak = position({"alaska": (0, 3)}, rest=(1, 3))
    rich = position({place: (0, 5) for place in NORTH}, rest=(1, 3))
    assert valuation(rich).chance(rich.state, 0) > valuation(weak).chance(weak.state, 0)
    near, far = (
        position({place: (0, 3) for place in [*NORTH, "indonesia", "new_guinea"]}, rest=(1, 3), objectives={0: card})
        for card in ("north_america_and_oceania", "asia_and_africa")
    )
    assert valuation(near).chance(near.state, 0) > valuation(far).chance(far.state, 0)


def test_in_no_imagined_world_has_somebody_won_already() -> None:
    """In no imagined world has a rival won already: a seat with North America and Oceania cannot have that card."""
    cards = {0: "asia_and_africa", 1: "twenty_four_territories"}
    match = position(WON | {"japan": (0, 5)}, rest=(2, 2), objectives=cards)
    met = match.game.objectives.index("north_america_and_oceania")
    for seed in range(60):
        table = world(match.game, strategy_of(match.game).info, match.view(0), FastChance(seed))
        assert table.state.objective[1] != met
        assert len({table.state.objective[0], table.state.objective[1]}) == 2


def test_what_slipped_into_a_view_is_hidden_again() -> None:
    """A view that contains secrets is rebuilt from what the seat may know."""
    match = position({"alaska": (0, 3)}, hands={1: ["brazil"]}, objectives={0: "asia_and_africa", 1: "destroy_red"})
    open_view = match.view(1)
    state = open_view.state.copy()
    honest = blind_view(match.game, type(open_view)(0, state), FastChance(0)).state
    assert honest.objective[1] == HIDDEN
    assert honest.cards[match.game.cards.index("brazil")] == HIDDEN


def test_rehearsals_keep_to_the_budget() -> None:
    """Half of a turn's rehearsals at its beginning, then half of what is left after each conquest."""
    match = at_a_fork()
    found = bot("marshal:20x", match.game, 1)
    assert isinstance(found, MarshalBot)
    found.decide(match.view(0), match.options(0))
    spent = found.budget.spent
    assert 10 <= spent < 10 + len(VARIATIONS)
    found.decide(match.view(0), match.options(0))
    assert found.budget.spent == spent


def test_a_plan_is_kept_when_too_little_is_left_to_judge_another() -> None:
    """After a conquest, plans are compared again only if half of the remaining time allows two worlds of each."""
    match = at_a_fork()
    for setting, thinks_again in (("marshal:30x", False), ("marshal:100x", True)):
        thinker = bot(setting, match.game, 1)
        assert isinstance(thinker, MarshalBot)
        thinker.decide(match.view(0), match.options(0))
        spent = thinker.budget.spent
        later = match.view(0)
        later.state.conquests += 1
        thinker.decide(later, match.options(0))
        assert (thinker.budget.spent > spent) == thinks_again


def test_more_rehearsals_go_to_the_better_half() -> None:
    """Ten plans play one world, the best three two more, the last two another two: the whole small budget is used."""
    match = at_a_fork()
    thinker = bot("marshal:40x", match.game, 1)
    assert isinstance(thinker, MarshalBot)
    thinker.decide(match.view(0), match.options(0))
    assert thinker.budget.spent == len(VARIATIONS) + 2 * 3 + 2 * 2
    assert [halvings(plans) for plans in (1, 2, 3, 10)] == [0, 1, 2, 4]


def test_nobody_thinks_on_when_one_plan_is_clearly_the_best() -> None:
    """Rehearsals stop early when one plan is clearly best, here after five worlds with the objective in reach."""
    match = position(
        {place: (0, 9) for place in NORTH} | {place: (0, 9) for place in OCEANIA[1:]},
        rest=(1, 1),
        phase="Reinforce",
        objectives={0: "north_america_and_oceania"},
    )
    thinker = bot("marshal:4000x", match.game, 1)
    assert isinstance(thinker, MarshalBot)
    thinker.decide(match.view(0), match.options(0))
    assert FEWEST * len(VARIATIONS) <= thinker.budget.spent < 400


def test_a_marshal_is_patient_for_so_many_rounds() -> None:
    """A marshal is patient for a limited number of rounds, then tries a captain's own plan and its variations."""
    match = at_a_fork()
    thinker = bot("marshal:20x", match.game, 1)
    assert isinstance(thinker, MarshalBot)
    match.state.round = thinker.patient
    assert thinker.manner(match.state, 0) is thinker.facing
    match.state.round = thinker.patient + 1
    assert thinker.manner(match.state, 0) is thinker.manners.own


@pytest.mark.parametrize(("name", "turns"), [("risk2210", YEAR_PLANS), ("godstorm", EPOCH_PLANS)])
def test_a_marshal_of_ages_leaves_the_first_plan_to_its_rivals(name: str, turns: list[dict[str, float]]) -> None:
    """In games of ages the first plan is used only for rivals, and bids are tried separately from a turn's plans."""
    match = Match.new(name, seats=3, seed=1)
    for kind in ("marshal@0.2:20x", "marshal:20x"):
        thinker = bot(kind, match.game, 1)
        assert isinstance(thinker, MarshalBot)
        for manner in (thinker.manners.patient, *thinker.manners.kinds):
            assert (len(manner.turns), len(manner.bids)) == (len(turns) - 1, len(BIDS))
        for round in (1, 99):
            match.state.round = round
            assert thinker.manner(match.state, 0) is thinker.facing
        assert thinker.manners.patient.rivals == thinker.manners.own.turns
        assert len(thinker.manners.captains()) == len(turns) + len(BIDS)


def test_a_hidden_unit_bends_the_score() -> None:
    """The score is the direct weights plus, for each hidden unit, a tanh of its own weights."""
    match = position({"alaska": (0, 9)}, rest=(1, 2))
    found = list(features(strategy_of(match.game).info, match.state, 0))
    direct, unit = tuple(float(n) for n in range(COUNT)), (0.5,) * COUNT
    model = Valuation(strategy_of(match.game).info, Learned(FEATURES, direct, (unit,), (0.25,), (3.0,)))
    plain = sum(weight * value for weight, value in zip(direct, found, strict=True))
    assert model.score(match.state, 0) == pytest.approx(plain + 3.0 * tanh(0.25 + 0.5 * sum(found)))


def test_a_model_of_other_features_is_refused() -> None:
    """A model whose features are in another order is rejected, because its weights would be meaningless."""
    match = position({"alaska": (0, 9)}, rest=(1, 2))
    with pytest.raises(ValueError, match="the model knows"):
        Valuation(strategy_of(match.game).info, model_by(edition("risk2210")))
    for direct, hidden in (((0.0,) * COUNT, ((1.0,) * (COUNT + 1),)), ((0.0,) * (COUNT - 1), ())):
        with pytest.raises(ValueError, match="other weights"):
            Valuation(strategy_of(match.game).info, Learned(FEATURES, direct, hidden, (0.0,), (1.0,)))


def test_time_is_read_from_the_clock_that_is_handed_in() -> None:
    """Time is read from the injected clock: at one second per rehearsal, a budget of three seconds is soon spent."""
    match = at_a_fork()
    ticks = iter(range(10_000))
    thinker = MarshalBot(strategy_of(match.game), 1, valuation(match), Budget(lambda: float(next(ticks)), 3.0, 0))
    thinker.decide(match.view(0), match.options(0))
    assert 1.5 <= thinker.budget.spent <= len(VARIATIONS)


@pytest.mark.parametrize("setting", ["soon", "0s", "-1s", "1h", "1.2.3s"])
def test_a_bad_budget_is_a_problem(setting: str) -> None:
    """A bad budget is a Problem that shows valid ones."""
    with pytest.raises(Problem, match="say 1s, 250ms or 400x"):
        marshal(position({}).game, 0, setting)


@pytest.mark.parametrize("setting", ["", "1s", "250ms", "0.5s", "40x"])
def test_good_budgets(setting: str) -> None:
    """Budgets in seconds, milliseconds and rehearsals are accepted."""
    assert isinstance(marshal(position({}).game, 0, setting), MarshalBot)
