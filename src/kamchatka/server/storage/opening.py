"""Opening a database: engines, waiting for a starting server, and clear errors when it cannot be opened."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import structlog
from sqlalchemy import (
    URL,
    BigInteger,
    Connection,
    Engine,
    create_engine,
    event,
    func,
    inspect,
    literal,
    make_url,
    select,
)
from sqlalchemy.exc import ArgumentError, InvalidRequestError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from kamchatka.kernel.problem import Problem
from kamchatka.server.clock import monotonic
from kamchatka.server.private_files import database_files, keep_private
from kamchatka.server.storage.errors import describe_error, is_of_the_database, sqlstate
from kamchatka.server.storage.migrations import is_known, revision, upgrade

CONNECTING = 10.0  # seconds to connect to PostgreSQL
PAUSE = 5_000  # milliseconds that a transaction may idle, so that a stopped process blocks nobody
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 2.0  # seconds between two attempts
UPGRADING = int.from_bytes(b"upgrades")  # advisory lock held while changing the schema
NOT_YET = ("57P", "53", "08")  # error codes of a PostgreSQL that is starting, stopping, full or out of reach
DAMAGED, NO_DATABASE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)

log = structlog.get_logger()


def engine_for(url: str, **options: Any) -> AsyncEngine:
    """Create an engine for SQLite (durable) or PostgreSQL. Its errors contain no values."""
    try:
        if make_url(url).get_driver_name() == "asyncpg":
            given = {"timeout": CONNECTING, "server_settings": {"idle_in_transaction_session_timeout": str(PAUSE)}}
            options = {"pool_pre_ping": True, "connect_args": given, **options}
        engine = create_async_engine(url, hide_parameters=True, **options)
    except ModuleNotFoundError as missing:
        raise Problem("database.driver", name=missing.name) from None
    except (ArgumentError, InvalidRequestError) as error:
        raise Problem("database.address", error=error) from None
    if engine.dialect.name == "sqlite":
        event.listen(engine.sync_engine, "connect", _durable)
    return engine


def writing_engine(url: URL) -> Engine:
    """Create the engine of the thread that writes to an SQLite file."""
    engine = create_engine(url.set(drivername="sqlite"), hide_parameters=True)
    event.listen(engine, "connect", _durable)
    return engine


def _durable(connection: Any, record: object) -> None:
    """Make commits durable, and let readers proceed during a write."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def sqlite_file(url: str | URL) -> Path | None:
    """Return the file of an SQLite database; None for any other kind."""
    known = make_url(url)
    return Path(known.database or "") if known.get_backend_name() == "sqlite" else None


def is_in_memory(file: Path) -> bool:
    """Whether an SQLite database is in memory."""
    return file.name in ("", ":memory:")


def name_database(url: str | URL) -> str:
    """Return a database's file or URL for messages, never with a password."""
    return str(sqlite_file(url) or make_url(url).render_as_string(hide_password=True))


# ------------------------------------------------------------------ startup
async def when_it_answers(url: str, patience: float) -> None:
    """Wait for a PostgreSQL that is starting or recovering, with growing pauses.

    Raise its last error after `patience` s.
    """
    if sqlite_file(url) is not None:
        return
    engine, until = engine_for(url, poolclass=NullPool), monotonic() + patience
    pause = FIRST_PAUSE
    while True:
        try:
            async with engine.connect():
                return
        except Exception as error:
            if not is_away(error) or monotonic() + pause > until:
                raise
            if pause == FIRST_PAUSE:
                log.warning("waiting for the database", error=describe_error(error))
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


def is_away(error: BaseException) -> bool:
    """Whether waiting may help: the database is out of reach, starting, recovering, stopping or full."""
    code = sqlstate(error)
    return is_of_the_database(error) and (code.startswith(NOT_YET) if code else True)


def bring_up_to_date(connection: Connection) -> None:
    """Create or upgrade the tables, one server at a time. Refuse a newer database or one of another program."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(literal(UPGRADING, BigInteger))))
    _check_owner(revision(connection), bool(inspect(connection).get_table_names()), connection.engine.url)
    upgrade(connection)


async def look_at_file(url: str) -> None:
    """Check an SQLite file before opening it. Raise a Problem or SQLite's own error, and change nothing."""
    file = sqlite_file(url)
    if file is not None and not is_in_memory(file):
        await asyncio.to_thread(_look_at, file, url)


def _look_at(file: Path, url: str) -> None:
    keep_private(database_files(file))
    with closing(sqlite3.connect(file)) as database:
        said = str(database.execute("PRAGMA quick_check(1)").fetchone()[0])
        if said != "ok":
            raise Problem("database.damaged", database=file, said=" ".join(said.split()))
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        if "alembic_version" in tables:
            found = database.execute("SELECT version_num FROM alembic_version").fetchone()
            _check_owner(found and str(found[0]), bool(tables), url)
        else:
            _check_owner(None, bool(tables), url)
        database.execute("BEGIN IMMEDIATE")  # check for write access


def _check_owner(known: str | None, has_tables: bool, url: str | URL) -> None:
    if known is not None and not is_known(known):
        raise Problem("database.newer", database=name_database(url), version=known)
    if known is None and has_tables:
        raise Problem("database.foreign", database=name_database(url))


def explain_error(error: Exception, url: str) -> Exception:
    """Return a Problem that says why a database cannot be opened. Our own bugs stay as they are."""
    where, said = name_database(url), describe_error(error)
    code = next(_sqlite_codes(error), None)
    if code == NO_DATABASE:
        return Problem("database.none", database=where)
    if code == DAMAGED:
        return Problem("database.damaged", database=where, said=said)
    if isinstance(error, Problem) or not is_of_the_database(error):
        return error
    if sqlite_file(url) is not None:
        return Problem("database.not_opened", database=where, error=said)
    return Problem("database.away" if is_away(error) else "database.refused", database=where, error=said)


def _sqlite_codes(error: BaseException) -> Iterator[int]:
    """Yield the primary SQLite result codes in an error."""
    one: BaseException | None = error
    while one is not None:
        if (code := getattr(one, "sqlite_errorcode", None)) is not None:
            yield code & 0xFF
        one = getattr(one, "orig", None) or one.__cause__
