"""When bots play the Challenge card, with which the attacker wins ties in one battle per game."""

from typing import Final, final

from mypy_extensions import i64

from kamchatka.bots.battles import Battles
from kamchatka.bots.evaluator import UNBOUNDED, BattleEvaluator, Evaluator
from kamchatka.editions.challenge.state import ChallengeState
from kamchatka.kernel.options import ATTACK, CHOOSE, Action, Options, Pairs, Range
from kamchatka.kernel.state import NOBODY


@final
class ChallengeCardEvaluator(Evaluator):
    """Evaluates battles while the card may be played or is in effect. `favoured` are the odds with the card."""

    def __init__(self, captain: BattleEvaluator, favoured: Battles, register: ChallengeState) -> None:
        super().__init__(captain.state, captain.seat)
        self.is_brisk = captain.is_brisk
        self.captain: Final = captain
        self.favoured: Final = favoured
        self.register: Final = register
        counts = register.duel == 1 and register.played[captain.seat] == captain.state.round
        self.counts: Final = counts and captain.state.turn == captain.seat

    def stand(self, place: i64, armies: i64) -> float:
        return self.captain.stand(place, armies)

    def otherwise(self, option: Range) -> Action | None:
        return self.captain.otherwise(option)

    def opening(self, options: Options) -> Action | None:
        """Play the card if it helps an attack enough. In the last round, any gain is enough."""
        if not options.allows(Action(CHOOSE)):
            return self.captain.opening(options)
        is_last = self.register.last_round == self.state.round
        least = self.captain.weights.least if is_last else self.captain.weights.duel
        for option in options.ranges:
            if isinstance(option, Pairs) and option.verb == ATTACK:
                for row in option.rows:
                    if self.edge(row & 0xFF, (row >> 8) & 0xFF) > least:
                        return Action(CHOOSE)
        return self.captain.opening(options)

    def assault(self, source: i64, target: i64) -> float:
        """Use the odds with the card in its battle.

        Before the first roll, prefer the battle where the card helps most.
        """
        if self.counts and self.register.source == NOBODY:
            return self.edge(source, target)
        if self.counts and self.register.source == source and self.register.target == target:
            return self.captain.assault_by(source, target, self.favoured)
        return self.captain.assault(source, target)

    def assault_at_most(self, source: i64, target: i64) -> float:
        return UNBOUNDED if self.counts else self.captain.assault_at_most(source, target)

    def stand_at_most(self, place: i64, armies: i64) -> float:
        return self.captain.stand_at_most(place, armies)

    def is_rear(self, source: i64, target: i64) -> bool:
        return self.captain.is_rear(source, target)

    def edge(self, source: i64, target: i64) -> float:
        """Return how much the card improves an attack, even an attack that isn't worth making without it."""
        plain = max(0.0, self.captain.assault(source, target))
        return self.captain.assault_by(source, target, self.favoured) - plain
