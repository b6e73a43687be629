"""`captain`: plans a turn from exact odds, its goals and what its rivals may be about."""

from dataclasses import replace
from typing import Final, final

from kamchatka.bots.ages.staff import staff_of
from kamchatka.bots.campaign import Campaign
from kamchatka.bots.cautious import CautiousBot
from kamchatka.bots.doctrine import NORMAL, Doctrine
from kamchatka.bots.duel import Duel
from kamchatka.bots.fast_battles import consent, hastened
from kamchatka.bots.hand import best_trio, trade
from kamchatka.bots.judgement import Judgement
from kamchatka.bots.kingmaker import choose_king
from kamchatka.bots.lore import Battles, Lore, battles_by
from kamchatka.bots.officer import Officer
from kamchatka.bots.rewards import best_neutral
from kamchatka.bots.venture import is_ready
from kamchatka.editions.challenge.register import Register
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import ATTACK, OCCUPY, PLACE, TRADE, Action, Choice, Options, Range, Spots
from kamchatka.kernel.view import View


@final
class CaptainBot(Officer):
    """An officer with a doctrine."""

    def __init__(self, game: Game, doctrine: Doctrine = NORMAL) -> None:
        super().__init__(game)
        self.careful: Final = CautiousBot(game)
        self.doctrine: Final = doctrine
        self.favoured: Final = favoured_of(self.lore)  # the odds of a Challenge card
        self.staff: Final = staff_of(game, self.lore)  # commanders and gods need plans of their own

    def decide(self, view: View, options: Options) -> Action:
        if self.staff is not None:
            return self.staff.decide(view, options)
        if self.lore.has_pieces:  # it has no plans for these pieces
            return self.careful.decide(view, options)
        asked = self.answer(view, options.ranges[0])
        return asked or hastened(self.lore, view.state, super().decide(view, options), options)

    def answer(self, view: View, option: Range) -> Action | None:
        """What a booklet asks besides armies; None: it asks nothing else."""
        if isinstance(option, Choice):
            return choose_king(self.lore, view.state, view.seat, option) or consent(self.lore, view.state, option)
        if isinstance(option, Spots):
            return best_neutral(self.lore, view.state, view.seat, option)
        return None

    def judge(self, view: View, options: Options) -> Judgement:
        campaign = Campaign(self.lore, view.state, view.seat, self.doctrine, is_fighting(options))
        register = view.state.extra
        if self.favoured is None or not isinstance(register, Register):
            return campaign
        return Duel(campaign, self.favoured, register)

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
        if is_ready(self.lore, view.state, view.seat, self.doctrine) or not is_ready(
            self.lore, richer, view.seat, self.doctrine
        ):
            return None
        return Action(TRADE, -1, -1, 0, chosen)


def favoured_of(lore: Lore) -> Battles | None:
    """The odds of battles in which ties are the attacker's; None where no card gives them."""
    return battles_by(replace(lore.rule, attacker_wins_ties=True)) if lore.has_duels else None


def is_fighting(options: Options) -> bool:
    """Whether attacks may still be made in this turn."""
    for option in options.ranges:
        if option.verb == PLACE or option.verb == ATTACK or option.verb == OCCUPY:
            return True
    return False
