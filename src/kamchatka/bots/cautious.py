"""`cautious`: exact odds, its own objective first, no adventure while patience lasts; every game comes to an end."""
from typing import Final, final

from mypy_extensions import i64

from kamchatka.bots.ages import order_in_ages
from kamchatka.bots.bot import Bot
from kamchatka.bots.lore import Lore
from kamchatka.bots.orders import order
from kamchatka.bots.outlook import Outlook
from kamchatka.kernel.bits import members
from kamchatka.kernel.chance import Chance
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import DEFEND, PASS, TRADE, Action, Amount, Choice, Options
from kamchatka.kernel.rules.cards import Trios
from kamchatka.kernel.view import View

GOOD_TRIO: Final = 8        # armies for which a small hand is opened
FULL_HAND: Final = 5        # cards with which any trio is played: it may fall into other hands


@final
class Least(Chance):
    """No luck: the smallest number. It makes a range name its first action."""

    def below(self, n: i64) -> i64:
        return 0


LEAST: Final = Least()


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
                trio = best_trio(self.lore.trios, view, option)
                if trio is not None:
                    return trio
        outlook = Outlook(self.lore, view.state, view.seat)
        for option in options.ranges:
            chosen = order(outlook, option) or order_in_ages(outlook, option)
            if chosen is not None:
                return chosen
        return plain(options)


def plain(options: Options) -> Action:
    """Where nothing is preferred: pass if one may, else the first thing there is."""
    for option in options.ranges:
        if option.verb == PASS:
            return Action(PASS)
    return options.ranges[0].nth(0, LEAST)


def best_trio(trios: Trios | None, view: View, option: Choice) -> Action | None:
    """The trio worth most, unless it is better to wait for a better one."""
    best: i64 = 0
    chosen: i64 = 0
    for what in option.whats:
        worth = trio_worth(trios, view, what)
        if worth > best:
            best = worth
            chosen = what
    if best == 0 or (best < GOOD_TRIO and view.state.hand[view.seat] < FULL_HAND):
        return None
    return Action(TRADE, -1, -1, 0, chosen)


def trio_worth(trios: Trios | None, view: View, what: i64) -> i64:
    """Armies for a trio with those for the places of one's own that it shows."""
    if trios is None:
        return GOOD_TRIO
    cards = members(what)
    worth = trios.worth(cards[0], cards[1], cards[2])
    owner = view.state.owner
    for card in cards:
        if card < len(owner) and owner[card] == view.seat:
            worth += trios.values.owned
    return worth
