"""What armies that come or go are worth: more of one's own, fewer of a rival's."""

from typing import Final

from mypy_extensions import i64

from kamchatka.bots.ages.epochs.crusade import Crusade
from kamchatka.kernel.state import NOBODY

SIEGE: Final = 2  # conquests in a row that a weakened place is looked at for


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
    stood = crusade.garrison[place]
    if crusade.state.owner[place] == crusade.seat or stood == 0:
        return 0.0
    before = siege(crusade, place)
    crusade.garrison[place] = max(i64(0), stood - armies)
    after = siege(crusade, place)
    crusade.garrison[place] = stood
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
