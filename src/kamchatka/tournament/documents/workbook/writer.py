"""Write an event as the clubs' workbook. Its rules are those of the validator that clubs run before publishing."""

import io
from datetime import date
from decimal import Decimal
from importlib.util import find_spec
from pathlib import PurePath
from typing import Any

import msgspec

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.documents.workbook.reader import (
    ABOUT,
    FIRST_DATE,
    FIRST_PLAYER,
    LARGEST_ID,
    MOST_ROUNDS,
    PEOPLE,
    TYPES,
    UNNAMED,
    round_name,
)
from kamchatka.tournament.events.entrants import Entrant
from kamchatka.tournament.events.event import Event, Round
from kamchatka.tournament.results.acceptance import scores_that_count
from kamchatka.tournament.standings.placings import final_placings
from kamchatka.tournament.standings.standings import StandingsRow, standings

Value = str | int | float | date
MOST_SEATS = 5
LABELS = {2: "Sede", 3: "Organizzatore", 4: "Nome torneo", 5: "Tipo torneo", 6: "Numero turni", 7: "Note"}
HEADINGS = (
    "ID",
    "Nome",
    "Cognome",
    "Nickname",
    "Club",
    "Partecipa Torneo",
    "Regione",
    "Data di nascita",
    "ID Nazionale",
)


class Page(msgspec.Struct):
    """A sheet to write: cells by row and column from 1, merged titles, hidden columns."""

    name: str
    cells: dict[tuple[int, int], Value] = {}
    merged: list[tuple[int, int, int]] = []  # row, first and last column
    hidden: list[int] = []


def write_workbook(event: Event, name: str) -> bytes:
    """Return the workbook of an event, as .xls or .xlsx by the ending of the file's name."""
    if "'" in name:
        raise Problem("workbook.apostrophe", name=name)
    ending = PurePath(name).suffix.casefold()
    if ending not in (".xls", ".xlsx"):
        raise Problem("workbook.ending", name=name)
    if find_spec("xlwt" if ending == ".xls" else "openpyxl") is None:
        raise Problem("workbook.not_installed")
    made = pages(event)
    return _xls(made) if ending == ".xls" else _xlsx(made)


def pages(event: Event) -> list[Page]:
    """Return the sheets of an event's workbook."""
    ids = _ids(event)
    rounds = [_round(event, round, ids) for round in event.rounds]
    rankings = [_standings(event, ids), _build_reduced_page(event, ids)] if event.rounds else []
    return [_about(event), _people(event, ids), *rounds, *rankings]


def _ids(event: Event) -> dict[int, int]:
    """Return a distinct id for every player: the one of the file it came from, or a free one."""
    found, taken = dict[int, int](), set[int]()
    for known in (True, False):
        for one in event.entrants.values():
            id = one.details.id
            if known and 0 < id <= LARGEST_ID and id not in taken:
                found[one.number] = id
            elif not known and one.number not in found:
                id = next(free for free in range(1, LARGEST_ID + 1) if free not in taken)
                found[one.number] = id
            taken.add(found.get(one.number, 0))
    return found


# ------------------------------------------------------------------ the sheets
def _about(event: Event) -> Page:
    page, about = Page(ABOUT, {}, [], []), event.about
    stages = 1 + event.settings.semifinals + event.settings.consolation if event.settings.format == "finals" else 0
    planned = min(MOST_ROUNDS, max(event.settings.rounds + stages, len(event.rounds)))
    told: dict[int, Value] = {
        2: about.venue,
        3: about.organiser or event.name,
        4: event.name,
        5: TYPES.get(event.settings.event_type, TYPES["AMC"]),
        6: planned,
        7: about.notes,
    }
    for row, label in LABELS.items():
        page.cells[row, 3] = label
        page.cells[row, 4] = told[row]
    for number in range(MOST_ROUNDS):
        page.cells[FIRST_DATE + number, 2] = number + 1
        page.cells[FIRST_DATE + number, 3] = f"Data {number + 1}° turno"
    for number, day in enumerate(_dates(event)):
        page.cells[FIRST_DATE + number, 4] = day
    return page


def _dates(event: Event) -> list[date]:
    """Return the date of every round played; one that nobody wrote down is the date of the round before."""
    found = list[date]()
    for number in range(len(event.rounds)):
        told = event.about.dates[number] if number < len(event.about.dates) else ""
        try:
            found.append(date.fromisoformat(told or event.date))
        except ValueError:
            found.append(found[-1] if found else date.today())
    return found


def _people(event: Event, ids: dict[int, int]) -> Page:
    page = Page(PEOPLE, {(1, 1): "Iscritti"}, [], [])
    page.cells |= {(FIRST_PLAYER - 1, column): heading for column, heading in enumerate(HEADINGS, start=1)}
    for row, one in enumerate(event.entrants.values(), start=FIRST_PLAYER):
        first, surname = names(one)
        told: list[Value] = [ids[one.number], first, surname, one.details.nick, one.club]
        told += ["NO" if one.withdrawn else "SI", one.region]
        page.cells |= {(row, column): value for column, value in enumerate(told, start=1) if value != ""}
        if one.details.born:
            page.cells[row, 8] = date.fromisoformat(one.details.born)
        if one.details.member:
            member = one.details.member
            page.cells[row, 9] = int(member) if member.isascii() and member.isdecimal() else member
    return page


