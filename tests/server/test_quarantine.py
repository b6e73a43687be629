"""An unreadable game is quarantined: other games open, its players may leave, and it resumes once it is readable."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from prometheus_client import generate_latest
from websockets.exceptions import ConnectionClosed

from examples.bot import choose
from kamchatka.server.faults import Fault
from kamchatka.server.game_server import GameServer
from kamchatka.server.settings import ServerSettings
from kamchatka.server.storage.records import EntryRecord
from tests.server.client import PATIENCE, Browser
from tests.server.databases import ask, chosen
from tests.server.running import Server
from tests.server.test_backup import kamchatka
from tests.server.test_room import lay, open_server
from tests.server.together import to_its_end, together

SENTENCES = {"en": "can’t be opened", "it": "non si può aprire"}


def lines(database: str, table: str) -> list[bytes]:
    """Return the stored journal of the game."""
    return [
        line for (line,) in ask(database, "SELECT line FROM entries WHERE table_id = :table ORDER BY n", table=table)
    ]


def set_first(database: str, table: str, line: bytes) -> None:
    """Replace the first line of the journal."""
    ask(database, "UPDATE entries SET line = :line WHERE table_id = :table AND n = 0", line=line, table=table)


def damage(database: str, table: str) -> None:
    """Make the journal unreadable."""
    set_first(database, table, lines(database, table)[0].replace(b'"', b""))


def due_now(database: str) -> None:
    """Make every game due for waking."""
    ask(database, "UPDATE tables SET due = 0")


def test_one_unreadable_game_keeps_no_other_asleep(own_server: Callable[..., Server]) -> None:
    """A damaged game doesn't stop the bots of two other games, nor anything else."""
    server = own_server(bot_seconds="3600", tables_per_player="3")
    to_its_end(_wakes(server))


async def _wakes(server: Server) -> None:
    async with Browser(server.address, "Ada") as ada, Browser(server.address, "Bruno") as bruno:
        tables = [await _until_bots_are_asked(ada, bruno) for _ in range(3)]
        await asyncio.to_thread(server.stop)
        bad, good = tables[0], tables[1:]
        whole = lines(server.database, bad)
        damage(server.database, bad)
        due_now(server.database)
        kept, before = lines(server.database, bad), [len(lines(server.database, id)) for id in good]
        assert kept != whole
        server.settings["bot_seconds"] = "0"
        await asyncio.to_thread(server.start)
        async with asyncio.timeout(PATIENCE):
            while any(len(lines(server.database, id)) == was for id, was in zip(good, before, strict=True)):
                await asyncio.sleep(0.05)
            while not _logged(server):
                await asyncio.sleep(0.05)
        await _is_told(ada, bad)
        await _frees_a_place(ada)
        await _can_be_left(ada, bad)
        assert _logged(server) == 1
        assert lines(server.database, bad) == kept
        assert "journal is" in kamchatka(server, "quarantine", "--database", server.database)
        assert bad in kamchatka(server, "quarantine", "--retry", bad, "--database", server.database, status=1)
        set_first(server.database, bad, whole[0])
        said = kamchatka(server, "quarantine", "--database", server.database)
        assert "--retry" in said
        assert "goes on" in kamchatka(server, "quarantine", "--retry", "all", "--database", server.database)
        assert "Every game" in kamchatka(server, "quarantine", "--database", server.database)
        async with bruno.at(bad) as seat:  # the remaining player continues, with a bot in the other seat
            scene = await seat.asked()
            assert scene["version"] >= len(kept)
            assert [one["kind"] for one in scene["seats"]] == ["bot", "person", "bot"]
            assert (await seat.act(choose(scene["ask"])))["type"] == "done"
        assert lines(server.database, bad)[: len(whole)] == whole


async def _until_bots_are_asked(ada: Browser, bruno: Browser) -> str:
    """Wait until the bot of a table of two people and a bot is asked; it takes an hour."""
    table = await ada.lay("modern", "mor")
    await bruno.post(f"/api/tables/{table}/join")
    async with ada.at(table) as one, bruno.at(table) as two:
        await one.until("scene")
        while one.scene["awaited"] != [2]:
            seat = (one, two)[one.scene["awaited"][0]]
            scene = await seat.asked()
            done = await seat.act(choose(scene["ask"]))
            for other in (one, two):
                while other.scene.get("version", 0) < done["version"]:
                    await other.until("moved", "scene")
    return table


