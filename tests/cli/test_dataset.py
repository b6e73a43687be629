"""`kamchatka arena --journals --parquet` and `kamchatka dataset`: tables that match the games, and queries."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from kamchatka.arena.dataset.explore import Explorer, QueryResult
from kamchatka.arena.dataset.overview import battle_grid
from kamchatka.arena.dataset.schema import TABLES
from kamchatka.cli import app
from kamchatka.encoding.setting import Setting
from kamchatka.journal import Kept, Player, new_header, new_match, read
from kamchatka.kernel.edges import wire
from kamchatka.kernel.facts import Conquered, Rolled
from kamchatka.kernel.view import view
from kamchatka.match import apply_entry, blank_match
from kamchatka.proof import prove
from tests.docs.commands import ROOT
from tools.bench.explorer import multiply

parquet = pytest.importorskip("pyarrow.parquet", reason="the extra [data]")
pytest.importorskip("duckdb", reason="the extra [data]")

GAMES = 3
Rows = list[dict[str, Any]]


def run(*words: object) -> Result:
    """Run the command on a screen of 160 columns."""
    said = [str(word) for word in words]
    return CliRunner().invoke(app, said, env={"COLUMNS": "160", "NO_COLOR": "1", "LC_ALL": "en_GB"})


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return the journals and the dataset of some games, one of which is finished."""
    folder = tmp_path_factory.mktemp("data")
    journals, dataset = folder / "journals", folder / "games"
    done = run(
        *("arena", "--games", GAMES, "--workers", 1, "--turn-limit", 3, "--seats", "cautious,random,cautious"),
        *("--journals", journals, "--parquet", dataset),
    )
    assert done.exit_code == 0, done.output
    return journals, dataset


@pytest.fixture(scope="module")
def tables(folders: tuple[Path, Path]) -> dict[str, Rows]:
    """Return the rows of every table."""
    return {name: parquet.read_table(folders[1] / f"{name}.parquet").to_pylist() for name in TABLES}


@pytest.fixture(scope="module")
def games(folders: tuple[Path, Path]) -> dict[str, Kept]:
    """Return the journals by game."""
    kept = [read(path) for path in sorted(folders[0].glob("*.jsonl"))]
    return {one.header.commitment[:16]: one for one in kept}


# ------------------------------------------------------------------ journals
def test_the_dice_of_recorded_games_can_be_proved(games: dict[str, Kept]) -> None:
    assert len(games) == GAMES
    for kept in games.values():
        assert kept.match.is_over
        assert prove(kept).strays is None


def test_two_processes_record_the_same_games(folders: tuple[Path, Path], tmp_path: Path) -> None:
    seats = ("--seats", "cautious,random,cautious", "--turn-limit", 3)
    done = run("arena", "--games", GAMES, "--workers", 2, *seats, "--journals", tmp_path)
    assert done.exit_code == 0, done.output
    for path in folders[0].iterdir():
        assert (tmp_path / path.name).read_bytes() == path.read_bytes()


# ------------------------------------------------------------------ tables
def test_files_have_the_columns_of_the_schema(folders: tuple[Path, Path]) -> None:
    for name, columns in TABLES.items():
        schema = parquet.read_schema(folders[1] / f"{name}.parquet")
        assert schema.names == [column.name for column in columns]
        assert schema.metadata[b"kamchatka.schema"] == b"1"


def test_every_action_is_a_row(tables: dict[str, Rows], games: dict[str, Kept]) -> None:
    for game, kept in games.items():
        rows = [row for row in tables["actions"] if row["game"] == game]
        played = [
            (number, entry.seat, wire.encode(entry.action))
            for number, entry in enumerate(kept.match.entries)
            if entry.action is not None and entry.seat is not None and entry.seat >= 0
        ]
        assert [(row["entry"], row["seat"], json.loads(row["action"])) for row in rows] == played


def test_decisions_say_the_actions_again(tables: dict[str, Rows], games: dict[str, Kept]) -> None:
    """An entry's codes decode to its action; observations and masks equal those of a replayed table."""
    checked = 0
    for game, kept in games.items():
        match = kept.match
        setting = Setting(match.edition, match.rules, match.game, match.seats)
        rows: dict[int, Rows] = {}
        for row in tables["decisions"]:
            if row["game"] == game:
                rows.setdefault(row["entry"], []).append(row)
        again = blank_match("modern", match.seats, match.rules.non_defaults(), chance=match.table.chance)
        for number, entry in enumerate(match.entries):
            if number in rows:
                checked += 1
                first, seat = rows[number][0], int(entry.seat or 0)
                options = again.game.options(again.table, seat)
                decoded = setting.decode(options, seat, [row["code"] for row in rows[number]])
                assert entry.action is not None
                assert decoded.key()[:3] == wire.inner(match.game, entry.action).key()[:3]
                assert all(row["mask"][row["code"]] == 1 for row in rows[number])
                assert all(sum(row["mask"]) == row["choices"] > 1 for row in rows[number])
                armies = setting.layout["armies"]
                assert first["observation"][armies] == list(view(again.table, seat).state.armies)
            apply_entry(again, entry)
    assert checked > 50


