"""The interface through which shared bots ask an edition about its games, with defaults."""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from kamchatka.bots.bot import Bot
from kamchatka.bots.evaluator import BattleEvaluator, Evaluator
from kamchatka.bots.goals.goals import Goals
from kamchatka.bots.info import GameInfo
from kamchatka.bots.learned.learned import Learned
from kamchatka.bots.learned.relative_features import FEATURES as STANDING
from kamchatka.bots.learned.relative_features import RivalValuation
from kamchatka.bots.learned.valuation import Valuation
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import Action, Options, Range
from kamchatka.kernel.rules.cards import Trios
from kamchatka.kernel.rules.objectives import Objective, ObjectiveMet
from kamchatka.kernel.rules.reinforce import Reinforce
from kamchatka.kernel.state import State
from kamchatka.odds.model import BattleModel

ENDLESS: Final = 1_000_000  # rounds, when the end of the game is unknown


@mypyc_attr(allow_interpreted_subclasses=True)
class Strategy:
    """Defaults suffice for armies, cards and objectives. Editions with more override what they know.

    A compiled subclass needs its own `__init__`: mypyc runs an inherited one twice and never releases the game.
    """

    def __init__(self, game: Game, battles: BattleModel) -> None:
        self.game: Final = game
        self.info: Final = GameInfo(game, battles.dice_rule(game), self.objectives(), self.trios())

    # -------------------------------------------------------------- public information before the game
    def objectives(self) -> list[Objective]:
        """Return the objectives in the deck.

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
        """Return the trios that may be traded for reinforcements; None if there are none."""
        for step in self.game.steps:
            if isinstance(step, Reinforce) and isinstance(step.optional_action, Trios):
                return step.optional_action
        return None

    # -------------------------------------------------------------- decisions of one edition only
    def answer(self, state: State, seat: i64, option: Range) -> Action | None:
        """Return a captain's answer to a decision that exists only in this edition; None for other decisions."""
        return None

    def order(self, evaluator: Evaluator, option: Range) -> Action | None:
        """Return an evaluator bot's choice for an option of this edition; None for no action."""
        return None

    def amend(self, state: State, action: Action, options: Options) -> Action:
        """Return a captain's action, or a better equivalent that this edition offers."""
        return action

    def add_goals(self, goals: Goals, objective: Objective | None) -> None:
        """Add the edition's own values to places, beyond zones, rivals and the seat's objective."""

    def dilemma(self, state: State, seat: i64) -> str:
        """Return the key of an edition-specific reason to attack, or "" for the usual place and armies."""
        return ""

    def evaluator(self, captain: BattleEvaluator) -> Evaluator:
        """Adapt a captain's evaluation to what this edition offers."""
        return captain

    def rounds_left(self, state: State) -> i64:
        """Return the number of rounds after this one, if it is known; ENDLESS otherwise."""
        return ENDLESS

    # -------------------------------------------------------------- bots of the edition
    def captain(self, change: dict[str, float] | None = None) -> Bot | None:
        """Return a captain for pieces that the shared captain doesn't know. `change` multiplies single weights."""
        return None

    def plans(self) -> list[dict[str, float]]:
        """Return the changes of its captain's weights for a marshal: first an empty one, then the usual plan."""
        return []

    def valuation(self, learned: Learned) -> Valuation:
        """Create the model that estimates win chances in this edition."""
        if learned.features == STANDING:
            return RivalValuation(self.info, learned)
        return Valuation(self.info, learned)
