"""`captain`: plans a turn from exact odds, its goals and what its rivals may be about."""
from typing import Final, final

from kamchatka.bots.ages.staff import staff_of
from kamchatka.bots.campaign import Campaign
from kamchatka.bots.cautious import CautiousBot
from kamchatka.bots.doctrine import NORMAL, Doctrine
from kamchatka.bots.hand import trade
from kamchatka.bots.judgement import Judgement
from kamchatka.bots.officer import Officer
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import Action, Choice, Options
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

    def judge(self, view: View) -> Judgement:
        return Campaign(self.lore, view.state, view.seat, self.doctrine)

    def trade(self, view: View, option: Choice) -> Action | None:
        return trade(self.lore, view, option, self.doctrine)
