"""What a room knows of its table that the game does not: who is here, whose bot plays, how much time is left."""

from typing import TYPE_CHECKING

from kamchatka.server.presentation.presenter import TableContext
from kamchatka.server.presentation.table_info import table_seen
from kamchatka.server.protocol.scene_types import ClockFace, SeatSeen
from kamchatka.server.storage.records import Sitter

if TYPE_CHECKING:
    from kamchatka.server.tables.room import Room


def sitting(room: "Room") -> tuple[SeatSeen, ...]:
    """Who sits where, whether they are here, and their clocks."""
    now = room.stored.now if room.stored is not None else 0.0
    here = {listener.user_id for listener in room.audience.listeners}
    return tuple(_sitter(room, seat, one, now, here) for seat, one in enumerate(room.table.seats))


def _sitter(room: "Room", seat: int, one: Sitter, now: float, here: set[int | None]) -> SeatSeen:
    per, left = room.clocks.agreed.per, room.clocks.left(seat, now)
    timed = left is not None and per != "none" and one.user is not None and not room.is_over
    return SeatSeen(
        seat=seat,
        name=one.name,
        kind=one.kind,
        bot=one.bot,
        leaves=one.leaves,
        here=one.user is None or one.user in here,
        stand_in=seat in room.attendance.relieved,
        absent_in=room.attendance.absent_in(seat, now),
        stops=one.user in room.votes,
        clock=ClockFace(left or 0.0, seat in room.clocks.asked, "move" if per == "none" else per) if timed else None,
    )


def table_context(room: "Room") -> TableContext:
    """Everything about the table that the game itself does not know."""
    left = room.time_left()
    return TableContext(
        table_seen(room.table, room.audience.watchers, room.is_over),
        sitting(room),
        room.clocks.agreed.per,
        ClockFace(left, True, "table") if left is not None else None,
        tuple(seat for seat, one in enumerate(room.table.seats) if one.most_dice),
    )
