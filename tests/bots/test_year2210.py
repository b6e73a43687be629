"""How a captain plays the year 2210: the order of turns, commanders, cards, dice, the last word of the last year."""

import pytest

from kamchatka.bots.ages.weights import AgeWeights
from kamchatka.bots.table import play_bots
from kamchatka.editions.risk2210 import RISK2210
from kamchatka.editions.risk2210.bots.command_cards import WORTH, Files, deck_worth
from kamchatka.editions.risk2210.bots.evaluator import CommanderEvaluator, CommanderOdds
from kamchatka.editions.risk2210.bots.weights import WEIGHTS as WEIGHTS_2210
from kamchatka.editions.risk2210.state import DIPLOMAT, KIND_IDS, LAND, NUCLEAR
from kamchatka.kernel.bits import bit, first
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.wire import Bid, Buy, Defend, Invade, Lose, Occupy, Pass, PlayCard, Raise, Roll, outer
from kamchatka.kernel.options import Action
from kamchatka.kernel.view import View, imagine, view
from kamchatka.match import Match
from kamchatka.players import bot, strategy_of
from tests.ages import place_number
from tests.rules.risk2210.scene import EVERYBODY, own_record, scene

THIRD = {"lesotho": (2, 1)}
GAME = RISK2210.game(RISK2210.table_rules({}))


def choice(match: Match) -> object:
    """Return a captain's decision for the first asked seat, in written form."""
    seat = match.awaited[0]
    action: Action = bot("captain", match.game, 0).decide(match.view(seat), match.options(seat))
    return outer(match.game, action)


def evaluator(match: Match, seat: int = 0) -> CommanderEvaluator:
    """Return the evaluator of a seat."""
    weights = AgeWeights(None, WEIGHTS_2210)
    found = CommanderEvaluator(
        strategy_of(match.game).info, CommanderOdds(), match.view(seat).state, own_record(match), seat, weights, False
    )
    found.survey()
    return found


# ------------------------------------------------------------------ the order of turns
def test_it_pays_for_the_last_word_and_for_nothing_before() -> None:
    early = scene("Rewards", {"japan": (0, 1), "mexico": (1, 1), "egypt": (2, 1)}, rest=None, turn=2, energy={0: 9})
    assert choice(early) == Bid(0)
    late = scene(
        "Rewards", {"japan": (0, 1), "mexico": (1, 1), "egypt": (2, 1)}, rest=None, turn=2, year=4, energy={0: 9}
    )
    assert choice(late) == Bid(6)


# ------------------------------------------------------------------ commanders
def test_it_opens_the_seas_first() -> None:
    match = scene(
        "Recruit",
        {"japan": (0, 9), "pevek": (0, 1), **THIRD},
        energy={0: 3},
        year=1,
        commanders={0: {"land": "japan", "diplomat": "japan"}},
    )
    assert choice(match) == Raise("naval", "japan")


def test_it_hires_no_commander_in_the_last_year_without_a_use_for_it() -> None:
    lands = {"japan": (0, 9), **THIRD}
    without = {kind: "japan" for kind in KIND_IDS if kind != "nuclear"}
    assert choice(scene("Recruit", lands, year=5, energy={0: 4}, commanders={0: without})) == Pass()


def test_eight_sided_dice_roll_and_the_diplomat_stays() -> None:
    match = scene(
        "Invade",
        {"japan": (0, 6), "pevek": (1, 2), **THIRD},
        commanders={0: {"nuclear": "japan", "land": "japan", "diplomat": "japan"}},
    )
    match.play(Invade("japan", "pevek"))
    rolled = choice(match)
    assert isinstance(rolled, Roll)
    assert (rolled.dice, set(rolled.pieces)) == (1, {"land", "nuclear"})


def test_commanders_defend_and_are_lost_last() -> None:
    match = scene(
        "Invade",
        {"japan": (0, 6), "pevek": (1, 2), **THIRD},
        commanders={1: {"diplomat": "pevek"}},
        luck=[5, 5, 5, 0, 0],
    )
    match.play(Invade("japan", "pevek"))
    match.play(Roll(3))
    assert choice(match) == Defend(1, ("diplomat",))
    match.play(Defend(1, ("diplomat",)))
    assert choice(match) == Lose(2)


def test_odds_know_the_dice_of_commanders_and_stations() -> None:
    match = scene("Invade", {"japan": (0, 6), "pevek": (1, 4), **THIRD}, stations=["pevek"])
    judged = evaluator(match)
    japan, pevek = place_number(match, "japan"), place_number(match, "pevek")
    plain, led = judged.battles(japan, pevek, 0), judged.battles(japan, pevek, bit(NUCLEAR) | bit(LAND))
    assert plain.win(5, 4) < led.win(5, 4) < judged.info.battles.win(5, 4) + 0.2
    assert judged.eights(japan, pevek, bit(DIPLOMAT)) == 0
    open_place = evaluator(scene("Invade", {"japan": (0, 6), "pevek": (1, 4), **THIRD}))
    assert plain.win(5, 4) < open_place.battles(japan, pevek, 0).win(5, 4)


