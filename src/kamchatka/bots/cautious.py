"""`cautious`: exact odds, its own objective first, no adventure while patience lasts; every game comes to an end."""

from typing import final

from kamchatka.bots.ages.careful import order_in_ages
from kamchatka.bots.hand import FULL_HAND, GOOD_TRIO, best_trio
from kamchatka.bots.judgement import Judgement
from kamchatka.bots.officer import Officer
from kamchatka.bots.outlook import Outlook
from kamchatka.kernel.options import TRADE, Action, Choice, Options, Range
from kamchatka.kernel.view import View


@final
class OutlookInAges(Outlook):
    """The same judgement, with answers to what only games of ages ask."""

    def otherwise(self, option: Range) -> Action | None:
        return order_in_ages(self, option)


@final
class CautiousBot(Officer):
    """An officer that looks one place ahead."""

    def judge(self, view: View, options: Options) -> Judgement:
        if self.lore.has_pieces:
            return OutlookInAges(self.lore, view.state, view.seat)
        return Outlook(self.lore, view.state, view.seat)

    def trade(self, view: View, option: Choice) -> Action | None:
        """The trio worth most, unless it is better to wait for a better one."""
        worth, chosen = best_trio(self.lore, view, option)
        if worth < GOOD_TRIO and view.state.hand[view.seat] < FULL_HAND:
            return None
        return Action(TRADE, -1, -1, 0, chosen)
