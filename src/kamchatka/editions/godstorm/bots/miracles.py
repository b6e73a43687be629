"""The value of each miracle card if it is played now, in points, and of relics and hands."""

from collections.abc import Callable
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.editions.godstorm.bots.evaluator import GodEvaluator
from kamchatka.editions.godstorm.bots.gods import CARD
from kamchatka.editions.godstorm.bots.land_miracles import LAND_CARDS, best_land
from kamchatka.editions.godstorm.bots.place_losses import harm, muster
from kamchatka.editions.godstorm.bots.place_values import GOD
from kamchatka.editions.godstorm.gods.relics import AEGIS, holder
from kamchatka.editions.godstorm.miracles.death_miracles import MIGHTIEST, by_armies
from kamchatka.editions.godstorm.places import ALTARS, ATLANTIS, CONTINENTS, CRYPTS, LANDS
from kamchatka.editions.godstorm.state import KINDS, SKY, WAR, temples_of
from kamchatka.kernel.bits import size
from kamchatka.kernel.state import NOBODY

EXTRA_EPOCH: Final = 2.0  # value of an additional epoch for a seat that is behind
# value of each relic per epoch
RELICS: Final = vec[float]([0.3, 0.35, 0.3, 0.25, 0.15, 0.3, 0.1, 0.4, 0.3, 0.8, 0.3, 0.3, 0.2, 0.3, 0.3])


def gather(evaluator: GodEvaluator) -> float:
    """Return the value of two armies at every temple."""
    gain = 0.0
    for place in temples_of(evaluator.table, evaluator.seat):
        gain += muster(evaluator, place, 2)
    return gain


def strengthen(evaluator: GodEvaluator) -> float:
    """Return the value of two faith per temple."""
    return 2.0 * evaluator.faith * float(len(temples_of(evaluator.table, evaluator.seat)))


def deliver(evaluator: GodEvaluator) -> float:
    """Return the value of two cards."""
    return 2.0 * CARD[WAR] if evaluator.calendar.turns_left > 0.0 else CARD[WAR]


def freeze(evaluator: GodEvaluator) -> float:
    """Return the value of destroying one army per god in each stack."""
    gain = 0.0
    for place in range(i64(LANDS)):
        gain += harm(evaluator, place, size(evaluator.god_state.standing[place]))
    return gain


def turn_back(evaluator: GodEvaluator) -> float:
    """Return the value of another epoch to a seat that is behind in the last one."""
    mine = evaluator.god_info.points(evaluator.table, evaluator.seat)
    for rival in range(evaluator.state.seats):
        if rival != evaluator.seat and evaluator.god_info.points(evaluator.table, rival) > mine + 2.0:
            return EXTRA_EPOCH if evaluator.calendar.later == 0.0 else 0.0
    return 0.0


def bleed(evaluator: GodEvaluator) -> float:
    """Return the value of destroying an army in each land of a random continent."""
    gain = 0.0
    for place in range(i64(LANDS)):
        gain += harm(evaluator, place, 1)
    return gain / float(CONTINENTS)


