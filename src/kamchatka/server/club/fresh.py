"""Two organisers at once: who changes what somebody else has changed meanwhile is told, and nothing is overwritten."""

from collections.abc import Sequence

from kamchatka.server.faults import Fault
from kamchatka.tournament.events import changes
from kamchatka.tournament.events.trail import TrailEntry

Subject = tuple[str | int, ...]


def subject(change: changes.AnyChange | None) -> Subject:
    """What a change is about."""
    match change:
        case changes.Reported(round=round, table=table):
            return "table", round, table
        case changes.Amended(number=number):
            return "entrant", number
        case changes.SettingsChanged():
            return ("settings",)
        case _:
            return ()


def check_fresh(entries: Sequence[TrailEntry], after: int, about: Subject) -> None:
    """A Fault if something of the same subject was changed, or undone, since a version."""
    if about in _subjects(entries)[after:]:
        raise Fault("stale")


def _subjects(entries: Sequence[TrailEntry]) -> list[Subject]:
    """What each entry is about: an undoing, however often it was undone itself, is about what it undoes in the end."""
    found = list[Subject]()
    for one in entries:
        found.append(subject(one.change) if one.undoes is None else found[one.undoes - 1])
    return found
