"""Battles in progress, and the battle rules an edition can set: dice, limits, ties and occupation."""

from typing import ClassVar, Final, final

from mypy_extensions import i64, mypyc_attr

from kamchatka.kernel.chance import Chance
from kamchatka.kernel.schema.fields import AMOUNT, PLACE, SEAT, Fields, secret
from kamchatka.kernel.state import HIDDEN, Frame, PublicFrame, State
from kamchatka.kernel.table import Table


class Crossing(PublicFrame):
    """Units moving from one place to another, to fight or to occupy."""

    FIELDS: ClassVar[Fields] = {"source": PLACE, "target": PLACE}

    def __init__(self, step: i64, seat: i64, source: i64, target: i64) -> None:
        super().__init__(step, seat)
        self.source: Final[i64] = source
        self.target: Final[i64] = target


@mypyc_attr(free_list_len=1)
class Battle(Crossing):
    """An attack in progress: the seat that must decide next, the source, the target and the number of dice."""

    FIELDS: ClassVar[Fields] = {"dice": AMOUNT}

    def __init__(self, step: i64, seat: i64, source: i64, target: i64, dice: i64) -> None:
        super().__init__(step, seat, source, target)
        self.dice: Final[i64] = dice


@final
class SealedBattle(Battle):
    """A battle in which only the attacker (`by`) knows their number of dice."""

    FIELDS: ClassVar[Fields] = {"dice": secret(AMOUNT), "by": SEAT}

    def __init__(self, step: i64, seat: i64, source: i64, target: i64, dice: i64, by: i64) -> None:
        super().__init__(step, seat, source, target, dice)
        self.by: Final[i64] = by

    def seen_by(self, seat: i64) -> Frame:
        return self if seat == self.by else self.with_dice(HIDDEN)

    def imagined(self, state: State, chance: Chance) -> Frame:
        if self.dice != HIDDEN:
            return self
        return self.with_dice(1 + chance.below(min(i64(3), state.armies[self.source] - 1)))

    def with_dice(self, dice: i64) -> "SealedBattle":
        """Return the same battle with this number of dice."""
        return SealedBattle(self.step, self.seat, self.source, self.target, dice, self.by)


@mypyc_attr(allow_interpreted_subclasses=True)
class Limit:
    """A rule that lowers the maximum number of attack dice. 0 forbids the attack; `clause` says why."""

    def __init__(self, clause: str) -> None:
        self.clause: Final = clause

    def bites(self, table: Table) -> bool:
        """Return True if the limit can apply now. This runs once per decision, so that inactive limits cost nothing."""
        raise NotImplementedError

    def most(self, table: Table, source: i64, target: i64, most: i64) -> i64:
        """Return the maximum number of dice, at most `most`, from this source against this target."""
        raise NotImplementedError


class GraceRounds(Limit):
    """A limit that protects seats from elimination in the first `rounds` rounds."""

    def __init__(self, rounds: i64) -> None:
        super().__init__("elimination.protected")
        self.rounds: Final[i64] = rounds

    def bites(self, table: Table) -> bool:
        return table.state.round <= self.rounds


@final
class NoLethalRoll(GraceRounds):
    """Forbid rolls that could destroy the last army of a seat's last place."""

    def most(self, table: Table, source: i64, target: i64, most: i64) -> i64:
        state = table.state
        return min(most, state.armies[target] - 1) if state.lands[state.owner[target]] == 1 else most


@final
class NoAttackOnLast(GraceRounds):
    """Forbid attacks on a seat's last place."""

    def most(self, table: Table, source: i64, target: i64, most: i64) -> i64:
        state = table.state
        return 0 if state.lands[state.owner[target]] == 1 else most


@final
class Dice:
    """The maximum number of dice on each side, the defender's minimum, and who may roll fewer than the maximum."""

    def __init__(
        self,
        attacker: i64,
        defender: i64,
        defender_chooses: bool,
        defender_least: i64 = 1,
        attacker_chooses: bool = True,
        neutral_chooses: bool = True,
    ) -> None:
        self.attacker: Final[i64] = attacker
        self.defender: Final[i64] = defender
        self.defender_chooses: Final = defender_chooses
        self.defender_least: Final[i64] = defender_least
        self.attacker_chooses: Final = attacker_chooses
        self.neutral_chooses: Final = neutral_chooses  # whether the defender of neutral armies may choose too


@mypyc_attr(allow_interpreted_subclasses=True)
class Ties:
    """The rule for equal dice. By default the defender wins."""

    def favour_attacker(self, table: Table, battle: Battle) -> bool:
        """Return True if the attacker wins ties. Called once, just before each roll."""
        return False


@mypyc_attr(allow_interpreted_subclasses=True)
class OccupationLimits:
    """Limits on the number of armies that enter a conquered place."""

    def __init__(self, clause: str) -> None:
        self.clause: Final = clause  # why no more than `most` may enter

    def least(self, table: Table, battle: Battle) -> i64:
        """Return the minimum number of armies that must enter."""
        raise NotImplementedError

    def most(self, table: Table, battle: Battle) -> i64:
        """Return the maximum number of armies that may enter."""
        raise NotImplementedError
