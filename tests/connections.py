"""Find SQLite connections that outlive the event loop they were opened on."""

import asyncio
from typing import Any
from weakref import WeakKeyDictionary

import aiosqlite

_loops: WeakKeyDictionary[aiosqlite.Connection, asyncio.AbstractEventLoop] = WeakKeyDictionary()
_connect = aiosqlite.connect


def watch() -> None:
    """Record each connection's event loop from now on."""
    aiosqlite.connect = _remembering  # the function that SQLAlchemy connects with


def open_connections(loop: asyncio.AbstractEventLoop) -> int:
    """Count the open connections of a loop."""
    return sum(one is loop and _is_open(connection) for connection, one in list(_loops.items()))


def count_abandoned() -> int:
    """Count the open connections of closed loops, which nobody can close any more, and forget them."""
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
