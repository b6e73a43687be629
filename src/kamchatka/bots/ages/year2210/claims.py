"""The first lands: in zones that can be held, beside one's own, by the sea."""

from mypy_extensions import i64

from kamchatka.bots.ages.year2210.theatre import WorldTheatre
from kamchatka.editions.risk2210.record import SEA
from kamchatka.kernel.options import PLACE, Action, Spots


def best_claim(theatre: WorldTheatre, option: Spots) -> Action:
    """The free land that fits best to what the seat has."""
    best = -1000.0
    at: i64 = option.places[0]
    for place in option.places:
        value = claim_worth(theatre, place)
        if value > best:
            best = value
            at = place
    return Action(PLACE, at, -1, option.least, option.what)


def claim_worth(theatre: WorldTheatre, place: i64) -> float:
    """Its part of the zone's bonus, dearer the more of the zone is held and the less of it by others; neighbours."""
    board = theatre.lore.board
    zone = board.zone[place]
    whole = 0.0
    held = 0.0
    rival = 0.0
    for other in theatre.lore.inside[zone]:
        if theatre.counts(other):
            whole += 1.0
            owner = theatre.state.owner[other]
            held += 1.0 if owner == theatre.seat else 0.0
            rival += 1.0 if owner >= 0 and owner != theatre.seat else 0.0
    value = float(board.bonus[zone]) / whole * (1.0 + 2.0 * held / whole) * (1.0 - 0.7 * rival / whole)
    for i in range(board.first[place], board.first[place + 1]):
        beside = board.links[i]
        if theatre.state.owner[beside] == theatre.seat:
            value += 0.15
        elif theatre.terrain[beside] == SEA:
            value += 0.1
    return value
