"""Miracle cards that target a territory: the value of each card there, in points."""

from collections.abc import Callable
from typing import Final

from mypy_extensions import i64

from kamchatka.editions.godstorm.bots.evaluator import GodEvaluator
from kamchatka.editions.godstorm.bots.place_losses import muster, siege, strike
from kamchatka.editions.godstorm.bots.place_values import GOD
from kamchatka.editions.godstorm.places import LANDS, is_sunk
from kamchatka.editions.godstorm.state import has_temple, is_plagued
from kamchatka.kernel.bits import size
from kamchatka.kernel.state import NOBODY

DIE: Final = 3  # average of a die roll of armies, rounded down


def heroes(evaluator: GodEvaluator, place: i64) -> float:
    """Return the value of three more armies."""
    return muster(evaluator, place, 3)


def champions(evaluator: GodEvaluator, place: i64) -> float:
    """Return the value of one more army for every two faith held."""
    return muster(evaluator, place, evaluator.god_state.purse[evaluator.seat] // 2)


def prayers(evaluator: GodEvaluator, place: i64) -> float:
    """Return the value of a die roll of armies at a temple."""
    return muster(evaluator, place, DIE) if has_temple(evaluator.table, place) else 0.0


def empire(evaluator: GodEvaluator, place: i64) -> float:
    """Return the value of a free temple, by the safety of its territory."""
    if evaluator.state.owner[place] != evaluator.seat or has_temple(evaluator.table, place):
        return 0.0
    safe = evaluator.holding_value(place, evaluator.state.armies[place]) / max(0.01, evaluator.hold[place])
    return safe * evaluator.stream * (evaluator.weights.army + evaluator.weights.energy)


def storms(evaluator: GodEvaluator, place: i64) -> float:
    """Return the value of destroying a die roll of armies."""
    return strike(evaluator, place, DIE)


def purge(evaluator: GodEvaluator, place: i64) -> float:
    """Return the value of destroying all armies on plagued land."""
    return strike(evaluator, place, evaluator.state.armies[place]) if is_plagued(evaluator.table, place) else 0.0


def fire(evaluator: GodEvaluator, place: i64) -> float:
    """Return the value of destroying a temple and an army there."""
    owner = evaluator.state.owner[place]
    if not has_temple(evaluator.table, place) or owner == evaluator.seat or owner == NOBODY:
        return 0.0
    return strike(evaluator, place, 1) + evaluator.malice[owner] * evaluator.stream * evaluator.weights.army


def strike_and_banish(evaluator: GodEvaluator, place: i64) -> float:
    """Return the value of halving a stack and banishing its gods."""
    if has_temple(evaluator.table, place) or is_plagued(evaluator.table, place):
        return 0.0
    gods = GOD * evaluator.faith * float(size(evaluator.god_state.standing[place]))
    return strike(evaluator, place, evaluator.state.armies[place] // 2) + gods


def trojan(evaluator: GodEvaluator, place: i64) -> float:
    """Return the value of taking a territory that a single army holds."""
    owner = evaluator.state.owner[place]
    if evaluator.state.armies[place] != 1 or owner == evaluator.seat or owner == NOBODY:
        return 0.0
    return evaluator.worth[place] + evaluator.weights.army


def siren(evaluator: GodEvaluator, place: i64) -> float:
    """Return the gain of this seat's attack if the territory had its owner's smallest stack."""
    state = evaluator.state
    if state.owner[place] == evaluator.seat or state.owner[place] == NOBODY:
        return 0.0
    fewest = state.armies[place]
    for other in range(i64(LANDS)):
        if state.owner[other] == state.owner[place]:
            fewest = min(fewest, state.armies[other])
    before = siege(evaluator, place)
    evaluator.garrison[place] = fewest
    after = siege(evaluator, place)
    evaluator.garrison[place] = state.armies[place]
    return after - before


LAND_CARDS: Final[dict[str, Callable[[GodEvaluator, i64], float]]] = {
    "heroes_are_born": heroes,
    "champions_arise": champions,
    "prayers_are_answered": prayers,
    "an_empire_is_born": empire,
    "storms_rage": storms,
    "the_land_is_purged": purge,
    "fire_rains_down": fire,
    "the_gods_forsake_us": strike_and_banish,
    "the_trojan_horse_is_revealed": trojan,
    "the_siren_calls": siren,
}


def best_land(evaluator: GodEvaluator, kind: str) -> float:
    """Return the card's value in its best territory."""
    best = 0.0
    for place in range(i64(LANDS)):
        if not is_sunk(evaluator.table, place):
            best = max(best, LAND_CARDS[kind](evaluator, place))
    return best
