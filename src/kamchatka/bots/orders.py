"""Orders by anybody's evaluator: where armies go, whom they attack, how they divide, where they move."""

from typing import Final, final

from mypy_extensions import i64

from kamchatka.bots.evaluator import Evaluator
from kamchatka.kernel.battle import Battle
from kamchatka.kernel.chance import Chance
from kamchatka.kernel.options import ATTACK, MOVE, OCCUPY, PASS, PLACE, Action, Amount, Options, Pairs, Spots

SPLITS: Final = 8  # ways of dividing a stack that are looked at


def best_place(evaluator: Evaluator, option: Spots) -> Action:
    """Where armies do most, and no more of them than do it."""
    best = -1.0
    at: i64 = option.places[0]
    n: i64 = option.most
    armies = evaluator.state.armies
    for place in option.places:
        now = evaluator.stand(place, armies[place])
        step = max(i64(1), (option.most - option.least) // SPLITS)
        amount = option.least
        while amount <= option.most:
            if evaluator.stand_at_most(place, armies[place] + amount) - now - 0.01 * float(amount) > best:
                gain = evaluator.stand(place, armies[place] + amount) - now - 0.01 * float(amount)
                if gain > best:
                    best = gain
                    at = place
                    n = amount
            amount += step
    return Action(PLACE, at, -1, n, option.what)


def best_attack(evaluator: Evaluator, option: Pairs) -> Action | None:
    """The attack that brings most beyond its cost; None when there is no good one."""
    best = 0.0
    chosen: Action | None = None
    for row in option.rows:
        source = row & 0xFF
        target = (row >> 8) & 0xFF
        dice = row >> 32
        # fewer dice than the armies allow: a rule protects the place, and it cannot be taken
        enough = dice >= min(i64(3), evaluator.state.armies[source] - 1)
        if enough and evaluator.assault_at_most(source, target) > best:
            gain = evaluator.assault(source, target)
            if gain > best:
                best = gain
                chosen = Action(ATTACK, source, target, dice)
    return chosen


def best_split(evaluator: Evaluator, option: Amount) -> Action:
    """How many armies move into a place just taken."""
    battle = evaluator.state.agenda[-1]
    n = option.most
    if isinstance(battle, Battle) and not evaluator.is_rear(battle.source, battle.target):
        best = -1.0
        armies = evaluator.state.armies[battle.source]
        step = max(i64(1), (option.most - option.least) // SPLITS)
        amount = option.most
        while amount >= option.least:
            value = evaluator.stand(battle.target, amount) + evaluator.stand(battle.source, armies - amount)
            if value > best:
                best = value
                n = amount
            amount -= step
    return Action(OCCUPY, -1, -1, n, option.what)


def best_move(evaluator: Evaluator, option: Pairs) -> Action | None:
    """The move after which the armies do more than before; None when they stand well."""
    best = 0.1
    chosen: Action | None = None
    armies = evaluator.state.armies
    for row in option.rows:
        source = row & 0xFF
        target = (row >> 8) & 0xFF
        most = row >> 32
        now = evaluator.stand(source, armies[source]) + evaluator.stand(target, armies[target])
        amount = most
        while amount > 0:
            stay, go = armies[source] - amount, armies[target] + amount
            if evaluator.stand_at_most(source, stay) + evaluator.stand_at_most(target, go) - now > best:
                then = evaluator.stand(source, stay) + evaluator.stand(target, go)
                if then - now > best:
                    best = then - now
                    chosen = Action(MOVE, source, target, amount)
            amount = amount // 2
    return chosen


@final
class Least(Chance):
    """No luck: the smallest number. It makes a range name its first action."""

    def below(self, n: i64) -> i64:
        return 0


LEAST: Final = Least()


def plain(options: Options) -> Action:
    """Where nothing is preferred: pass if one may, else the first thing there is."""
    for option in options.ranges:
        if option.verb == PASS:
            return Action(PASS)
    return options.ranges[0].nth(0, LEAST)
