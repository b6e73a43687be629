"""Zone goals: complete our own zones, keep them, and break those of rivals."""

from math import exp

from librt.vecs import append, vec
from mypy_extensions import i64

from kamchatka.bots.ages.evaluator import AgeEvaluator
from kamchatka.bots.goals.goals import NEARNESS


def seek_zones(evaluator: AgeEvaluator, bonus_worth: float) -> None:
    """Add each zone's bonus, at `bonus_worth` per unit, to its places, weighted by the chance to complete the zone."""
    board = evaluator.info.board
    stacks = stacks_of(evaluator)
    for zone in range(board.zones):
        value = float(board.bonus[zone]) * bonus_worth
        if value == 0.0:
            continue
        missing: vec[i64] = vec[i64](capacity=16)
        held: vec[i64] = vec[i64](capacity=16)
        for place in evaluator.info.inside[zone]:
            if evaluator.counts(place):
                if evaluator.state.owner[place] == evaluator.seat:
                    held = append(held, place)
                else:
                    missing = append(missing, place)
        if len(missing) > 0:
            pursue(evaluator, missing, value, stacks)
            break_zone(evaluator, missing, len(held) == 0, value)
        for place in held:
            evaluator.hold[place] += value * evaluator.weights.zone if len(missing) == 0 else 0.0


def pursue(evaluator: AgeEvaluator, missing: vec[i64], value: float, stacks: vec[i64]) -> None:
    """Distribute the expected prize of a zone over its missing places by their cost."""
    total = cost(evaluator, missing)
    prize = value * chance(evaluator, missing, stacks, total)
    for place in missing:
        evaluator.worth[place] += prize * (1.0 + float(evaluator.garrison[place])) / total


def break_zone(evaluator: AgeEvaluator, places: vec[i64], whole: bool, value: float) -> None:
    """Raise the value of places in a zone that one rival holds completely: taking any of them removes its bonus."""
    owner = evaluator.state.owner[places[0]]
    if not whole or owner < 0:
        return
    for place in places:
        if evaluator.state.owner[place] != owner:
            return
    for place in places:
        evaluator.worth[place] += value * evaluator.malice[owner]


def stacks_of(evaluator: AgeEvaluator) -> vec[i64]:
    """Return our places with units to spare."""
    found: vec[i64] = vec[i64](capacity=16)
    for place in range(evaluator.info.board.size):
        if evaluator.state.owner[place] == evaluator.seat and evaluator.garrison[place] > 1:
            found = append(found, place)
    return found


def cost(evaluator: AgeEvaluator, places: vec[i64]) -> float:
    """Estimate the units needed to take and hold all of these places: losses, plus one garrison each."""
    total = 0.0
    for place in places:
        total += 1.0 + float(evaluator.garrison[place])
    return total


def chance(evaluator: AgeEvaluator, missing: vec[i64], stacks: vec[i64], total: float) -> float:
    """Estimate the chance to take all of these places soon, from our nearby units and the cost."""
    for place in missing:
        if evaluator.open[place] == 0:
            return 0.0
    power = float(evaluator.state.stock[evaluator.seat])
    for stack in stacks:
        nearest: i64 = len(NEARNESS)
        for place in missing:
            nearest = min(nearest, evaluator.near(stack, place))
            if nearest == 1:
                break
        if nearest < len(NEARNESS):
            power += NEARNESS[nearest] * float(evaluator.garrison[stack] - 1)
    ratio = power / total
    return 1.0 / (1.0 + exp(evaluator.weights.slope * (evaluator.weights.margin - ratio)))
