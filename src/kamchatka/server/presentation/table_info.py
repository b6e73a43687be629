"""What a room tells about its table: who sits where, who is here, how much time is left."""

from typing import TYPE_CHECKING

from kamchatka.kernel.chance import SealedChance
from kamchatka.server.presentation.presenter import TableContext
from kamchatka.server.protocol.payloads import TableRow
from kamchatka.server.protocol.scene_types import ClockFace, SeatSeen, TableSeen
from kamchatka.server.speech import edition_name, lap_name, table_name
from kamchatka.server.storage.records import Sitter, TableRecord

LONGEST = 60  # characters of an option's value in a message

if TYPE_CHECKING:
    from kamchatka.server.tables.room import Room


def seat_seen(seat: int, one: Sitter, colours: tuple[int, ...] = ()) -> SeatSeen:
    """A seat as one knows it without the game."""
    return SeatSeen(seat=seat, name=one.name, kind=one.kind, bot=one.bot, colour=colours[seat] if colours else 0)


def table_seen(table: TableRecord, watchers: int, is_over: bool) -> TableSeen:
    """The table; the key of its luck only when the game is over. `in_words` gives it its names."""
    agreed = table.agreed
    return TableSeen(
        id=table.id,
        name=agreed.name,
        edition=agreed.edition,
        edition_name="",
        status="over" if is_over else table.status,
        host=table.host_name,
        options=_short(agreed.options),
        private=agreed.private,
        watchers=watchers,
        commitment=SealedChance(bytes.fromhex(table.key)).commitment(),
        key=table.key if is_over else "",
        pace=agreed.pace,
        rematch=table.rematch,
    )


def _short(options: dict[str, bool | int | str]) -> dict[str, bool | int | str]:
    """The options; a text of many lines (a file of cards) need not travel with every message."""
    long = {name for name, value in options.items() if isinstance(value, str) and len(value) > LONGEST}
    return {name: "…" if name in long else value for name, value in options.items()}


def table_row(table: TableRecord, language: str, user: int | None, watchers: int) -> TableRow:
    """The table as a row of a list."""
    agreed, yours = table.agreed, table.seats_of(user)
    seats = tuple(seat_seen(seat, one, table.colours) for seat, one in enumerate(table.seats))
    return TableRow(
        id=table.id,
        name=table_name(agreed.name, table.host_name, agreed.edition, language),
        edition=agreed.edition,
        edition_name=edition_name(agreed.edition, language),
        status=table.status,
        host=table.host_name,
        seats=seats,
        free=sum(1 for one in table.seats if one.is_open),
        watchers=watchers,
        round=table.round,
        round_label=lap_name(agreed.edition, table.round, language),
        private=agreed.private,
        clock=agreed.clock,
        mine=bool(yours),
        seat=yours[0] if yours else -1,
        awaits_me=any(seat in table.asked for seat in yours),
        created=table.created,
    )


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
    )
