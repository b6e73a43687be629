"""How `captain` evaluates marches, goals, rivals, cards and the armies that it leaves behind."""

from random import Random

import pytest

from kamchatka.bots.battles import LARGEST, PAID, battles_by
from kamchatka.bots.captain.aims import set_goals
from kamchatka.bots.captain.bot import CaptainBot
from kamchatka.bots.captain.evaluator import SURELY, CaptainEvaluator
from kamchatka.bots.evaluator_bot import EvaluatorBot
from kamchatka.bots.goals.goals import Goals
from kamchatka.bots.goals.objectives import lacking
from kamchatka.bots.goals.weights import NORMAL, WEIGHTS, Weights
from kamchatka.kernel.edges.wire import Attack, Defend, Occupy, Pass, Place, Trade, number_of, outer
from kamchatka.kernel.options import OCCUPY, Action
from kamchatka.kernel.rules.cards import Tally
from kamchatka.kernel.state import NOBODY
from kamchatka.match import Match
from kamchatka.odds import THREE_DICE, TWO_DICE, pays
from kamchatka.players import bot, strategy_of
from tests.bots.test_habits import moving_in
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
OWN = {0: "north_america_and_oceania"}


def choice(match: Match) -> object:
    """Return the captain's decision for the asked seat, in written form."""
    (seat,) = match.awaited
    action: Action = bot("captain", match.game, 0).decide(match.view(seat), match.options(seat))
    return outer(match.game, action)


def campaign(match: Match) -> CaptainEvaluator:
    """Return the evaluator of seat 0."""
    return CaptainEvaluator(strategy_of(match.game), match.view(0).state, 0, NORMAL, True)


def at(match: Match, name: str) -> int:
    """Return the number of a place."""
    return number_of(match.game, "place", name)


def test_it_takes_the_last_place_of_its_objective() -> None:
    """A captain takes the last place of its objective, and leaves it alone with another objective."""
    holdings = (
        {place: (0, 2) for place in NORTH}
        | {place: (0, 2) for place in OCEANIA}
        | {"new_guinea": (0, 6), "eastern_australia": (1, 3)}
    )
    assert choice(position(holdings, rest=(1, 4), objectives=OWN)) == Attack("new_guinea", "eastern_australia", 3)
    assert choice(position(holdings, rest=(1, 4), objectives={0: "asia_and_africa"})) == Pass()


def test_it_reinforces_where_its_objective_can_be_completed() -> None:
    """A captain places the turn's armies next to the two places that its objective lacks."""
    holdings = {place: (0, 2) for place in NORTH} | {"indonesia": (0, 3), "new_guinea": (0, 1)}
    match = position(
        holdings | {"western_australia": (1, 1), "eastern_australia": (1, 1), "alaska": (0, 1)},
        rest=(1, 4),
        phase="Reinforce",
        objectives=OWN,
    )
    placed = choice(match)
    assert isinstance(placed, Place)
    assert placed.place in ("indonesia", "new_guinea")


def test_a_march_counts_what_lies_behind_the_first_place() -> None:
    """Two weak places of the objective in a row are worth more to a stack than one with strong places behind it."""
    holdings = {"indonesia": (0, 12), "new_guinea": (1, 1), "western_australia": (1, 1), "eastern_australia": (1, 1)}
    soft = position(holdings, rest=(1, 4), objectives=OWN)
    walls = {"western_australia": (1, 12), "eastern_australia": (1, 12)}
    hard = position(holdings | walls, rest=(1, 4), objectives=OWN)
    values = [
        campaign(match).attack(at(match, "indonesia"), at(match, "new_guinea"), 11, 3, battles_by(THREE_DICE))
        for match in (soft, hard)
    ]
    assert values[0] > values[1]


def test_it_stops_when_rolling_on_no_longer_pays() -> None:
    """A captain stops attacking where the exact odds say so."""
    assert pays(2, 5, 3.0) == 0.0
    assert choice(position({"alaska": (0, 3)}, rest=(1, 5), objectives=OWN)) == Pass()


def test_what_an_attack_leaves_behind_counts() -> None:
    """One army protects a place less than six do near a large enemy stack, but equally well far away."""
    tense = position({"brazil": (0, 6), "peru": (1, 1), "venezuela": (1, 9)}, objectives={0: "asia_and_south_america"})
    quiet = position({}, rest=(0, 6), objectives={0: "asia_and_south_america"})
    lost = [
        judged.holding_value(at(tense, "brazil"), 6) - judged.holding_value(at(tense, "brazil"), 1)
        for judged in (campaign(tense), campaign(quiet))
    ]
    assert lost[0] > 0.1
    assert lost[1] == 0.0


