"""`kamchatka cluster status`: servers, their heartbeats and their tables, from the database alone."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from kamchatka.cli import app
from kamchatka.server.operations.cluster_status import servers_of
from tests.server.databases import ask, chosen
from tests.server.test_room import lay, open_server
from tests.server.together import together

NOW = "((julianday('now') - 2440587.5) * 86400.0)"
pytestmark = pytest.mark.sqlite


def status(database: str, *words: str) -> Result:
    """Run the command in English."""
    return CliRunner().invoke(app, ["cluster", "status", "--database", database, "--lang", "en", *words])


async def platform(folder: Path) -> str:
    """Create a database with three tables: two owned by a live server, one by a server silent for a day."""
    async with open_server(folder) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        tables = sorted([(await lay(server, ada)).room.table.id for _ in range(3)])
    database = chosen.at(folder / "games.db")
    for id, silent in (("north", 60), ("south", 86_400), ("idle", 30)):
        ask(database, f"INSERT INTO servers (id, seen) VALUES (:id, {NOW} - :silent)", id=id, silent=silent)
    for table, owner in zip(tables, ("north", "north", "south"), strict=True):
        ask(database, "UPDATE tables SET owner = :owner WHERE id = :table", owner=owner, table=table)
    return database


@together
async def test_servers_and_their_tables_are_listed(tmp_path: Path) -> None:
    """Servers are silent after an hour here; those with most tables come first."""
    database = await platform(tmp_path)
    with ThreadPoolExecutor(1) as thread:
        found = thread.submit(servers_of, chosen.url(tmp_path / "games.db"), 3600.0).result()
    assert [(server.id, len(server.tables), server.is_alive) for server in found] == [
        ("north", 2, True),
        ("south", 1, False),
        ("idle", 0, True),
    ]
    south = found[1]
    assert south.silent is not None
    assert 86_400 <= south.silent < 2 * 86_400
    owned = ask(database, "SELECT id, status FROM tables WHERE owner = 'south'")
    assert [(table.id, table.status) for table in south.tables] == [tuple(row) for row in owned]


@together
async def test_a_silent_server_with_tables_is_an_alarm(tmp_path: Path) -> None:
    """A silent server that owns tables raises an alarm, as text and as JSON, until its tables are released."""
    database = await platform(tmp_path)
    with ThreadPoolExecutor(1) as thread:
        told = thread.submit(status, database, "--tables").result()
        assert told.exit_code == 1
        assert re.search(r"^south  silent for \d{5} s, 1 table$", told.stdout, re.MULTILINE)
        assert re.search(r"^    [\w-]+  (playing|waiting), round \d+, epoch 0$", told.stdout, re.MULTILINE)
        data = json.loads(thread.submit(status, database, "--json").result().stdout)
        assert {one["id"]: len(one["tables"]) for one in data} == {"north": 2, "south": 1, "idle": 0}
        ask(database, "UPDATE tables SET owner = ''")
        calm = thread.submit(status, database).result()
    assert calm.exit_code == 0
    assert "south  silent for" in calm.stdout


@together
async def test_an_owner_that_left_no_trace_is_told(tmp_path: Path) -> None:
    database = await platform(tmp_path)
    ask(database, "DELETE FROM servers")
    with ThreadPoolExecutor(1) as thread:
        told = thread.submit(status, database).result()
    assert told.exit_code == 1
    assert "north  gone without a trace, 2 tables" in told.stdout


@together
async def test_one_server_alone_is_no_platform(tmp_path: Path) -> None:
    async with open_server(tmp_path):
        pass
    with ThreadPoolExecutor(1) as thread:
        told = thread.submit(status, chosen.at(tmp_path / "games.db")).result()
    assert (told.exit_code, told.stdout) == (0, "No server shares this database with others, and none runs.\n")


def test_a_database_that_is_not_there_is_told(tmp_path: Path) -> None:
    told = status(str(tmp_path / "none.db"))
    assert told.exit_code == 2
    assert "none.db" in told.output
