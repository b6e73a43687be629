"""Backups of a busy server: no acknowledged action is lost or duplicated, and games continue after a restore."""

import asyncio
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, text
from sqlalchemy.ext.asyncio import create_async_engine

from kamchatka.journal import parse
from kamchatka.proof import prove
from kamchatka.server.operations.backup import back_up, digest
from kamchatka.server.settings import ServerSettings, sqlite_url
from kamchatka.server.storage.migrations import upgrade
from tests.postgres import Postgres
from tests.server.client import Browser
from tests.server.clubhouse import Desk
from tests.server.running import Server
from tests.server.test_crash import Stubborn, outage
from tests.server.together import to_its_end

pytestmark = pytest.mark.sqlite  # and PostgreSQL by name, where it matters


def kamchatka(server: Server, *arguments: str | Path, status: int = 0) -> str:
    """Run a command while the server is running and return its output."""
    command = [sys.executable, "-m", "kamchatka.cli", *map(str, arguments), "--lang", "en"]
    done = subprocess.run(command, env=server.environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == status, done.stdout
    return done.stdout


class Game:
    """Two reconnecting clients and a bot at one table of a server that may be killed."""

    def __init__(self, ada: Browser, bruno: Browser, table: str) -> None:
        self.browsers = (ada, bruno)
        self.table = table
        self.players = [Stubborn(ada, table), Stubborn(bruno, table)]
        self.is_over = asyncio.Event()
        self.tasks = [asyncio.create_task(player.play(self.is_over)) for player in self.players]

    @classmethod
    async def begin(cls, ada: Browser, bruno: Browser) -> "Game":
        """Let both clients act as fast as they can."""
        table = await ada.lay("original", "mor")  # the end of this game is far off, however fast they are
        await bruno.post(f"/api/tables/{table}/join")
        return cls(ada, bruno, table)

    @property
    def version(self) -> int:
        """Return the latest version that all clients have seen."""
        return min(player.version for player in self.players)

    @property
    def acknowledged(self) -> dict[str, int]:
        """Map each acknowledged action's nonce to its version."""
        return {nonce: version for player in self.players for nonce, version in player.acknowledged.items()}

    async def reaches(self, version: int) -> None:
        """Wait until every client has seen this version; clients that cannot play any more end the test."""
        for player in self.players:
            reaching = asyncio.create_task(player.reaches(version, self.is_over))
            await asyncio.wait([reaching, *self.tasks], return_when=asyncio.FIRST_COMPLETED)
            reaching.cancel()
            for task in self.tasks:
                if task.done():
                    task.result()
                    raise AssertionError("the game was over too soon")

    async def end(self) -> bytes:
        """Stop, end the game and return its journal."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for browser in self.browsers:
            await browser.post(f"/api/tables/{self.table}/stop")
        return (await self.browsers[0].http.get(f"/api/tables/{self.table}/journal")).content


@contextmanager
def opened(path: str | Path) -> Iterator[sqlite3.Connection]:
    """Open a database file."""
    with closing(sqlite3.connect(path)) as connection, connection:
        yield connection


def check(database: str, table: str, acknowledged: dict[str, int], journal: bytes) -> None:
    """Check that each acknowledged action is stored once at its version, and that the journal's dice match the seal."""
    with opened(database) as connection:
        rows = connection.execute("SELECT nonce, n FROM entries WHERE table_id = ? AND nonce IS NOT NULL", (table,))
        evening_copy = rows.fetchall()
    assert len(acknowledged) > 20
    assert len(dict(evening_copy)) == len(evening_copy)
    assert acknowledged.items() <= {nonce: n + 1 for nonce, n in evening_copy}.items()
    assert prove(parse(journal, "journal")).strays is None


def test_a_backup_taken_while_everybody_plays(own_server: Callable[..., Server], tmp_path: Path) -> None:
    """After SIGKILL and a restore to another folder, every action acknowledged before the backup is stored once."""
    random.seed(5)
    to_its_end(_backed_up(own_server(requests_a_minute="100000"), tmp_path))


async def _backed_up(server: Server, folder: Path) -> None:
    async with Browser(server.address, "Ada") as ada, Browser(server.address, "Bruno") as bruno:
        desk = await Desk.open(ada)
        await desk.enter("Carla", "Dino")
        game = await Game.begin(ada, bruno)
        await game.reaches(40)
        while len(game.acknowledged) <= 20:  # how many of the forty are bots' depends on how fast people answer
            await game.reaches(game.version + 5)
        before, seen = game.acknowledged, game.version
        said = await asyncio.to_thread(kamchatka, server, "backup", folder / "backup", "--database", server.database)
        assert "1 table with" in said
        assert "1 tournament" in said
        assert "All of it was read again" in said
        await game.reaches(game.version + 15)  # play continued
        with outage(game.players):
            server.kill()
            restored = Server(str(folder / "new" / "games.db"), server.log, **server.settings)
            await asyncio.to_thread(kamchatka, server, "restore", folder / "backup", "--database", restored.database)
            with opened(restored.database) as database:
                (entries,) = database.execute("SELECT count(*) FROM entries").fetchone()
            assert seen <= entries
            restored.port = server.port
            await asyncio.to_thread(restored.start)
        try:
            await _goes_on(game, entries + 20)
            assert [one["name"] for one in (await desk.event())["entrants"]] == ["Carla", "Dino"]
            await desk.enter("Elsa")  # with the former key
            check(restored.database, game.table, before, await game.end())
        finally:
            restored.stop()


async def _goes_on(game: Game, version: int) -> None:
    """Check that clients ahead of the backup accept its older state and can act on it."""
    for player in game.players:
        player.version = 0
    await game.reaches(version)


def test_an_upgrade_under_load_loses_nothing(own_server: Callable[..., Server]) -> None:
    """A server stopped during play and restarted by a newer version upgrades its data without losing an action."""
    random.seed(6)
    to_its_end(_upgraded(own_server()))


async def _upgraded(server: Server) -> None:
    async with Browser(server.address, "Ada") as ada, Browser(server.address, "Bruno") as bruno:
        game = await Game.begin(ada, bruno)
        for wanted in (25, 50):
            await game.reaches(wanted)
            with outage(game.players):
                await asyncio.to_thread(server.stop)
                before = game.acknowledged
                if wanted == 50:
                    await asyncio.to_thread(_make_older, Path(server.database))
                await asyncio.to_thread(server.start)
        await game.reaches(80)
        assert before.items() <= game.acknowledged.items()
        check(server.database, game.table, game.acknowledged, await game.end())


def _make_older(path: Path) -> None:
    """Convert the data to the format of the server's first version."""
    old, package = path.with_name("old.db"), Path(sys.modules[upgrade.__module__].__file__ or "").parent
    engine, config = create_engine(f"sqlite:///{old}"), Config()
    config.set_main_option("script_location", str(package))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    engine.dispose()
    with opened(old) as database:
        database.execute("ATTACH ? AS new", (str(path),))
        named = database.execute("SELECT name FROM main.sqlite_master WHERE type = 'table'").fetchall()
        for (name,) in named:
            if name != "alembic_version":
                columns = ", ".join(row[1] for row in database.execute(f"PRAGMA main.table_info({name})"))
                database.execute(f"INSERT INTO main.{name} ({columns}) SELECT {columns} FROM new.{name}")
    for ending in ("", "-wal", "-shm"):
        Path(f"{path}{ending}").unlink(missing_ok=True)
    old.rename(path)


# ------------------------------------------------------------------ reported errors
@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a stopped server that has stored a game and an event."""

    async def play(server: Server) -> None:
        async with Browser(server.address, "Ada") as ada:
            table = await ada.lay("modern", "mrr")
            async with ada.at(table) as seat:
                await seat.asked()
            await Desk.open(ada)

    folder = tmp_path_factory.mktemp("evening")
    server = Server(str(folder / "games.db"), folder / "log").start()
    try:
        to_its_end(play(server))
    finally:
        server.stop()
    return folder


@pytest.fixture
def evening_copy(evening: Path, tmp_path: Path) -> Server:
    """Return a copy of that server's data for this test alone."""
    folder = shutil.copytree(evening, tmp_path / "kept")
    return Server(str(folder / "games.db"), folder / "log")


def test_what_cannot_be_read_is_named_and_kept(evening_copy: Server, tmp_path: Path) -> None:
    """A backup names a changed journal and an invalid event file, keeps both and exits with status 1."""
    with opened(evening_copy.database) as database:
        database.execute("UPDATE entries SET line = CAST(replace(line, 'n', 'm') AS BLOB) WHERE n = 0")
        (table,) = database.execute("SELECT id FROM tables").fetchone()
    (evening_copy.folder / "letter.kam").write_text("Dear organiser")
    said = kamchatka(evening_copy, "backup", tmp_path / "backup", "--database", evening_copy.database, status=1)
    assert f"{table}: Line 2 of the journal is" in said
    assert "letter.kam” holds no event" in said
    assert "All of it" not in said
    assert (tmp_path / "backup" / "events" / "letter.kam").read_text() == "Dear organiser"
    assert kamchatka(evening_copy, "restore", tmp_path / "backup", "--database", tmp_path / "new.db")


def test_a_quick_backup_reads_the_games_under_way(evening_copy: Server, tmp_path: Path) -> None:
    """Only a full backup finds a finished game that can't be read."""
    with opened(evening_copy.database) as database:
        database.execute("UPDATE entries SET line = CAST(replace(line, 'n', 'm') AS BLOB) WHERE n = 0")
    assert "Line 2" in kamchatka(
        evening_copy, "backup", tmp_path / "1", "--quick", "--database", evening_copy.database, status=1
    )
    with opened(evening_copy.database) as database:
        database.execute("UPDATE tables SET status = 'over'")
    assert "under way" in kamchatka(
        evening_copy, "backup", tmp_path / "2", "--quick", "--database", evening_copy.database
    )
    assert "Line 2" in kamchatka(evening_copy, "backup", tmp_path / "3", "--database", evening_copy.database, status=1)


def test_nothing_is_overwritten(evening_copy: Server, tmp_path: Path) -> None:
    """Neither backup nor restore overwrites files, including the leftover log of a deleted database."""
    copy = tmp_path / "backup"
    kamchatka(evening_copy, "backup", copy, "--database", evening_copy.database)
    assert "already" in kamchatka(evening_copy, "backup", copy, "--database", evening_copy.database, status=2)
    assert "already" in kamchatka(evening_copy, "restore", copy, "--database", evening_copy.database, status=2)
    target = tmp_path / "new" / "games.db"
    target.parent.mkdir()
    for name in ("games.db-wal", "games-events/letter"):
        taken = target.parent / name
        taken.parent.mkdir(exist_ok=True)
        taken.touch()
        assert "already" in kamchatka(evening_copy, "restore", copy, "--database", target, status=2)
        taken.unlink()
    assert not target.exists()
    assert kamchatka(evening_copy, "restore", copy, "--database", target)


def test_a_backup_that_changed_is_not_restored(evening_copy: Server, tmp_path: Path) -> None:
    copy, target = tmp_path / "backup", tmp_path / "new.db"
    kamchatka(evening_copy, "backup", copy, "--database", evening_copy.database)
    key = next(copy.glob("events/*.key"))
    assert (copy.stat().st_mode & 0o777, key.stat().st_mode & 0o777) == (0o700, 0o600)
    secret = key.read_text()
    key.write_text("0" * len(secret))
    assert f"{key.name}” is not as it was written" in kamchatka(
        evening_copy, "restore", copy, "--database", target, status=2
    )
    key.write_text(secret)
    with opened(copy / "games.db") as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    _seal_again(copy)
    assert "newer version" in kamchatka(evening_copy, "restore", copy, "--database", target, status=2)
    assert "no backup" in kamchatka(evening_copy, "restore", tmp_path, "--database", target, status=2)
    assert not target.exists()


def _seal_again(copy: Path) -> None:
    told = json.loads((copy / "backup.json").read_text())
    told["files"]["games.db"] = digest(copy / "games.db")
    (copy / "backup.json").write_text(json.dumps(told))


def test_a_backup_that_fails_leaves_nothing(tmp_path: Path) -> None:
    """A backup of a missing or invalid database fails and leaves no files."""
    (tmp_path / "letter.db").write_text("Dear organiser, " * 100)
    for name in ("none.db", "letter.db"):
        with pytest.raises(Exception, match=name):
            back_up(ServerSettings(database=sqlite_url(tmp_path / name)), tmp_path / "backup")
    assert os.listdir(tmp_path) == ["letter.db"]


# ------------------------------------------------------------------ PostgreSQL
def test_from_postgresql_and_into_it(postgres: Postgres, tmp_path: Path) -> None:
    """A running PostgreSQL server can be restored from a file and into an empty PostgreSQL, with its events."""
    url, other = postgres.fresh(), postgres.fresh()
    server = Server(url, tmp_path / "log", events=str(tmp_path / "events")).start()
    try:
        to_its_end(_through_postgres(server, url, other, tmp_path))
    finally:
        server.stop()


async def _through_postgres(server: Server, url: str, other: str, folder: Path) -> None:
    async with Browser(server.address, "Ada") as ada, Browser(server.address, "Bruno") as bruno:
        desk = await Desk.open(ada)
        await desk.enter("Carla", "Dino")
        trail = (await desk.look("desk"))["trail"]
        game = await Game.begin(ada, bruno)
        await game.reaches(40)
        before = game.acknowledged
        said = await asyncio.to_thread(kamchatka, server, "backup", folder / "backup", "--database", url)
        assert "1 tournament" in said
        assert _rows_of_events(folder / "backup" / "games.db") == 0  # only in its file
        await game.reaches(game.version + 5)
        server.kill()
        targets = {str(folder / "new" / "games.db"): str(folder / "new" / "events"), other: str(folder / "other")}
        for target, events in targets.items():
            restored = Server(target, server.log, **{**server.settings, "events": events})
            await asyncio.to_thread(kamchatka, restored, "restore", folder / "backup", "--database", target)
            restored.port = server.port
            await asyncio.to_thread(restored.start)
            try:
                await _goes_on(game, 45)
                async with Browser(server.address, "Carla"):  # a new row, after those restored
                    pass
                assert (await desk.look("desk"))["trail"] == trail  # with the former key
                await desk.enter("Elsa")
            finally:
                restored.kill()
    with opened(folder / "new" / "games.db") as database:
        evening_copy = dict(database.execute("SELECT nonce, n + 1 FROM entries WHERE nonce IS NOT NULL"))
    assert before.items() <= evening_copy.items()
    again = kamchatka(server, "restore", folder / "backup", "--database", other, "--events", folder / "x", status=2)
    assert "not empty" in again
    for task in game.tasks:
        task.cancel()


def _rows_of_events(database: Path) -> int:
    with opened(database) as connection:
        (entries,) = connection.execute("SELECT count(*) FROM event_entries").fetchone()
    return int(entries)


async def _create(url: str, name: str) -> None:
    engine = create_async_engine(url, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(text(f"CREATE DATABASE {name}"))
    await engine.dispose()
