"""What `cautious` orders, by the judgement of its outlook: where armies go, whom they attack, when they stay."""
from typing import Final

from mypy_extensions import i64

from kamchatka.bots.aims import VICTORY
from kamchatka.bots.outlook import Outlook
from kamchatka.kernel.battle import Battle
from kamchatka.kernel.options import ATTACK, MOVE, OCCUPY, PLACE, Action, Amount, Pairs, Range, Spots

SPLITS: Final = 8           # ways of dividing a stack that are looked at
LEAST_CHANCE: Final = 0.5   # an attack less likely to succeed is made only where armies have come to count less,
LAST_CHANCE: Final = 0.2    # or where it would win the game


def order(outlook: Outlook, option: Range) -> Action | None:
    """What to do with one kind of option; None: nothing, or it is not one of armies and places."""
    verb = option.verb
    if isinstance(option, Spots):
        return best_place(outlook, option) if verb == PLACE else None
    if isinstance(option, Amount):
        return best_split(outlook, option) if verb == OCCUPY else None
    if isinstance(option, Pairs):
        return best_attack(outlook, option) if verb == ATTACK else best_move(outlook, option) if verb == MOVE else None
    return None


def best_place(outlook: Outlook, option: Spots) -> Action:
    """Where armies do most, and no more of them than do it."""
    best = -1.0
    at: i64 = option.places[0]
    n: i64 = option.most
    armies = outlook.state.armies
    for place in option.places:
        now = outlook.stand(place, armies[place])
        step = max(i64(1), (option.most - option.least) // SPLITS)
        amount = option.least
        while amount <= option.most:
            gain = outlook.stand(place, armies[place] + amount) - now - 0.01 * float(amount)
            if gain > best:
                best = gain
                at = place
                n = amount
            amount += step
    return Action(PLACE, at, -1, n, option.what)


def best_attack(outlook: Outlook, option: Pairs) -> Action | None:
    """The attack that brings most beyond its cost; None when there is no good one."""
    best = 0.0
    chosen: Action | None = None
    armies = outlook.state.armies
    for row in option.rows:
        source = row & 0xFF
        target = (row >> 8) & 0xFF
        dice = row >> 32
        attackers = armies[source] - 1
        # fewer dice than the armies allow: a rule protects the place, and it cannot be taken
        if dice >= min(i64(3), attackers):
            gain = outlook.prospect(attackers, target)
            least = LAST_CHANCE if outlook.aims.worth[target] >= VICTORY else LEAST_CHANCE * outlook.price
            if gain > best and outlook.lore.battles.win(attackers, armies[target]) >= least:
                best = gain
                chosen = Action(ATTACK, source, target, dice)
    return chosen


def best_split(outlook: Outlook, option: Amount) -> Action:
    """How many armies move into a place just taken."""
    battle = outlook.state.agenda[-1]
    n = option.most
    if isinstance(battle, Battle):
        best = -1.0
        armies = outlook.state.armies[battle.source]
        step = max(i64(1), (option.most - option.least) // SPLITS)
        amount = option.most
        while amount >= option.least:
            value = outlook.stand(battle.target, amount) + outlook.stand(battle.source, armies - amount)
            if value > best:
                best = value
                n = amount
            amount -= step
    return Action(OCCUPY, -1, -1, n, option.what)


def best_move(outlook: Outlook, option: Pairs) -> Action | None:
    """The move after which the armies do more than before; None when they stand well."""
    best = 0.1
    chosen: Action | None = None
    armies = outlook.state.armies
    for row in option.rows:
        source = row & 0xFF
        target = (row >> 8) & 0xFF
        most = row >> 32
        now = outlook.stand(source, armies[source]) + outlook.stand(target, armies[target])
        amount = most
        while amount > 0:
            then = outlook.stand(source, armies[source] - amount) + outlook.stand(target, armies[target] + amount)
            if then - now > best:
                best = then - now
                chosen = Action(MOVE, source, target, amount)
            amount = amount // 2
    return chosen
