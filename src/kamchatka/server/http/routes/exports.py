"""Routes for the monthly files of finished public games, if the operator offers them."""

import asyncio
from pathlib import Path

import msgspec
from litestar import get
from litestar.response import File

from kamchatka.server.faults import Fault
from kamchatka.server.http.access.asked import Asked
from kamchatka.server.http.access.identity import server_of
from kamchatka.server.operations.export import FILE_NAME


class ExportSeen(msgspec.Struct, frozen=True):
    """A file of games, under CC0: journals without names, and perhaps tables."""

    month: str  # 2026-10
    name: str
    bytes: int


@get("/api/exports", access="read")
async def exports(request: Asked) -> list[ExportSeen]:
    """List the files of finished public games, the newest first."""
    return await asyncio.to_thread(_list_exports, server_of(request).settings.exports)


@get("/api/exports/{name:str}", media_type="application/zip", access="read")
async def export(request: Asked, name: str) -> File:
    """Download a month of games."""
    folder = server_of(request).settings.exports
    path = Path(folder, name)
    if not folder or not FILE_NAME.fullmatch(name) or not await asyncio.to_thread(path.is_file):
        raise Fault("not_found")
    return File(path, filename=name, media_type="application/zip")


def _list_exports(folder: str) -> list[ExportSeen]:
    if not folder or not Path(folder).is_dir():
        return []
    files = [(found[1], path) for path in Path(folder).iterdir() if (found := FILE_NAME.fullmatch(path.name))]
    return [ExportSeen(month, path.name, path.stat().st_size) for month, path in sorted(files, reverse=True)]


HANDLERS = [exports, export]
