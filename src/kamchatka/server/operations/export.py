"""Export finished public games, month by month, for everybody: journals without names, under CC0.

A month is complete when it is over (UTC). Its file appears when it is written, and never changes. Games with texts that
people wrote, such as custom cards, stay out: they aren't the operator's to give away.
"""

import asyncio
import os
import re
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec
from sqlalchemy import func, select

from kamchatka.journal import seal_line
from kamchatka.kernel.edges.plain import JsonObject
from kamchatka.kernel.problem import Problem
from kamchatka.server.clock import wall_time
from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.opening import explain_error, sqlite_file
from kamchatka.server.storage.store import Store

LONGEST_CHOICE: Final = 60  # characters of an option that names a choice; longer ones are texts
FILE_NAME: Final = re.compile(r"kamchatka-(\d{4}-\d{2})\.zip", re.ASCII)
LICENSE: Final = """\
Games of Kamchatka, without the names of their players.

To the extent possible under law, the operator of this server has waived all copyright and related or neighbouring
rights to these files under CC0 1.0: https://creativecommons.org/publicdomain/zero/1.0/
"""


class Exported(msgspec.Struct, frozen=True):
    """A file that was written."""

    path: Path
    games: int


def export_games(url: str, folder: Path, months: Sequence[str] = (), parquet: bool = False) -> list[Exported]:
    """Write a file for each month named, or else for each past month with games; keep files that are there."""
    file = sqlite_file(url)
    if file is not None and not file.is_file():
        raise Problem("backup.no_database", file=file)
    return asyncio.run(_export_games(url, folder, months, parquet))


async def _export_games(url: str, folder: Path, months: Sequence[str], parquet: bool) -> list[Exported]:
    database = Database(url)
    try:
        if not await database.is_current():
            raise Problem("transfer.other_version")
        finished = await _find_finished(database)
        wanted = sorted({check_month(month) for month in months} or {month for month in finished if is_over(month)})
        written = []
        for month in wanted:
            path = folder / f"kamchatka-{month}.zip"
            if not path.exists() and finished.get(month):
                written.append(await _write_month(Store(database), finished[month], path, parquet))
        return written
    except Exception as error:
        raise explain_error(error, url) from None
    finally:
        await database.close()


def check_month(month: str) -> str:
    """Return a month such as 2026-10, or raise a Problem: wrong, or not over yet."""
    if not re.fullmatch(r"\d{4}-(0[1-9]|1[0-2])", month, re.ASCII):
        raise Problem("export.month", month=month)
    if not is_over(month):
        raise Problem("export.not_over", month=month)
    return month


def is_over(month: str) -> bool:
    """Return True if a month has ended."""
    return month < month_of(wall_time())


def month_of(seconds: float) -> str:
    """Return the month of a Unix time."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m")


async def _find_finished(database: Database) -> dict[str, list[str]]:
    """Return the ids of finished public games by month."""
    t, r = schema.tables, schema.results
    query = (
        select(t.c.id, func.max(r.c.ended).label("ended"))
        .join(r, r.c.table_id == t.c.id)
        .where(t.c.status == "over", t.c.private.is_(False), t.c.unreadable.is_(None), r.c.ended.is_not(None))
        .group_by(t.c.id)
        .order_by(t.c.id)
    )
    found: dict[str, list[str]] = {}
    for row in await database.rows(query):
        found.setdefault(month_of(row.ended / 1000), []).append(str(row.id))
    return found


async def _write_month(store: Store, tables: Sequence[str], path: Path, parquet: bool) -> Exported:
    with new_folder(path.parent) as name:
        part, journals = Path(name), Path(name, "games")
        journals.mkdir()
        for table in tables:
            record = await store.table(table)
            lines = [entry.line for entry in await store.journal(table)]
            if record is not None and record.header and not has_texts(record.header):
                await asyncio.to_thread(_write_journal, journals, record.header, lines)
        games = len(list(journals.iterdir()))
        if parquet and games:
            from kamchatka.arena.dataset.writer import write_dataset  # what it needs is optional

            await asyncio.to_thread(write_dataset, [journals], part / "tables")
        await asyncio.to_thread(_pack, part, part / path.name)
        os.replace(part / path.name, path)
    return Exported(path, games)


def new_folder(parent: Path) -> "tempfile.TemporaryDirectory[str]":
    """Return a temporary folder beside the files, so that a finished one can be renamed."""
    try:
        parent.mkdir(parents=True, exist_ok=True)
        return tempfile.TemporaryDirectory(dir=parent, prefix=".export-")
    except OSError as error:
        raise Problem("file.not_written", path=parent, why=error.strerror) from None


def has_texts(header: bytes) -> bool:
    """Return True if an option of the game is a text."""
    options = msgspec.json.decode(header)["options"]
    return any(isinstance(value, str) and len(value) > LONGEST_CHOICE for value in options.values())


def _write_journal(folder: Path, header: bytes, lines: Sequence[bytes]) -> None:
    """Write a journal under the first digits of the commitment to its dice: ids of tables stay here."""
    name = msgspec.json.decode(header)["commitment"][:16]
    (folder / f"{name}.jsonl").write_bytes(b"".join(without_names(header, lines)))


def without_names(header: bytes, lines: Sequence[bytes]) -> Iterator[bytes]:
    """Yield the lines of a journal without names and clocks, with marks of their own. Names of bots stay."""
    mark = ""
    for line in (header, *lines):
        row: JsonObject = msgspec.json.decode(line)
        row.pop("mark", None)
        row.pop("clock", None)
        if "players" in row:
            row["players"] = [{**player, "name": player["bot"] or ""} for player in row["players"]]
        mark, written = seal_line(mark, row)
        yield written


def _pack(folder: Path, target: Path) -> None:
    """Write the archive, the same bytes for the same games."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        _add(archive, "LICENSE", LICENSE.encode())
        for file in sorted(path for path in folder.rglob("*") if path.is_file() and path != target):
            _add(archive, file.relative_to(folder).as_posix(), file.read_bytes())


def _add(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    entry = zipfile.ZipInfo(name)  # of 1980: times say nothing here
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, data)
