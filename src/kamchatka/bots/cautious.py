"""`cautious`: exact odds, its own objective first, no adventure while patience lasts; every game comes to an end."""
from typing import Final, final

from mypy_extensions import i64

from kamchatka.bots.ages.careful import order_in_ages
from kamchatka.bots.aims import VICTORY
from kamchatka.bots.bot import Bot
from kamchatka.bots.hand import FULL_HAND, GOOD_TRIO, best_trio
from kamchatka.bots.lore import Lore
from kamchatka.bots.orders import best_move, best_place, best_split, plain
from kamchatka.bots.outlook import LEAST_CHANCE, Outlook
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import (
    ATTACK,
    DEFEND,
    MOVE,
    OCCUPY,
    PLACE,
    TRADE,
    Action,
    Amount,
    Choice,
    Options,
    Pairs,
    Range,
    Spots,
)
from kamchatka.kernel.view import View

LAST_CHANCE: Final = 0.2    # the chance with which an attack is made that would win the game


@final
class CautiousBot(Bot):
    """Keeps no memory: the same view and options always get the same answer."""

    def __init__(self, game: Game) -> None:
        self.lore: Final = Lore(game)

    def decide(self, view: View, options: Options) -> Action:
        for option in options.ranges:
            if option.verb == DEFEND and isinstance(option, Amount):
                return Action(DEFEND, -1, -1, option.most, option.what)
            if option.verb == TRADE and isinstance(option, Choice):
                trio = worthy_trio(self.lore, view, option)
                if trio is not None:
                    return trio
        outlook = Outlook(self.lore, view.state, view.seat)
        for option in options.ranges:
            chosen = order(outlook, option) or order_in_ages(outlook, option)
            if chosen is not None:
                return chosen
        return plain(options)


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


def worthy_trio(lore: Lore, view: View, option: Choice) -> Action | None:
    """The trio worth most, unless it is better to wait for a better one."""
    worth, chosen = best_trio(lore, view, option)
    if worth < GOOD_TRIO and view.state.hand[view.seat] < FULL_HAND:
        return None
    return Action(TRADE, -1, -1, 0, chosen)
