"""Query a dataset with DuckDB, over its Parquet files."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from kamchatka.arena.dataset.schema import TABLES
from kamchatka.kernel.edges.plain import JsonObject
from kamchatka.kernel.problem import Problem

FIRST_PLACES: Final = """
    SELECT first_place AS place, count(*) AS chosen, count(*) FILTER (won) AS won,
           round(avg(won::INT), 3) AS share
    FROM seats JOIN games USING (game) WHERE over AND first_place <> '' AND seats.edition = $edition
    GROUP BY ALL ORDER BY won DESC, chosen DESC, place LIMIT $limit
"""
BATTLES: Final = """
    SELECT count(*) AS battles, count(*) FILTER (taken) AS taken, round(avg((NOT taken)::INT), 3) AS held,
           round(avg(attackers - attackers_left), 2) AS attackers_lost,
           round(avg(defenders - defenders_left), 2) AS defenders_lost
    FROM battles JOIN games USING (game)
    WHERE edition = $edition AND attackers = $attackers AND defenders = $defenders
"""
OBJECTIVES: Final = """
    SELECT objective, seat, count(*) AS games, count(*) FILTER (won) AS won, round(avg(won::INT), 3) AS share
    FROM seats JOIN games USING (game) WHERE over AND objective <> '' AND seats.edition = $edition
    GROUP BY ALL ORDER BY share DESC, games DESC, objective, seat LIMIT $limit
"""
SEATS: Final = """
    SELECT player, turn, count(*) AS games, count(*) FILTER (won) AS won, round(avg(won::INT), 3) AS share
    FROM seats JOIN games USING (game) WHERE over AND seats.edition = $edition
    GROUP BY ALL ORDER BY player, turn LIMIT $limit
"""
QUESTIONS: Final = {"first-places": FIRST_PLACES, "battles": BATTLES, "objectives": OBJECTIVES, "seats": SEATS}


@dataclass(frozen=True)
class QueryResult:
    """The columns and rows of a query's result."""

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]

    def as_data(self) -> list[JsonObject]:
        """Return the rows by column."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]


class Explorer:
    """A dataset for queries. It reads only the columns that a query needs, and writes nothing."""

    def __init__(self, folder: Path) -> None:
        try:
            import duckdb
        except ImportError:
            raise Problem("dataset.not_installed", package="duckdb") from None
        missing = [name for name in TABLES if not (folder / f"{name}.parquet").is_file()]
        if missing:
            raise Problem("dataset.no_table", folder=folder, name=missing[0])
        self.mistake: Any = duckdb.Error
        self.data: Any = duckdb.connect()
        for name in TABLES:
            path = str((folder / f"{name}.parquet").resolve()).replace("'", "''")
            self.data.execute(f"CREATE VIEW {name} AS SELECT * FROM read_parquet('{path}')")
        # From here on a query reads only these files: no others, no network, no extensions.
        files = ", ".join("'" + str((folder / f"{name}.parquet").resolve()).replace("'", "''") + "'" for name in TABLES)
        self.data.execute(f"SET allowed_paths = [{files}]")
        self.data.execute("SET enable_external_access = false")
        self.data.execute("SET lock_configuration = true")

    def ask(self, question: str, edition: str, limit: int = 20, **numbers: int) -> QueryResult:
        """Run one of QUESTIONS."""
        if question not in QUESTIONS:
            raise Problem("dataset.no_question", question=question, known=", ".join(QUESTIONS))
        text = QUESTIONS[question]
        given = {"edition": edition, "limit": limit, **numbers}
        return self.query(text, {name: value for name, value in given.items() if f"${name}" in text})

    def query(self, sql: str, parameters: JsonObject | Sequence[Any] | None = None) -> QueryResult:
        """Run a query in SQL; a mistake in it is a Problem."""
        try:
            found = self.data.execute(sql, parameters) if parameters else self.data.execute(sql)
            rows: list[tuple[Any, ...]] = found.fetchall()
            return QueryResult(tuple(one[0] for one in found.description or ()), rows)
        except self.mistake as error:
            raise Problem("dataset.sql", error=str(error).splitlines()[0]) from None
