"""An officer: one way to answer every kind of option, by whatever judgement it has."""

from typing import Final

from kamchatka.bots.bot import Bot
from kamchatka.bots.judgement import Judgement
from kamchatka.bots.lore import Lore
from kamchatka.bots.orders import best_attack, best_move, best_place, best_split, plain
from kamchatka.bots.rewards import best_reward
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


class Officer(Bot):
    """Keeps no memory: the same view and options always get the same answer."""

    def __init__(self, game: Game) -> None:
        self.lore: Final = Lore(game)

    def decide(self, view: View, options: Options) -> Action:
        for option in options.ranges:
            if option.verb == DEFEND and isinstance(option, Amount):
                return Action(DEFEND, -1, -1, option.most, option.what)
            if option.verb == TRADE and isinstance(option, Choice):
                trio = self.trade(view, option)
                if trio is not None:
                    return trio
        judgement = self.judge(view, options)
        opening = judgement.opening(options)
        if opening is not None:
            return opening
        for option in options.ranges:
            chosen = order(judgement, option) or judgement.otherwise(option)
            if chosen is not None:
                return chosen
        return plain(options)

    def judge(self, view: View, options: Options) -> Judgement:
        """What it makes of a position."""
        raise NotImplementedError

    def trade(self, view: View, option: Choice) -> Action | None:
        """The trio to be traded; None: better to wait."""
        raise NotImplementedError


def order(judgement: Judgement, option: Range) -> Action | None:
    """What to do with one kind of option; None: nothing, or it is not one of armies and places."""
    verb = option.verb
    if isinstance(option, Spots):
        return best_place(judgement, option) if verb == PLACE else best_reward(judgement, option)
    if isinstance(option, Amount):
        return best_split(judgement, option) if verb == OCCUPY else None
    if isinstance(option, Pairs) and verb == ATTACK:
        return best_attack(judgement, option)
    return best_move(judgement, option) if isinstance(option, Pairs) and verb == MOVE else None
