"""The calendar of a user's events, as iCalendar (RFC 5545)."""

import re
from collections.abc import Sequence
from datetime import date, timedelta

import msgspec

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.events.event import Event

FOLD = 73  # octets per line before folding
ESCAPED = {"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"}
DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)|(\d\d?)[./](\d\d?)[./](\d{4})")


class CalendarEntry(msgspec.Struct, frozen=True):
    """A tournament that a user follows."""

    id: str
    event: Event
    seats: tuple[int, ...]  # the player's table in each round, 0 for none


def day_of(text: str) -> date | None:
    """Parse an event's date as organisers write it: 2026-11-20, 20/11/2026 or 20.11.2026."""
    found = DATE.search(text)
    if found is None:
        return None
    year, month, day, day_first, month_then, year_last = found.groups()
    try:
        return date(int(year or year_last), int(month or month_then), int(day or day_first))
    except ValueError:
        return None


def seats_of(event: Event, entrant: int) -> tuple[int, ...]:
    """Return an entrant's table number in each round; 0 for none."""
    found = []
    for round in event.rounds:
        try:
            table = round.table_of(entrant) if entrant else None
        except Problem:
            table = None
        found.append(0 if table is None else table.number)
    return tuple(found)


def calendar(entries: Sequence[CalendarEntry], home: str, words: dict[str, str]) -> str:
    """Return all events that have a date. `words` provides `name`, `round` and `table`."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Kamchatka//EN", f"X-WR-CALNAME:{_text(words['name'])}"]
    for one in entries:
        day = day_of(one.event.date)
        if day is not None:
            lines += _entry(one, day, home, words)
    return "".join(_fold(line) for line in [*lines, "END:VCALENDAR"])


def _entry(one: CalendarEntry, day: date, home: str, words: dict[str, str]) -> list[str]:
    rounds = [
        f"{words['round']} {number}: {words['table']} {table}"
        for number, table in enumerate(one.seats, start=1)
        if table
    ]
    return [
        "BEGIN:VEVENT",
        f"UID:{one.id}@kamchatka",
        f"DTSTAMP:{day:%Y%m%d}T000000Z",
        f"DTSTART;VALUE=DATE:{day:%Y%m%d}",
        *([f"DTEND;VALUE=DATE:{day + timedelta(days=1):%Y%m%d}"] if day < date.max else []),
        f"SUMMARY:{_text(one.event.name)}",
        *([f"DESCRIPTION:{_text(chr(10).join(rounds))}"] if rounds else []),
        *([f"URL:{home}/event/{one.id}"] if home else []),
        "END:VEVENT",
    ]


def _text(text: str) -> str:
    return "".join(ESCAPED.get(letter, letter) for letter in text if letter == "\n" or letter.isprintable())


def _fold(line: str) -> str:
    """Fold a line after at most 75 octets, with an indented continuation and without splitting letters."""
    parts, held = [], ""
    for letter in line:
        if len((held + letter).encode()) > FOLD:
            parts.append(held)
            held = ""
        held += letter
    return "\r\n ".join([*parts, held]) + "\r\n"
