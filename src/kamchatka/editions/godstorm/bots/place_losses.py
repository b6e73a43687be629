"""The value of gained or lost armies. More armies are good for this seat, fewer for its rivals."""

from typing import Final

from mypy_extensions import i64

from kamchatka.editions.godstorm.bots.evaluator import GodEvaluator
from kamchatka.kernel.state import NOBODY

SIEGE: Final = 2  # search depth, in consecutive conquests, for attacks on a weakened place


def muster(evaluator: GodEvaluator, place: i64, armies: i64) -> float:
    """Return the value of more armies in a place of the seat."""
    if evaluator.state.owner[place] != evaluator.seat:
        return 0.0
    here = evaluator.state.armies[place]
    return evaluator.stand(place, here + armies) - evaluator.stand(place, here)


def harm(evaluator: GodEvaluator, place: i64, armies: i64) -> float:
    """Return the value of the loss of these armies; negative for the seat's own."""
    owner = evaluator.state.owner[place]
    if owner == NOBODY:
        return 0.0
    loss = float(min(armies, evaluator.state.armies[place])) * evaluator.price
    return -loss if owner == evaluator.seat else loss * evaluator.malice[owner]


def strike(evaluator: GodEvaluator, place: i64, armies: i64) -> float:
    """Return the value of destroying a rival's armies, including the seat's own attack on the rest."""
    stood = evaluator.garrison[place]
    if evaluator.state.owner[place] == evaluator.seat or stood == 0:
        return 0.0
    before = siege(evaluator, place)
    evaluator.garrison[place] = max(i64(0), stood - armies)
    after = siege(evaluator, place)
    evaluator.garrison[place] = stood
    return max(0.0, after - before) + max(0.0, harm(evaluator, place, armies))


def siege(evaluator: GodEvaluator, target: i64) -> float:
    """Return the value of the seat's best attack on a place from its neighbours."""
    board = evaluator.info.board
    best = 0.0
    for i in range(board.first[target], board.first[target + 1]):
        source = board.links[i]
        armies = evaluator.state.armies[source]
        if evaluator.state.owner[source] == evaluator.seat and armies > 1 and evaluator.leads(source, target):
            host = evaluator.god_state.standing[source]
            best = max(best, evaluator.attack(source, target, armies - 1, host, SIEGE))
    return best
