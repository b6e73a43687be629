"""A battle under way, and what an edition may settle about battles: dice, limits, ties, the way in."""

from typing import ClassVar, Final, final

from mypy_extensions import i64, mypyc_attr

from kamchatka.kernel.chance import Chance
from kamchatka.kernel.schema.fields import AMOUNT, PLACE, SEAT, Fields, secret
from kamchatka.kernel.state import HIDDEN, Frame, PublicFrame, State
from kamchatka.kernel.table import Table


class Crossing(PublicFrame):
    """Units on their way from a place to another, to fight or to enter."""

    FIELDS: ClassVar[Fields] = {"source": PLACE, "target": PLACE}

    def __init__(self, step: i64, seat: i64, source: i64, target: i64) -> None:
        super().__init__(step, seat)
        self.source: Final[i64] = source
        self.target: Final[i64] = target


@mypyc_attr(free_list_len=1)
class Battle(Crossing):
    """An attack under way: the seat asked, from where, against what, with how many dice."""

    FIELDS: ClassVar[Fields] = {"dice": AMOUNT}

    def __init__(self, step: i64, seat: i64, source: i64, target: i64, dice: i64) -> None:
        super().__init__(step, seat, source, target)
        self.dice: Final[i64] = dice


@final
class SealedBattle(Battle):
    """A battle in which nobody but the attacker (`by`) knows the attacker's dice before the roll."""

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
        """The same battle with this number of dice."""
        return SealedBattle(self.step, self.seat, self.source, self.target, dice, self.by)


@mypyc_attr(allow_interpreted_subclasses=True)
class Limit:
    """A rule that lowers the dice an attack may use (to 0: forbids it), and its clause."""

    def __init__(self, clause: str) -> None:
        self.clause: Final = clause

    def bites(self, table: Table) -> bool:
        """Whether it can matter now; asked once per decision, so that a rule that sleeps costs nothing."""
        raise NotImplementedError

    def most(self, table: Table, source: i64, target: i64, most: i64) -> i64:
        """The dice it leaves of `most` from this source against this target."""
        raise NotImplementedError


class GraceRounds(Limit):
    """A limit that holds up to a round, so that nobody is eliminated in the first ones."""

    def __init__(self, rounds: i64) -> None:
        super().__init__("elimination.protected")
        self.rounds: Final[i64] = rounds

    def bites(self, table: Table) -> bool:
        return table.state.round <= self.rounds


@final
class NoLethalRoll(GraceRounds):
    """No roll may be able to destroy the last army of a seat's last place."""

    def most(self, table: Table, source: i64, target: i64, most: i64) -> i64:
        state = table.state
        return min(most, state.armies[target] - 1) if state.lands[state.owner[target]] == 1 else most


@final
class NoAttackOnLast(GraceRounds):
    """Nobody may attack a seat's last place."""

    def most(self, table: Table, source: i64, target: i64, most: i64) -> i64:
        state = table.state
        return 0 if state.lands[state.owner[target]] == 1 else most


@final
class Dice:
    """How many dice each side may roll, and whether they may choose fewer (the defender no fewer than its least)."""

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
        self.neutral_chooses: Final = neutral_chooses  # whether the defender of nobody's armies may choose too


@mypyc_attr(allow_interpreted_subclasses=True)
class Ties:
    """Who wins equal dice: the defender."""

    def favour_attacker(self, table: Table, battle: Battle) -> bool:
        """Asked once per roll, just before it: whether the attacker wins its ties."""
        return False


@mypyc_attr(allow_interpreted_subclasses=True)
class OccupationLimits:
    """A rule on how many armies enter a conquered place, and its clause."""

    def __init__(self, clause: str) -> None:
        self.clause: Final = clause  # why no more than `most` may enter

    def least(self, table: Table, battle: Battle) -> i64:
        """The fewest that must enter."""
        raise NotImplementedError

    def most(self, table: Table, battle: Battle) -> i64:
        """The most that may enter."""
        raise NotImplementedError
