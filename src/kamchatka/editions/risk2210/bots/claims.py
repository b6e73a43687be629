"""Claims of the first territories: in zones that can be held, next to own places, and by the sea."""

from mypy_extensions import i64

from kamchatka.editions.risk2210.bots.evaluator import CommanderEvaluator
from kamchatka.editions.risk2210.state import SEA
from kamchatka.kernel.options import PLACE, Action, Spots


def best_claim(evaluator: CommanderEvaluator, option: Spots) -> Action:
    """Claim the free territory that best fits the seat's places."""
    best = -1000.0
    at: i64 = option.places[0]
    for place in option.places:
        value = claim_worth(evaluator, place)
        if value > best:
            best = value
            at = place
    return Action(PLACE, at, -1, option.least, option.what)


def claim_worth(evaluator: CommanderEvaluator, place: i64) -> float:
    """Value a free territory: a share of the zone's bonus, weighted by own and rival places there, plus neighbours."""
    board = evaluator.info.board
    zone = board.zone[place]
    whole = 0.0
    held = 0.0
    rival = 0.0
    for other in evaluator.info.inside[zone]:
        if evaluator.counts(other):
            whole += 1.0
            owner = evaluator.state.owner[other]
            held += 1.0 if owner == evaluator.seat else 0.0
            rival += 1.0 if owner >= 0 and owner != evaluator.seat else 0.0
    value = float(board.bonus[zone]) / whole * (1.0 + 2.0 * held / whole) * (1.0 - 0.7 * rival / whole)
    for i in range(board.first[place], board.first[place + 1]):
        beside = board.links[i]
        if evaluator.state.owner[beside] == evaluator.seat:
            value += 0.15
        elif evaluator.terrain[beside] == SEA:
            value += 0.1
    return value