def test_a_rival_about_to_win_is_stopped() -> None:
    """When a rival lacks one place of a card, the places of that card become more valuable."""
    all_but_one = {place: (1, 2) for place in [*NORTH, *OCEANIA]} | {"alaska": (2, 2)}
    match = position(all_but_one | {"japan": (0, 5)}, rest=(2, 2), objectives={0: "asia_and_africa"})
    careless = CaptainEvaluator(strategy_of(match.game), match.state, 0, Weights({"deny": 0.0}), True)
    ontario = at(match, "ontario")
    assert campaign(match).worth[ontario] == pytest.approx(careless.worth[ontario] + WEIGHTS["deny"])


@pytest.mark.parametrize(
    ("card", "missing"),
    [("north_america_and_oceania", 11), ("twenty_four_territories", 22), ("eighteen_territories", 16)],
)
def test_what_an_objective_lacks(card: str, missing: int) -> None:
    """What an objective lacks is measured in the missing places of a zone, or in the cheapest places of a number."""
    match = position(
        {"alaska": (0, 2), "japan": (0, 2), "alberta": (0, 1)}
        if missing == 0
        else {"alaska": (0, 2), "alberta": (0, 2)},
        objectives={0: card},
    )
    goals = Goals(strategy_of(match.game).info, match.state, 0, NORMAL)
    demand = goals.info.objectives[match.state.objective[0]].demand(match.state, 0)
    assert len(lacking(goals, demand)) == missing


def test_a_garrison_is_filled_where_the_card_asks_for_one() -> None:
    """With an objective of 18 places with two armies each, a captain adds a second army to a place with one."""
    match = position({"alaska": (0, 1)}, objectives={0: "eighteen_territories"})
    strategy = strategy_of(match.game)
    goals = Goals(strategy.info, match.state, 0, NORMAL)
    set_goals(strategy, goals)
    assert (goals.garrison, goals.filling > 0.0) == (2, True)


def test_rising_exchanges_are_waited_for_until_the_hand_is_full() -> None:
    """In the classic game a captain keeps three cards and trades five."""
    known = position({"indonesia": (0, 3)}, edition="classic", seats=3)
    trios = strategy_of(known.game).info.trios
    assert trios is not None
    infantry = [card for n, card in enumerate(known.game.cards) if trios.symbols[n] == 1]
    own = {known.game.board.places[0]: (0, 5)}
    for count, trades in ((3, False), (5, True)):
        match = position(own, edition="classic", seats=3, phase="Reinforce", hands={0: infantry[:count]})
        assert isinstance(choice(match), Trade) == trades


def test_a_large_exchange_is_not_waited_for() -> None:
    """A captain trades three cards once the exchange brings fifteen armies or more."""
    known = position({}, edition="classic", seats=3)
    trios = strategy_of(known.game).info.trios
    assert trios is not None
    infantry = [card for n, card in enumerate(known.game.cards) if trios.symbols[n] == 1]
    match = position(
        {known.game.board.places[0]: (0, 5)}, edition="classic", seats=3, phase="Reinforce", hands={0: infantry[:3]}
    )
    assert isinstance(match.state.edition_state, Tally)
    for exchanges, trades in ((4, False), (5, True)):
        match.state.edition_state.exchanges = exchanges
        assert isinstance(choice(match), Trade) == trades


def test_a_zone_with_few_borders_is_worth_more() -> None:
    """Oceania, with one border place, is worth more than Asia, which has many."""
    info = strategy_of(position({}).game).info
    zone = info.board.zone
    places = info.board.places
    assert info.tenable[zone[places.index("indonesia")]] > info.tenable[zone[places.index("china")]]


def test_claims_are_made_for_zones_that_can_be_completed() -> None:
    """A free place that completes the seat's own zone is worth more than one that completes a rival's zone."""
    match = position({place: (0, 1) for place in OCEANIA}, rest=(1, 1), round=0)
    near, far = at(match, "eastern_australia"), at(match, "brazil")
    match.state.owner[near] = match.state.owner[far] = NOBODY
    match.state.armies[near] = match.state.armies[far] = 0
    match.state.stock[0] = 20
    match.state.held[0 * match.game.board.zones + match.game.board.zone[near]] -= 1
    judged = campaign(match)
    assert judged.stand(near, 1) - judged.stand(near, 0) > judged.stand(far, 1) - judged.stand(far, 0) + 1.0


