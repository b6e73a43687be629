"""What anybody may know of a game before it is played: objectives on the cards, worth of trios, odds of battles."""
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.kernel.board import Board
from kamchatka.kernel.game import Game
from kamchatka.kernel.rules.cards import Trios
from kamchatka.kernel.rules.combat import Combat
from kamchatka.kernel.rules.objectives import Objective, ObjectiveMet
from kamchatka.kernel.rules.reinforce import Reinforce
from kamchatka.odds import DiceRule, grid
from kamchatka.odds.booklet import rule_of

LARGEST: Final = 100        # armies a side up to which battles are known exactly; larger ones are scaled down


@final
class Battles:
    """The odds of every battle by one dice rule, as flat tables."""

    def __init__(self, rule: DiceRule) -> None:
        known = grid(LARGEST, rule)
        self.wins: Final[vec[float]] = known.wins
        self.left: Final[vec[float]] = known.left

    def win(self, attackers: i64, defenders: i64) -> float:
        """The chance that so many armies able to fight take a place of so many."""
        return self.wins[cell(attackers, defenders)] if attackers > 0 else 0.0

    def losses(self, attackers: i64, defenders: i64) -> float:
        """The armies such an attack costs, on average."""
        if attackers <= 0:
            return 0.0
        scale = max(1.0, float(max(attackers, defenders)) / float(LARGEST))
        return float(attackers) - self.left[cell(attackers, defenders)] * scale


KNOWN: Final[dict[DiceRule, Battles]] = {}


def battles_by(rule: DiceRule) -> Battles:
    """The tables of a dice rule, made once."""
    if rule not in KNOWN:
        KNOWN[rule] = Battles(rule)
    return KNOWN[rule]


def cell(attackers: i64, defenders: i64) -> i64:
    """Where a battle stands in the flat table; a very large one stands where its proportions do."""
    larger = max(attackers, defenders)
    if larger > LARGEST:
        attackers = attackers * LARGEST // larger
        defenders = max(i64(1), defenders * LARGEST // larger)
    return attackers * (LARGEST + 1) + defenders


@final
class Lore:
    """The public side of one game, looked up once."""

    def __init__(self, game: Game) -> None:
        self.board: Final[Board] = game.board
        self.objectives: list[Objective] = []
        self.trios: Trios | None = None
        self.spared_until: i64 = 0                      # the last round in which a last army cannot be destroyed
        for ending in game.endings:
            if isinstance(ending, ObjectiveMet):
                self.objectives = ending.objectives
        for step in game.steps:
            if isinstance(step, Combat):
                self.spared_until = step.defence.spared_until
            elif isinstance(step, Reinforce) and isinstance(step.aside, Trios):
                self.trios = step.aside
        self.battles: Final = battles_by(rule_of(game))
