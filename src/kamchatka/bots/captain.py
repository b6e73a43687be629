"""`captain`: plans a turn from exact odds, its goals and what its rivals may be about."""
from typing import Final, final

from mypy_extensions import i64

from kamchatka.bots.ages.staff import staff_of
from kamchatka.bots.bot import Bot
from kamchatka.bots.campaign import DEPTH, Campaign
from kamchatka.bots.cautious import CautiousBot
from kamchatka.bots.doctrine import NORMAL, Doctrine
from kamchatka.bots.hand import trade
from kamchatka.bots.lore import Lore
from kamchatka.bots.orders import best_move, best_place, best_split, plain
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


@final
class CaptainBot(Bot):
    """Keeps no memory: the same view and options always get the same answer."""

    def __init__(self, game: Game, doctrine: Doctrine = NORMAL) -> None:
        self.careful: Final = CautiousBot(game)
        self.lore: Final[Lore] = self.careful.lore
        self.doctrine: Final = doctrine
        self.staff: Final = staff_of(game, self.lore)       # commanders and gods need plans of their own

    def decide(self, view: View, options: Options) -> Action:
        if self.staff is not None:
            return self.staff.decide(view, options)
        if self.lore.has_pieces:                        # it has no plans for these pieces
            return self.careful.decide(view, options)
        for option in options.ranges:
            if option.verb == DEFEND and isinstance(option, Amount):
                return Action(DEFEND, -1, -1, option.most, option.what)
            if option.verb == TRADE and isinstance(option, Choice):
                trio = trade(self.lore, view, option, self.doctrine)
                if trio is not None:
                    return trio
        campaign = Campaign(self.lore, view.state, view.seat, self.doctrine)
        for option in options.ranges:
            chosen = command(campaign, option)
            if chosen is not None:
                return chosen
        return plain(options)


def command(campaign: Campaign, option: Range) -> Action | None:
    """What to do with one kind of option; None: nothing, or it is not one of armies and places."""
    verb = option.verb
    if isinstance(option, Spots):
        return best_place(campaign, option) if verb == PLACE else None
    if isinstance(option, Amount):
        return best_split(campaign, option) if verb == OCCUPY else None
    if isinstance(option, Pairs):
        return assault(campaign, option) if verb == ATTACK else best_move(campaign, option) if verb == MOVE else None
    return None


def assault(campaign: Campaign, option: Pairs) -> Action | None:
    """The attack that brings most beyond its cost; None when none brings enough."""
    best = campaign.doctrine.least
    chosen: Action | None = None
    armies = campaign.state.armies
    for row in option.rows:
        source = row & 0xFF
        target = (row >> 8) & 0xFF
        dice = row >> 32
        attackers = armies[source] - 1
        # fewer dice than the armies allow: a rule protects the place, and it cannot be taken
        if dice >= min(i64(3), attackers):
            gain = campaign.attack(source, target, attackers, DEPTH)
            if gain > best:
                best = gain
                chosen = Action(ATTACK, source, target, dice)
    return chosen
