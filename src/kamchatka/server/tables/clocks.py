"""Thinking time, used and left, in seconds of table time. Outages don't count."""

from collections.abc import Iterable

from kamchatka.editions.edition import TableRules
from kamchatka.server.protocol.payloads import ClockForm

Moment = tuple[list[float], dict[int, float], int]


class Clocks:
    """One clock per seat, running while the seat is asked: per move, per turn, or for the whole game."""

    def __init__(self, agreed: ClockForm, seats: int) -> None:
        self.agreed = agreed
        self.spent = [0.0] * seats  # seconds used before the current question
        self.asked: dict[int, float] = {}  # seats asked, with the time of the question
        self.turn = -1

    def update(self, awaited: Iterable[int], turn: int, now: float, acted: int | None = None) -> None:
        """Charge the time used so far and start the clocks of the seats that are asked now."""
        for seat, since in self.asked.items():
            self.spent[seat] += now - since
        if turn != self.turn and self.agreed.per == "turn":
            self.spent = [0.0] * len(self.spent)
        if acted is not None and acted >= 0 and self.agreed.per == "move":
            self.spent[acted] = 0.0  # seats that are still asked the same question keep the time used
        self.turn = turn
        awaited = list(awaited)
        if self.agreed.per == "move":
            for seat in range(len(self.spent)):
                self.spent[seat] = self.spent[seat] if seat in awaited else 0.0
        self.asked = dict.fromkeys(awaited, now)

    def moment(self) -> Moment:
        """Return a snapshot for `back_to`."""
        return list(self.spent), dict(self.asked), self.turn

    def back_to(self, moment: Moment) -> None:
        """Restore a snapshot taken by `moment`."""
        self.spent, self.asked, self.turn = moment

    def left(self, seat: int, now: float) -> float | None:
        """Return the seconds that a seat has left; None without a clock."""
        if self.agreed.per == "none":
            return None
        running = now - self.asked[seat] if seat in self.asked else 0.0
        return max(0.0, self.agreed.seconds - self.spent[seat] - running)


def table_limit(rules: TableRules) -> float | None:
    """Return the seconds after which the referee declares time up; None without a time limit."""
    minutes = getattr(rules, "time_limit_minutes", None)
    return None if minutes is None else 60.0 * float(minutes)
