"""What each miracle card would bring if it were played now, in points; what relics and hands are worth."""

from collections.abc import Callable
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.bots.ages.epochs.crusade import Crusade
from kamchatka.bots.ages.epochs.gods import CARD
from kamchatka.bots.ages.epochs.land_miracles import LAND_CARDS, best_land
from kamchatka.bots.ages.epochs.stakes import GOD
from kamchatka.bots.ages.epochs.tolls import harm, muster
from kamchatka.editions.godstorm.death_miracles import MIGHTIEST, by_armies
from kamchatka.editions.godstorm.places import ALTARS, ATLANTIS, CONTINENTS, CRYPTS, LANDS
from kamchatka.editions.godstorm.record import KINDS, SKY, WAR, temples_of
from kamchatka.editions.godstorm.relics import AEGIS, holder
from kamchatka.kernel.bits import size
from kamchatka.kernel.state import NOBODY

EXTRA_EPOCH: Final = 2.0  # an epoch more, for whoever is behind
# of each relic, an epoch
RELICS: Final = vec[float]([0.3, 0.35, 0.3, 0.25, 0.15, 0.3, 0.1, 0.4, 0.3, 0.8, 0.3, 0.3, 0.2, 0.3, 0.3])


def gather(crusade: Crusade) -> float:
    """Two armies at every temple."""
    gain = 0.0
    for place in temples_of(crusade.table, crusade.seat):
        gain += muster(crusade, place, 2)
    return gain


def strengthen(crusade: Crusade) -> float:
    """Two faith for every temple."""
    return 2.0 * crusade.faith * float(len(temples_of(crusade.table, crusade.seat)))


def deliver(crusade: Crusade) -> float:
    """Two cards more."""
    return 2.0 * CARD[WAR] if crusade.calendar.turns_left > 0.0 else CARD[WAR]


def freeze(crusade: Crusade) -> float:
    """An army of each stack for every god there."""
    gain = 0.0
    for place in range(i64(LANDS)):
        gain += harm(crusade, place, size(crusade.record.standing[place]))
    return gain


def turn_back(crusade: Crusade) -> float:
    """For whoever is behind in the last epoch, another one."""
    mine = crusade.rites.points(crusade.table, crusade.seat)
    for rival in range(crusade.state.seats):
        if rival != crusade.seat and crusade.rites.points(crusade.table, rival) > mine + 2.0:
            return EXTRA_EPOCH if crusade.calendar.later == 0.0 else 0.0
    return 0.0


def bleed(crusade: Crusade) -> float:
    """An army of each land of a continent, any of them."""
    gain = 0.0
    for place in range(i64(LANDS)):
        gain += harm(crusade, place, 1)
    return gain / float(CONTINENTS)


def shake(crusade: Crusade) -> float:
    """Half of each stack of a continent, any of them."""
    gain = 0.0
    for place in range(i64(LANDS)):
        gain += harm(crusade, place, crusade.state.armies[place] // 2)
    return gain / float(CONTINENTS)


def grow_old(crusade: Crusade) -> float:
    """An army of every stack."""
    gain = 0.0
    for place in range(i64(LANDS)):
        if crusade.state.armies[place] > 1:
            gain += harm(crusade, place, 1)
    return gain


def humble(crusade: Crusade) -> float:
    """Half of the three largest stacks."""
    gain = 0.0
    for place in by_armies(crusade.table)[:MIGHTIEST]:
        gain += harm(crusade, place, crusade.state.armies[place] // 2)
    return gain


def close_door(crusade: Crusade) -> float:
    """Half of what holds crypts and altars."""
    gain = 0.0
    for place in CRYPTS + ALTARS:
        gain += harm(crusade, place, crusade.state.armies[place] // 2)
    return gain


def rust(crusade: Crusade) -> float:
    """Every relic gone."""
    gain = 0.0
    for number in range(i64(len(RELICS))):
        gain += spoil(crusade, AEGIS + number)
    return gain


def sink(crusade: Crusade) -> float:
    """Atlantis and all on it gone."""
    gain = 0.0
    for place in crusade.lore.inside[ATLANTIS]:
        owner = crusade.state.owner[place]
        if owner == crusade.seat:
            gain -= crusade.hold[place] + crusade.price * float(crusade.state.armies[place])
        elif owner != NOBODY:
            gain += crusade.malice[owner] * crusade.hold[place] + harm(crusade, place, crusade.state.armies[place])
    return gain


def ragnarok(crusade: Crusade) -> float:
    """Every War god and every Sky god banished; one's own are missed twice."""
    gain = 0.0
    for seat in range(crusade.state.seats):
        for kind in (WAR, SKY):
            if crusade.record.piece[seat * KINDS + kind] != NOBODY:
                gain += -2.0 if seat == crusade.seat else crusade.malice[seat]
    return gain * GOD * crusade.faith


def wither(crusade: Crusade) -> float:
    """The hand of a rival gone."""
    best = 0.0
    for seat in range(crusade.state.seats):
        best = max(best, hand_worth(crusade, seat))
    return best


def peek(crusade: Crusade) -> float:
    """A card out of a rival's hand."""
    return 0.5 if wither(crusade) > 0.0 else 0.0


FREE_CARDS: Final[dict[str, Callable[[Crusade], float]]] = {
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
def relic_worth(crusade: Crusade, card: i64) -> float:
    """What a relic brings its owner until the end."""
    return RELICS[card - AEGIS] * max(0.2, crusade.calendar.turns_left)


def spoil(crusade: Crusade, card: i64) -> float:
    """What it is worth that a relic leaves the game: less than nothing when it is one's own."""
    owner = holder(crusade.table, card)
    if owner == NOBODY:
        return 0.0
    worth = relic_worth(crusade, card)
    return -worth if owner == crusade.seat else worth * crusade.malice[owner]


def hand_worth(crusade: Crusade, seat: i64) -> float:
    """What it is worth that a rival loses its hand."""
    return 0.0 if seat == crusade.seat else crusade.malice[seat] * 0.6 * float(crusade.state.hand[seat])


def best_relic(crusade: Crusade, taken: bool) -> float:
    """The best relic of a rival, to have it or to see it gone."""
    best = 0.0
    for number in range(i64(len(RELICS))):
        owner = holder(crusade.table, AEGIS + number)
        if owner != NOBODY and owner != crusade.seat:
            gain = relic_worth(crusade, AEGIS + number) if taken else 0.0
            best = max(best, gain + spoil(crusade, AEGIS + number))
    return best


def card_worth(crusade: Crusade, card: i64) -> float:
    """What a War or Death card would bring if it were played now, its price not counted."""
    kind = crusade.rites.miracles[card]
    if kind in LAND_CARDS:
        return best_land(crusade, kind)
    if kind in FREE_CARDS:
        return FREE_CARDS[kind](crusade)
    if kind == "a_shrine_is_plundered" or kind == "only_ash_remains":
        return best_relic(crusade, kind == "a_shrine_is_plundered")
    return 0.0