def shake(evaluator: GodEvaluator) -> float:
    """Return the value of halving each stack of a random continent."""
    gain = 0.0
    for place in range(i64(LANDS)):
        gain += harm(evaluator, place, evaluator.state.armies[place] // 2)
    return gain / float(CONTINENTS)


def grow_old(evaluator: GodEvaluator) -> float:
    """Return the value of destroying an army of every stack."""
    gain = 0.0
    for place in range(i64(LANDS)):
        if evaluator.state.armies[place] > 1:
            gain += harm(evaluator, place, 1)
    return gain


def humble(evaluator: GodEvaluator) -> float:
    """Return the value of halving the three largest stacks."""
    gain = 0.0
    for place in by_armies(evaluator.table)[:MIGHTIEST]:
        gain += harm(evaluator, place, evaluator.state.armies[place] // 2)
    return gain


def close_door(evaluator: GodEvaluator) -> float:
    """Return the value of halving the stacks in crypts and altars."""
    gain = 0.0
    for place in CRYPTS + ALTARS:
        gain += harm(evaluator, place, evaluator.state.armies[place] // 2)
    return gain


def rust(evaluator: GodEvaluator) -> float:
    """Return the value of destroying every relic."""
    gain = 0.0
    for number in range(i64(len(RELICS))):
        gain += spoil(evaluator, AEGIS + number)
    return gain


def sink(evaluator: GodEvaluator) -> float:
    """Return the value of destroying Atlantis and everything on it."""
    gain = 0.0
    for place in evaluator.info.inside[ATLANTIS]:
        owner = evaluator.state.owner[place]
        if owner == evaluator.seat:
            gain -= evaluator.hold[place] + evaluator.price * float(evaluator.state.armies[place])
        elif owner != NOBODY:
            gain += evaluator.malice[owner] * evaluator.hold[place] + harm(
                evaluator, place, evaluator.state.armies[place]
            )
    return gain


def ragnarok(evaluator: GodEvaluator) -> float:
    """Return the value of banishing every War and Sky god. The seat's own gods count double."""
    gain = 0.0
    for seat in range(evaluator.state.seats):
        for kind in (WAR, SKY):
            if evaluator.god_state.piece[seat * KINDS + kind] != NOBODY:
                gain += -2.0 if seat == evaluator.seat else evaluator.malice[seat]
    return gain * GOD * evaluator.faith


def wither(evaluator: GodEvaluator) -> float:
    """Return the value of destroying the hand of a rival."""
    best = 0.0
    for seat in range(evaluator.state.seats):
        best = max(best, hand_worth(evaluator, seat))
    return best


def peek(evaluator: GodEvaluator) -> float:
    """Return the value of stealing a card from a rival's hand."""
    return 0.5 if wither(evaluator) > 0.0 else 0.0


FREE_CARDS: Final[dict[str, Callable[[GodEvaluator], float]]] = {
    "the_faithful_gather": gather,
    "our_faith_is_our_strength": strengthen,
    "faith_shall_deliver": deliver,
    "the_sun_grows_cold": freeze,
    "time_stands_still": turn_back,
    "blood_coats_the_land": bleed,
    "the_ground_shakes": shake,
    "the_young_grow_old": grow_old,
    "the_mighty_have_fallen": humble,
    "deaths_door_closes": close_door,
    "diamonds_turn_to_rust": rust,
    "the_sea_is_your_tomb": sink,
    "ragnarok_cometh": ragnarok,
    "crops_wither": wither,
    "visions_become_real": peek,
}


# ------------------------------------------------------------------ relics and hands
def relic_worth(evaluator: GodEvaluator, card: i64) -> float:
    """Return the value of a relic to its owner until the end of the game."""
    return RELICS[card - AEGIS] * max(0.2, evaluator.calendar.turns_left)


def spoil(evaluator: GodEvaluator, card: i64) -> float:
    """Return the value of destroying a relic; negative for the seat's own."""
    owner = holder(evaluator.table, card)
    if owner == NOBODY:
        return 0.0
    worth = relic_worth(evaluator, card)
    return -worth if owner == evaluator.seat else worth * evaluator.malice[owner]


def hand_worth(evaluator: GodEvaluator, seat: i64) -> float:
    """Return the value of a rival's loss of its hand."""
    return 0.0 if seat == evaluator.seat else evaluator.malice[seat] * 0.6 * float(evaluator.state.hand[seat])


def best_relic(evaluator: GodEvaluator, taken: bool) -> float:
    """Return the value of stealing or destroying a rival's best relic."""
    best = 0.0
    for number in range(i64(len(RELICS))):
        owner = holder(evaluator.table, AEGIS + number)
        if owner != NOBODY and owner != evaluator.seat:
            gain = relic_worth(evaluator, AEGIS + number) if taken else 0.0
            best = max(best, gain + spoil(evaluator, AEGIS + number))
    return best


def card_worth(evaluator: GodEvaluator, card: i64) -> float:
    """Return the value of playing a War or Death card now, without its price."""
    kind = evaluator.god_info.miracles[card]
    if kind in LAND_CARDS:
        return best_land(evaluator, kind)
    if kind in FREE_CARDS:
        return FREE_CARDS[kind](evaluator)
    if kind == "a_shrine_is_plundered" or kind == "only_ash_remains":
        return best_relic(evaluator, kind == "a_shrine_is_plundered")
    return 0.0
