"""Which players are connected, and which seats a bot plays until their player returns."""

from collections.abc import Callable, Iterable
from typing import Literal

from kamchatka.server.storage.records import TableRecord
from kamchatka.server.tables.timing.clocks import Clocks

# how long a bot plays: one answer, the rest of the turn, until the player is back, or at the player's
# wish until they may attack
Until = Literal["answer", "turn", "return", "attack"]
Moment = tuple[dict[int, Until], list[int]]
PATIENCE = 2  # consecutive bot answers after which the bot keeps the seat until the player returns


class Attendance:
    """Presence of the people at one table. Times are table time in seconds."""

    def __init__(self, table: Callable[[], TableRecord], clocks: Clocks) -> None:
        self._table = table
        self.clocks = clocks
        self.away: dict[int, float] = {}  # disconnected users, with the time they left
        self.relieved: dict[int, Until] = {}  # seats that a bot plays for an absent player
        self.missed = [0] * len(self.table.seats)  # consecutive answers given by a bot, by seat

    @property
    def table(self) -> TableRecord:
        """The room's current table record."""
        return self._table()

    def everybody_away(self, now: float) -> None:
        """Mark every player as away: the room has just opened."""
        self.away = {one.user: now for one in self.table.seats if one.user is not None}

    # -------------------------------------------------------------- presence
    def came(self, user: int) -> None:
        """Mark a user as present and give them their seats back."""
        self.away.pop(user, None)
        for seat in self.table.seats_of(user):
            self.relieved.pop(seat, None)
            self.missed[seat] = 0

    def went(self, user: int, now: float) -> None:
        """Mark a user as away: their last socket closed."""
        if self.table.seats_of(user):
            self.away[user] = now

    def note_answer(self, seat: int, by_bot: bool) -> None:
        """Record that a seat has answered, by its player or through a bot."""
        if not by_bot:
            self.missed[seat] = 0
            self.relieved.pop(seat, None)
        elif self.relieved.get(seat) == "answer":
            del self.relieved[seat]

    def turn_passed(self) -> None:
        """End the relief of players who lost the rest of the previous turn."""
        self.relieved = {seat: until for seat, until in self.relieved.items() if until != "turn"}

    def moment(self) -> Moment:
        """Return a snapshot for `back_to`."""
        return dict(self.relieved), list(self.missed)

    def back_to(self, moment: Moment) -> None:
        """Restore a snapshot taken by `moment`."""
        self.relieved, self.missed = moment

    # -------------------------------------------------------------- placements left to a bot
    def leave_placements(self, seat: int) -> None:
        """Let a bot play the placements of a seat, as its player asks."""
        self.relieved[seat] = "attack"

    def take_placements_back(self, seat: int) -> None:
        """Ask the player again."""
        self.relieved.pop(seat, None)
        self.missed[seat] = 0

    def is_placed_for(self, seat: int) -> bool:
        """Whether a bot plays the seat's placements because its player asked for it."""
        return self.relieved.get(seat) == "attack"

    # -------------------------------------------------------------- late and absent players
    def bot_plays(self, seat: int) -> bool:
        """Whether a bot decides for the seat now."""
        return self.table.seats[seat].bot is not None or seat in self.relieved

    def absent_in(self, seat: int, now: float) -> float | None:
        """Return seconds until a bot replaces an absent player whose answer other people wait for.

        A game without any connected player rests, so a game against bots can be resumed a day later.
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
        """Seconds that a player may be away. With a clock per move or turn it is at least that clock's time."""
        clock, agreed = self.clocks.agreed, self.table.agreed.absent_after
        return max(agreed, clock.seconds) if clock.per in ("move", "turn") else agreed

    def alarm_in(self, now: float) -> float | None:
        """Return seconds until a player who must answer runs out of time or has been away too long."""
        if not self.away and self.clocks.agreed.per == "none":
            return None  # everybody is connected, and there is no clock
        waits = [
            wait
            for seat in self._find_people_asked()
            for wait in (self.clocks.seconds_left(seat, now), self.absent_in(seat, now))
            if wait is not None
        ]
        return min(waits, default=None)

    def relieve(self, now: float) -> bool:
        """Let bots replace late and absent players. Return whether any seat changed."""
        late = [seat for seat in self._find_people_asked() if self.clocks.seconds_left(seat, now) == 0.0]
        absent = [seat for seat in self._find_people_asked() if self.absent_in(seat, now) == 0.0]
        for seat in late:
            self.missed[seat] += 1
            per = self.clocks.measure
            patient = self.missed[seat] < PATIENCE
            self.relieved[seat] = "answer" if per == "move" and patient else "turn" if per == "turn" else "return"
        for seat in absent:
            self.relieved[seat] = "return"
        return bool(late or absent)

    def _find_people_asked(self) -> Iterable[int]:
        return [
            seat for seat in self.clocks.asked if self.table.seats[seat].user is not None and seat not in self.relieved
        ]
