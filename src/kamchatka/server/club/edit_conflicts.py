"""Protection from lost updates when two organisers edit an event at the same time."""

from collections.abc import Sequence

from kamchatka.server.faults import Fault
from kamchatka.tournament.events import changes
from kamchatka.tournament.events.trail import TrailEntry

Subject = tuple[str | int, ...]


def subject(change: changes.AnyChange | None) -> Subject:
    """Return the subject of a change, which two edits must not change at the same time."""
    match change:
        case changes.Reported(round=round, table=table) | changes.Confirmed(round=round, table=table):
            return "table", round, table
        case changes.Amended(number=number):
            return "entrant", number
        case changes.SettingsChanged():
            return ("settings",)
        case _:
            return ()


def check_fresh(entries: Sequence[TrailEntry], after: int, about: Subject) -> None:
    """Raise a Fault if the same subject was changed or undone after version `after`."""
    if about in _subjects(entries)[after:]:
        raise Fault("stale")


def _subjects(entries: Sequence[TrailEntry]) -> list[Subject]:
    """Return the subject of each entry. The subject of an undo is that of the change at the end of the chain."""
    found = list[Subject]()
    for one in entries:
        found.append(subject(one.change) if one.undoes is None else found[one.undoes - 1])
    return found
