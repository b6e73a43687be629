"""Transfer an event between programs as JSON Lines. A strict decoder reads them, whatever their source.

The first line is a header. Each further line is one row of the trail: its change exactly as stored, and its mark. Such
a file contains data only, so servers can hand it out and accept it. A .kam file is a database, and is opened only by
the owner of the disk it lies on.
"""

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.events.trail import TrailEntry, TrailRow, entries_of

LARGEST = 2_000_000  # bytes
MOST_ENTRIES = 20_000
VERSION = 1
NOTHING = b"null"
SQLITE = b"SQLite format 3\0"

Number = Annotated[int, msgspec.Meta(ge=1, le=MOST_ENTRIES)]


class EventHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line."""

    kamchatka: Literal["event"]
    version: Annotated[int, msgspec.Meta(ge=1, le=1000)]


class EventLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the trail. Its change is not decoded before its mark has been verified."""

    number: Number
    at: Annotated[str, msgspec.Meta(max_length=40)]
    who: Annotated[str, msgspec.Meta(max_length=200)]
    change: msgspec.Raw
    undoes: Number | None
    mark: Annotated[str, msgspec.Meta(min_length=16, max_length=16)]


_header = msgspec.json.Decoder(EventHeader)
_line = msgspec.json.Decoder(EventLine)


def write_lines(rows: Sequence[TrailRow]) -> bytes:
    """Encode a trail as JSON Lines."""
    lines = [EventLine(one.number, one.at, one.who, _raw(one.change), one.undoes, one.mark) for one in rows]
    return msgspec.json.Encoder().encode_lines([EventHeader("event", VERSION), *lines])


def _raw(text: str | None) -> msgspec.Raw:
    return msgspec.Raw(NOTHING if text is None else text.encode())


def read_lines(data: bytes) -> tuple[list[TrailRow], list[TrailEntry]]:
    """Decode a trail, as raw rows and as entries; a Problem if the data holds no trail or an altered one."""
    if data.startswith(SQLITE):
        raise Problem("event.is_database")
    first, _, rest = data.partition(b"\n")
    lines = rest.splitlines()
    if len(data) > LARGEST or len(lines) > MOST_ENTRIES:
        raise Problem("event.too_long", most=MOST_ENTRIES, bytes=LARGEST)
    try:
        if _header.decode(first).version > VERSION:
            raise Problem("event.lines_newer")
        rows = [_row(_line.decode(line)) for line in lines]
        return rows, entries_of(rows)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Problem("event.no_lines") from None


def _row(line: EventLine) -> TrailRow:
    change = None if bytes(line.change) == NOTHING else bytes(line.change).decode()
    return TrailRow(line.number, line.at, line.who, change, line.undoes, line.mark)
