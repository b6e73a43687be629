"""Orders for parties of armies and pieces, for any evaluator: invade, occupy, fortify."""

from typing import Final

from mypy_extensions import i64

from kamchatka.bots.ages.evaluator import DEPTH, AgeEvaluator
from kamchatka.kernel.options import INVADE, Action, Pairs
from kamchatka.kernel.parties import Parties, Party

SPLITS: Final = 6  # number of ways considered for dividing a stack
GAIN: Final = 0.03  # minimum gain of a move


def best_invasion(evaluator: AgeEvaluator, option: Pairs) -> Action | None:
    """Return the most valuable invasion; None if none brings the minimum."""
    best = evaluator.weights.least
    chosen: Action | None = None
    for row in option.rows:
        source = row & 0xFF
        target = (row >> 8) & 0xFF
        host = evaluator.own.standing[source]
        gain = evaluator.attack(source, target, evaluator.fighters(source, evaluator.garrison[source]), host, DEPTH)
        if gain > best:
            best = gain
            chosen = Action(INVADE, source, target, row >> 32)
    return chosen


def best_entry(evaluator: AgeEvaluator, option: Parties, party: Party, source: i64, target: i64) -> Action:
    """Choose the armies and pieces that enter a place just taken."""
    best = -1000.0
    chosen = option.fullest(party)
    armies = evaluator.state.armies[source]
    for what in option.sets(party):
        if what == party.forced or what == party.pieces:
            least = option.fewest(party, what)
            n = option.most(party, what)
            step = max(i64(1), (n - least) // SPLITS)
            while n >= least:
                stays = evaluator.own.standing[source] & ~what
                value = evaluator.post(target, n, what) + evaluator.post(source, armies - n, stays)
                if value > best:
                    best = value
                    chosen = Action(option.verb, party.at, party.to, n, what)
                n -= step
    return chosen


def best_fortification(evaluator: AgeEvaluator, option: Parties) -> Action | None:
    """Return the move that improves the position most; None if no move brings the minimum."""
    best = GAIN
    chosen: Action | None = None
    for row in option.rows:
        party = option.party(row)
        if is_front(evaluator, party.to):
            before = evaluator.stand(party.at, evaluator.state.armies[party.at])
            before += evaluator.stand(party.to, evaluator.state.armies[party.to])
            for what in option.sets(party):
                n = option.most(party, what)
                if (what == party.forced or what == party.pieces) and n >= option.fewest(party, what):
                    gain = value_after_move(evaluator, party, n, what) - before
                    if gain > best:
                        best = gain
                        chosen = Action(option.verb, party.at, party.to, n, what)
    return chosen


def value_after_move(evaluator: AgeEvaluator, party: Party, n: i64, what: i64) -> float:
    """Return the value of both places after a move."""
    armies = evaluator.state.armies
    standing = evaluator.own.standing
    there = evaluator.post(party.to, armies[party.to] + n, standing[party.to] | what)
    return there + evaluator.post(party.at, armies[party.at] - n, standing[party.at] & ~what)


def is_front(evaluator: AgeEvaluator, place: i64) -> bool:
    """Return whether any place not held by the seat can be invaded from this place."""
    return evaluator.first_way[place] < evaluator.first_way[place + 1]
