"""How long people have thought and may think. It runs on the table's own time, in seconds played, outages left out."""

from collections.abc import Iterable

from kamchatka.editions.edition import TableRules
from kamchatka.server.protocol.payloads import ClockForm

Moment = tuple[list[float], dict[int, float], int]


class Clocks:
    """One clock a seat, running while the seat is asked: for each move, each turn, or the whole game."""

    def __init__(self, agreed: ClockForm, seats: int) -> None:
        self.agreed = agreed
        self.spent = [0.0] * seats  # before the question that is open now
        self.asked: dict[int, float] = {}  # seats asked, and since when
        self.turn = -1

    def update(self, awaited: Iterable[int], turn: int, now: float, acted: int | None = None) -> None:
        """Something was done at this moment; from here on these seats are asked."""
        for seat, since in self.asked.items():
            self.spent[seat] += now - since
        if turn != self.turn and self.agreed.per == "turn":
            self.spent = [0.0] * len(self.spent)
        if acted is not None and acted >= 0 and self.agreed.per == "move":
            self.spent[acted] = 0.0  # who is still asked the same thing keeps the time already used
        self.turn = turn
        awaited = list(awaited)
        if self.agreed.per == "move":
            for seat in range(len(self.spent)):
                self.spent[seat] = self.spent[seat] if seat in awaited else 0.0
        self.asked = dict.fromkeys(awaited, now)

    def moment(self) -> Moment:
        """What would be needed to come back here."""
        return list(self.spent), dict(self.asked), self.turn

    def back_to(self, moment: Moment) -> None:
        """As it was then: what has happened since does not count."""
        self.spent, self.asked, self.turn = moment

    def left(self, seat: int, now: float) -> float | None:
        """Seconds that a seat has left; None without a clock."""
        if self.agreed.per == "none":
            return None
        running = now - self.asked[seat] if seat in self.asked else 0.0
        return max(0.0, self.agreed.seconds - self.spent[seat] - running)


def table_limit(rules: TableRules) -> float | None:
    """Seconds after which the referee declares that time is up, where the table agreed on minutes."""
    minutes = getattr(rules, "time_limit_minutes", None)
    return None if minutes is None else 60.0 * float(minutes)
