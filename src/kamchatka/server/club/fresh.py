"""Two organisers at once: who changes what somebody else has changed meanwhile is told, and nothing is overwritten."""

from collections.abc import Sequence

from kamchatka.server.faults import Fault
from kamchatka.tournament.events import changes
from kamchatka.tournament.events.event_file import TrailEntry

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
    if any(subject(_changed(entries, one)) == about for one in entries[after:]):
        raise Fault("stale")


def _changed(entries: Sequence[TrailEntry], one: TrailEntry) -> changes.AnyChange | None:
    """The change that an entry makes or, however often it was undone, is about in the end."""
    while one.undoes is not None:
        one = entries[one.undoes - 1]
    return one.change
