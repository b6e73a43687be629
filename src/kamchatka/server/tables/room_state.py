"""The state of a room: its table, its game and those who look at it."""

from kamchatka.kernel.game import REFEREE
from kamchatka.kernel.options import TIME_UP, Action
from kamchatka.match import Match
from kamchatka.server.presentation.audience import Audience
from kamchatka.server.storage.records import TableRecord
from kamchatka.server.tables.attendance import Attendance
from kamchatka.server.tables.stored_match import StoredMatch
from kamchatka.server.tables.timing.clocks import Clocks, table_limit


class RoomState:
    """One table before, during and after its game, without the task that runs it."""

    audience: Audience  # created by the room, because it shows this state

    def __init__(self, table: TableRecord) -> None:
        self.table = table
        self.stored: StoredMatch | None = None
        self.clocks = Clocks(table.agreed.clock, len(table.seats))
        self.attendance = Attendance(lambda: self.table, self.clocks)
        self.bot_pace = ""  # of the bots, chosen during the game; empty: as agreed
        self.votes: set[int] = set()  # users who voted to call the game off

    @property
    def match(self) -> Match | None:
        """The match, once it has begun."""
        return self.stored.match if self.stored is not None else None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.match is not None and self.match.is_over

    @property
    def undo_seat(self) -> int:
        """The seat that may take its latest action back; -1 if there is none."""
        undo = self.stored.undo if self.stored is not None and not self.is_over else None
        return undo.seat if undo is not None and undo.allows(undo.seat) else -1

    @property
    def has_people(self) -> bool:
        """Whether a person has a seat, connected or not."""
        return any(one.user is not None for one in self.table.seats)

    def seconds_played(self) -> float | None:
        """Return the seconds played in a running game with clocks; None otherwise."""
        return self.stored.now if self.stored is not None and not self.is_over and self.table.is_timed else None

    def time_left(self) -> float | None:
        """Return the seconds left on the table's own clock; None without one."""
        match = self.match
        limit = table_limit(match.rules) if match is not None else None
        if limit is None or self.stored is None or match is None or not match.options(REFEREE).allows(Action(TIME_UP)):
            return None
        return max(0.0, limit - self.stored.now)