async def _is_told(ada: Browser, bad: str) -> None:
    """Check that the lobby, the user's games and the table itself report the quarantine in either language."""
    for language, sentence in SENTENCES.items():
        for path in ("/api/tables", "/api/mine"):
            rows = {row["id"]: row for row in (await ada.get(f"{path}?lang={language}"))["tables"]}
            assert sentence in rows[bad]["trouble"]
            assert [row["trouble"] for id, row in rows.items() if id != bad] == ["", ""]
        async with ada.at(bad, lang=language) as seat:
            said = await seat.until("problem")
            assert (said["code"], sentence in said["text"]) == ("unreadable", True)
            with pytest.raises(ConnectionClosed) as closed:
                await seat.hear()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4503
    assert (await ada.post(f"/api/tables/{bad}/stop", {"stop": True}, status=503))["code"] == "unreadable"


async def _frees_a_place(ada: Browser) -> None:
    """Check that it doesn't count among the three tables that a user may have."""
    table = await ada.lay("modern", "moo")
    assert "too many tables" in (await ada.post("/api/tables", _form(), status=429))["text"]
    await ada.post(f"/api/tables/{table}/leave")


def _form() -> dict[str, object]:
    return {"edition": "modern", "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]}


async def _can_be_left(ada: Browser, bad: str) -> None:
    left = await ada.post(f"/api/tables/{bad}/leave")
    assert [seat["kind"] for seat in left["seats"]] == ["bot", "person", "bot"]
    assert (await ada.post(f"/api/tables/{bad}/leave", status=403))["code"] == "not_seated"
    assert bad not in {row["id"] for row in (await ada.get("/api/mine"))["tables"]}


def _logged(server: Server) -> int:
    return sum('"event": "quarantined"' in line for line in server.log.read_text().splitlines())


@together
async def test_a_game_that_reads_again_is_freed_at_the_next_start(tmp_path: Path) -> None:
    """A game that becomes readable leaves quarantine at the next start, as after an upgrade."""
    database = chosen.at(tmp_path / "games.db")
    async with open_server(tmp_path) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        table = (await lay(server, ada)).room.table.id
    whole = lines(database, table)[0]
    damage(database, table)
    async with open_server(tmp_path) as server:
        await server.waking.look()
        with pytest.raises(Exception, match="unreadable"):
            await server.live_tables.open(table)
        assert server.quarantine.size == 1
        assert "kamchatka_quarantined 1.0" in _figures(server)
    async with open_server(tmp_path) as server:
        await server.quarantine.look_again()
        assert server.quarantine.size == 1
        set_first(database, table, whole)
    async with open_server(tmp_path) as server:
        for service in server.tasks:  # otherwise the server might open it at the same time
            service.cancel()
        await server.quarantine.look_again()
        await server.waking.look()
        assert table in server.live_tables  # it is woken as well
        assert "kamchatka_quarantined 0.0" in _figures(server)


def _figures(server: GameServer) -> str:
    return generate_latest(server.metrics.registry).decode()


@together
async def test_a_row_or_an_edition_that_is_gone_spoils_no_list(tmp_path: Path) -> None:
    """A table with unreadable options or a missing edition doesn't break the lists of the others."""
    async with open_server(tmp_path) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        tables = [(await lay(server, ada)).room.table.id for _ in range(3)]
    database = chosen.at(tmp_path / "games.db")
    ((agreed,),) = ask(database, "SELECT agreed FROM tables WHERE id = :id", id=tables[1])
    for id, changed in zip(tables, (b"{", agreed.replace(b"modern", b"lagoon")), strict=False):
        ask(database, "UPDATE tables SET agreed = :agreed WHERE id = :id", agreed=changed, id=id)
    due_now(database)
    async with open_server(tmp_path) as server:
        for found in (await server.store.lobby(), await server.store.mine(ada.id)):
            rows = server.lobby.rows(found, ada, "en").tables
            assert {row.id: row.edition_name for row in rows}.keys() == set(tables[1:])
        await server.waking.look()
        assert tables[2] in server.live_tables
        with pytest.raises(Exception, match="unreadable"):
            await server.live_tables.open(tables[0])


@together
async def test_a_database_that_fails_puts_nothing_in_quarantine(tmp_path: Path) -> None:
    """A database failure quarantines no game: it opens after the recovery, with its clocks advanced."""
    async with open_server(tmp_path) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        table = (await lay(server, ada)).room.table.id
    server = GameServer(ServerSettings(database=chosen.url(tmp_path / "games.db"), bot_seconds=0.0))
    await server.open()
    try:
        whole, server.store.journal = server.store.journal, _fails  # type: ignore[method-assign]
        for _ in range(2):
            with pytest.raises(Exception, match="storage"):
                await server.live_tables.open(table)
        server.store.journal = whole  # type: ignore[method-assign]
        assert not (await server.live_tables.open(table)).room.table.unreadable
    finally:
        await server.close()


async def _fails(table: str) -> list[EntryRecord]:
    raise Fault("storage")
