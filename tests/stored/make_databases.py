"""Store the databases of a version: an evening on SQLite and one on PostgreSQL, also in old schemas."""

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, MetaData, insert, select, text
from sqlalchemy.ext.asyncio import create_async_engine

from kamchatka.journal import parse
from kamchatka.server.presentation.replays import journal_of
from kamchatka.server.storage import migrations
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.records import TableRecord
from kamchatka.server.storage.store import Store
from tests.postgres import Postgres, installed, running
from tests.stored.make_games import describe_journal
from tests.stored.make_house import OwnServer, spend, sqlalchemy_address
from tests.stored.shelf import Json, note, pack

ROW = ("agreed", "status", "seats", "round", "asked", "colours", "rematch", "created", "clock", "key")
FREELY = {
    "requests_a_minute": "100000",
    "logins_a_minute": "100000",
    "events_a_minute": "100000",
    "connections_per_address": "500",
    "sockets_a_minute": "100000",
}


def make_databases(folder: Path) -> None:
    """Store both evenings."""
    with tempfile.TemporaryDirectory() as place:
        make_sqlite(folder, Path(place))
    home = installed()
    assert home is not None
    with running(home) as postgres, tempfile.TemporaryDirectory() as place:
        make_postgres(folder, postgres, Path(place))


def make_sqlite(folder: Path, place: Path) -> None:
    """Store the files of SQLite, one for each revision."""
    database = place / "games.db"
    _evening(folder / "sqlite", str(database), place)
    pack(folder / "sqlite" / f"{head()}.db.xz", _closed(database))
    for revision in former():
        older = place / f"{revision}.db"
        asyncio.run(_copy(str(database), str(older), revision))
        pack(folder / "sqlite" / f"{revision}.db.xz", _closed(older))


def make_postgres(folder: Path, postgres: Postgres, place: Path) -> None:
    """Store SQL statements that create the PostgreSQL database, one file for each revision."""
    database = postgres.fresh()
    _evening(folder / "postgres", database, place)
    pack(folder / "postgres" / f"{head()}.sql.xz", postgres.dump(database))
    for revision in former():
        older = postgres.fresh()
        asyncio.run(_copy(database, older, revision))
        pack(folder / "postgres" / f"{revision}.sql.xz", postgres.dump(older))


def _closed(database: Path) -> bytes:
    """Return the bytes of a closed database file, which has all that was written."""
    assert not database.with_name(f"{database.name}-wal").exists()
    return database.read_bytes()


def _evening(folder: Path, database: str, place: Path) -> None:
    """Play an evening on a server with this database; return its content and the files of its events."""
    events = place / "events"
    server = OwnServer(database, place / "log", events=str(events), **FREELY).start()
    try:
        evening = asyncio.run(spend(server))
    except BaseException:
        print((place / "log").read_text()[-4000:])
        raise
    finally:
        server.stop()
    for path in sorted(events.glob("*")):  # there are none if they are kept in the database
        pack(folder / "events" / f"{path.name}.xz", path.read_bytes())
    names = evening.pop("names")
    note(folder / "house.json", {**evening, **asyncio.run(_stored_tables(database, names))})


# ------------------------------------------------------------------ what is in it
async def _stored_tables(database: str, names: dict[str, str]) -> Json:
    """Return the tables of a closed database, with their journals and chat."""
    opened = Database(sqlalchemy_address(database))
    store = Store(opened)
    tables: Json = {}
    for id, name in names.items():
        table = await store.table(id)
        assert table is not None
        talk = [[one.name, one.seat, one.text, one.phrase] for one in await store.chat(id)]
        tables[id] = {"name": name, **row_of(table), "talk": talk}
        if table.header is not None:
            tables[id]["journal"] = describe_journal(parse(await journal_of(table, store), id))
            tables[id]["played"] = (await store.journal(id))[-1].clock / 1000
    await opened.close()
    return {"tables": tables}


def row_of(table: TableRecord) -> Json:
    row: Json = msgspec.json.decode(msgspec.json.encode(table))
    return {**{part: row[part] for part in ROW}, "kinds": [one.kind for one in table.seats]}


# ------------------------------------------------------------------ former revisions
def head() -> str:
    """Return the revision that this version upgrades databases to."""
    return next(_revisions())


def former() -> list[str]:
    """Return the revisions before it."""
    return [one for one in _revisions() if one != head()]


def _revisions() -> Iterator[str]:
    scripts = ScriptDirectory(str(Path(migrations.__file__).parent))
    return (script.revision for script in scripts.walk_revisions())


async def _copy(source: str, target: str, revision: str) -> None:
    """Copy the rows of a database into the schema of an old revision, without what was added later."""
    reading, writing = (create_async_engine(sqlalchemy_address(address)) for address in (source, target))
    async with reading.connect() as there, writing.begin() as here:
        await here.run_sync(_shape, revision)
        known, wanted = MetaData(), MetaData()
        await there.run_sync(known.reflect)
        await here.run_sync(wanted.reflect)
        for table in wanted.sorted_tables:
            if table.name in known.tables and table.name != "alembic_version":
                columns = [known.tables[table.name].c[column.name] for column in table.columns]
                rows = [row._asdict() for row in await there.execute(select(*columns))]
                await here.execute(insert(table), rows)
        await here.run_sync(_count_on, wanted)
    await reading.dispose()
    await writing.dispose()


def _shape(connection: Connection, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def _count_on(connection: Connection, metadata: MetaData) -> None:
    """Set PostgreSQL's sequences, which don't notice copied rows."""
    if connection.dialect.name != "postgresql":
        return
    for table in (one for one in metadata.sorted_tables if "id" in one.c and one.c.id.autoincrement is True):
        counter = f"pg_get_serial_sequence('{table.name}', 'id')"
        connection.execute(text(f"SELECT setval({counter}, (SELECT max(id) FROM {table.name}))"))
