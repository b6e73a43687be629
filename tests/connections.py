"""Connections to SQLite that outlive the event loop they were opened on."""

import asyncio
from typing import Any
from weakref import WeakKeyDictionary

import aiosqlite

_loops: WeakKeyDictionary[aiosqlite.Connection, asyncio.AbstractEventLoop] = WeakKeyDictionary()
_connect = aiosqlite.connect


def watch() -> None:
    """Remember each connection's event loop from now on."""
    aiosqlite.connect = _remembering  # SQLAlchemy connects with it


def open_connections(loop: asyncio.AbstractEventLoop) -> int:
    """Count the connections of a loop that nobody has closed."""
    return sum(one is loop and _is_open(connection) for connection, one in list(_loops.items()))


def count_abandoned() -> int:
    """Count the open connections whose loop is closed, so that nobody can close them; forget them."""
    abandoned = [connection for connection, loop in list(_loops.items()) if loop.is_closed() and _is_open(connection)]
    for connection in abandoned:
        del _loops[connection]
        connection.stop()
    return len(abandoned)


def _remembering(*args: Any, **options: Any) -> aiosqlite.Connection:
    connection = _connect(*args, **options)
    _loops[connection] = asyncio.get_running_loop()
    return connection


def _is_open(connection: aiosqlite.Connection) -> bool:
    return connection._running and connection._connection is not None
