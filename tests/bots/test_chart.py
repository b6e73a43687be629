"""The map of an age: read once per decision, only where needed, and never too low about what a march brings."""

from collections.abc import Callable

import pytest

from kamchatka.bots.ages.board_reading import LAST
from kamchatka.bots.ages.evaluator import AgeEvaluator
from kamchatka.bots.ages.weights import AgeWeights
from kamchatka.bots.marshal.worlds import world as world_of
from kamchatka.bots.orders import plain
from kamchatka.editions.godstorm.bots.evaluator import GodEvaluator
from kamchatka.editions.godstorm.bots.god_war_losses import GodWarLosses, GodWarSide
from kamchatka.editions.godstorm.bots.info import GodInfo
from kamchatka.editions.godstorm.bots.weights import WEIGHTS as EPOCH_WEIGHTS
from kamchatka.editions.godstorm.god_war_odds import Host, god_war, god_wars
from kamchatka.editions.godstorm.state import GodstormState
from kamchatka.editions.risk2210 import RISK2210
from kamchatka.editions.risk2210.bots.captain import Risk2210Captain, needs_map
from kamchatka.editions.risk2210.bots.evaluator import CommanderEvaluator, CommanderOdds
from kamchatka.editions.risk2210.bots.weights import WEIGHTS as WEIGHTS_2210
from kamchatka.editions.risk2210.state import State2210
from kamchatka.kernel.bits import first
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.wire import Bid
from kamchatka.kernel.options import PASS, Action, Options
from kamchatka.kernel.view import View, view
from kamchatka.match import Match
from kamchatka.players import strategy_of, valuation_of
from tests.ages import place_number
from tests.rules.godstorm.scene import scene as godstorm
from tests.rules.risk2210.scene import own_record
from tests.rules.risk2210.scene import scene as year2210

FAR_EAST = {"japan": (0, 9), "pevek": (1, 3), "khan_industrial_state": (1, 2), "hong_kong": (2, 5), "lesotho": (2, 1)}
NORTH = {"thule": (0, 8), "varangia": (1, 2), "alemannia": (1, 3), "caledonia": (1, 1), "sheba": (2, 1)}


def world(match: Match) -> AgeEvaluator:
    """Return the evaluator of the first seat in 2210."""
    weights = AgeWeights(None, WEIGHTS_2210)
    found = CommanderEvaluator(
        strategy_of(match.game).info, CommanderOdds(), match.view(0).state, own_record(match), 0, weights, False
    )
    found.survey()
    return found


def evaluator(match: Match) -> GodEvaluator:
    """Return the evaluator of the first seat in the age of the gods."""
    state = match.view(0).state
    own = state.edition_state
    assert isinstance(own, GodstormState)
    found = GodEvaluator(
        GodInfo(match.game, strategy_of(match.game).info), state, 0, AgeWeights(None, EPOCH_WEIGHTS), own
    )
    found.survey()
    return found


# ------------------------------------------------------------------ the tables
def far_east() -> AgeEvaluator:
    """Return a position of Japan and its neighbours, with a commander."""
    return world(year2210("Invade", FAR_EAST, commanders={0: {"land": "japan"}}))


def north() -> AgeEvaluator:
    """Return a position of Thule and its neighbours, with two gods."""
    return evaluator(godstorm("Invade", NORTH, gods={0: {"war": "thule"}, 1: {"sky": "alemannia"}}))


@pytest.mark.parametrize("region", [far_east, north])
def test_no_march_brings_more_than_the_chart_says(region: Callable[[], AgeEvaluator]) -> None:
    """No march skipped because of the chart would have been better than the chosen one."""
    evaluator = region()
    places, marches = evaluator.info.board.size, 0
    for place in range(places):
        for depth in range(1, LAST):
            found = evaluator.march(place, 40, evaluator.own.standing[place], depth)
            assert found <= evaluator.most[depth * places + place] + 1e-9
            marches += found > 0.0
    assert marches > 3


def test_the_strongest_threat_comes_first() -> None:
    match = year2210("Invade", FAR_EAST)
    evaluator, japan = world(match), place_number(match, "japan")
    threats = [evaluator.foes[i] for i in range(evaluator.info.board.first[japan], evaluator.last_foe[japan])]
    assert [int(evaluator.garrison[place]) for place in threats] == sorted(
        (int(evaluator.garrison[place]) for place in threats), reverse=True
    )
    assert threats[0] == place_number(match, "pevek")


