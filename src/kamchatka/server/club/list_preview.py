"""Previews of lists for organisers, before anything is stored."""

from collections.abc import Sequence

from kamchatka.server.club.desk_payloads import HeadingSeen, ListProblem, ListSeen
from kamchatka.tournament.documents.csv_reader import CsvFile
from kamchatka.tournament.events.changes import SetAside

ROWS = 8  # maximum rows in a preview
MOST_PROBLEMS = 200  # maximum number of problems listed
LONGEST = 60  # maximum characters of a heading or cell


def list_seen(
    sheet: CsvFile,
    changes: int,
    aside: Sequence[SetAside],
    language: str,
    count: int | None = None,
    stored: bool = False,
) -> ListSeen:
    """Describe a list: how it was read, its first rows, and what cannot be read."""
    columns = [name for name in sheet.columns if name]
    return ListSeen(
        sheet.sheet,
        sheet.encoding,
        sheet.separator,
        tuple(HeadingSeen(text[:LONGEST], name) for text, name in zip(sheet.headings, sheet.columns, strict=True)),
        tuple(tuple(row.cells.get(name, "")[:LONGEST] for name in columns) for row in sheet.rows[:ROWS]),
        len({row.line for row in sheet.rows} - {one.line for one in aside}) if count is None else count,
        changes,
        tuple(
            ListProblem(one.line, one.column, one.text[:300], one.why.text(language)) for one in aside[:MOST_PROBLEMS]
        ),
        stored,
    )
