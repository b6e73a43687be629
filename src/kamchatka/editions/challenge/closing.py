"""The end of a timed game: penultimate round, last round, then a closing throw (sdadata) at the end of every turn."""

from typing import ClassVar, Final, final

from mypy_extensions import i64

from kamchatka.editions.challenge.deal import to_the_right
from kamchatka.editions.challenge.scoring import Scoring
from kamchatka.editions.challenge.state import edition_state
from kamchatka.kernel.options import TIME_UP, Action, Options
from kamchatka.kernel.ports import Ending
from kamchatka.kernel.rules.turn import TurnOrder, last_seat
from kamchatka.kernel.schema.fields import AMOUNT, NUMBER, SEAT, Fields
from kamchatka.kernel.state import NOBODY
from kamchatka.kernel.table import PublicFact, Table

LOWEST: Final = 4  # a throw with at most this total closes the game in the first round of throws
HIGHEST: Final = 7  # highest threshold
EXEMPT: Final = 3  # conquests in a turn that exempt its seat from the throw


# ------------------------------------------------------------------ facts
@final
class TimeExpired(PublicFact):
    """Time is up: the current round is the penultimate one, and `last_round` is the number of the last one."""

    FIELDS: ClassVar[Fields] = {"last_round": NUMBER}

    def __init__(self, last_round: i64) -> None:
        self.last_round: Final[i64] = last_round

    def apply(self, table: Table) -> None:
        edition_state(table).last_round = self.last_round


@final
class ClosingBegan(PublicFact):
    """The last round is over. From this seat on, every turn ends with a closing throw."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT}

    def __init__(self, seat: i64) -> None:
        self.seat: Final[i64] = seat

    def apply(self, table: Table) -> None:
        edition_state(table).opener = self.seat
        edition_state(table).threshold = LOWEST


@final
class ClosingThrown(PublicFact):
    """A seat threw two dice at the end of its turn. A total up to the threshold closes the game."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "one": AMOUNT, "other": AMOUNT, "threshold": AMOUNT}

    def __init__(self, seat: i64, one: i64, other: i64, threshold: i64) -> None:
        self.seat: Final[i64] = seat
        self.one: Final[i64] = one
        self.other: Final[i64] = other
        self.threshold: Final[i64] = threshold

    def apply(self, table: Table) -> None:
        pass


@final
class ClosingSpared(PublicFact):
    """A seat that conquered three or more places in its turn doesn't have to throw."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT}

    def __init__(self, seat: i64) -> None:
        self.seat: Final[i64] = seat

    def apply(self, table: Table) -> None:
        pass


@final
class ThresholdRaised(PublicFact):
    """A round of throws is complete. From now on, a total up to `threshold` closes the game."""

    FIELDS: ClassVar[Fields] = {"threshold": AMOUNT}

    def __init__(self, threshold: i64) -> None:
        self.threshold: Final[i64] = threshold

    def apply(self, table: Table) -> None:
        edition_state(table).threshold = self.threshold


# ------------------------------------------------------------------ rules
@final
class TableClock(Ending):
    """The referee declares that time is up."""

    def offers(self, table: Table, options: Options) -> None:
        if edition_state(table).last_round == 0 and table.state.round > 0:
            options.may(TIME_UP)

    def declare(self, table: Table, action: Action) -> None:
        table.note(TimeExpired(table.state.round + 1))


@final
class ClosingThrowsOrder(TurnOrder):
    """Pass the turn in the order of play. After the last round, each turn ends with a throw that may close the game.

    `by_table`: count rounds of throws from the first of hand instead of from the first seat that threw.
    """

    def __init__(self, scoring: Scoring, by_table: bool) -> None:
        self.scoring: Final = scoring
        self.by_table: Final = by_table

    def following(self, table: Table, seat: i64) -> i64:
        state = table.state
        own = edition_state(table)
        following = state.next_alive(seat)
        begins = own.threshold == 0
        if begins:
            if own.last_round != state.round or not state.passes(seat, following, last_seat(table)):
                return following
            table.note(ClosingBegan(seat))
        if self.closes(table, seat):
            self.scoring.finish(table)
            return NOBODY
        if not begins and own.threshold < HIGHEST and state.passes(seat, following, self.round_end(table)):
            table.note(ThresholdRaised(own.threshold + 1))
        return following

    def closes(self, table: Table, seat: i64) -> bool:
        """Throw the dice unless the seat is exempt; return True if the game closes."""
        if table.state.conquests >= EXEMPT:
            table.note(ClosingSpared(seat))
            return False
        one = table.die()
        other = table.die()
        threshold = edition_state(table).threshold
        table.note(ClosingThrown(seat, one, other, threshold))
        return one + other <= threshold

    def round_end(self, table: Table) -> i64:
        """Return the seat whose turn completes a round of throws."""
        return last_seat(table) if self.by_table else to_the_right(table.state, edition_state(table).opener)
