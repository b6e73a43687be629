"""`kamchatka export` writes finished public games by month, without names; the server offers the files."""

import io
import zipfile
from pathlib import Path

import pytest
from typer.testing import Result

from kamchatka.journal import parse
from kamchatka.proof import prove
from kamchatka.server.cluster.server_requests import VoteToStop
from kamchatka.server.game_server import GameServer
from kamchatka.server.operations.export import has_texts
from kamchatka.server.storage.records import User
from tests.attacks.inside import running_inside
from tests.server.databases import ask, chosen
from tests.server.test_room import lay, open_server
from tests.server.together import command, to_its_end, together

MAY, JUNE = 1_589_100_000_000, 1_591_500_000_000  # milliseconds in 2020
pytestmark = pytest.mark.sqlite


def export(database: str, folder: Path, *words: str) -> Result:
    """Run the command in English."""
    return command("export", str(folder), "--database", database, "--lang", "en", *words, COLUMNS="200")


async def finish(server: GameServer, user: User, **more: object) -> str:
    """Create a table and end its game early."""
    id = (await lay(server, user, **more)).room.table.id
    await server.platform.do(id, VoteToStop(user, True))
    return id


async def played(folder: Path) -> str:
    """Fill a database with a game of May 2020, two of June (one private), one of this month and one still running."""
    async with open_server(folder) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        tables = [await finish(server, ada, private=private) for private in (False, False, True, False)]
        await lay(server, ada)
    database = chosen.at(folder / "games.db")
    for table, ended in zip(tables, (MAY, JUNE, JUNE), strict=False):
        ask(database, "UPDATE results SET ended = :ended WHERE table_id = :table", ended=ended, table=table)
    return database


def test_a_month_has_its_public_games_without_names(tmp_path: Path) -> None:
    """The dice can still be verified. A second export changes nothing."""
    database, folder = to_its_end(played(tmp_path)), tmp_path / "exports"
    done = export(database, folder)
    assert done.exit_code == 0, done.output
    assert sorted(path.name for path in folder.iterdir()) == ["kamchatka-2020-05.zip", "kamchatka-2020-06.zip"]
    for path in folder.iterdir():
        with zipfile.ZipFile(path) as archive:
            license, game = archive.namelist()
            assert b"CC0" in archive.read(license)
            data = archive.read(game)
        assert b"Ada" not in data
        assert b'"clock"' not in data
        kept = parse(data, game)
        assert game == f"games/{kept.header.commitment[:16]}.jsonl"
        assert [(player.name, player.bot) for player in kept.header.players][1:] == [("random", "random")] * 2
        prove(kept)  # raises a Problem if a die was changed
    before = {path: path.read_bytes() for path in folder.iterdir()}
    assert "No month" in export(database, folder).output
    assert before == {path: path.read_bytes() for path in folder.iterdir()}


def test_a_month_may_be_named(tmp_path: Path) -> None:
    """A month that isn't over, or isn't valid, is refused."""
    database, folder = to_its_end(played(tmp_path)), tmp_path / "exports"
    assert "2020-06.zip: 1 game" in export(database, folder, "--month", "2020-06").output
    assert [path.name for path in folder.iterdir()] == ["kamchatka-2020-06.zip"]
    for month, sentence in (("2020-13", "is no month"), ("June", "is no month"), ("9999-01", "isn’t over")):
        done = export(database, folder, "--month", month)
        assert done.exit_code != 0
        assert sentence in done.output


def test_tables_come_with_the_journals(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra [data]")
    database, folder = to_its_end(played(tmp_path)), tmp_path / "exports"
    assert export(database, folder, "--month", "2020-05", "--parquet").exit_code == 0
    with zipfile.ZipFile(folder / "kamchatka-2020-05.zip") as archive:
        assert parquet.read_table(io.BytesIO(archive.read("tables/games.parquet"))).num_rows == 1


def test_games_with_texts_of_people_stay_out() -> None:
    """Answers are short texts; a file of custom cards isn't."""
    assert not has_texts(b'{"options":{"combat":"to_the_end","years":5}}')
    assert has_texts(b'{"options":{"custom_cards":"' + b"[[card]] " * 20 + b'"}}')


@together
async def test_the_server_offers_the_files_and_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "exports"
    folder.mkdir()
    (folder / "kamchatka-2020-05.zip").write_bytes(b"zip")
    (folder / "kamchatka-2020-06.zip").write_bytes(b"newer")
    (folder / "secret.txt").write_text("secret")
    async with running_inside(tmp_path, exports=str(folder)) as inside:
        listed = (await inside.ask("GET", "/api/exports")).json
        assert [(one["month"], one["bytes"]) for one in listed] == [("2020-06", 5), ("2020-05", 3)]
        answer = await inside.ask("GET", f"/api/exports/{listed[1]['name']}")
        assert (answer.status, answer.body, answer.headers["content-type"]) == (200, b"zip", "application/zip")
        for name in ("secret.txt", "kamchatka-2020-07.zip", "..%2Fgames.db", "kamchatka-2020-05.zip%00"):
            assert (await inside.ask("GET", f"/api/exports/{name}")).status in (400, 404)
    (tmp_path / "other").mkdir()
    async with running_inside(tmp_path / "other") as inside:
        assert (await inside.ask("GET", "/api/exports")).json == []
        assert (await inside.ask("GET", "/api/exports/kamchatka-2020-05.zip")).status == 404