# ------------------------------------------------------------------ decisions that need no map
def surveyed(staff: Risk2210Captain, seen: View, options: Options) -> Action:
    """Return the same decision by a bot that has read the whole map."""
    own = seen.state.edition_state
    assert isinstance(own, State2210)
    evaluator = CommanderEvaluator(staff.info, staff.odds, seen.state, own, seen.seat, staff.weights, False)
    evaluator.survey()
    for option in options.ranges:
        chosen = staff.order(evaluator, option, options.allows(Action(PASS)))
        if chosen is not None:
            return chosen
    return plain(options)


def test_orders_given_without_a_map_are_the_same_with_one() -> None:
    game = RISK2210.game(RISK2210.table_rules({}))
    info, table, alike = strategy_of(game).info, game.start(3, FastChance(3)), 0
    staff = strategy_of(game).captain()
    assert isinstance(staff, Risk2210Captain)
    for _ in range(250):
        seat = first(game.awaits(table))
        options, seen = game.options(table, seat), view(table, seat)
        action = staff.decide(seen, options)
        own = seen.state.edition_state
        assert isinstance(own, State2210)
        evaluator = CommanderEvaluator(info, staff.odds, seen.state, own, seat, staff.weights, False)
        if not any(needs_map(evaluator, option, options.allows(Action(PASS))) for option in options.ranges):
            assert surveyed(staff, seen, options).key() == action.key()
            alike += 1
        game.play_from(table, seat, action, options)
    assert alike > 50


# ------------------------------------------------------------------ god wars
@pytest.mark.parametrize(("armies", "against"), [(3, 9), (9, 3), (60, 1), (4, 4)])
def test_losses_are_those_of_the_odds(armies: int, against: int) -> None:
    wins = god_war(Host(armies, 4, True), Host(against, 3, False), True)
    left, _ = god_wars(2, 1, wins)
    fallen, lost = GodWarLosses().read(GodWarSide(armies, 4, True, 2), GodWarSide(against, 3, False, 1), True)
    assert fallen == pytest.approx(left[0])
    assert lost == pytest.approx(2 - left[1] - 2 * left[2])


def test_a_captain_counts_god_wars_by_the_rules_of_its_table() -> None:
    """A captain's odds of god wars follow the table's options for rerolling ones and for the army left behind."""
    gods = {0: {"magic": "thule"}, 1: {"war": "varangia"}}
    plain, strict = (
        evaluator(godstorm("Invade", NORTH, gods=gods, options=options))
        for options in ({}, {"magic_reroll_in_godwar": False, "godwar_army_count": "attacker_minus_one"})
    )
    goddess = plain.god_state.standing[place_number(godstorm("Invade", NORTH), "thule")]
    assert plain.side(0, 8, goddess, False).rerolls
    assert not strict.side(0, 8, goddess, False).rerolls
    assert plain.god_info.god_war.count_armies(8) == 8
    assert strict.god_info.god_war.count_armies(8) == 7
    places = [place_number(godstorm("Invade", NORTH), name) for name in ("thule", "varangia")]
    marches = [judge.holy_war(places[0], places[1], 7, goddess, 1) for judge in (plain, strict)]
    assert marches[0] > marches[1]


# ------------------------------------------------------------------ sealed bids
def test_sealed_bids_are_made_again_in_an_imagined_world() -> None:
    """In an imagined world a rival's sealed bid is replaced by an imagined one; the seat's own bid is kept."""
    lands = {"japan": (0, 1), "mexico": (1, 1), "egypt": (2, 1)}
    match = year2210("Rewards", lands, rest=None, turn=2, year=4, energy={0: 9, 1: 9, 2: 9})
    match.play(Bid(2), seat=0)
    imagined = world_of(match.game, strategy_of(match.game).info, match.view(1), FastChance(1))
    assert match.game.awaits(imagined) == 0b111
    mine = world_of(match.game, strategy_of(match.game).info, match.view(0), FastChance(1))
    assert match.game.awaits(mine) == 0b110


# ------------------------------------------------------------------ what a position promises
def test_whoever_is_not_answered_any_more_is_likelier_to_win() -> None:
    """Of two equal seats, the one that moves last is likelier to win, because fewer rivals can answer."""
    match = godstorm("Invade", {"thule": (0, 3), "roma": (1, 3), "sheba": (2, 3)}, epoch=5)
    valuation = valuation_of(match.game)
    answered = [valuation.features(match.state, seat)[valuation.names.index("answered")] for seat in range(3)]
    assert answered == [1.0, 0.5, 0.0]
