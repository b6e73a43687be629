"""An onslaught: an attack that was decided on is pressed on, without thinking again, while it stands well enough."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.bots.battles import Battles
from kamchatka.bots.bot import Bot
from kamchatka.kernel.options import ATTACK, Action, Options
from kamchatka.kernel.state import NOBODY, State
from kamchatka.kernel.view import View

SURE: Final = 0.85  # a chance with which the resolute press an attack on, were it better when they decided on it


@final
class Onslaught:
    """The attack that was decided on last: who makes it, and how likely it was to succeed."""

    def __init__(self, battles: Battles, enough: float = 1.0) -> None:
        self.battles: Final = battles
        self.enough: Final = enough  # a chance with which it is pressed on even if it has become less likely
        self.attack = Action(ATTACK)
        self.seat: i64 = NOBODY
        self.chance: float = 0.0

    def begin(self, state: State, seat: i64, attack: Action) -> None:
        """Remember what was decided."""
        self.attack = attack
        self.seat = seat
        self.chance = self.odds(state)

    def odds(self, state: State) -> float:
        """How likely it is to succeed now."""
        return self.battles.win(state.armies[self.attack.at] - 1, state.armies[self.attack.to])

    def goes_on(self, state: State, seat: i64, offered: Options) -> bool:
        """Whether it may be made again and is still likely enough, against when it was decided on."""
        return self.seat == seat and self.odds(state) >= min(self.enough, self.chance) and offered.allows(self.attack)


@final
class ResoluteBot(Bot):
    """A bot that thinks about an attack again only when it stands worse than when it was decided on, and is not sure.

    In the original game, where battles are long, this spares two thirds of its decisions. It remembers nothing else.
    """

    def __init__(self, bot: Bot, battles: Battles) -> None:
        self.bot: Final = bot
        self.onslaught: Final = Onslaught(battles, SURE)
        self.armies: vec[i64] = vec[i64]()  # by place, when the attack was decided on

    def decide(self, view: View, options: Options) -> Action:
        if self.is_under_way(view.state) and self.onslaught.goes_on(view.state, view.seat, options):
            return self.onslaught.attack
        action = self.bot.decide(view, options)
        self.armies = vec[i64]()
        if action.verb == ATTACK:
            self.armies = view.state.armies[:]
            self.onslaught.begin(view.state, view.seat, action)
        return action

    def is_under_way(self, state: State) -> bool:
        """Whether only the two stacks have fought since: it is the same game, and nobody came in between."""
        attack, armies = self.onslaught.attack, self.armies
        if len(armies) != len(state.armies):
            return False
        for place in range(i64(len(armies))):
            if armies[place] != state.armies[place] and place != attack.at and place != attack.to:
                return False
        return True
