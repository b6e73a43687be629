"""The rules of the clubs' validator, implemented from its description and not from our writer."""

import io
from datetime import date, datetime
from typing import Any

import openpyxl
import xlrd

TYPES = (
    "Campionato Nazionale",
    "Raduno Nazionale",
    "Torneo Master",
    "Torneo Open",
    "Torneo Interclub",
    "Campionato Periodico",
    "Torneo a Squadre",
    "Torneo 2VS2",
    "Torneo a Inviti",
    "Amichevoli",
)
UNRANKED = ("Torneo a Squadre", "Torneo 2VS2", "Amichevoli")
Grid = list[list[Any]]


def grids(data: bytes, name: str) -> dict[str, Grid]:
    """Return the sheets as rows of values, with dates as dates."""
    if name.endswith(".xls"):
        book = xlrd.open_workbook(file_contents=data)
        return {
            sheet.name: [
                [
                    xlrd.xldate_as_datetime(cell.value, book.datemode).date() if cell.ctype == 3 else cell.value
                    for cell in sheet.row(row)
                ]
                for row in range(sheet.nrows)
            ]
            for sheet in book.sheets()
        }
    loaded = openpyxl.load_workbook(io.BytesIO(data))
    return {
        sheet.title: [
            [value.date() if isinstance(value, datetime) else "" if value is None else value for value in row]
            for row in sheet.iter_rows(values_only=True)
        ]
        for sheet in loaded.worksheets
    }


def cell(grid: Grid, row: int, column: int) -> Any:
    """Return a cell, counted from 1; "" outside the sheet."""
    return grid[row - 1][column - 1] if row <= len(grid) and column <= len(grid[row - 1]) else ""


def errors(data: bytes, name: str) -> list[str]:
    """Return what the validator refuses."""
    found, book = [], grids(data, name)
    if "'" in name:
        found.append("apostrophe")
    if "TORNEO" not in book or "Iscritti" not in book:
        return [*found, "sheets"]
    about, people = book["TORNEO"], book["Iscritti"]
    found += [f"empty D{row}" for row in (3, 4, 6) if cell(about, row, 4) == ""]
    if cell(about, 5, 4) not in TYPES:
        found.append("type")
    rounds = [f"{number}° Turno" for number in range(1, 31) if f"{number}° Turno" in book]
    planned = int(cell(about, 6, 4) or 0)
    if not 1 <= planned <= 30 or len(rounds) > planned or any(int(one.split("°")[0]) > planned for one in rounds):
        found.append("rounds")
    if not rounds:
        found.append("no rounds")
    dates = [cell(about, 8 + number, 4) for number in range(30)]
    held = dates[: dates.index("")] if "" in dates else dates
    if len(held) < len(rounds) or not all(isinstance(day, date) for day in held) or held != sorted(held):
        found.append("dates")
    ids, named = [], set()
    for line in range(4, len(people) + 1):
        id = cell(people, line, 1)
        if not isinstance(id, int | float) or id != int(id) or not 0 < id <= 32767 or id in ids:
            found.append(f"id {line}")
        ids.append(id)
        born = cell(people, line, 8)
        if born not in ("", None) and not isinstance(born, date):
            found.append(f"born {line}")
        key = (cell(people, line, 2), cell(people, line, 3), born)
        if key in named:
            found.append(f"twice {line}")
        named.add(key)
    played = set()
    for one in rounds:
        grid: Grid = book[one]
        if not grid or len(grid) % 2:
            found.append(f"rows of {one}")
        for at in range(0, len(grid) - 1, 2):
            if not str(grid[at][0]).startswith("Tavolo N°"):
                found.append(f"title {one} {at + 1}")
            row = grid[at + 1]
            for column in range(0, min(len(row), 15), 3):
                if row[column] in ("", None):
                    continue
                if row[column] not in ids or not isinstance(row[column + 2], int | float):
                    found.append(f"seat {one} {at + 2}")
                played.add(row[column])
    for line in range(4, len(people) + 1):
        if cell(people, line, 1) in played and not (cell(people, line, 2) and cell(people, line, 3)):
            found.append(f"name {line}")
    if f"{planned}° Turno" in book and cell(about, 5, 4) not in UNRANKED:
        ranking = book.get("Classifica Ridotta", [])
        if not ranking:
            found.append("no ranking")
        for row in ranking[1:]:
            place, id = row[0], row[4]
            if (
                not isinstance(place, str)
                or not 1 <= int(place) <= len(ranking) - 1
                or not isinstance(row[3], float | int)
            ):
                found.append("ranking row")
            if not isinstance(id, str) or int(id) not in played:
                found.append("ranked without a game")
    return found
