"""Orders for armies and gods: invasions with or without gods, when to stop, and transfers."""

from mypy_extensions import i64

from kamchatka.bots.ages.board_reading import LAST
from kamchatka.bots.ages.evaluator import DEPTH
from kamchatka.bots.ages.parties import best_entry
from kamchatka.editions.godstorm.bots.evaluator import GodEvaluator
from kamchatka.editions.godstorm.invasion.forces import Invaders, force
from kamchatka.kernel.options import INVADE, Action, Pairs
from kamchatka.kernel.parties import Parties, Party


def depth(evaluator: GodEvaluator) -> i64:
    """Return the search depth for a march."""
    return DEPTH if evaluator.calendar.turns_left > 0.0 else LAST


def best_invasion(evaluator: GodEvaluator, option: Parties) -> Action | None:
    """Choose the best invasion, with or without the gods at hand. Return None if no invasion gains enough."""
    best = evaluator.weights.least
    chosen: Party | None = None
    gods: i64 = 0
    for row in option.rows:
        party = option.party(row)
        attackers = evaluator.fighters(party.at, evaluator.state.armies[party.at])
        for host in (party.pieces, i64(0)):
            gain = evaluator.attack(party.at, party.to, attackers, host, depth(evaluator))
            if gain > best and not (host and evaluator.god_state.hazard[party.to]):
                best = gain
                chosen = party
                gods = host
    if chosen is None:
        return None
    if evaluator.state.armies[chosen.to] == 0:
        return best_entry(evaluator, option, chosen, chosen.at, chosen.to)
    return Action(INVADE, chosen.at, chosen.to, option.most(chosen, gods), gods)


def goes_on(evaluator: GodEvaluator, frame: Invaders) -> bool:
    """Return True if an invasion in progress still pays."""
    attackers = evaluator.fighters(frame.source, evaluator.state.armies[frame.source])
    gods = force(evaluator.table, frame)
    return evaluator.attack(frame.source, frame.target, attackers, gods, depth(evaluator)) > 0.0


def best_transfer(evaluator: GodEvaluator, option: Pairs) -> tuple[float, Action | None]:
    """Return the transfer of armies that improves the position most, with its gain."""
    best = evaluator.weights.least
    chosen: Action | None = None
    armies = evaluator.state.armies
    for row in option.rows:
        source = row & 0xFF
        target = (row >> 8) & 0xFF
        now = evaluator.stand(source, armies[source]) + evaluator.stand(target, armies[target])
        amount = row >> 32
        while amount > 0:
            then = evaluator.stand(source, armies[source] - amount) + evaluator.stand(target, armies[target] + amount)
            if then - now > best:
                best = then - now
                chosen = Action(option.verb, source, target, amount)
            amount = amount // 2
    return best, chosen
