"""Thinking time, used and left, in seconds of table time. Outages don't count."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from kamchatka.editions.edition import TableRules
from kamchatka.kernel.state import State
from kamchatka.match.undoing import DEPTH
from kamchatka.server.protocol.payloads import ClockForm
from kamchatka.server.tables.timing.lag import LagCredits
from kamchatka.words.decision_fields import lap_of

Turn = tuple[int, int]  # round and seat
Measure = Literal["move", "turn", "game"]
LOW_SHARE, LOW_LEAST, LOW_MOST = 0.15, 5.0, 30.0  # of the clock's time, in seconds: when the client warns


class TimedQuestion(NamedTuple):
    """A question to a seat: when it was asked, and how much lag its answer may be credited with."""

    asked: float
    credit: float


class UsedTime(NamedTuple):
    """A snapshot of all clocks."""

    spent: list[float]
    banked: list[float]
    asked: dict[int, float]
    questions: dict[int, TimedQuestion]
    turn: Turn | None
    quotas: list[float]


class Clocks:
    """One clock per seat, running while the seat is asked: per move, per turn, or for the whole game.

    A clock per move or turn may have a bank: more time for the whole game, used when the move's or turn's is gone.
    Between turns, so also while colours are chosen and first armies placed, a clock per turn counts every answer alone.
    """

    def __init__(self, agreed: ClockForm, seats: int) -> None:
        self.agreed = agreed
        self.spent = [0.0] * seats  # seconds used before the current question
        self.banked = [0.0] * seats  # seconds used of the bank
        self.asked: dict[int, float] = {}  # seats asked, with the time since which nothing is charged yet
        self.questions: dict[int, TimedQuestion] = {}
        self.turn: Turn | None = None  # None between turns
        self.lag = LagCredits(agreed.seconds, seats)
        self.credited = 0.0  # for the latest answer
        self.moments: list[UsedTime] = []  # before each of the latest entries, for undo

    # -------------------------------------------------------------- running
    def update(
        self,
        awaited: Iterable[int],
        turn: Turn | None,
        now: float,
        acted: int | None = None,
        credit: float | None = None,
    ) -> None:
        """Charge the time used so far and start the clocks of the seats that are asked now.

        `credit` is the lag credited when this was stored; None: as the client has reported.
        """
        self.moments = [*self.moments, self.moment()][-DEPTH:]
        for seat, since in self.asked.items():
            self.spent[seat] += now - since
        answered = acted if acted is not None and acted >= 0 else None
        self.credited = self._credit(answered, now, credit)
        self._wind_up(turn, answered, awaited := list(awaited))
        self.turn = turn
        self.questions = {seat: self._question(seat, answered, now) for seat in awaited}
        self.asked = dict.fromkeys(awaited, now)

    def undo(self) -> None:
        """Go back to before the latest answer. The question's time has run since it was first asked."""
        if self.moments:
            self.back_to(self.moments.pop())
        self.credited = 0.0

    def _credit(self, seat: int | None, now: float, stored: float | None) -> float:
        """Give the seat back the lag of its answer, and return it."""
        if seat is None or seat not in self.questions:
            return 0.0
        credit = self._lag(seat, now) if stored is None else stored
        self.spent[seat] -= credit
        self.lag.spend(seat, credit)
        return credit

    def _lag(self, seat: int, now: float) -> float:
        """Return the part of a running question that is credited as lag."""
        asked, credit = self.questions[seat]
        return min(credit, now - asked)

    def _wind_up(self, turn: Turn | None, answered: int | None, awaited: list[int]) -> None:
        """Restore the time of all seats when a turn begins, else that of seats whose question is answered."""
        if self.agreed.per == "turn" and turn != self.turn:
            anew = set(range(len(self.spent)))
        elif self.agreed.per == "move" or (self.agreed.per == "turn" and turn is None):
            # seats that are still asked the same question keep the time used
            anew = {seat for seat in range(len(self.spent)) if seat == answered or seat not in awaited}
        else:
            anew = set()
        for seat in anew:
            over = max(0.0, self.spent[seat] - self.agreed.seconds)
            self.banked[seat] = min(float(self.agreed.bank), self.banked[seat] + over)
            self.spent[seat] = 0.0
            self.lag.wind_up(seat)

    def _question(self, seat: int, answered: int | None, now: float) -> TimedQuestion:
        """Return the question that the seat is still asked, or a new one."""
        known = self.questions.get(seat) if seat != answered else None
        return known or TimedQuestion(now, self.lag.offer(seat))

    def moment(self) -> UsedTime:
        """Return a snapshot for `back_to`."""
        spent, banked, quotas = list(self.spent), list(self.banked), list(self.lag.left)
        return UsedTime(spent, banked, dict(self.asked), dict(self.questions), self.turn, quotas)

    def back_to(self, moment: UsedTime) -> None:
        """Restore a snapshot taken by `moment`."""
        self.spent, self.banked, self.asked, self.questions, self.turn, self.lag.left = moment

    # -------------------------------------------------------------- reading
    @property
    def measure(self) -> Measure:
        """What a clock's time is for now; a clock per turn is one per move between turns."""
        per = self.agreed.per
        return "move" if per == "none" or (per == "turn" and self.turn is None) else per

    def seconds_left(self, seat: int, now: float) -> float | None:
        """Return the seconds that a seat has left with its bank; None without a clock."""
        if self.agreed.per == "none":
            return None
        return max(0.0, self.agreed.seconds - self._seconds_used(seat, now) + self.agreed.bank - self.banked[seat])

    def bank_left(self, seat: int, now: float) -> float:
        """Return the seconds that a seat has left in its bank."""
        over = max(0.0, self._seconds_used(seat, now) - self.agreed.seconds)
        return max(0.0, self.agreed.bank - self.banked[seat] - over)

    def low(self) -> float:
        """Return the seconds left at which a player is warned."""
        return min(LOW_MOST, max(LOW_LEAST, LOW_SHARE * self.agreed.seconds))

    def _seconds_used(self, seat: int, now: float) -> float:
        running = now - self.asked[seat] - self._lag(seat, now) if seat in self.asked else 0.0
        return self.spent[seat] + running


def turn_of(state: State) -> Turn | None:
    """Return the turn that is played; None between turns, as in the preparation."""
    return None if state.turn < 0 else (lap_of(state), int(state.turn))


def table_limit(rules: TableRules) -> float | None:
    """Return the seconds after which the referee declares time up; None without a time limit."""
    minutes = getattr(rules, "time_limit_minutes", None)
    return None if minutes is None else 60.0 * float(minutes)
