"""Zones: to complete one's own, to keep them, to break those of rivals."""

from math import exp

from librt.vecs import append, vec
from mypy_extensions import i64

from kamchatka.bots.ages.theatre import Theatre
from kamchatka.bots.goals import NEARNESS


def seek_zones(theatre: Theatre, bonus_worth: float) -> None:
    """Every zone's bonus, at so much a unit, makes places dearer: for as much as the zone is in reach."""
    board = theatre.lore.board
    stacks = stacks_of(theatre)
    for zone in range(board.zones):
        value = float(board.bonus[zone]) * bonus_worth
        if value == 0.0:
            continue
        missing: vec[i64] = vec[i64](capacity=16)
        held: vec[i64] = vec[i64](capacity=16)
        for place in theatre.lore.inside[zone]:
            if theatre.counts(place):
                if theatre.state.owner[place] == theatre.seat:
                    held = append(held, place)
                else:
                    missing = append(missing, place)
        if len(missing) > 0:
            pursue(theatre, missing, value, stacks)
            break_zone(theatre, missing, len(held) == 0, value)
        for place in held:
            theatre.hold[place] += value * theatre.doctrine.zone if len(missing) == 0 else 0.0


def pursue(theatre: Theatre, missing: vec[i64], value: float, stacks: vec[i64]) -> None:
    """Every missing place gets its part of what the zone promises, by what it costs."""
    total = cost(theatre, missing)
    prize = value * chance(theatre, missing, stacks, total)
    for place in missing:
        theatre.worth[place] += prize * (1.0 + float(theatre.garrison[place])) / total


def break_zone(theatre: Theatre, places: vec[i64], whole: bool, value: float) -> None:
    """A zone that a rival holds alone: whoever takes one of its places takes its bonus away."""
    owner = theatre.state.owner[places[0]]
    if not whole or owner < 0:
        return
    for place in places:
        if theatre.state.owner[place] != owner:
            return
    for place in places:
        theatre.worth[place] += value * theatre.malice[owner]


def stacks_of(theatre: Theatre) -> vec[i64]:
    """One's own places with units to spare."""
    found: vec[i64] = vec[i64](capacity=16)
    for place in range(theatre.lore.board.size):
        if theatre.state.owner[place] == theatre.seat and theatre.garrison[place] > 1:
            found = append(found, place)
    return found


def cost(theatre: Theatre, places: vec[i64]) -> float:
    """Roughly, the units that it takes to hold all of these: those who fall, and one to stay in each."""
    total = 0.0
    for place in places:
        total += 1.0 + float(theatre.garrison[place])
    return total


def chance(theatre: Theatre, missing: vec[i64], stacks: vec[i64], total: float) -> float:
    """Roughly, the chance to take all of these soon: one's power near them against what they cost."""
    for place in missing:
        if theatre.open[place] == 0:
            return 0.0
    power = float(theatre.state.stock[theatre.seat])
    for stack in stacks:
        nearest: i64 = len(NEARNESS)
        for place in missing:
            nearest = min(nearest, theatre.near(stack, place))
            if nearest == 1:
                break
        if nearest < len(NEARNESS):
            power += NEARNESS[nearest] * float(theatre.garrison[stack] - 1)
    ratio = power / total
    return 1.0 / (1.0 + exp(theatre.doctrine.slope * (theatre.doctrine.margin - ratio)))
