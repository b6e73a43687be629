"""What a room adds to its game's view: presence, bots that stand in, and time left."""

from kamchatka.server.presentation.presenter import TableContext
from kamchatka.server.presentation.table_info import table_seen
from kamchatka.server.protocol.scene_types import ClockFace, SeatSeen, TableSeen
from kamchatka.server.storage.records import Sitter
from kamchatka.server.tables.room_state import RoomState


def sitting(room: RoomState) -> tuple[SeatSeen, ...]:
    """Return the players of all seats with presence and clocks."""
    now = room.stored.now if room.stored is not None else 0.0
    here = {listener.user_id for listener in room.audience.listeners}
    return tuple([_sitter(room, seat, one, now, here) for seat, one in enumerate(room.table.seats)])


def _sitter(room: RoomState, seat: int, one: Sitter, now: float, here: set[int | None]) -> SeatSeen:
    clocks, left = room.clocks, room.clocks.seconds_left(seat, now)
    timed = left is not None and one.user is not None and not room.is_over
    bank = round(clocks.bank_left(seat, now), 3)
    return SeatSeen(
        seat=seat,
        name=one.name,
        kind=one.kind,
        bot=one.bot,
        avatar=one.avatar,
        leaves=one.leaves,
        here=one.user is None or one.user in here,
        stand_in=seat in room.attendance.relieved and not room.attendance.is_placed_for(seat),
        absent_in=room.attendance.absent_in(seat, now),
        stops=one.user in room.votes,
        clock=ClockFace(left or 0.0, seat in clocks.asked, clocks.measure, bank, clocks.low()) if timed else None,
    )


class RoomContexts:
    """Builds the contexts of one room.

    Unchanged parts are the same objects as before, so renderers can skip them by identity.
    """

    def __init__(self, room: RoomState) -> None:
        self.room = room
        self._table: tuple[object, TableSeen] | None = None
        self._sitting: tuple[SeatSeen, ...] = ()

    def now(self) -> TableContext:
        """Return everything about the table that the game itself does not know."""
        room, left = self.room, self.room.time_left()
        self._sitting = _reuse_seats(self._sitting, sitting(room))
        return TableContext(
            self._describe_table(),
            self._sitting,
            room.clocks.measure,
            ClockFace(left, True, "table") if left is not None else None,
            tuple([seat for seat, one in enumerate(room.table.seats) if one.most_dice]),
            tuple([seat for seat in room.attendance.relieved if room.attendance.is_placed_for(seat)]),
            room.undo_seat,
        )

    def _describe_table(self) -> TableSeen:
        table, watchers, is_over = self.room.table, self.room.audience.watchers, self.room.is_over
        pace = self.room.bot_pace
        made_of = (table.agreed, table.seats, table.status, table.rematch, table.rating, watchers, is_over, pace)
        if self._table is None or self._table[0] != made_of:
            self._table = made_of, table_seen(table, watchers, is_over, pace)
        return self._table[1]


def _reuse_seats(before: tuple[SeatSeen, ...], now: tuple[SeatSeen, ...]) -> tuple[SeatSeen, ...]:
    """Return the current seats, reusing the previous objects for unchanged ones."""
    if len(before) != len(now):
        return now
    return tuple([old if old == new else new for old, new in zip(before, now, strict=True)])
