"""Orders to armies and gods: whom to invade and with which gods, when to stop, who rises from below."""

from mypy_extensions import i64

from kamchatka.bots.ages.chart import LAST
from kamchatka.bots.ages.epochs.crusade import Crusade
from kamchatka.bots.ages.parties import best_entry
from kamchatka.bots.ages.theatre import DEPTH
from kamchatka.editions.godstorm.forces import Invaders, force
from kamchatka.kernel.options import INVADE, Action, Pairs
from kamchatka.kernel.parties import Parties, Party


def depth(crusade: Crusade) -> i64:
    """How far a march is reckoned."""
    return DEPTH if crusade.calendar.turns_left > 0.0 else LAST


def best_invasion(crusade: Crusade, option: Parties) -> Action | None:
    """The invasion, with or without the gods at hand, that brings most; None when none brings enough."""
    best = crusade.doctrine.least
    chosen: Party | None = None
    gods: i64 = 0
    for row in option.rows:
        party = option.party(row)
        attackers = crusade.fighters(party.at, crusade.state.armies[party.at])
        for host in (party.pieces, i64(0)):
            gain = crusade.attack(party.at, party.to, attackers, host, depth(crusade))
            if gain > best and not (host and crusade.record.blight[party.to]):
                best = gain
                chosen = party
                gods = host
    if chosen is None:
        return None
    if crusade.state.armies[chosen.to] == 0:
        return best_entry(crusade, option, chosen, chosen.at, chosen.to)
    return Action(INVADE, chosen.at, chosen.to, option.most(chosen, gods), gods)


def goes_on(crusade: Crusade, frame: Invaders) -> bool:
    """Whether an invasion under way still pays."""
    attackers = crusade.fighters(frame.source, crusade.state.armies[frame.source])
    gods = force(crusade.table, frame)
    return crusade.attack(frame.source, frame.target, attackers, gods, depth(crusade)) > 0.0


def best_transfer(crusade: Crusade, option: Pairs) -> tuple[float, Action | None]:
    """The move of armies alone after which they do more than before, and how much more."""
    best = crusade.doctrine.least
    chosen: Action | None = None
    armies = crusade.state.armies
    for row in option.rows:
        source = row & 0xFF
        target = (row >> 8) & 0xFF
        now = crusade.stand(source, armies[source]) + crusade.stand(target, armies[target])
        amount = row >> 32
        while amount > 0:
            then = crusade.stand(source, armies[source] - amount) + crusade.stand(target, armies[target] + amount)
            if then - now > best:
                best = then - now
                chosen = Action(option.verb, source, target, amount)
            amount = amount // 2
    return best, chosen