def names(entrant: Entrant) -> tuple[str, str]:
    """Return first name and surname; of a name alone, its last word is the surname."""
    if entrant.details.first or entrant.details.surname:
        return entrant.details.first or UNNAMED, entrant.details.surname or UNNAMED
    first, _, surname = entrant.name.rpartition(" ")
    return first or UNNAMED, surname


def _round(event: Event, round: Round, ids: dict[int, int]) -> Page:
    page = Page(round_name(round.number), {}, [], [3 * seat + 1 for seat in range(MOST_SEATS)])
    for at, table in enumerate(round.tables):
        row, scores = 2 * at + 1, table_scores(event, round, table.number)
        page.cells[row, 1] = f"Tavolo N°{at + 1}"
        page.merged.append((row, 1, 3 * len(table.seats)))
        for seat, number in enumerate(table.seats):
            one = event.entrants[number]
            page.cells[row + 1, 3 * seat + 1] = ids[number]
            page.cells[row + 1, 3 * seat + 2] = f"{one.name}\n{one.club}"
            page.cells[row + 1, 3 * seat + 3] = float(scores.get(number, Decimal(0)))
    return page


def table_scores(event: Event, round: Round, table: int) -> dict[int, Decimal]:
    """Return the scores as the file writes them: 100 for an objective, negative if eliminated, tenths order equals."""
    if table not in round.reports:
        return {}
    lines = {line.entrant: line for line in round.reports[table].lines}
    ranked = scores_that_count(event, round, table)
    out = [score.entrant for score in ranked if lines[score.entrant].eliminated]
    found = dict[int, Decimal]()
    for score in ranked:
        line = lines[score.entrant]
        if line.eliminated:
            found[score.entrant] = Decimal(-1 - out.index(score.entrant))
            continue
        whole = Decimal(0 if line.zeroed else 100 if line.objective == "in_time" else score.table_points)
        behind = [one for one in ranked if one.table_points == score.table_points and one.place > score.place]
        tied = 0 if line.zeroed else sum(not lines[one.entrant].eliminated for one in behind)
        found[score.entrant] = whole + Decimal(tied) / 10
    return found


def _standings(event: Event, ids: dict[int, int]) -> Page:
    page, count = Page("Classifica", {}, [], []), len(event.rounds)
    titles = ["Pos.", "Nome", "Cognome", "Nick", "Club o Famiglia", *(f"pt{n}" for n in range(1, count + 1))]
    page.cells |= {(1, column): title for column, title in enumerate([*titles, "v_tot", "pt_tot", "id"], start=1)}
    for row, (place, one) in enumerate(_rank_players(event), start=2):
        entrant = event.entrants[one.entrant]
        points = {result.round: float(result.score.points) for result in one.results}
        told: list[Value] = [str(place), *names(entrant), entrant.details.nick, entrant.club]
        told += [points.get(number, 0.0) for number in range(1, count + 1)]
        told += [one.wins, float(one.total), str(ids[one.entrant])]
        page.cells |= {(row, column): value for column, value in enumerate(told, start=1)}
    return page


def _build_reduced_page(event: Event, ids: dict[int, int]) -> Page:
    page = Page("Classifica Ridotta", {}, [], [])
    titles = ("Pos.", "Nome", "Cognome", "pt_tot", "id")
    page.cells |= {(1, column): title for column, title in enumerate(titles, start=1)}
    for row, (place, one) in enumerate(_rank_players(event), start=2):
        told: list[Value] = [str(place), *names(event.entrants[one.entrant]), float(one.total), str(ids[one.entrant])]
        page.cells |= {(row, column): value for column, value in enumerate(told, start=1)}
    return page


def _rank_players(event: Event) -> list[tuple[int, StandingsRow]]:
    """Return those who have played, by their final place."""
    rows = {row.entrant: row for row in standings(event)}
    return [(one.place, rows[one.entrant]) for one in final_placings(event) if rows[one.entrant].played]


# ------------------------------------------------------------------ the formats
def _xls(made: list[Page]) -> bytes:
    import xlwt

    book, day = xlwt.Workbook(encoding="utf-8"), xlwt.easyxf(num_format_str="DD/MM/YYYY")
    for page in made:
        sheet = book.add_sheet(page.name)
        spans = {(row, first): last for row, first, last in page.merged}
        for (row, column), value in sorted(page.cells.items()):
            style = (day,) if isinstance(value, date) else ()
            if (row, column) in spans:
                sheet.write_merge(row - 1, row - 1, column - 1, spans[row, column] - 1, value)
            else:
                sheet.write(row - 1, column - 1, value, *style)
        for column in page.hidden:
            sheet.col(column - 1).hidden = True
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _xlsx(made: list[Page]) -> bytes:
    import openpyxl
    from openpyxl.utils import get_column_letter

    book: Any = openpyxl.Workbook()
    book.remove(book.active)
    for page in made:
        sheet = book.create_sheet(page.name)
        for (row, column), value in sorted(page.cells.items()):
            cell = sheet.cell(row, column)
            cell.value = value
            if isinstance(value, str):
                cell.data_type = "s"  # a name such as =1+1 is text
            if isinstance(value, date):
                cell.number_format = "DD/MM/YYYY"
        for row, first, last in page.merged:
            sheet.merge_cells(start_row=row, end_row=row, start_column=first, end_column=last)
        for column in page.hidden:
            sheet.column_dimensions[get_column_letter(column)].hidden = True
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()
