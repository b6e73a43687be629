"""What each miracle card would bring now, in points: cards that name a land by the land, all others as they are."""
from collections.abc import Callable
from typing import Final

from mypy_extensions import i64

from kamchatka.bots.ages.epochs.crusade import Crusade
from kamchatka.bots.ages.epochs.gods import CARD
from kamchatka.bots.ages.epochs.stakes import GOD
from kamchatka.editions.godstorm.death_miracles import MIGHTIEST, by_armies
from kamchatka.editions.godstorm.places import ALTARS, ATLANTIS, CONTINENTS, CRYPTS, LANDS, is_sunk
from kamchatka.editions.godstorm.record import KINDS, SKY, WAR, has_temple, is_plagued, temples_of
from kamchatka.editions.godstorm.relics import AEGIS, holder
from kamchatka.kernel.bits import size
from kamchatka.kernel.state import NOBODY

DIE: Final = 3              # armies of a die, rounded down
SIEGE: Final = 2            # conquests in a row that a weakened place is looked at for
EXTRA_EPOCH: Final = 2.0    # an epoch more, for whoever is behind
RELICS: Final = (0.3, 0.35, 0.3, 0.25, 0.15, 0.3, 0.1, 0.4, 0.3, 0.8, 0.3, 0.3, 0.2, 0.3, 0.3)  # of each, an epoch


# ------------------------------------------------------------------ armies come and go
def muster(crusade: Crusade, place: i64, armies: i64) -> float:
    """What so many armies more do in a place of one's own."""
    if crusade.state.owner[place] != crusade.seat:
        return 0.0
    here = crusade.state.armies[place]
    return crusade.stand(place, here + armies) - crusade.stand(place, here)


def harm(crusade: Crusade, place: i64, armies: i64) -> float:
    """What the loss of so many armies there is worth: less than nothing when they are one's own."""
    owner = crusade.state.owner[place]
    if owner == NOBODY:
        return 0.0
    loss = float(min(armies, crusade.state.armies[place])) * crusade.price
    return -loss if owner == crusade.seat else loss * crusade.malice[owner]


def strike(crusade: Crusade, place: i64, armies: i64) -> float:
    """What it is worth to destroy so many armies of a rival: for themselves, and for one's own attack on the rest."""
    state = crusade.state
    if state.owner[place] == crusade.seat or state.armies[place] == 0:
        return 0.0
    before = siege(crusade, place)
    stood = state.armies[place]
    state.armies[place] = max(i64(0), stood - armies)
    after = siege(crusade, place)
    state.armies[place] = stood
    return max(0.0, after - before) + max(0.0, harm(crusade, place, armies))


def siege(crusade: Crusade, target: i64) -> float:
    """The best attack on a place out of those beside it."""
    board = crusade.lore.board
    best = 0.0
    for i in range(board.first[target], board.first[target + 1]):
        source = board.links[i]
        armies = crusade.state.armies[source]
        if crusade.state.owner[source] == crusade.seat and armies > 1 and crusade.leads(source, target):
            host = crusade.record.standing[source]
            best = max(best, crusade.attack(source, target, armies - 1, host, SIEGE))
    return best


# ------------------------------------------------------------------ cards that name a land
def heroes(crusade: Crusade, place: i64) -> float:
    return muster(crusade, place, 3)


