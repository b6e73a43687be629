"""An edition of a separate package, installed in a fresh environment, works everywhere without other changes."""

import json
from pathlib import Path

import pytest

from examples.bot import choose
from kamchatka.editions import EDITIONS
from tests.editions.outside import EXAMPLE, Environment
from tests.server.client import Browser
from tests.server.running import Server
from tests.server.together import together

LAWS = ["tests/laws", "tests/words", "tests/server/test_every_edition.py", "tests/bots"]


def test_it_is_not_here() -> None:
    """The edition is not available in the environment of the tests."""
    assert "lagoon" not in EDITIONS


def test_its_rules_are_told(outside: Environment) -> None:
    told = outside.kamchatka("rules", "lagoon", "--lang", "en")
    assert "Lagoon, a game of tides" in told
    assert "28 of 28 rules accounted for" in told
    assert "Con l'alta marea nessun attacco passa per un guado." in outside.kamchatka(
        "rules", "lagoon", "--id", "lagoon.tide.2", "--lang", "it"
    )
    assert "lagoon" in json.loads(outside.kamchatka("rules", "--json"))


def test_it_can_be_learned(outside: Environment) -> None:
    """The edition can be used for learning, with its own rows by name, and codes for its places."""
    told = outside.run(
        "-c",
        "from kamchatka import learn; games = learn.vector_env('lagoon', 2, opponents='random'); games.reset(seed=1); "
        "print(games.setting.layout, *games.setting.code_names, sep='\\n')",
    )
    assert "table   extra.tide" in told
    assert "verb attack" in told


def test_its_odds_are_computed(outside: Environment) -> None:
    """Three dice against two have the well-known chances of the first throw."""
    one = json.loads(outside.kamchatka("odds", "1", "1", "--edition", "lagoon", "--json"))
    assert one["wins"] == pytest.approx(15 / 36)
    assert "the defender rolls up to 2 dice" in outside.kamchatka(
        "odds", "6", "3", "--edition", "lagoon", "--lang", "en"
    )


def test_its_board_is_drawn(outside: Environment, tmp_path: Path) -> None:
    outside.kamchatka("board", "lagoon", "--out", str(tmp_path / "lagoon.svg"), "--lang", "en")
    drawn = (tmp_path / "lagoon.svg").read_text(encoding="utf-8")
    assert 'id="harbour_mouth"' in drawn
    assert "Glassmakers" in drawn
    sheet = EXAMPLE / "src" / "kamchatka_lagoon" / "lagoon.toml"
    copy = tmp_path / "lagoon.toml"
    copy.write_bytes(sheet.read_bytes())
    outside.run("-m", "kamchatka.boards.sketch", str(copy))
    for ending in (".json", ".svg"):
        assert copy.with_suffix(ending).read_bytes() == sheet.with_suffix(ending).read_bytes(), "draw it again"


def test_nothing_is_amiss(outside: Environment) -> None:
    assert outside.kamchatka("check", "lagoon", "--games", "1", "--lang", "en").strip().endswith("nothing amiss.")


def test_bots_play_it_in_the_arena(outside: Environment) -> None:
    told = outside.kamchatka(
        "arena", "--edition", "lagoon", "--seats", "captain,random", "--games", "6", "--workers", "1", "--json"
    )
    assert "lagoon" in told
    assert json.loads(told)["games"] == 6


def test_a_game_is_played_in_the_terminal_and_told_again(outside: Environment, tmp_path: Path) -> None:
    """Bots play a game to the end in the terminal; its journal is replayed, verified and drawn."""
    journal = tmp_path / "game.journal"
    players = "bot:captain,bot:cautious,bot:random"
    outside.kamchatka(
        "play", "--edition", "lagoon", "--players", players, "--journal", str(journal), "--fast", "--lang", "en"
    )
    story = outside.kamchatka("replay", str(journal), "--log", "--lang", "it")
    assert "La tavola delle maree dice" in story
    assert "marea" in story.lower()
    assert outside.kamchatka("verify", str(journal), "--lang", "en")


def test_an_evening_of_it_is_scored_by_points(outside: Environment, tmp_path: Path) -> None:
    """An event with this edition has entries, a draw, a result and standings."""
    event = str(tmp_path / "evening.kam")

    def tournament(command: str, *words: str) -> str:
        return outside.kamchatka("tournament", command, event, *words, "--lang", "en")

    tournament("new", "--name", "Regatta", "--preset", "points", "--set", "edition=lagoon", "--set", "sizes=3,4")
    for name in ("Ada", "Bruno", "Carla", "Dino"):
        tournament("enter", name)
    assert "Regatta – round 1" in tournament("draw")
    tournament("result", "1", "Ada=objective", "Bruno=4", "Carla=2", "Dino=out")
    places = [line.split()[1] for line in tournament("standings").splitlines() if line.split()[:1] in (["1"], ["2"])]
    assert places == ["Ada", "Bruno"]


async def _plays(server: Server) -> None:
    async with Browser(server.address, "Ada") as ada:
        (lagoon,) = [one for one in await ada.get("/api/editions?lang=en") if one["id"] == "lagoon"]
        assert lagoon["name"] == "Lagoon"
        assert lagoon["boards"] == ["lagoon"]
        assert [option["title"] for option in lagoon["options"]] == ["Rounds"]
        assert (await ada.get("/api/boards/lagoon"))["places"]["arsenal"]["zone"] == "city"
        assert (await ada.http.get("/api/boards/lagoon.svg")).text.startswith("<svg")
        assert (await ada.get("/api/rulebook/lagoon?lang=en"))["title"] == "Lagoon, a game of tides"
        table = await ada.lay("lagoon", "mbr", pace="instant", options={"rounds": 6})
        async with ada.at(table) as seat:
            while not (scene := await seat.asked())["result"]:
                assert (await seat.act(choose(scene["ask"])))["type"] == "done"
                await seat.until("moved", "scene")
        assert scene["result"]["rule"].startswith("lagoon.end.")


@together
async def test_people_and_bots_play_it_on_a_server(outside: Environment, tmp_path: Path) -> None:
    """On a server the edition is in the lobby's list, has board and rulebook, and a generic client plays it."""
    server = Server(
        str(tmp_path / "games.db"), tmp_path / "log", python=outside.python, requests_a_minute="100000"
    ).start()
    try:
        await _plays(server)
    finally:
        server.stop()


def test_the_laws_hold_for_it(outside: Environment) -> None:
    """Every test of this repository that runs for each edition passes for Lagoon."""
    told = outside.run("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", "lagoon", *LAWS)
    assert " passed" in told


def test_its_own_tests_pass_there(outside: Environment) -> None:
    told = outside.run(
        "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", "pyproject.toml", "--rootdir", ".", cwd=EXAMPLE
    )
    assert " passed" in told
