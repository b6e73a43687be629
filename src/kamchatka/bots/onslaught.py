"""Continue a chosen attack without a new decision while its odds are good enough."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.bots.battles import Battles
from kamchatka.bots.bot import Bot
from kamchatka.kernel.options import ATTACK, Action, Options
from kamchatka.kernel.state import NOBODY, State
from kamchatka.kernel.view import View

SURE: Final = 0.85  # chance from which the attack continues even if the odds have fallen


@final
class Onslaught:
    """The attack chosen last, its seat, and its chance when it was chosen."""

    def __init__(self, battles: Battles, enough: float = 1.0) -> None:
        self.battles: Final = battles
        self.enough: Final = enough  # chance from which it continues even if the odds have fallen
        self.attack = Action(ATTACK)
        self.seat: i64 = NOBODY
        self.chance: float = 0.0

    def begin(self, state: State, seat: i64, attack: Action) -> None:
        """Remember a chosen attack."""
        self.attack = attack
        self.seat = seat
        self.chance = self.odds(state)

    def odds(self, state: State) -> float:
        """Return the chance of success now."""
        return self.battles.win(state.armies[self.attack.at] - 1, state.armies[self.attack.to])

    def goes_on(self, state: State, seat: i64, offered: Options) -> bool:
        """Return whether the attack is still legal and its odds haven't fallen too far."""
        return self.seat == seat and self.odds(state) >= min(self.enough, self.chance) and offered.allows(self.attack)


@final
class ResoluteBot(Bot):
    """A bot that reconsiders an attack only if its odds have fallen and it isn't nearly certain.

    In the original game, which has long battles, this saves two thirds of its decisions. It keeps no other state.
    """

    def __init__(self, bot: Bot, battles: Battles) -> None:
        self.bot: Final = bot
        self.onslaught: Final = Onslaught(battles, SURE)
        self.armies: vec[i64] = vec[i64]()  # by place, when the attack was chosen

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
        """Return whether only the two stacks have changed since: the same game, with no action in between."""
        attack, armies = self.onslaught.attack, self.armies
        if len(armies) != len(state.armies):
            return False
        for place in range(i64(len(armies))):
            if armies[place] != state.armies[place] and place != attack.at and place != attack.to:
                return False
        return True