def test_battles_agree_with_the_facts(tables: dict[str, Rows], games: dict[str, Kept]) -> None:
    """Battles have as many throws and conquests as the facts, and their armies add up."""
    for game, kept in games.items():
        rows = [row for row in tables["battles"] if row["game"] == game]
        facts = [fact for entry in kept.match.entries for fact in entry.facts]
        assert sum(row["throws"] for row in rows) == sum(isinstance(fact, Rolled) for fact in facts)
        assert sum(row["taken"] for row in rows) == sum(isinstance(fact, Conquered) for fact in facts)
        for row in rows:
            lost = row["attackers"] - row["attackers_left"] + row["defenders"] - row["defenders_left"]
            assert row["throws"] <= lost <= 3 * row["throws"]
            assert row["taken"] == (row["defenders_left"] == 0)


def test_seats_tell_the_result(tables: dict[str, Rows], games: dict[str, Kept]) -> None:
    for game, kept in games.items():
        rows, state = [row for row in tables["seats"] if row["game"] == game], kept.match.state
        assert [row["player"] for row in rows] == [player.bot for player in kept.header.players]
        assert [row["won"] for row in rows] == [bool(state.winners >> seat & 1) for seat in range(3)]
        assert [row["lands"] for row in rows] == list(state.lands)
        assert sum(row["armies"] for row in rows) == sum(state.armies)
        assert len({row["objective"] for row in rows}) == 3
        assert all(row["first_place"] in kept.match.game.board.places for row in rows)


# ------------------------------------------------------------------ answers
def ask(*words: object) -> Rows:
    """Return the answer to a query, as JSON."""
    done = run("dataset", *words, "--json")
    assert done.exit_code == 0, done.output
    found: Rows = json.loads(done.stdout)
    return found


def test_battles_of_a_size(folders: tuple[Path, Path], tables: dict[str, Rows]) -> None:
    rows = [row for row in tables["battles"] if (row["attackers"], row["defenders"]) == (4, 1)]
    (found,) = ask("explore", folders[1], "battles", "--attackers", 4, "--defenders", 1)
    assert found["battles"] == len(rows) > 0
    assert found["taken"] == sum(row["taken"] for row in rows)


def test_what_winners_place_first(folders: tuple[Path, Path], tables: dict[str, Rows]) -> None:
    found = {row["place"]: (row["chosen"], row["won"]) for row in ask("explore", folders[1], "first-places")}
    for place, (chosen, won) in found.items():
        rows = [row for row in tables["seats"] if row["first_place"] == place]
        assert (chosen, won) == (len(rows), sum(row["won"] for row in rows))
    assert sum(chosen for chosen, _ in found.values()) == 3 * GAMES


def test_objectives_and_seats(folders: tuple[Path, Path], tables: dict[str, Rows]) -> None:
    objectives = {(row["objective"], row["seat"]) for row in ask("explore", folders[1], "objectives")}
    assert objectives == {(row["objective"], row["seat"]) for row in tables["seats"]}
    seats = ask("explore", folders[1], "seats")
    assert sum(row["games"] for row in seats) == 3 * GAMES
    assert {row["player"] for row in seats} == {"cautious", "random"}


def test_a_query_in_sql_and_as_a_table(folders: tuple[Path, Path]) -> None:
    assert ask("sql", folders[1], "SELECT count(*) AS games FROM games") == [{"games": GAMES}]
    done = run("dataset", "explore", folders[1], "seats")
    assert "cautious" in done.stdout
    assert "share" in done.stdout


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * FROM read_text('{other}')",
        "COPY games TO '{other}.copy'",
        "ATTACH '{other}.db'",
        "INSTALL httpfs",
        "SET enable_external_access = true",
        "SELECT nothing FROM games",
    ],
)
def test_a_query_reads_this_dataset_and_nothing_else(folders: tuple[Path, Path], tmp_path: Path, query: str) -> None:
    """A query that reaches outside the dataset gets a sentence, without a traceback, and writes no file."""
    other = tmp_path / "other.txt"
    other.write_text("secret")
    done = run("dataset", "sql", folders[1], query.format(other=other))
    assert done.exit_code == 2
    assert "The query cannot be answered: " in done.output
    assert "secret" not in done.output
    assert list(tmp_path.iterdir()) == [other]


# ------------------------------------------------------------------ what else can happen
def test_names_of_people_stay_out(tmp_path: Path) -> None:
    """Names of people in a game that was broken off are in its journal but in no table."""
    header = new_header("modern", {}, (Player("Zenobia"), Player("Odenathus"), Player("captain", "captain")), bytes(16))
    from kamchatka.arena.recorded import save

    match = new_match(header)
    while match.state.round < 1:
        match.play(next(match.actions()))
    save(match, header, tmp_path / "one.jsonl")
    assert "Zenobia" in (tmp_path / "one.jsonl").read_text()
    done = run("dataset", "build", tmp_path, "--out", tmp_path / "games", "--no-observations", "--lang", "en")
    assert done.stdout == f"1 game written to {tmp_path / 'games'}.\n"
    rows = {name: parquet.read_table(tmp_path / "games" / f"{name}.parquet").to_pylist() for name in TABLES}
    assert "Zenobia" not in str(rows)
    assert [row["player"] for row in rows["seats"]] == ["", "", "captain"]
    assert rows["games"][0]["over"] is False
    assert {row["value"] for row in rows["decisions"]} == {0.0}
    assert {row["observation"] for row in rows["decisions"]} == {None}


