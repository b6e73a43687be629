"""The journals as the database has them, and a full check of everything that clients were told."""

import asyncio
from collections.abc import Collection

import asyncpg

from tests.cluster.history import History, StoredLine, misdrawn, violations


async def stored_lines(database: str, tables: Collection[str]) -> list[StoredLine]:
    """Every line of these tables."""
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
    """What is wrong: with the order of all tables, and with journals and pictures of those that are `read` whole."""
    taken = History(list(history.sent), list(history.acknowledged), list(history.looked))
    lines = await stored_lines(database, tables)  # later than what was taken: it may only hold more
    found = await asyncio.to_thread(violations, taken, lines)
    headers = await _headers(database, tables)
    for table in tables if read is None else read:
        journal = headers[table] + b"".join(line.line for line in lines if line.table == table)
        try:
            found += await asyncio.to_thread(misdrawn, taken, table, journal)
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
