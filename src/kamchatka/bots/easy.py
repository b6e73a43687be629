"""Levels for people: `easy` is a cautious bot that makes mistakes, `normal` a captain, `hard` a marshal."""

from typing import Final, final

from kamchatka.bots.bot import Bot
from kamchatka.bots.cautious.bot import CautiousBot
from kamchatka.bots.strategy import Strategy
from kamchatka.kernel.chance import Chance, FastChance
from kamchatka.kernel.options import ATTACK, PASS, Action, Options
from kamchatka.kernel.view import View

SLIPS: Final = 4  # one decision in SLIPS is made at random


@final
class EasyBot(Bot):
    """A cautious bot that sometimes acts at random, or skips an attack it should make."""

    def __init__(self, strategy: Strategy, seed: int) -> None:
        self.careful: Final = CautiousBot(strategy)
        self.luck: Final[Chance] = FastChance(seed)

    def decide(self, view: View, options: Options) -> Action:
        if self.luck.below(SLIPS) > 0:
            return self.careful.decide(view, options)
        stops = Action(PASS)
        for option in options.ranges:
            if option.verb == ATTACK and options.allows(stops):
                return stops
        return options.sample(self.luck)