def test_a_game_that_was_named_twice_is_written_once(folders: tuple[Path, Path], tmp_path: Path) -> None:
    done = run("dataset", "build", folders[0], folders[0], "--out", tmp_path / "games", "--lang", "it")
    assert done.stdout.startswith(f"{GAMES} partite scritte")


@pytest.mark.parametrize(("words", "told"), [((), "There is no journal"), (("broken.jsonl",), "broken.jsonl")])
def test_a_dataset_appears_when_it_is_complete(tmp_path: Path, words: tuple[str, ...], told: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "broken.jsonl").write_text("{}\n")
    named = [tmp_path / word for word in words] or [tmp_path / "empty"]
    done = run("dataset", "build", *named, "--out", tmp_path / "games")
    assert done.exit_code == 2
    assert told in done.output or "journal" in done.output
    assert sorted(path.name for path in tmp_path.iterdir()) == ["broken.jsonl", "empty"]


def test_a_folder_with_files_is_not_overwritten(folders: tuple[Path, Path]) -> None:
    done = run("dataset", "build", folders[0], "--out", folders[0])
    assert done.exit_code == 2
    assert "is not empty" in done.output


def test_what_is_no_dataset_or_question_is_told(folders: tuple[Path, Path], tmp_path: Path) -> None:
    assert "is no dataset: it has no games.parquet" in run("dataset", "explore", tmp_path, "seats").output
    assert "There is no question “why”" in run("dataset", "explore", folders[1], "why").output


@pytest.mark.parametrize("package", ["pyarrow", "duckdb"])
def test_a_missing_package_is_named(
    folders: tuple[Path, Path], tmp_path: Path, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    if package == "pyarrow":
        done = run("arena", "--games", 1, "--parquet", tmp_path / "games")
    else:
        done = run("dataset", "explore", folders[1], "seats")
    assert done.exit_code == 2
    assert f"Datasets need {package}: pip install 'kamchatka[data]'" in done.output


def test_a_cluster_records_nothing(tmp_path: Path) -> None:
    done = run("arena", "--games", 1, "--ray", "local", "--journals", tmp_path)
    assert done.exit_code == 2
    assert "are not recorded" in done.output


def test_the_page_shows_every_column() -> None:
    """docs/data.md has the schema that the command prints."""
    page = (ROOT / "docs" / "data.md").read_text(encoding="utf-8")
    for table, columns in TABLES.items():
        assert f"### {table}\n" in page
        for name, kind, meaning in columns:
            assert f"| `{name}` | {kind} | {meaning} |" in page
    rows = json.loads(run("dataset", "schema", "--json").stdout)
    assert len(rows) == sum(len(columns) for columns in TABLES.values())


def test_many_games_are_made_of_few_for_measurements(folders: tuple[Path, Path], tmp_path: Path) -> None:
    """Copied games for measurements have their own names, so that joins behave as among different games."""
    many = multiply(folders[1], tmp_path, 2000)
    tables = Explorer(tmp_path)
    assert tables.query("SELECT count(*) FROM decisions").rows == [(many,)]
    assert many >= 2000
    (single,) = Explorer(folders[1]).query("SELECT count(*), sum(won::INT) FROM seats JOIN games USING (game)").rows
    (joined,) = tables.query("SELECT count(*), sum(won::INT) FROM seats JOIN games USING (game)").rows
    ((games,),) = tables.query("SELECT count(DISTINCT game) FROM games").rows
    assert [number * games for number in single] == [number * GAMES for number in joined]


def test_the_page_has_the_answers(folders: tuple[Path, Path], tmp_path: Path) -> None:
    """The page shows the same shares as the queries, and escapes names."""
    page, data = tmp_path / "data.html", Explorer(folders[1])
    assert run("dataset", "page", folders[1], "--out", page).exit_code == 0
    text = page.read_text(encoding="utf-8")
    assert f"<h1>{GAMES} games</h1>" in text
    (battle,) = data.ask("battles", "modern", attackers=3, defenders=1).as_data()
    assert f"{battle['held']:.0%} ({battle['battles']:,})" in text
    for row in data.ask("first-places", "modern", 15).rows:
        assert f"<td>{row[0]}<td>{row[1]}<td>{row[2]}" in text
    assert "<script" not in text
    assert "cannot be written" in run("dataset", "page", folders[1], "--out", tmp_path / "none" / "x.html").output


def test_a_grid_leaves_out_what_never_happened() -> None:
    grid = battle_grid(QueryResult(("attackers", "defenders", "battles", "held"), [(5, 3, 1200, 0.25)]))
    assert "<td>5 attack<td><td><td>25% (1,200)<td><td><td>" in grid
