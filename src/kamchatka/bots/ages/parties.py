"""Orders for parties of armies and pieces, by any theatre: invade, move in, fortify."""

from typing import Final

from mypy_extensions import i64

from kamchatka.bots.ages.theatre import DEPTH, Theatre
from kamchatka.kernel.options import INVADE, Action, Pairs
from kamchatka.kernel.parties import Parties, Party

SPLITS: Final = 6  # ways of dividing a stack that are looked at
GAIN: Final = 0.03  # a move must bring so much


def best_invasion(theatre: Theatre, option: Pairs) -> Action | None:
    """The invasion that brings most beyond its cost; None when none brings enough."""
    best = theatre.doctrine.least
    chosen: Action | None = None
    for row in option.rows:
        source = row & 0xFF
        target = (row >> 8) & 0xFF
        host = theatre.own.standing[source]
        gain = theatre.attack(source, target, theatre.fighters(source, theatre.garrison[source]), host, DEPTH)
        if gain > best:
            best = gain
            chosen = Action(INVADE, source, target, row >> 32)
    return chosen


def best_entry(theatre: Theatre, option: Parties, party: Party, source: i64, target: i64) -> Action:
    """Who moves into a place just taken, and who stays where they came from."""
    best = -1000.0
    chosen = option.fullest(party)
    armies = theatre.state.armies[source]
    for what in option.sets(party):
        if what == party.forced or what == party.pieces:
            least = option.fewest(party, what)
            n = option.most(party, what)
            step = max(i64(1), (n - least) // SPLITS)
            while n >= least:
                stays = theatre.own.standing[source] & ~what
                value = theatre.post(target, n, what) + theatre.post(source, armies - n, stays)
                if value > best:
                    best = value
                    chosen = Action(option.verb, party.at, party.to, n, what)
                n -= step
    return chosen


def best_fortification(theatre: Theatre, option: Parties) -> Action | None:
    """The move after which armies and pieces do more than before; None when they stand well."""
    best = GAIN
    chosen: Action | None = None
    for row in option.rows:
        party = option.party(row)
        if is_front(theatre, party.to):
            before = theatre.stand(party.at, theatre.state.armies[party.at])
            before += theatre.stand(party.to, theatre.state.armies[party.to])
            for what in option.sets(party):
                n = option.most(party, what)
                if (what == party.forced or what == party.pieces) and n >= option.fewest(party, what):
                    gain = moved(theatre, party, n, what) - before
                    if gain > best:
                        best = gain
                        chosen = Action(option.verb, party.at, party.to, n, what)
    return chosen


def moved(theatre: Theatre, party: Party, n: i64, what: i64) -> float:
    """What both places are good for after a move."""
    armies = theatre.state.armies
    standing = theatre.own.standing
    there = theatre.post(party.to, armies[party.to] + n, standing[party.to] | what)
    return there + theatre.post(party.at, armies[party.at] - n, standing[party.at] & ~what)


def is_front(theatre: Theatre, place: i64) -> bool:
    """Whether anything that is not the seat's own can be invaded from a place."""
    return theatre.first_way[place] < theatre.first_way[place + 1]
