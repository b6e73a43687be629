"""Choose orders by any evaluator: place armies, attack, split and move."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from kamchatka.bots.evaluator import Evaluator
from kamchatka.kernel.battle import Battle
from kamchatka.kernel.chance import Chance
from kamchatka.kernel.options import ATTACK, MOVE, OCCUPY, PASS, PLACE, Action, Amount, Options, Pairs, Spots

SPLITS: Final = 8  # number of ways considered for dividing a stack
FEW_SPLITS: Final = 2  # the same for a brisk evaluator above MANY armies: all, half, few
MANY: Final = 24
HALVINGS: Final = 64  # how often the armies of a move are halved: down to one
FEW_HALVINGS: Final = 3  # the same for a brisk evaluator: all, half, a quarter
SPARED: Final = 0.01  # value of an army kept for another place


def best_place(evaluator: Evaluator, option: Spots) -> Action:
    """Place armies where they achieve most, and only as many as needed there. Of equals, the first."""
    places, armies = option.places, evaluator.state.armies
    step = step_of(evaluator, option.least, option.most)
    amounts = (option.most - option.least) // step + 1  # amounts considered per place
    # a brisk evaluator considers few amounts, but always includes placing all armies at once
    fewest = option.most - (amounts - 1) * step if evaluator.is_brisk else option.least
    now = vec[float]([0.0] * len(places))
    most = vec[float]([0.0] * int(amounts * len(places)))
    lead: i64 = 0  # the most promising option is evaluated first, so that most others can be skipped
    i: i64 = 0
    for n in range(i64(len(places))):
        here = armies[places[n]]
        now[n] = evaluator.stand(places[n], here)
        for k in range(amounts):
            amount = fewest + k * step
            most[i] = evaluator.stand_at_most(places[n], here + amount) - now[n] - SPARED * float(amount)
            if most[i] > most[lead]:
                lead = i
            i += 1
    best = -1.0
    chosen: i64 = -1
    for k in range(i64(-1), i64(len(most))):
        i = lead if k < 0 else k
        if k != lead and (most[i] > best or (most[i] == best and i < chosen)):
            n = i // amounts
            amount = fewest + i % amounts * step
            gain = evaluator.stand(places[n], armies[places[n]] + amount) - now[n] - SPARED * float(amount)
            if gain > best or (gain == best and i < chosen):
                best = gain
                chosen = i
    if chosen < 0:
        return Action(PLACE, places[0], -1, option.most, option.what)
    return Action(PLACE, places[chosen // amounts], -1, fewest + chosen % amounts * step, option.what)


def step_of(evaluator: Evaluator, least: i64, most: i64) -> i64:
    """Return the step between the amounts considered."""
    is_few = evaluator.is_brisk and most - least > MANY
    return max(i64(1), (most - least) // (i64(FEW_SPLITS) if is_few else i64(SPLITS)))


def best_attack(evaluator: Evaluator, option: Pairs) -> Action | None:
    """Return the most valuable attack, the first of equals; None if no attack pays."""
    rows = option.rows
    count = i64(len(rows))
    most = vec[float]([0.0] * len(rows))
    lead: i64 = 0  # the most promising attack is evaluated first, so that most others can be skipped
    for i in range(count):
        source = rows[i] & 0xFF
        # fewer dice than the armies allow: a rule protects the place, and it can't be taken
        if rows[i] >> 32 >= min(i64(3), evaluator.state.armies[source] - 1):
            most[i] = evaluator.assault_at_most(source, (rows[i] >> 8) & 0xFF)
            if most[i] > most[lead]:
                lead = i
    best = 0.0
    chosen: i64 = -1
    for k in range(i64(-1), count):
        i = lead if k < 0 else k
        if k != lead and (most[i] > best or (most[i] == best and i < chosen)):
            gain = evaluator.assault(rows[i] & 0xFF, (rows[i] >> 8) & 0xFF)
            if gain > best or (gain == best and i < chosen):
                best = gain
                chosen = i
    if chosen < 0:
        return None
    row = rows[chosen]
    return Action(ATTACK, row & 0xFF, (row >> 8) & 0xFF, row >> 32)


def best_split(evaluator: Evaluator, option: Amount) -> Action:
    """Choose how many armies move into a place just taken; of equals, the largest number."""
    battle = evaluator.state.agenda[-1]
    n = option.most
    if isinstance(battle, Battle) and not evaluator.is_rear(battle.source, battle.target):
        best = -1.0
        armies = evaluator.state.armies[battle.source]
        step = step_of(evaluator, option.least, option.most)
        amount = option.most
        while amount >= option.least:
            most = evaluator.stand_at_most(battle.target, amount)
            if most + evaluator.stand_at_most(battle.source, armies - amount) > best:
                value = evaluator.stand(battle.target, amount) + evaluator.stand(battle.source, armies - amount)
                if value > best:
                    best = value
                    n = amount
            amount -= step
    return Action(OCCUPY, -1, -1, n, option.what)


def best_move(evaluator: Evaluator, option: Pairs) -> Action | None:
    """Return the move that improves the position most; None if nothing does."""
    best = 0.1
    chosen: Action | None = None
    armies = evaluator.state.armies
    staying: vec[float] = vec[float]()  # by number of halvings: upper bound for the value of the armies that stay
    asked: i64 = -1  # key of the bound: source place and movable armies
    here = 0.0  # value of the armies at the source before the move
    halvings = halvings_of(evaluator)
    for row in option.rows:
        source = row & 0xFF
        target = (row >> 8) & 0xFF
        most = row >> 32
        if asked != row & ~0xFF00:
            asked = row & ~0xFF00
            staying = stay_at_most(evaluator, source, most)
            here = evaluator.stand(source, armies[source])
        now = here + evaluator.stand(target, armies[target])
        amount = most
        halved: i64 = 0
        while amount > 0 and halved < halvings:
            go = armies[target] + amount
            if staying[halved] + evaluator.stand_at_most(target, go) - now > best:
                then = evaluator.stand(source, armies[source] - amount) + evaluator.stand(target, go)
                if then - now > best:
                    best = then - now
                    chosen = Action(MOVE, source, target, amount)
            amount = amount // 2
            halved += 1
    return chosen


def stay_at_most(evaluator: Evaluator, source: i64, most: i64) -> vec[float]:
    """Return upper bounds for the value of the armies that stay if all movable ones leave, half of them, and so on."""
    found: vec[float] = vec[float](capacity=8)
    amount = most
    halvings = halvings_of(evaluator)
    while amount > 0 and i64(len(found)) < halvings:
        found = append(found, evaluator.stand_at_most(source, evaluator.state.armies[source] - amount))
        amount = amount // 2
    return found


def halvings_of(evaluator: Evaluator) -> i64:
    """Return how often the armies of a move are halved."""
    return FEW_HALVINGS if evaluator.is_brisk else HALVINGS


@final
class Least(Chance):
    """A source of chance that always returns the smallest number, so that a range yields its first action."""

    def below(self, n: i64) -> i64:
        return 0


LEAST: Final = Least()


def plain(options: Options) -> Action:
    """Return the default action: pass if allowed, else the first action offered."""
    for option in options.ranges:
        if option.verb == PASS:
            return Action(PASS)
    return options.ranges[0].nth(0, LEAST)
