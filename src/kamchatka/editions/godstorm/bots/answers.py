"""Answers to questions: Sky cards for an attacked territory, the shield of Aegis, and targets of announced cards."""

from collections.abc import Callable
from typing import Final

from mypy_extensions import i64

from kamchatka.bots.ages.parties import best_fortification
from kamchatka.editions.godstorm.bots.evaluator import GodEvaluator
from kamchatka.editions.godstorm.bots.gods import EXPENDABLE, PRECIOUS, first_of
from kamchatka.editions.godstorm.bots.land_miracles import DIE, LAND_CARDS
from kamchatka.editions.godstorm.bots.marches import best_transfer
from kamchatka.editions.godstorm.bots.miracles import card_worth, hand_worth, relic_worth, spoil
from kamchatka.editions.godstorm.gods.relics import AEGIS
from kamchatka.editions.godstorm.miracles.miracle import Working
from kamchatka.editions.godstorm.state import WAR
from kamchatka.kernel.bits import bit
from kamchatka.kernel.options import (
    MOVE,
    NAME_CARD,
    NAME_KIND,
    NAME_SEAT,
    PLAY_CARD,
    Action,
    Choice,
    Pairs,
    Range,
    Spots,
)
from kamchatka.kernel.parties import Parties

RELIEF: Final = 4  # assumed number of armies that come when the fog lifts


# ------------------------------------------------------------------ the Sky window: the expected loss after each card
def peril(
    evaluator: GodEvaluator, source: i64, target: i64, fewer: i64, more: i64, god: bool = True, temple: bool = False
) -> float:
    """Estimate the loss from an invasion with `fewer` attackers and `more` defenders."""
    state = evaluator.state
    attackers = state.armies[source] - 1 - fewer
    host = evaluator.god_state.standing[source] if god else evaluator.god_state.standing[source] & ~bit(WAR)
    odds = evaluator.god_info.odds(host, temple or evaluator.is_guarded(target))
    return evaluator.hold[target] * odds.win(attackers, state.armies[target] + more)


def workers(evaluator: GodEvaluator, source: i64, target: i64) -> float:
    """Estimate the loss if a temple is built at once."""
    return peril(evaluator, source, target, 0, 0, temple=True) - evaluator.stream * evaluator.weights.army


def convert(evaluator: GodEvaluator, source: i64, target: i64) -> float:
    """Estimate the loss if two attackers become defenders."""
    return peril(evaluator, source, target, 2, 2) - 4.0 * evaluator.price


def disarm(evaluator: GodEvaluator, source: i64, target: i64) -> float:
    """Estimate the loss if attackers lose a die roll of armies."""
    return peril(evaluator, source, target, DIE, 0) - 2.0 * evaluator.price


def arm(evaluator: GodEvaluator, source: i64, target: i64) -> float:
    """Estimate the loss with three additional defenders."""
    return peril(evaluator, source, target, 0, 3) - 3.0 * evaluator.price


def relieve(evaluator: GodEvaluator, source: i64, target: i64) -> float:
    """Estimate the loss with armies from another territory."""
    return peril(evaluator, source, target, 0, RELIEF)


def unmask(evaluator: GodEvaluator, source: i64, target: i64) -> float:
    """Estimate the loss if the attacker loses a god."""
    left = peril(evaluator, source, target, 0, 0, god=False)
    return left - (evaluator.faith if evaluator.god_state.standing[source] else 0.0)


def hallow(evaluator: GodEvaluator, source: i64, target: i64) -> float:
    """Estimate the loss if the invasion is cancelled: none."""
    return 0.0


SKY_CARDS: Final[dict[str, Callable[[GodEvaluator, i64, i64], float]]] = {
    "1000_workers_amass": workers,
    "enemies_convert": convert,
    "swords_become_plowshares": disarm,
    "lava_erupts": disarm,
    "men_become_warriors": arm,
    "the_fog_lifts": relieve,
    "your_idol_is_false": unmask,
    "the_mighty_turn_meek": unmask,
    "this_ground_is_sacred": hallow,
}


