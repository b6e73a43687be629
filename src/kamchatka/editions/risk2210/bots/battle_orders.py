"""Battle orders: which units roll, defend and are lost. Commanders roll eight-sided dice, and MODs are lost first."""

from mypy_extensions import i64

from kamchatka.bots.ages.evaluator import DEPTH
from kamchatka.editions.risk2210.battle.battle import Assault
from kamchatka.editions.risk2210.bots.evaluator import CommanderEvaluator
from kamchatka.editions.risk2210.bots.place_values import commander_worth
from kamchatka.kernel.bits import bit, members, size
from kamchatka.kernel.options import LOSE, PASS, Action
from kamchatka.kernel.parties import Parties


def best_roll(evaluator: CommanderEvaluator, option: Parties, frame: Assault, may_stop: bool) -> Action | None:
    """Roll as many dice as possible, commanders first. Stop if the invasion no longer pays."""
    source = frame.source
    target = frame.target
    host = evaluator.own.standing[source]
    if may_stop and evaluator.attack(source, target, evaluator.garrison[source] - 1, host, DEPTH) <= 0.0:
        return Action(PASS)
    eights: i64 = 0
    for kind in members(host):
        if evaluator.eights(source, target, bit(kind)) > 0:
            eights |= bit(kind)
    return choose_party(option, eights)


def best_defence(option: Parties) -> Action | None:
    """Roll both dice, commanders first, because a defending commander isn't lost before the MODs."""
    every: i64 = -1  # as bits: all commanders defend with eight-sided dice
    return choose_party(option, every)


def choose_party(option: Parties, eights: i64) -> Action | None:
    """Choose the most dice, with the commanders in the set `eights` (bits) but without the others."""
    party = option.alone()
    if party is None:
        return None
    best: i64 = -1
    chosen: Action | None = None
    for what in option.sets(party):
        n = option.most(party, what)
        value = 10 * (n + size(what)) + 4 * size(what & eights) - size(what)
        if value > best:
            best = value
            chosen = Action(option.verb, party.at, party.to, n, what)
    return chosen


def best_loss(evaluator: CommanderEvaluator, option: Parties) -> Action | None:
    """Lose MODs before commanders, the least useful commander first, in the place where they matter least."""
    best = 1000.0
    chosen: Action | None = None
    for row in option.rows:
        party = option.party(row)
        for what in option.sets(party):
            n = option.fewest(party, what)
            value = 0.1 * float(n)
            for kind in members(what):
                value += 1.0 + commander_worth(evaluator, evaluator.record, kind)
            if party.at >= 0:
                armies = evaluator.state.armies[party.at]
                value += evaluator.stand(party.at, armies) - evaluator.stand(party.at, armies - n)
            if value < best:
                best = value
                chosen = Action(LOSE, party.at, party.to, n, what)
    return chosen
