"""The append-only trail of an event. The mark of each entry covers all entries before it; an undo is an entry too."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.events.changes import AnyChange


class TrailGrew(Exception):
    """The trail has a new end: another writer was faster."""


class TrailRow(NamedTuple):
    """A row as stored. Its change is the exact JSON text, because marks are computed from it."""

    number: int
    at: str
    who: str
    change: str | None
    undoes: int | None
    mark: str
    author: int | None = None  # id of the author on this server; part of no mark, and never handed out


class TrailEntry(msgspec.Struct, frozen=True):
    """An entry of the trail: a change, or the undo of an earlier entry."""

    number: int
    at: str
    who: str
    change: AnyChange | None
    undoes: int | None
    mark: str


_change: msgspec.json.Decoder[AnyChange] = msgspec.json.Decoder(AnyChange)


def entries_of(rows: Iterable[TrailRow], known: Sequence[TrailEntry] = ()) -> list[TrailEntry]:
    """Decode rows that follow the known entries.

    Raise a Problem that names the first row that was altered or could not have been written by this program.
    """
    found, mark = list(known), known[-1].mark if known else ""
    for number, row in enumerate(rows, start=len(found) + 1):
        mark = mark_of(mark, row.number, row.at, row.who, row.change, row.undoes)
        if mark != row.mark or row.number != number:
            raise Problem("event.changed_entry", number=row.number)
        # An undo refers to an earlier entry and never to the opening one, so undo entries cannot form a cycle.
        if (row.change is None) == (row.undoes is None) or not (row.undoes is None or 1 < row.undoes < number):
            raise Problem("event.forged_entry", number=number)
        found.append(TrailEntry(number, row.at, row.who, _decode(row), row.undoes, mark))
    return found


def _decode(row: TrailRow) -> AnyChange | None:
    try:
        return None if row.change is None else _change.decode(row.change)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Problem("event.forged_entry", number=row.number) from None


def next_row(
    before: TrailRow | TrailEntry | None, change: AnyChange | None, undoes: int | None, who: str, at: str
) -> TrailRow:
    """Return the row that follows another, with its mark."""
    number, text = 1 if before is None else before.number + 1, None
    if change is not None:
        text = _encode(change)
    mark = mark_of("" if before is None else before.mark, number, at, who, text, undoes)
    return TrailRow(number, at, who, text, undoes, mark)


def _encode(change: AnyChange) -> str:
    """Encode a change as JSON; a Problem if it could not be decoded again."""
    text = msgspec.json.encode(change)
    try:
        _change.decode(text)
    except msgspec.DecodeError as error:
        raise Problem("event.too_much", error=error) from None
    return text.decode()


def mark_of(before: str, *parts: object) -> str:
    """Hash the contents of a row together with the mark of the row before."""
    return hashlib.blake2b(before.encode() + msgspec.json.encode(parts), digest_size=8).hexdigest()


def with_author(rows: Iterable[TrailRow], author: int | None) -> list[TrailRow]:
    """Return the rows with the id of their author."""
    return [row._replace(author=author) for row in rows]


def without_author(rows: Iterable[TrailRow], author: int, name: str) -> Iterator[TrailRow]:
    """Yield the trail with `name` in place of the author's name, and with recomputed marks."""
    mark = ""
    for row in rows:
        if row.author == author:
            row = row._replace(who=name, author=None)
        mark = mark_of(mark, row.number, row.at, row.who, row.change, row.undoes)
        yield row._replace(mark=mark)


def find_undone(entries: Sequence[TrailEntry]) -> set[int]:
    """Return the numbers of undone entries. An undo that was itself undone has no effect."""
    gone = set[int]()
    for entry in reversed(entries):
        if entry.undoes is not None and entry.number not in gone:
            gone.add(entry.undoes)
    return gone


def standing_changes(entries: Sequence[TrailEntry]) -> Iterator[tuple[int, AnyChange]]:
    """Return the changes that are not undone, with their numbers."""
    gone = find_undone(entries)
    return ((entry.number, entry.change) for entry in entries if entry.change is not None and entry.number not in gone)
