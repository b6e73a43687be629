"""An overview of a dataset as one self-contained HTML page: the explorer's questions, answered for every edition."""

from collections.abc import Iterator
from html import escape
from typing import Final

from kamchatka.arena.dataset.explore import Explorer, QueryResult
from kamchatka.arena.page import STYLE, table

EDITIONS: Final = (
    "SELECT edition, count(*) AS games, count(*) FILTER (over) AS ended FROM games GROUP BY ALL ORDER BY 1"
)
MOST_ATTACKERS, MOST_DEFENDERS = 12, 6
GRID: Final = f"""
    SELECT attackers, defenders, count(*) AS battles, avg((NOT taken)::INT) AS held
    FROM battles JOIN games USING (game)
    WHERE edition = $edition AND attackers BETWEEN 2 AND {MOST_ATTACKERS} AND defenders BETWEEN 1 AND {MOST_DEFENDERS}
    GROUP BY ALL
"""
QUESTIONS: Final = {
    "first-places": "What winners place first",
    "objectives": "Which objectives win from which seat",
    "seats": "Which players win, by their place in the turn order",
}


def overview(data: Explorer, limit: int = 15) -> str:
    """Return the page."""
    editions = data.query(EDITIONS).rows
    title = f"{sum(games for _, games, _ in editions):,} games"
    parts = [f"<h1>{title}</h1>"]
    for edition, games, ended in editions:
        parts.append(f"<h2>{escape(edition)}: {games:,} games, {ended:,} of them ended</h2>")
        parts.extend(_sections(data, edition, limit))
    body = "\n".join(parts)
    return (
        f"<!doctype html>\n<html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>"
        f"<title>{title}</title><style>{STYLE}h3{{font-size:1rem}}</style>\n<body>\n{body}\n</body></html>\n"
    )


def _sections(data: Explorer, edition: str, limit: int) -> Iterator[str]:
    yield "<h3>How often a place holds, by attackers and defenders (in brackets: battles)</h3>"
    yield battle_grid(data.query(GRID, {"edition": edition}))
    for question, heading in QUESTIONS.items():
        found = data.ask(question, edition, limit)
        if found.rows:
            yield f"<h3>{heading}</h3>"
            yield table(found.columns, [tuple("" if cell is None else cell for cell in row) for row in found.rows])


def battle_grid(found: QueryResult) -> str:
    """Return a table of shares: a row per number of attackers, a column per number of defenders."""
    known = {(attackers, defenders): (battles, held) for attackers, defenders, battles, held in found.rows}
    rows = []
    for attackers in range(2, MOST_ATTACKERS + 1):
        cells = [known.get((attackers, defenders)) for defenders in range(1, MOST_DEFENDERS + 1)]
        rows.append((f"{attackers} attack", *(f"{one[1]:.0%} ({one[0]:,})" if one else "" for one in cells)))
    return table(("", *(f"{defenders} defend" for defenders in range(1, MOST_DEFENDERS + 1))), rows)
