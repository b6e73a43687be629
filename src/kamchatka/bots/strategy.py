"""What an edition tells the shared bots about one of its games: the port that they ask, and what holds without it."""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from kamchatka.bots.bot import Bot
from kamchatka.bots.captain.goals import Goals
from kamchatka.bots.evaluator import BattleEvaluator, Evaluator
from kamchatka.bots.info import GameInfo
from kamchatka.bots.marshal.learned import Learned
from kamchatka.bots.marshal.standing import FEATURES as STANDING
from kamchatka.bots.marshal.standing import RivalValuation
from kamchatka.bots.marshal.valuation import Valuation
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import Action, Options, Range
from kamchatka.kernel.rules.cards import Trios
from kamchatka.kernel.rules.objectives import Objective, ObjectiveMet
from kamchatka.kernel.rules.reinforce import Reinforce
from kamchatka.kernel.state import State
from kamchatka.odds.model import BattleModel

ENDLESS: Final = 1_000_000  # rounds: nobody knows when the game ends


@mypyc_attr(allow_interpreted_subclasses=True)
class Strategy:
    """Armies, cards and objectives need nothing more; an edition that asks for more overrides what it knows.

    A compiled subclass has an `__init__` of its own: an inherited one mypyc runs twice, and never lets go of the game.
    """

    def __init__(self, game: Game, battles: BattleModel) -> None:
        self.game: Final = game
        self.info: Final = GameInfo(game, battles.dice_rule(game), self.objectives(), self.trios())

    # -------------------------------------------------------------- what anybody may know before the game
    def objectives(self) -> list[Objective]:
        """The objectives on the cards that may be dealt.

        >>> from kamchatka.players import strategy_of
        >>> from kamchatka import Match
        >>> len(strategy_of(Match.new("classic", seats=2).game).objectives())
        0
        """
        for ending in self.game.endings:
            if isinstance(ending, ObjectiveMet):
                return ending.objectives
        return []

    def trios(self) -> Trios | None:
        """The trios that may be traded among the reinforcements; None where there are none."""
        for step in self.game.steps:
            if isinstance(step, Reinforce) and isinstance(step.optional_action, Trios):
                return step.optional_action
        return None

    # -------------------------------------------------------------- what only this booklet asks
    def answer(self, state: State, seat: i64, option: Range) -> Action | None:
        """A captain's answer to a question that no other booklet has; None: it is another question."""
        return None

    def order(self, evaluator: Evaluator, option: Range) -> Action | None:
        """What anybody who evaluates a position does with an option of this booklet; None: nothing."""
        return None

    def amended(self, state: State, action: Action, options: Options) -> Action:
        """A captain's action, or a better one of the same sense that this booklet offers."""
        return action

    def add_goals(self, goals: Goals, objective: Objective | None) -> None:
        """Make places worth what this booklet makes them worth beyond zones, rivals and the seat's objective."""

    def dilemma(self, state: State, seat: i64) -> str:
        """What another attack is about in this booklet alone, by a key; "": the place and the armies, as everywhere."""
        return ""

    def evaluator(self, captain: BattleEvaluator) -> Evaluator:
        """A captain's evaluation of the position, as what this booklet has at hand changes it."""
        return captain

    def rounds_left(self, state: State) -> i64:
        """How many rounds come after this one, where the table knows it; ENDLESS where it does not."""
        return ENDLESS

    # -------------------------------------------------------------- players of its own
    def captain(self, change: dict[str, float] | None = None) -> Bot | None:
        """A captain for pieces that the shared one does not know, each weight named so many times as heavy."""
        return None

    def plans(self) -> list[dict[str, float]]:
        """Changes of its own captain's weights for a marshal to choose from: none at all first, then the usual one."""
        return []

    def valuation(self, learned: Learned) -> Valuation:
        """What a position promises each seat, by what was learned of this edition."""
        if learned.features == STANDING:
            return RivalValuation(self.info, learned)
        return Valuation(self.info, learned)