# ------------------------------------------------------------------ the war
def test_in_the_last_turn_of_all_nothing_is_kept_back() -> None:
    """In the last turn a captain takes poor odds, because nobody can retaliate; a year earlier it doesn't."""
    lands = {"japan": (0, 4), "pevek": (1, 4), "khan_industrial_state": (2, 9), **THIRD}
    assert choice(scene("Invade", lands, rest=None, year=5, order=(1, 2, 0))) == Invade("japan", "pevek")
    assert choice(scene("Invade", lands, rest=None, year=2, order=(1, 2, 0))) == Pass()


def test_it_walks_over_the_empty_sea_with_a_naval_commander() -> None:
    lands = {"japan": (0, 5), "pevek": (1, 9), "khan_industrial_state": (1, 9), **THIRD}
    match = scene("Invade", lands, commanders={0: {"naval": "japan"}}, year=1)
    invasion = choice(match)
    assert isinstance(invasion, Invade)
    sea = place_number(match, invasion.target)
    assert own_record(match).world.terrain[sea] == 1
    match.play(invasion)
    entered = choice(match)
    assert isinstance(entered, Occupy)
    assert entered.armies >= 1


# ------------------------------------------------------------------ cards
def test_every_effect_of_every_card_has_a_worth() -> None:
    assert {type(effect) for card in Files(GAME).cards for effect in card.effects} == set(WORTH)


def test_a_deck_is_worth_what_is_still_in_it() -> None:
    """A deck is worth what can still be drawn from it, without the cards in hand and the used ones."""
    points = [f"diplomat_colony_influence_{n}" for n in range(1, 5)]
    fresh = scene("Market", {"japan": (0, 9), **THIRD}, commanders={0: EVERYBODY})
    drawn = scene("Market", {"japan": (0, 9), **THIRD}, commanders={0: EVERYBODY}, hands={0: points})
    files = Files(fresh.game)
    assert deck_worth(evaluator(fresh), files, DIPLOMAT) > deck_worth(evaluator(drawn), files, DIPLOMAT) + 0.3


def test_energy_goes_into_cards_unless_a_commander_is_wanted() -> None:
    """Energy buys cards unless a commander is wanted: the fleet comes first in year one, and year five spends all."""
    lands = {"japan": (0, 9), **THIRD}
    assert isinstance(choice(scene("Market", lands, energy={0: 1}, commanders={0: EVERYBODY}, year=5)), Buy)
    early = scene("Market", lands, energy={0: 2}, commanders={0: {"land": "japan", "diplomat": "japan"}}, year=1)
    assert choice(early) == Pass()


@pytest.mark.parametrize(("stake", "answer"), [(6, PlayCard("land_stealth_mods_1")), (1, Pass())])
def test_an_answer_is_kept_for_what_is_worth_it(stake: int, answer: object) -> None:
    """Three MODs save a stack and its commander; a single MOD facing a large army is not defended."""
    held = {1: {"land": "pevek"}} if stake > 1 else {1: {"land": "mexico"}}
    match = scene(
        "Invade",
        {"japan": (0, 12), "pevek": (1, stake), "mexico": (1, 1), **THIRD},
        commanders=held,
        hands={1: ["land_stealth_mods_1"]},
    )
    match.play(Invade("japan", "pevek"))
    assert match.awaited == [1]
    assert choice(match) == answer


# ------------------------------------------------------------------ whole games
@pytest.mark.parametrize(
    "options",
    [
        {"must_follow_through": False, "commander_die_optional": False, "player_trades": True},
        {"defender_sees_attack_dice": False, "setup_special_pieces": "all_at_once", "death_trap_hits": "units"},
    ],
)
def test_captains_play_other_tables_without_an_illegal_action(options: dict[str, object]) -> None:
    game = RISK2210.game(RISK2210.table_rules(options))
    table = game.start(2, FastChance(4))
    play_bots(game, table, [bot("captain", game, seat) for seat in range(2)])
    assert table.state.over


def test_a_captain_does_not_look_at_what_it_may_not_know() -> None:
    """Redealing or revealing hidden information doesn't change a captain's decisions during a whole game."""
    table, luck = GAME.start(3, FastChance(5)), FastChance(99)
    captain = bot("captain", GAME, 0)
    asked = 0
    while not table.state.over:
        seat = first(GAME.awaits(table))
        options, honest = GAME.options(table, seat), view(table, seat)
        action = captain.decide(honest, options)
        asked += 1
        if asked % 5 == 0:
            peeked = View(seat, imagine(GAME, honest, luck).state)
            assert captain.decide(peeked, options).key() == action.key()
        GAME.play_from(table, seat, action, options)


def test_one_captain_beats_three_cautious() -> None:
    """One captain beats three cautious bots; `kamchatka arena` measures 1,000 games."""
    wins = 0
    for seed in range(4):
        names = ["cautious"] * 4
        names[seed] = "captain"
        table = GAME.start(4, FastChance(seed))
        play_bots(GAME, table, [bot(name, GAME, seat) for seat, name in enumerate(names)])
        wins += table.state.winners == 1 << seed
    assert wins >= 3
