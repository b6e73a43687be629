"""Protection against lost updates when two organisers edit an event at the same time."""

from collections.abc import Sequence

from kamchatka.server.faults import Fault
from kamchatka.tournament.events import changes
from kamchatka.tournament.events.trail import TrailEntry

Subject = tuple[str | int, ...]


def subject(change: changes.AnyChange | None) -> Subject:
    """Return what a change is about."""
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
    """Raise a Fault if the same subject was changed or undone since version `after`."""
    if about in _subjects(entries)[after:]:
        raise Fault("stale")


def _subjects(entries: Sequence[TrailEntry]) -> list[Subject]:
    """Return the subject of each entry. An undo has the subject of what it finally undoes."""
    found = list[Subject]()
    for one in entries:
        found.append(subject(one.change) if one.undoes is None else found[one.undoes - 1])
    return found
