"""The trail of an event: lines that are only added, each marked by all before it; an undoing is a line of its own."""

import hashlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.events.changes import AnyChange


class TrailGrew(Exception):
    """A trail does not end where its writer thought: somebody else was quicker."""


class TrailRow(NamedTuple):
    """A line as it is kept: its change in JSON, to the letter, because marks are made of it."""

    number: int
    at: str
    who: str
    change: str | None
    undoes: int | None
    mark: str


class TrailEntry(msgspec.Struct, frozen=True):
    """A line of the trail: a change, or the undoing of an earlier line."""

    number: int
    at: str
    who: str
    change: AnyChange | None
    undoes: int | None
    mark: str


_change: msgspec.json.Decoder[AnyChange] = msgspec.json.Decoder(AnyChange)


def entries_of(rows: Iterable[TrailRow], known: Sequence[TrailEntry] = ()) -> list[TrailEntry]:
    """What rows say, after the entries that are known already.

    A Problem names the first that is not as it was written, or that no desk would have written.
    """
    found, mark = list(known), known[-1].mark if known else ""
    for number, row in enumerate(rows, start=len(found) + 1):
        mark = mark_of(mark, row.number, row.at, row.who, row.change, row.undoes)
        if mark != row.mark or row.number != number:
            raise Problem("event.changed_entry", number=row.number)
        # Undoing only reaches back, never to the line that opened the event: so no undoing can undo itself in the end.
        if (row.change is None) == (row.undoes is None) or not (row.undoes is None or 1 < row.undoes < number):
            raise Problem("event.forged_entry", number=number)
        found.append(TrailEntry(number, row.at, row.who, _understood(row), row.undoes, mark))
    return found


def _understood(row: TrailRow) -> AnyChange | None:
    try:
        return None if row.change is None else _change.decode(row.change)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Problem("event.forged_entry", number=row.number) from None


def next_row(
    before: TrailRow | TrailEntry | None, change: AnyChange | None, undoes: int | None, who: str, at: str
) -> TrailRow:
    """The row that follows another, marked."""
    number, text = 1 if before is None else before.number + 1, None
    if change is not None:
        text = _written(change)
    mark = mark_of("" if before is None else before.mark, number, at, who, text, undoes)
    return TrailRow(number, at, who, text, undoes, mark)


def _written(change: AnyChange) -> str:
    """A change as JSON that can be read again; a Problem before anything is written that could not."""
    text = msgspec.json.encode(change)
    try:
        _change.decode(text)
    except msgspec.DecodeError as error:
        raise Problem("event.too_much", error=error) from None
    return text.decode()


def mark_of(before: str, *parts: object) -> str:
    """The mark of a line: of all that it says, and of the mark before."""
    return hashlib.blake2b(before.encode() + msgspec.json.encode(parts), digest_size=8).hexdigest()


def renamed(rows: Iterable[TrailRow], names: Collection[str], name: str) -> Iterator[TrailRow]:
    """The same trail with one name in the place of others, for whoever did something; marked anew."""
    mark = ""
    for row in rows:
        who = name if row.who in names else row.who
        mark = mark_of(mark, row.number, row.at, who, row.change, row.undoes)
        yield row._replace(who=who, mark=mark)


def undone_entries(entries: Sequence[TrailEntry]) -> set[int]:
    """The numbers of the lines that no longer stand; an undoing that was itself undone undoes nothing."""
    gone = set[int]()
    for entry in reversed(entries):
        if entry.undoes is not None and entry.number not in gone:
            gone.add(entry.undoes)
    return gone


def standing_changes(entries: Sequence[TrailEntry]) -> Iterator[tuple[int, AnyChange]]:
    """The changes that stand, with their numbers."""
    gone = undone_entries(entries)
    return ((entry.number, entry.change) for entry in entries if entry.change is not None and entry.number not in gone)
