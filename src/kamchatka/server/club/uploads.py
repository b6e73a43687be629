"""Imports events from untrusted files."""

from kamchatka.server.club.lists import MOST_ENTRANTS
from kamchatka.server.club.public_view import event_seen
from kamchatka.server.faults import Fault
from kamchatka.texts import languages
from kamchatka.tournament.documents.workbook.cells import is_spreadsheet
from kamchatka.tournament.documents.workbook.importer import event_changes
from kamchatka.tournament.documents.workbook.reader import parse_workbook
from kamchatka.tournament.events.changes import EventOpened
from kamchatka.tournament.events.exchange import read_lines
from kamchatka.tournament.events.folding import fold
from kamchatka.tournament.events.growing import changing_rows, opening_row
from kamchatka.tournament.events.trail import TrailEntry, TrailRow, entries_of, standing_changes
from kamchatka.tournament.validation import check_sound


def read_in(data: bytes, preset: str, who: str) -> tuple[str, list[TrailRow]]:
    """Return the name and the log of an uploaded event. Runs in a worker.

    For a workbook, `preset` is the scoring formula. Raise a Problem or a Fault unless the event can be continued,
    because forged logs may lead to impossible states.
    """
    rows, entries = _read_workbook(data, preset, who) if is_spreadsheet(data) else read_lines(data)
    event = fold(standing_changes(entries))
    check_sound(event.settings)
    if len(event.entrants) > MOST_ENTRANTS:
        raise Fault("too_large")
    try:
        for language in languages():
            event_seen("", len(entries), event, language, 0.0)
    except Exception as error:
        raise Fault("problem", "no_event_file") from error
    return event.name, rows


def _read_workbook(data: bytes, preset: str, who: str) -> tuple[list[TrailRow], list[TrailEntry]]:
    """Build the log of an event from a workbook."""
    opened, *others = event_changes(parse_workbook(data), preset, [])
    assert isinstance(opened, EventOpened)
    first = opening_row(opened, who)
    entries = entries_of([first])
    rows = [first, *changing_rows(lambda event, known: others, fold(standing_changes(entries)), entries, who)]
    return rows, entries_of(rows)
