"""Events uploaded by strangers: a worker decodes them strictly, and no database file is opened."""

import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from kamchatka.tournament.events.event_file import EventFile
from kamchatka.tournament.registration import new_event
from tests.attacks.victim import Waits, a_player_waits, memory, peak_memory
from tests.server.client import Browser
from tests.server.running import Server
from tests.server.together import to_its_end

BOMB = 450_000_000  # bytes that a generated column computes


def database_bomb() -> bytes:
    """Return a file of a few kilobytes whose schema computes gigabytes when the trail is read."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bomb.kam"
        with closing(sqlite3.connect(path)) as connection:
            connection.executescript(
                f"""
                PRAGMA page_size = 512; PRAGMA application_id = {0x4B414D54}; PRAGMA user_version = 1;
                CREATE TABLE trail (
                    number INTEGER PRIMARY KEY, at TEXT, who TEXT AS (hex(zeroblob({BOMB}))), change TEXT,
                    undoes INTEGER, mark TEXT
                );
                INSERT INTO trail (number, at, change, undoes, mark) VALUES (1, '', NULL, NULL, '');
                """
            )
        return path.read_bytes()


def forged_undoings(later: int) -> bytes:
    """Return a trail of the previous version whose last entry undoes itself or a later entry."""
    from kamchatka.tournament.events import event_file

    mark: Callable[..., str] = getattr(event_file, "_mark", None) or _mark()
    with tempfile.TemporaryDirectory() as folder:
        file = EventFile.create(Path(folder) / "x.kam", new_event("Prova", "evening", [], "2026-11-16"), "Eva")
        last = file.entries()[-1]
        with closing(sqlite3.connect(file.path)) as connection, connection:
            sealed = mark(last.mark, 2, "", "", None, 2 + later)
            connection.execute("INSERT INTO trail VALUES (2, '', '', NULL, ?, ?)", (2 + later, sealed))
        return file.path.read_bytes()


def _mark() -> Callable[..., str]:
    from kamchatka.tournament.events.trail import mark_of

    return mark_of


def forged_lines(later: int) -> bytes:
    """Return the same trail as JSON Lines."""
    from kamchatka.tournament.events.exchange import write_lines
    from kamchatka.tournament.events.trail import TrailRow

    with tempfile.TemporaryDirectory() as folder:
        file = EventFile.create(Path(folder) / "x.kam", new_event("Prova", "evening", [], "2026-11-16"), "Eva")
        (opened,) = file.rows()
    sealed = _mark()(opened.mark, 2, "", "", None, 2 + later)
    return write_lines([opened, TrailRow(2, "", "", None, 2 + later, sealed)])


async def upload(browser: Browser, data: bytes) -> Any:
    """Upload a file."""
    headers = {"X-CSRF-Token": browser.csrf, "Content-Type": "application/octet-stream"}
    return await browser.http.post("/api/events/upload?lang=en", content=data, headers=headers)


def attacked(server: Server, files: Iterator[bytes]) -> tuple[Waits, list[int], list[str]]:
    """Upload files during a game; return the player's waits, the statuses and the messages."""
    statuses, said = list[int](), list[str]()

    async def attack() -> Waits:
        async with Browser(server.address, "Mallory") as mallory, a_player_waits(server) as waits:
            for data in files:
                answer = await upload(mallory, data)
                statuses.append(answer.status_code)
                said.append(answer.json().get("text", ""))
        return waits

    return to_its_end(attack()), statuses, said


def left_behind(server: Server) -> list[str]:
    """Return the files in the events folder."""
    return sorted(path.name for path in server.folder.glob("*")) if server.folder.is_dir() else []


def test_a_database_that_makes_gigabytes(own_server: Callable[..., Server]) -> None:
    """A database is refused by its first bytes, unopened; the message names the command that converts one."""
    server = own_server()
    before = peak_memory(server)
    waits, statuses, said = attacked(server, iter([database_bomb()]))
    print(f"database bomb: {statuses}, {waits}, peak +{peak_memory(server) - before} MB, now {memory(server)} MB")
    assert statuses == [400]
    assert "kamchatka tournament export" in said[0]
    assert peak_memory(server) - before < 100


@pytest.mark.parametrize("later", [0, 1], ids=["itself", "what comes later"])
def test_an_undoing_that_never_ends(own_server: Callable[..., Server], later: int) -> None:
    """A cyclic undo is refused when read, in either format, and the server's threads stay available."""
    server = own_server(events_a_minute="600")
    files = [forged_undoings(later)] * 2 + [forged_lines(later)] * 12
    waits, statuses, said = attacked(server, iter(files))
    print(f"forged undoings: {statuses}, {waits}")
    assert statuses == [400] * len(files)
    assert "Entry 2 of the trail" in said[-1]
    assert left_behind(server) == []


def test_a_refused_upload_leaves_nothing_and_tells_nothing(own_server: Callable[..., Server]) -> None:
    """A refused upload leaves no file and reveals no path of the server."""
    server = own_server(events_a_minute="600")
    files = [
        b"",
        b"no event",
        database_bomb()[:1024],
        b'{"kamchatka":"event","version":1}\n',
        b"[" * 500_000,
        bytes(10**6),
    ]
    _, statuses, said = attacked(server, iter(files))
    assert statuses == [400] * len(files)
    assert left_behind(server) == []
    assert not [text for text in said if str(server.folder.parent) in text or "/" in text.replace("JSON/", "")]
