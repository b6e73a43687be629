"""Who is here, who is away, and for whom a bot plays until they are back."""

from collections.abc import Callable, Iterable
from typing import Literal

from kamchatka.server.storage.records import TableRecord
from kamchatka.server.tables.clocks import Clocks

Until = Literal["answer", "turn", "return"]  # one answer, the rest of the turn, until the player is back
Moment = tuple[dict[int, Until], list[int]]
PATIENCE = 2  # answers given by a bot in a row before it plays on


class Attendance:
    """The people at one table. Times are table time."""

    def __init__(self, table: Callable[[], TableRecord], clocks: Clocks) -> None:
        self._table = table
        self.clocks = clocks
        self.away: dict[int, float] = {}  # users who are not here, and since when
        self.relieved: dict[int, Until] = {}  # seats that a bot plays for somebody
        self.missed = [0] * len(self.table.seats)  # answers in a row that a bot gave

    @property
    def table(self) -> TableRecord:
        """Who sits where, as the room knows it now."""
        return self._table()

    def everybody_away(self, now: float) -> None:
        """A room has just opened: nobody has come in yet."""
        self.away = {one.user: now for one in self.table.seats if one.user is not None}

    # -------------------------------------------------------------- coming and going
    def came(self, user: int) -> None:
        """Somebody is here: their seats are their own again."""
        self.away.pop(user, None)
        for seat in self.table.seats_of(user):
            self.relieved.pop(seat, None)
            self.missed[seat] = 0

    def went(self, user: int, now: float) -> None:
        """Somebody's last socket closed."""
        if self.table.seats_of(user):
            self.away[user] = now

    def acted(self, seat: int, by_bot: bool) -> None:
        """A seat has answered, itself or through a bot."""
        if not by_bot:
            self.missed[seat] = 0
            self.relieved.pop(seat, None)
        elif self.relieved.get(seat) == "answer":
            del self.relieved[seat]

    def turn_passed(self) -> None:
        """Who lost the rest of a turn plays the next one."""
        self.relieved = {seat: until for seat, until in self.relieved.items() if until != "turn"}

    def moment(self) -> Moment:
        """What would be needed to come back here."""
        return dict(self.relieved), list(self.missed)

    def back_to(self, moment: Moment) -> None:
        """As it was then: what has been done since does not count."""
        self.relieved, self.missed = moment

    # -------------------------------------------------------------- who is late
    def bot_plays(self, seat: int) -> bool:
        """Whether a bot decides for the seat now."""
        return self.table.seats[seat].bot is not None or seat in self.relieved

    def absent_in(self, seat: int, now: float) -> float | None:
        """Seconds until a bot steps in for somebody who is away and asked, while somebody else waits for them.

        A game in which nobody is here rests: who plays alone against bots finds it as it was, a day later too.
        """
        user = self.table.seats[seat].user
        if user not in self.away or seat in self.relieved or seat not in self.clocks.asked:
            return None
        if all(one.user is None or one.user in self.away for one in self.table.seats):
            return None
        since = max(self.away[user], self.clocks.asked[seat])
        return max(0.0, since + self._patience - now)

    @property
    def _patience(self) -> int:
        """How long somebody may be away: who has a day for a move or a turn need not sit there waiting for it."""
        clock, agreed = self.clocks.agreed, self.table.agreed.absent_after
        return max(agreed, clock.seconds) if clock.per in ("move", "turn") else agreed

    def alarm_in(self, now: float) -> float | None:
        """Seconds until somebody who is asked has no time left or has been away too long."""
        if not self.away and self.clocks.agreed.per == "none":
            return None  # everybody is here, and nobody counts
        waits = [
            wait
            for seat in self._asked_people()
            for wait in (self.clocks.left(seat, now), self.absent_in(seat, now))
            if wait is not None
        ]
        return min(waits, default=None)

    def relieve(self, now: float) -> bool:
        """Let bots step in where it is time; whether any did."""
        late = [seat for seat in self._asked_people() if self.clocks.left(seat, now) == 0.0]
        absent = [seat for seat in self._asked_people() if self.absent_in(seat, now) == 0.0]
        for seat in late:
            self.missed[seat] += 1
            per = self.clocks.agreed.per
            patient = self.missed[seat] < PATIENCE
            self.relieved[seat] = "answer" if per == "move" and patient else "turn" if per == "turn" else "return"
        for seat in absent:
            self.relieved[seat] = "return"
        return bool(late or absent)

    def _asked_people(self) -> Iterable[int]:
        return [
            seat for seat in self.clocks.asked if self.table.seats[seat].user is not None and seat not in self.relieved
        ]
