"""The bot strategy of the tournament game: points, the closing throw, Kingmaker, the Challenge card."""

from dataclasses import replace
from typing import Final, final

from mypy_extensions import i64

from kamchatka.bots.battles import battles_by
from kamchatka.bots.evaluator import BattleEvaluator, Evaluator
from kamchatka.bots.goals.goals import Goals
from kamchatka.bots.learned.learned import Learned
from kamchatka.bots.learned.relative_features import FEATURES
from kamchatka.bots.learned.valuation import Valuation
from kamchatka.bots.strategy import ENDLESS, Strategy
from kamchatka.editions.challenge.bots.challenge_card import ChallengeCardEvaluator
from kamchatka.editions.challenge.bots.kingmaker import choose_king, spare_the_king
from kamchatka.editions.challenge.bots.points import face_the_throw, seek_points
from kamchatka.editions.challenge.bots.valuation import ChallengeValuation
from kamchatka.editions.challenge.challenge_card import ChallengeCard
from kamchatka.editions.challenge.closing import EXEMPT
from kamchatka.editions.challenge.objectives import HoldMarked
from kamchatka.editions.challenge.scoring import HundredThenReveal
from kamchatka.editions.challenge.state import ChallengeState
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import Action, Choice, Range
from kamchatka.kernel.rules.combat import Combat
from kamchatka.kernel.rules.objectives import Objective
from kamchatka.kernel.state import State
from kamchatka.odds.model import BattleModel


@final
class ChallengeStrategy(Strategy):
    """The strategy of the tournament game. `favoured` are the odds with a Challenge card; None if the game has none."""

    def __init__(self, game: Game, battles: BattleModel) -> None:
        super().__init__(game, battles)
        favoured = battles_by(replace(self.info.rule, attacker_wins_ties=True)) if has_cards(game) else None
        self.favoured: Final = favoured

    def objectives(self) -> list[Objective]:
        for ending in self.game.endings:
            if isinstance(ending, HundredThenReveal):  # the same objective cards, scored by points
                return ending.objectives.objectives
        return super().objectives()

    def answer(self, state: State, seat: i64, option: Range) -> Action | None:
        register = state.edition_state
        if not isinstance(register, ChallengeState) or not isinstance(option, Choice):
            return None
        return choose_king(self.info, state, register, seat, option)

    def add_goals(self, goals: Goals, objective: Objective | None) -> None:
        register = goals.state.edition_state
        if not isinstance(register, ChallengeState):
            return
        if isinstance(objective, HoldMarked):
            seek_points(goals, register, objective)
            face_the_throw(goals, register, objective)
        spare_the_king(goals, register)

    def dilemma(self, state: State, seat: i64) -> str:
        """Describe the dilemma of the closing phase: one more conquest would exempt the seat from its throw."""
        register = state.edition_state
        due = isinstance(register, ChallengeState) and register.threshold > 0 and state.turn == seat
        return "closing" if due and state.conquests == EXEMPT - 1 else ""

    def rounds_left(self, state: State) -> i64:
        register = state.edition_state
        if not isinstance(register, ChallengeState) or register.last_round == 0:
            return ENDLESS
        return max(i64(0), register.last_round - state.round)

    def valuation(self, learned: Learned) -> Valuation:
        return ChallengeValuation(self.info, learned) if learned.features == FEATURES else super().valuation(learned)

    def evaluator(self, captain: BattleEvaluator) -> Evaluator:
        register = captain.state.edition_state
        if self.favoured is None or not isinstance(register, ChallengeState):
            return captain
        return ChallengeCardEvaluator(captain, self.favoured, register)


def has_cards(game: Game) -> bool:
    """Return True if every seat holds a Challenge card."""
    for step in game.steps:
        if isinstance(step, Combat):
            return isinstance(step.optional_action, ChallengeCard)
    return False
