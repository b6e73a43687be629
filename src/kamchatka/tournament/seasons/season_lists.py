"""Lists of a season: the national register, the places of an event held elsewhere, and standings to export."""

import csv
import io
from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from kamchatka.kernel.problem import Problem
from kamchatka.texts import phrases
from kamchatka.tournament.documents.csv_reader import FORMULAS, CsvFile, CsvRow
from kamchatka.tournament.documents.lists import parse_list
from kamchatka.tournament.events.changes import SetAside, set_aside
from kamchatka.tournament.events.entrants import check_name, normalise
from kamchatka.tournament.formatting import format_points
from kamchatka.tournament.seasons.ranking import SeasonRow
from kamchatka.tournament.seasons.results import MOST, EventPlaces, PlayerPlace
from kamchatka.tournament.seasons.season import (
    AnySeasonChange,
    EventAdded,
    MembersTold,
    Season,
    SeasonSettings,
    check_class,
)

NAME = ("nome", "nome e cognome", "giocatore", "player", "nominativo")
MEMBER = ("id", "id nazionale", "tessera", "numero")
REGISTER = {"name": NAME, "member": MEMBER, "surname": ("cognome",)}
PLACES = {
    "name": NAME,
    "place": ("posizione", "pos.", "pos", "posto"),
    "surname": ("cognome",),
    "member": MEMBER,
    "club": ("circolo", "club o famiglia"),
    "points": ("punti", "pt_tot"),
    "games": ("partite",),
    "wins": ("vittorie", "v_tot"),
}
LARGEST = 1_000_000  # a whole number in a list


def members_from(sheet: CsvFile) -> tuple[MembersTold, list[SetAside]]:
    """Return membership numbers by name, and the rows that have none or contradict another row."""
    found, rows, aside = dict[str, str](), dict[str, str](), list(sheet.aside)
    for row in sheet.rows:
        name, member = _name(row), row.cells.get("member", "")
        key = normalise(name)
        try:
            check_name(name)
            if not member or not member.isprintable() or len(member) > 20:
                raise Problem("season.no_member", name=name)
            if rows.setdefault(key, member) != member:
                raise Problem("season.two_members", name=name, member=member, other=rows[key])
            found[name] = member
        except Problem as problem:
            aside.append(_aside(row, problem))
    return MembersTold(found), aside


def places_from(sheet: CsvFile) -> tuple[tuple[PlayerPlace, ...], list[SetAside]]:
    """Return the places of an event that was held elsewhere, best first, and the rows that cannot be read."""
    found, seen, aside = list[PlayerPlace](), set[str](), list(sheet.aside)
    if len(sheet.rows) > MOST:
        raise Problem("season.too_many", most=MOST)
    for row in sheet.rows:
        name = _name(row)
        try:
            check_name(name)
            place = _whole(row, "place", 0)
            if not place:
                raise Problem("season.no_place", name=name)
            if normalise(name) in seen:
                raise Problem("season.twice", name=name)
            seen.add(normalise(name))
            cells = {key: row.cells.get(key, "")[:60] for key in ("club", "member", "points")}
            found.append(
                PlayerPlace(
                    name,
                    place,
                    cells["club"],
                    cells["member"],
                    _whole(row, "games", 1),
                    _whole(row, "wins", 0),
                    cells["points"],
                )
            )
        except Problem as problem:
            aside.append(_aside(row, problem))
    return tuple(sorted(found, key=lambda one: one.place)), aside


def event_from(
    settings: SeasonSettings, name: str, day: str, kind: str, players: tuple[PlayerPlace, ...]
) -> EventAdded:
    """Return an event held elsewhere; a Problem for a bad name, date or class."""
    check_name(name)
    try:
        date.fromisoformat(day)
    except ValueError:
        raise Problem("season.bad_date", date=day[:40]) from None
    check_class(settings, kind)
    return EventAdded(EventPlaces(name, day, players, len(players) // 4, 1, kind))


class ListRead(NamedTuple):
    """What a list would add to a season: a change, or None if it is known already; and the rows set aside."""

    sheet: CsvFile
    change: AnySeasonChange | None
    readable: int
    aside: list[SetAside]


def read_register(season: Season, data: bytes, source: str, encoding: str | None) -> ListRead:
    """Read membership numbers. Numbers that the season knows already change nothing."""
    sheet = parse_list(data, source, REGISTER, encoding)
    told, aside = members_from(sheet)
    is_new = any(season.members.get(normalise(name)) != member for name, member in told.members.items())
    return ListRead(sheet, told if is_new else None, len(told.members), _by_line(aside))


def read_places(
    season: Season, data: bytes, source: str, encoding: str | None, name: str, day: str, kind: str
) -> ListRead:
    """Read the places of an event held elsewhere. The same list again changes nothing."""
    sheet = parse_list(data, source, PLACES, encoding)
    players, aside = places_from(sheet)
    added = event_from(season.settings, name, day, kind, players)
    is_new = bool(players) and added.event not in season.events
    return ListRead(sheet, added if is_new else None, len(players), _by_line(aside))


def standings_csv(rows: Iterable[SeasonRow], speech: str) -> str:
    """Return the standings as a national list: semicolons and decimal commas in Italian."""
    text, italian = io.StringIO(), speech == "it"
    writer = csv.writer(text, delimiter=";" if italian else ",", lineterminator="\n")
    writer.writerow(phrases(speech).say("tournament", "season", "csv").split(","))
    for row in rows:
        total = format_points(row.total)
        cells = [str(row.place), row.member, row.name, row.club, total.replace(".", ",") if italian else total]
        writer.writerow([f"'{cell}" if cell.startswith(FORMULAS) else cell for cell in cells])
    return text.getvalue()


def _name(row: CsvRow) -> str:
    return " ".join(f"{row.cells.get('name', '')} {row.cells.get('surname', '')}".split())


def _whole(row: CsvRow, column: str, default: int) -> int:
    text = row.cells.get(column, "").strip().removesuffix(".0").removesuffix("°")
    if not text:
        return default
    if not (text.isascii() and text.isdecimal()) or int(text[:9]) > LARGEST or len(text) > 9:
        raise Problem("csv.no_number", text=text[:40], column=column)
    return int(text)


def _by_line(aside: list[SetAside]) -> list[SetAside]:
    return sorted(aside, key=lambda one: one.line)


def _aside(row: CsvRow, problem: Problem) -> SetAside:
    return set_aside(problem, "", row.line, row.text)
