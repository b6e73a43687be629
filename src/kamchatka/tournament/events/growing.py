"""Build the rows that changes and undo requests append to a trail. Storage is up to the caller."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.events.changes import AnyChange, EventOpened
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.folding import ChangeDoesNotFit, fold
from kamchatka.tournament.events.trail import TrailEntry, TrailRow, entries_of, find_undone, next_row, standing_changes

ChangeMaker = Callable[[Event, Sequence[TrailEntry]], Sequence[AnyChange]]


def opening_row(opened: EventOpened, who: str) -> TrailRow:
    """Return the first row of a trail."""
    return next_row(None, opened, None, who, _now())


def changing_rows(make: ChangeMaker, event: Event, entries: Sequence[TrailEntry], who: str) -> list[TrailRow]:
    """Return the rows for the changes that `make` returns; a Problem unless all of them fit the event."""
    at, rows, before = _now(), list[TrailRow](), entries[-1] if entries else None
    changes = make(event, entries)
    for change in changes:
        rows.append(next_row(rows[-1] if rows else before, change, None, who, at))
    fold(((row.number, change) for row, change in zip(rows, changes, strict=True)), event)
    return rows


def undoing_rows(numbers: Sequence[int], entries: Sequence[TrailEntry], who: str) -> list[TrailRow]:
    """Return the rows that undo others (including undo entries), newest first.

    Raise a Problem if a later change depends on one of them.
    """
    gone = find_undone(entries)
    for number in numbers:
        if not 1 < number <= len(entries) or number in gone:
            raise Problem("event.not_undone", number=number)
    at, rows = _now(), list[TrailRow]()
    for number in sorted(numbers, reverse=True):
        rows.append(next_row(rows[-1] if rows else entries[-1], None, number, who, at))
    _check_rest(entries_of(rows, entries), numbers)
    return rows


def _check_rest(entries: Sequence[TrailEntry], numbers: Sequence[int]) -> None:
    """Check that the remaining changes still fold into an event."""
    try:
        fold(standing_changes(entries))
    except ChangeDoesNotFit as problem:
        told = ", ".join(map(str, sorted(numbers)))
        raise Problem("event.rests_on_it", entries=told, number=problem.number, problem=problem) from None


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
