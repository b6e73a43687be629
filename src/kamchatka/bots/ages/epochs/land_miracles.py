"""Miracle cards that name a land: what each would bring there now, in points."""

from collections.abc import Callable
from typing import Final

from mypy_extensions import i64

from kamchatka.bots.ages.epochs.crusade import Crusade
from kamchatka.bots.ages.epochs.stakes import GOD
from kamchatka.bots.ages.epochs.tolls import muster, siege, strike
from kamchatka.editions.godstorm.places import LANDS, is_sunk
from kamchatka.editions.godstorm.record import has_temple, is_plagued
from kamchatka.kernel.bits import size
from kamchatka.kernel.state import NOBODY

DIE: Final = 3  # armies of a die, rounded down


def heroes(crusade: Crusade, place: i64) -> float:
    """Three armies."""
    return muster(crusade, place, 3)


def champions(crusade: Crusade, place: i64) -> float:
    """An army for every two faith held."""
    return muster(crusade, place, crusade.record.purse[crusade.seat] // 2)


def prayers(crusade: Crusade, place: i64) -> float:
    """A die of armies at a temple."""
    return muster(crusade, place, DIE) if has_temple(crusade.table, place) else 0.0


def empire(crusade: Crusade, place: i64) -> float:
    """A temple for nothing, for as much as its land is safe."""
    if crusade.state.owner[place] != crusade.seat or has_temple(crusade.table, place):
        return 0.0
    safe = crusade.kept(place, crusade.state.armies[place]) / max(0.01, crusade.hold[place])
    return safe * crusade.stream * (crusade.doctrine.army + crusade.doctrine.energy)


def storms(crusade: Crusade, place: i64) -> float:
    """A die of armies destroyed."""
    return strike(crusade, place, DIE)


def purge(crusade: Crusade, place: i64) -> float:
    """Everybody on plagued land destroyed."""
    return strike(crusade, place, crusade.state.armies[place]) if is_plagued(crusade.table, place) else 0.0


def fire(crusade: Crusade, place: i64) -> float:
    """A temple destroyed, and an army beside it."""
    owner = crusade.state.owner[place]
    if not has_temple(crusade.table, place) or owner == crusade.seat or owner == NOBODY:
        return 0.0
    return strike(crusade, place, 1) + crusade.malice[owner] * crusade.stream * crusade.doctrine.army


def forsaken(crusade: Crusade, place: i64) -> float:
    """Half of a stack and its gods gone."""
    if has_temple(crusade.table, place) or is_plagued(crusade.table, place):
        return 0.0
    gods = GOD * crusade.faith * float(size(crusade.record.standing[place]))
    return strike(crusade, place, crusade.state.armies[place] // 2) + gods


def trojan(crusade: Crusade, place: i64) -> float:
    """A land held by a single army, taken."""
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
    before = siege(crusade, place)
    crusade.garrison[place] = fewest
    after = siege(crusade, place)
    crusade.garrison[place] = state.armies[place]
    return after - before


LAND_CARDS: Final[dict[str, Callable[[Crusade, i64], float]]] = {
    "heroes_are_born": heroes,
    "champions_arise": champions,
    "prayers_are_answered": prayers,
    "an_empire_is_born": empire,
    "storms_rage": storms,
    "the_land_is_purged": purge,
    "fire_rains_down": fire,
    "the_gods_forsake_us": forsaken,
    "the_trojan_horse_is_revealed": trojan,
    "the_siren_calls": siren,
}


def best_land(crusade: Crusade, kind: str) -> float:
    """What a card brings in the land where it brings most."""
    best = 0.0
    for place in range(i64(LANDS)):
        if not is_sunk(crusade.table, place):
            best = max(best, LAND_CARDS[kind](crusade, place))
    return best