def champions(crusade: Crusade, place: i64) -> float:
    return muster(crusade, place, crusade.record.purse[crusade.seat] // 2)


def prayers(crusade: Crusade, place: i64) -> float:
    return muster(crusade, place, DIE) if has_temple(crusade.table, place) else 0.0


def empire(crusade: Crusade, place: i64) -> float:
    if crusade.state.owner[place] != crusade.seat or has_temple(crusade.table, place):
        return 0.0
    safe = crusade.kept(place, crusade.state.armies[place]) / max(0.01, crusade.hold[place])
    return safe * crusade.stream * (crusade.doctrine.army + crusade.doctrine.energy)


def storms(crusade: Crusade, place: i64) -> float:
    return strike(crusade, place, DIE)


def purge(crusade: Crusade, place: i64) -> float:
    return strike(crusade, place, crusade.state.armies[place]) if is_plagued(crusade.table, place) else 0.0


def fire(crusade: Crusade, place: i64) -> float:
    owner = crusade.state.owner[place]
    if not has_temple(crusade.table, place) or owner == crusade.seat or owner == NOBODY:
        return 0.0
    return strike(crusade, place, 1) + crusade.malice[owner] * crusade.stream * crusade.doctrine.army


def forsaken(crusade: Crusade, place: i64) -> float:
    if has_temple(crusade.table, place) or is_plagued(crusade.table, place):
        return 0.0
    gods = GOD * crusade.faith * float(size(crusade.record.standing[place]))
    return strike(crusade, place, crusade.state.armies[place] // 2) + gods


def trojan(crusade: Crusade, place: i64) -> float:
    owner = crusade.state.owner[place]
    if crusade.state.armies[place] != 1 or owner == crusade.seat or owner == NOBODY:
        return 0.0
    return crusade.worth[place] + crusade.doctrine.army


def siren(crusade: Crusade, place: i64) -> float:
    """One's own attack on this place, if the smallest stack of its owner stood there."""
    state = crusade.state
    if state.owner[place] == crusade.seat or state.owner[place] == NOBODY:
        return 0.0
    fewest = state.armies[place]
    for other in range(i64(LANDS)):
        if state.owner[other] == state.owner[place]:
            fewest = min(fewest, state.armies[other])
    stood = state.armies[place]
    before = siege(crusade, place)
    state.armies[place] = fewest
    after = siege(crusade, place)
    state.armies[place] = stood
    return after - before


LAND_CARDS: Final[dict[str, Callable[[Crusade, i64], float]]] = {
    "heroes_are_born": heroes, "champions_arise": champions, "prayers_are_answered": prayers,
    "an_empire_is_born": empire, "storms_rage": storms, "the_land_is_purged": purge, "fire_rains_down": fire,
    "the_gods_forsake_us": forsaken, "the_trojan_horse_is_revealed": trojan, "the_siren_calls": siren,
}


def best_land(crusade: Crusade, kind: str) -> float:
    """What a card brings in the land where it brings most."""
    best = 0.0
    for place in range(i64(LANDS)):
        if not is_sunk(crusade.table, place):
            best = max(best, LAND_CARDS[kind](crusade, place))
    return best


# ------------------------------------------------------------------ cards that name none
def gather(crusade: Crusade) -> float:
    gain = 0.0
    for place in temples_of(crusade.table, crusade.seat):
        gain += muster(crusade, place, 2)
    return gain


def strengthen(crusade: Crusade) -> float:
    return 2.0 * crusade.faith * float(len(temples_of(crusade.table, crusade.seat)))


def deliver(crusade: Crusade) -> float:
    return 2.0 * CARD[WAR] if crusade.calendar.turns_left > 0.0 else CARD[WAR]


def freeze(crusade: Crusade) -> float:
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
    gain = 0.0
    for place in range(i64(LANDS)):
        gain += harm(crusade, place, 1)
    return gain / float(CONTINENTS)


def shake(crusade: Crusade) -> float:
    gain = 0.0
    for place in range(i64(LANDS)):
        gain += harm(crusade, place, crusade.state.armies[place] // 2)
    return gain / float(CONTINENTS)


def grow_old(crusade: Crusade) -> float:
    gain = 0.0
    for place in range(i64(LANDS)):
        if crusade.state.armies[place] > 1:
            gain += harm(crusade, place, 1)
    return gain


def humble(crusade: Crusade) -> float:
    gain = 0.0
    for place in by_armies(crusade.table)[:MIGHTIEST]:
        gain += harm(crusade, place, crusade.state.armies[place] // 2)
    return gain


def close_door(crusade: Crusade) -> float:
    gain = 0.0
    for place in CRYPTS + ALTARS:
        gain += harm(crusade, place, crusade.state.armies[place] // 2)
    return gain


def rust(crusade: Crusade) -> float:
    gain = 0.0
    for number in range(i64(len(RELICS))):
        gain += spoil(crusade, AEGIS + number)
    return gain


def sink(crusade: Crusade) -> float:
    gain = 0.0
    for place in crusade.lore.inside[ATLANTIS]:
        owner = crusade.state.owner[place]
        if owner == crusade.seat:
            gain -= crusade.hold[place] + crusade.price * float(crusade.state.armies[place])
        elif owner != NOBODY:
            gain += crusade.malice[owner] * crusade.hold[place] + harm(crusade, place, crusade.state.armies[place])
    return gain


def ragnarok(crusade: Crusade) -> float:
    gain = 0.0
    for seat in range(crusade.state.seats):
        for kind in (WAR, SKY):
            if crusade.record.piece[seat * KINDS + kind] != NOBODY:
                gain += -2.0 if seat == crusade.seat else crusade.malice[seat]
    return gain * GOD * crusade.faith


def wither(crusade: Crusade) -> float:
    best = 0.0
    for seat in range(crusade.state.seats):
        best = max(best, hand_worth(crusade, seat))
    return best


def peek(crusade: Crusade) -> float:
    return 0.5 if wither(crusade) > 0.0 else 0.0


FREE_CARDS: Final[dict[str, Callable[[Crusade], float]]] = {
    "the_faithful_gather": gather, "our_faith_is_our_strength": strengthen, "faith_shall_deliver": deliver,
    "the_sun_grows_cold": freeze, "time_stands_still": turn_back, "blood_coats_the_land": bleed,
    "the_ground_shakes": shake, "the_young_grow_old": grow_old, "the_mighty_have_fallen": humble,
    "deaths_door_closes": close_door, "diamonds_turn_to_rust": rust, "the_sea_is_your_tomb": sink,
    "ragnarok_cometh": ragnarok, "crops_wither": wither, "visions_become_real": peek,
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