def sky_worth(evaluator: GodEvaluator, card: i64, source: i64, target: i64) -> float:
    """Return the value that a Sky card saves in this invasion."""
    kind = evaluator.god_info.miracles[card]
    if kind not in SKY_CARDS:
        return 0.0
    return peril(evaluator, source, target, 0, 0) - SKY_CARDS[kind](evaluator, source, target)


# ------------------------------------------------------------------ targets of an announced card
def answer(evaluator: GodEvaluator, work: Working, option: Range) -> Action | None:
    """Return the best answer to a card's question. Return None if it doesn't matter."""
    if isinstance(option, Spots):
        return best_spot(evaluator, work, option)
    if isinstance(option, Parties):
        return best_fortification(evaluator, option)
    if isinstance(option, Pairs):
        return best_transfer(evaluator, option)[1] if option.verb == MOVE else None
    if not isinstance(option, Choice):
        return None
    if option.verb == PLAY_CARD:
        return Action(PLAY_CARD, -1, -1, 0, AEGIS) if is_aimed_at(evaluator, work) else None
    if option.verb == NAME_KIND:
        return first_of(option, PRECIOUS)
    return best_name(evaluator, work, option) if option.verb in (NAME_SEAT, NAME_CARD) else None


def is_aimed_at(evaluator: GodEvaluator, work: Working) -> bool:
    """Return True if another seat's card is aimed at a land of this seat."""
    kind = evaluator.god_info.miracles[work.card]
    return kind in LAND_CARDS and len(work.picks) > 0 and evaluator.state.owner[work.picks[0]] == evaluator.seat


def best_spot(evaluator: GodEvaluator, work: Working, option: Spots) -> Action:
    """Choose the territory where the card does most."""
    kind = evaluator.god_info.miracles[work.card]
    best = -1000.0
    at: i64 = option.places[0]
    for place in option.places:
        value = spot_worth(evaluator, kind, work, place)
        if value > best:
            best = value
            at = place
    return Action(option.verb, at, -1, option.least, option.what)


def spot_worth(evaluator: GodEvaluator, kind: str, work: Working, place: i64) -> float:
    """Return the value of a territory as the answer to a card's question."""
    if work.asked > 0 or kind not in LAND_CARDS:  # a second territory or a tie: prefer the weakest of rivals
        mine = evaluator.state.owner[place] == evaluator.seat
        return -float(evaluator.state.armies[place]) - (100.0 if mine else 0.0)
    return LAND_CARDS[kind](evaluator, place)


def best_name(evaluator: GodEvaluator, work: Working, option: Choice) -> Action:
    """Choose the seat with the most valuable hand, or the most valuable relic to take or destroy."""
    taken = evaluator.god_info.miracles[work.card] == "a_shrine_is_plundered"
    best = -1000.0
    chosen: i64 = option.whats[0]
    for what in option.whats:
        if option.verb == NAME_SEAT:
            value = hand_worth(evaluator, what) if what != evaluator.seat else -1.0
        else:
            value = spoil(evaluator, what) + (relic_worth(evaluator, what) if taken else 0.0)
        if value > best:
            best = value
            chosen = what
    return Action(option.verb, -1, -1, 0, chosen)


def best_theft(evaluator: GodEvaluator, option: Choice) -> Action:
    """Choose the most useful card from a revealed hand."""
    best = -1.0
    chosen: i64 = option.whats[0]
    for card in option.whats:
        value = card_worth(evaluator, card)
        if value > best:
            best = value
            chosen = card
    return Action(NAME_CARD, -1, -1, 0, chosen)


def champion(evaluator: GodEvaluator, option: Choice) -> Action:
    """Choose the god for a god war: the most expendable one."""
    return first_of(option, EXPENDABLE)
