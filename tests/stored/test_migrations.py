"""Databases of every version and revision, with games in them, are upgraded without losing anything."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, MetaData, select, text
from sqlalchemy.ext.asyncio import create_async_engine

from kamchatka.journal import parse
from kamchatka.proof import prove
from kamchatka.server.presentation.replays import journal_of
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.migrations import upgrade
from kamchatka.server.storage.schema import metadata
from kamchatka.server.storage.store import Store
from tests.postgres import Postgres
from tests.server.together import to_its_end
from tests.stored.databases import NEWEST, STORED, Stored, database_title
from tests.stored.honesty import is_as_told
from tests.stored.make_databases import row_of
from tests.stored.make_games import describe_journal
from tests.stored.make_house import sqlalchemy_address
from tests.stored.shelf import holds, same

T = TypeVar("T")
Rows = dict[str, list[dict[str, Any]]]


@pytest.fixture(params=STORED, ids=database_title)
def stored(request: pytest.FixtureRequest) -> Stored:
    """Yield each stored database."""
    database: Stored = request.param
    return database


@pytest.fixture
def address(stored: Stored, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the address of a copy."""
    return stored.unpack(request, tmp_path)


def within(address: str, work: Callable[[Connection], T]) -> T:
    """Run a function in a database transaction, and commit."""

    async def run() -> T:
        engine = create_async_engine(sqlalchemy_address(address))
        async with engine.begin() as connection:
            done = await connection.run_sync(work)
        await engine.dispose()
        return done

    return to_its_end(run())


def rows(connection: Connection) -> Rows:
    """Return all rows of a database, in a fixed order."""
    known = MetaData()
    known.reflect(connection)
    return {
        table.name: [row._asdict() for row in connection.execute(select(table).order_by(*table.primary_key.columns))]
        for table in known.sorted_tables
        if table.name != "alembic_version"
    }


def shape(connection: Connection) -> list[Any]:
    """Return how a database differs from the program's tables."""
    options = {"compare_type": True, "compare_server_default": default_differs}
    found: list[Any] = compare_metadata(MigrationContext.configure(connection, opts=options), metadata)
    return found


def default_differs(
    context: Any, column: Any, wanted: Any, there: str | None, default: Any, due: str | None
) -> bool | None:
    """Return whether a default differs; None lets Alembic decide, which misreads an empty text in brackets."""
    return False if there is not None and due is not None and there.strip("()'") == due.strip("()'") else None


def revision(connection: Connection) -> str:
    """Return the revision that a database stores."""
    return str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one())


def test_no_row_is_lost_or_changed(stored: Stored, address: str) -> None:
    """Every table has rows, every row keeps all its values, and a second upgrade does nothing."""
    before = within(address, rows)
    assert within(address, revision) == stored.revision
    assert before
    assert all(before.values()), "the evening leaves no table empty"
    within(address, upgrade)
    after = within(address, rows)
    for table, old in before.items():
        columns = old[0].keys()
        assert [{column: row[column] for column in columns} for row in after[table]] == old, table
    within(address, upgrade)
    assert within(address, rows) == after


def test_an_upgraded_database_has_todays_shape(address: str) -> None:
    """An upgraded database has the columns, types, defaults, indexes and keys of a new one, and no dangling key."""
    within(address, upgrade)
    assert within(address, shape) == []
    assert within(address, _dangling) == []


def _dangling(connection: Connection) -> list[Any]:
    """Return rows with dangling foreign keys, which PostgreSQL itself rejects."""
    return list(connection.execute(text("PRAGMA foreign_key_check"))) if connection.dialect.name == "sqlite" else []


@pytest.mark.parametrize("stored", NEWEST, ids=database_title)
def test_every_game_is_what_it_was(stored: Stored, address: str) -> None:
    """The journals of all tables give the same positions as before, and every die follows from its key."""
    within(address, upgrade)
    to_its_end(_every_game(stored, address))


async def _every_game(stored: Stored, address: str) -> None:
    database = Database(sqlalchemy_address(address))
    store = Store(database)
    for id, expected in stored.house["tables"].items():
        table = await store.table(id)
        assert table is not None
        row = row_of(table)
        assert holds(row, {part: expected[part] for part in row}), expected["name"]
        if "journal" in expected:
            kept = parse(await journal_of(table, store), id)
            assert same(expected["journal"], describe_journal(kept)), expected["name"]
            is_as_told(f"{stored.name}/{id}", prove(kept))
    await database.close()


def test_a_new_database_has_todays_shape_on_sqlite(tmp_path: Path) -> None:
    """Migrations create exactly the tables that the program uses, on SQLite."""
    address = str(tmp_path / "games.db")
    within(address, upgrade)
    assert within(address, shape) == []


def test_a_new_database_has_todays_shape_on_postgresql(postgres: Postgres) -> None:
    """Migrations create exactly the tables that the program uses, on PostgreSQL, where types are checked."""
    address = postgres.fresh()
    within(address, upgrade)
    assert within(address, shape) == []
