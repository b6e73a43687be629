"""Export entrants, results and standings as CSV. `csv_import` can read the first two back."""

import csv
import io
import re
from collections.abc import Iterable

from kamchatka.editions.tournament import PlayerResult
from kamchatka.kernel.problem import Problem
from kamchatka.texts import Says, phrases
from kamchatka.tournament.documents.csv_import import RESULTS
from kamchatka.tournament.documents.csv_reader import FORMULAS
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.formatting import format_points
from kamchatka.tournament.standings.placings import final_placings
from kamchatka.tournament.standings.standings import standings

DECIMAL = re.compile(r"^(-?\d{1,9})\.(\d{1,9})$", re.ASCII)
NUMBER = re.compile(r"-\d{1,9}([.,]\d{1,9})?", re.ASCII)


def entrants_csv(event: Event) -> str:
    """Export the entrants as a CSV that can be imported again."""
    return _write_table(
        ["number", "name", "club", "region"],
        ([str(one.number), one.name, one.club, one.region] for one in event.entrants.values()),
    )


def results_csv(event: Event) -> str:
    """Export all results as a CSV that can be imported again."""
    return _write_table(
        [name for name in ("round", "table", *(key for key in RESULTS if key not in ("round", "table")))],
        (
            [str(round.number), str(table), event.names[line.entrant], *_cells_of(line)]
            for round in event.rounds
            for table in sorted(round.reports)
            for line in round.reports[table].lines
        ),
    )


def _cells_of(line: PlayerResult) -> list[str]:
    objective = {"": "", "in_time": "yes", "late": "late"}[line.objective]
    numbers = ["" if number is None else str(number) for number in (line.points, line.outside)]
    return [
        *numbers,
        objective,
        "yes" if line.eliminated else "",
        str(line.card or ""),
        "|".join(line.held),
        str(line.hand or ""),
        str(line.penalty or ""),
        "yes" if line.zeroed else "",
        line.reason,
        "yes" if line.last else "",
        str(line.fell or ""),
    ]


def standings_csv(event: Event, language: str) -> str:
    """Export the standings and the final placings with their reasons, for a spreadsheet."""
    placings = {placing.entrant: placing for placing in final_placings(event)}
    rows = standings(event)
    order = sorted(rows, key=lambda row: placings[row.entrant].place)
    return _write_table(
        ["place", "name", "club", "points", "wins", "games", "how"],
        (
            [
                str(placings[row.entrant].place),
                event.names[row.entrant],
                event.entrants[row.entrant].club,
                format_points(row.total),
                str(row.wins),
                str(row.played),
                placings[row.entrant].how.text(language),
            ]
            for row in order
        ),
    )


def export_csv(event: Event, what: str, language: str) -> str:
    """Export one of the lists above by its name."""
    if what not in ("entrants", "results", "standings"):
        raise Problem("csv.nothing_to_export", what=what)
    if what == "standings":
        text = standings_csv(event, language)
    else:
        text = entrants_csv(event) if what == "entrants" else results_csv(event)
    return _for_excel(text, phrases(language).branch("csv_column").say) if language == "it" else text


def _for_excel(text: str, say: Says) -> str:
    """Write a list as Excel in Italian reads it: semicolons, decimal commas, Italian headings."""
    headings, *rows = csv.reader(io.StringIO(text))
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\n")
    writer.writerow([say(heading) for heading in headings])
    writer.writerows([DECIMAL.sub(r"\1,\2", cell) for cell in row] for row in rows)
    return out.getvalue()


def _write_table(headings: list[str], rows: Iterable[list[str]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(headings)
    writer.writerows([_as_text(cell) for cell in row] for row in rows)
    return text.getvalue()


def _as_text(cell: str) -> str:
    """Quote a cell that a spreadsheet could take for a formula. Negative numbers are not formulas."""
    return f"'{cell}" if cell.startswith(FORMULAS) and not NUMBER.fullmatch(cell) else cell
