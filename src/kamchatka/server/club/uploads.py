"""Imports events from untrusted files."""

from kamchatka.server.club.lists import MOST_ENTRANTS
from kamchatka.server.club.showing import event_seen
from kamchatka.server.faults import Fault
from kamchatka.texts import languages
from kamchatka.tournament.events.exchange import read_lines
from kamchatka.tournament.events.folding import fold
from kamchatka.tournament.events.trail import TrailRow, standing_changes
from kamchatka.tournament.validation import check_sound


def read_in(data: bytes) -> tuple[str, list[TrailRow]]:
    """Return the name and the log of an uploaded event; run in a worker.

    Raise a Problem or a Fault unless the event can be continued: forged logs may lead to impossible states.
    """
    rows, entries = read_lines(data)
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
