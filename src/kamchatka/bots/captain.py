"""`captain`: plans a turn from exact odds, its goals and what its rivals may be about."""
from typing import Final, final

from kamchatka.bots.ages.staff import staff_of
from kamchatka.bots.campaign import Campaign
from kamchatka.bots.cautious import CautiousBot
from kamchatka.bots.doctrine import NORMAL, Doctrine
from kamchatka.bots.hand import best_trio, trade
from kamchatka.bots.judgement import Judgement
from kamchatka.bots.officer import Officer
from kamchatka.bots.venture import is_ready
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import ATTACK, OCCUPY, PLACE, TRADE, Action, Choice, Options
from kamchatka.kernel.view import View


@final
class CaptainBot(Officer):
    """An officer with a doctrine."""

    def __init__(self, game: Game, doctrine: Doctrine = NORMAL) -> None:
        super().__init__(game)
        self.careful: Final = CautiousBot(game)
        self.doctrine: Final = doctrine
        self.staff: Final = staff_of(game, self.lore)       # commanders and gods need plans of their own

    def decide(self, view: View, options: Options) -> Action:
        if self.staff is not None:
            return self.staff.decide(view, options)
        if self.lore.has_pieces:                        # it has no plans for these pieces
            return self.careful.decide(view, options)
        return super().decide(view, options)

    def judge(self, view: View, options: Options) -> Judgement:
        return Campaign(self.lore, view.state, view.seat, self.doctrine, is_fighting(options))

    def trade(self, view: View, option: Choice) -> Action | None:
        """The best trio at a good moment; one that makes a rival's fall possible is good at any."""
        return trade(self.lore, view, option, self.doctrine) or self.trade_for_more(view, option)

    def trade_for_more(self, view: View, option: Choice) -> Action | None:
        """The best trio, if its armies allow an offensive that cannot be made without them."""
        if view.state.turn != view.seat or view.state.round == 0:
            return None
        worth, chosen = best_trio(self.lore, view, option)
        richer = view.state.copy()
        richer.stock[view.seat] += worth
        if is_ready(self.lore, view.state, view.seat, self.doctrine) or \
                not is_ready(self.lore, richer, view.seat, self.doctrine):
            return None
        return Action(TRADE, -1, -1, 0, chosen)


def is_fighting(options: Options) -> bool:
    """Whether attacks may still be made in this turn."""
    for option in options.ranges:
        if option.verb == PLACE or option.verb == ATTACK or option.verb == OCCUPY:
            return True
    return False
