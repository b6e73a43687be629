"""Connections to the database while a server opens and closes."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy.dialects.sqlite.aiosqlite import AsyncAdapt_aiosqlite_connection as Connection
from sqlalchemy.pool import NullPool

from kamchatka.server.storage.opening import engine_for
from tests.server.together import together

pytestmark = pytest.mark.sqlite


@together
async def test_a_cancelled_connection_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A task that is cancelled between connecting and the first query leaves no connection behind."""
    engine = engine_for(f"sqlite+aiosqlite:///{tmp_path / 'games.db'}", poolclass=NullPool)
    async with engine.connect():
        pass  # SQLAlchemy asks for the version of SQLite once
    close, closed = Connection.close, list[Connection]()

    def cancelled(self: Connection) -> None:
        raise asyncio.CancelledError

    def note(self: Connection) -> None:
        closed.append(self)
        close(self)

    monkeypatch.setattr(Connection, "cursor", cancelled)
    monkeypatch.setattr(Connection, "close", note)
    with pytest.raises(asyncio.CancelledError):
        await engine.connect()
    assert len(closed) == 1
