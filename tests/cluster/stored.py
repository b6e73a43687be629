"""The journals in the database, and a full check of all that clients received."""

import asyncio
from collections.abc import Collection

import asyncpg

from tests.cluster.history import History, StoredLine, find_wrong_scenes, violations


async def stored_lines(database: str, tables: Collection[str]) -> list[StoredLine]:
    """Return every row of these tables."""
    connection = await asyncpg.connect(database)
    try:
        rows = await connection.fetch(
            "SELECT table_id, n, nonce, line FROM entries WHERE table_id = ANY($1::varchar[]) ORDER BY table_id, n",
            list(tables),
        )
        return [StoredLine(row["table_id"], row["n"], row["nonce"], row["line"]) for row in rows]
    finally:
        await connection.close()


async def full_check(
    database: str, history: History, tables: Collection[str], read: Collection[str] | None = None
) -> list[str]:
    """Return what is wrong with the order of all tables, and with complete journals and scenes of those in `read`."""
    taken = History(list(history.sent), list(history.acknowledged), list(history.scenes))
    lines = await stored_lines(database, tables)  # read later, so it may only have more rows
    found = await asyncio.to_thread(violations, taken, lines)
    headers = await _headers(database, tables)
    for table in tables if read is None else read:
        journal = headers[table] + b"".join(line.line for line in lines if line.table == table)
        try:
            found += await asyncio.to_thread(find_wrong_scenes, taken, table, journal)
        except Exception as error:
            found.append(f"{table}: the journal cannot be read: {error!r}")
    return found


async def _headers(database: str, tables: Collection[str]) -> dict[str, bytes]:
    connection = await asyncpg.connect(database)
    try:
        rows = await connection.fetch("SELECT id, header FROM tables WHERE id = ANY($1::varchar[])", list(tables))
        return {row["id"]: row["header"] or b"" for row in rows}
    finally:
        await connection.close()