@pytest.mark.parametrize(("edition", "seed"), [("challenge", 1), ("modern", 2), ("classic", 3)])
def test_what_needs_no_thought_is_what_thought_would_say(edition: str, seed: int) -> None:
    """The shortcut for leaving the rear moves all free armies, as the evaluator would decide each time."""
    match = Match.new(edition, seats=4, seed=seed)
    captain = CaptainBot(strategy_of(match.game))
    alike, thought = 0, 0
    while not match.is_over and match.state.round <= 12:
        (seat,) = match.awaited
        view, options = match.view(seat), match.options(seat)
        at_once = captain.close_up(view, options)
        if at_once is not None:
            assert at_once.key() == EvaluatorBot.decide(captain, view, options).key()
            alike += 1
        elif options.ranges[0].verb == OCCUPY:
            thought += 1
        match.game.play(match.table, seat, captain.decide(view, options))
    assert alike >= 3
    assert thought >= 3


@pytest.mark.parametrize(("card", "is_thought"), [("eighteen_territories", True), ("north_america_and_oceania", False)])
def test_a_garrison_that_the_card_asks_for_is_thought_about(card: str, is_thought: bool) -> None:
    """With an objective of two armies in each of 18 places, a captain may leave armies behind instead of moving on."""
    rivals = {"central_america": (1, 3), "japan": (2, 3)}
    match = position({"alberta": (0, 9), "western_united_states": (0, 0)} | rivals, rest=(0, 1), objectives={0: card})
    moving_in(match, "alberta", "western_united_states")
    order = CaptainBot(strategy_of(match.game)).close_up(match.view(0), match.options(0))
    assert (order is None) == is_thought
    if order is not None:
        assert outer(match.game, order) == Occupy(8)


def test_it_defends_with_all_its_dice() -> None:
    """A captain defends with all its dice, which is always best (tests/odds shows it)."""
    match = position({"alaska": (1, 9), "alberta": (0, 3)}, turn=1)
    match.play(Attack("alaska", "alberta", 3))
    assert choice(match) == Defend(3)


@pytest.mark.parametrize("rule", [THREE_DICE, TWO_DICE], ids=["three dice", "two dice"])
def test_the_prizes_it_uses_are_the_exact_ones(rule: object) -> None:
    """The captain's values equal the exact ones at the prizes of its table and come close between and beyond them."""
    dice = THREE_DICE if rule is THREE_DICE else TWO_DICE
    battles = battles_by(dice)
    for n in (3, 9, 15):
        prize = battles.prizes[n]
        assert battles.pays(8, 4, prize) == pytest.approx(pays(8, 4, prize, dice))
    assert battles.pays(12, 5, 20.0) == pytest.approx(pays(12, 5, 20.0, dice), rel=0.1)
    assert battles.pays(3 * PAID, PAID, 200.0) == pytest.approx(pays(3 * PAID, PAID, 200.0, dice), rel=0.1)
    assert battles.pays(0, 3, 50.0) == 0.0


@pytest.mark.parametrize("rule", [THREE_DICE, TWO_DICE], ids=["three dice", "two dice"])
def test_no_attack_is_worth_more_than_its_ceiling(rule: object) -> None:
    """Pruning is safe: no attack is worth more than its ceiling, or than prize minus fee beyond the tables."""
    battles = battles_by(THREE_DICE if rule is THREE_DICE else TWO_DICE)
    luck = Random(7)
    surpassed, close = 0, 0
    for _ in range(20_000):
        attackers, defenders = luck.choice(((60, 12), (400, 250), (400, 12)))
        attackers, defenders = luck.randint(0, attackers), luck.randint(1, defenders)
        price, prize = luck.uniform(0.2, 4.0), 500.0 * luck.random() ** 3
        worth = price * battles.pays(attackers, defenders, prize / price)
        ceiling = SURELY * battles.ceiling(attackers, defenders, prize, price)
        surpassed += worth > ceiling
        close += 0.0 < ceiling < 1.05 * worth
        if attackers > PAID:
            surpassed += worth > SURELY * max(0.0, prize - price * battles.fee[min(LARGEST, defenders)])
    assert surpassed == 0
    assert close > 5_000  # a ceiling that is far too high would prune nothing


def test_an_army_costs_more_where_the_defender_has_more_dice() -> None:
    """Three defence dice reverse the attacker's edge."""
    assert battles_by(THREE_DICE).rate > 1.2 > 1.0 > battles_by(TWO_DICE).rate


def test_a_doctrine_changes_only_what_it_names() -> None:
    """A doctrine multiplies only the values that it names."""
    bold = Weights({"thrift": 0.5})
    assert bold.thrift == pytest.approx(0.5 * WEIGHTS["thrift"])
    assert bold.keep == WEIGHTS["keep"]
