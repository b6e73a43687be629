"""The lesson of a finished game over HTTP: players get the lessons of their own seats only."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from kamchatka.analysis.lessons import PlayLesson
from kamchatka.analysis.puzzles import shelves
from kamchatka.editions import EDITIONS
from kamchatka.server.http.routes import study
from kamchatka.server.study.lessons import THEMES, LessonTeller, find_lessons, sentences_of, shelf_of
from kamchatka.server.study.study_payloads import GameLesson
from kamchatka.texts import languages
from kamchatka.words import Words
from tests.attacks.inside import running_inside
from tests.server.client import Browser
from tests.server.together import together
from tests.stored.shelf import read_unpacked, stored_files

# a game with a lesson for all three seats
GAME = read_unpacked(next(path for path in stored_files("journals/*.jsonl.xz") if "original-quarters" in path.name))


@together
async def test_players_get_the_lessons_of_their_own_seats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ada has two seats at her screen, Bruno one, Carla watches; nameless visitors get nothing."""
    read = Counter[str]()

    async def read_stored(record: Any, store: Any) -> bytes:
        read[record.id] += 1
        return GAME

    monkeypatch.setattr(study, "journal_of", read_stored)
    async with (
        running_inside(tmp_path) as inside,
        Browser("http://test", "Ada", app=inside.app) as ada,
        Browser("http://test", "Bruno", app=inside.app) as bruno,
        Browser("http://test", "Carla", app=inside.app) as carla,
        Browser("http://test", "", app=inside.app) as stranger,
    ):
        table = await ada.lay("modern", "mos")
        path = f"/api/tables/{table}/lessons?lang=en"
        assert (await ada.get(path, status=409))["code"] == "wrong_time"
        await bruno.post(f"/api/tables/{table}/join")
        assert (await ada.get(path, status=409))["code"] == "wrong_time"
        for player in (ada, bruno):
            await player.post(f"/api/tables/{table}/stop")
        expected = json.loads(find_lessons(table, GAME, "en", (0, 1, 2)))
        assert [one["seat"] for one in expected] == [0, 1, 2]
        assert await carla.get(path) == []
        assert await stranger.get(path) == []
        assert read[table] == 0  # nothing is computed for others
        assert await ada.get(path) == [expected[0], expected[2]]
        assert await bruno.get(path) == [expected[1]]
        assert read[table] == 1
        assert (await bruno.get(path.replace("=en", "=it")))[0]["text"] != expected[1]["text"]
        await ada.get("/api/tables/none/lessons", status=404)


def lesson(kind: str, **more: Any) -> PlayLesson:
    """Return a lesson whose figures all differ."""
    figures = {"count": 4, "places": (0, 1), "zone": 0, "chance": 0.41, "mean": 0.37, "waited": 0.78}
    return PlayLesson(kind, 9.2, 77, 6, **{**figures, "armies": 5, "turns": 3, "most": 8, **more})


EACH: list[tuple[PlayLesson, list[str]]] = [
    (lesson("attacks"), ["4 times", "37%", "9 armies", "round 6", "41%", "5 armies", "78%", "Alaska", "Northwest"]),
    (lesson("attacks", waited=0.43), ["4 times", "37%", "costliest", "41%"]),
    (lesson("attacks", count=1), ["round 6", "41%", "9 armies", "78%"]),
    (lesson("attacks", count=1, armies=0), ["round 6", "41%", "9 armies"]),
    (lesson("border"), ["North America", "one army", "5 armies", "4 border territories"]),
    (lesson("border", count=1, zone=-1), ["the Northwest Territories", "5 armies stood idle"]),
    (lesson("cards"), ["round 6", "5 armies", "3 turns"]),
    (lesson("cards", turns=0), ["round 6", "5 armies", "never"]),
    (lesson("scatter"), ["5 armies", "no enemy", "4 turns"]),
    (lesson("scatter", places=(), count=1), ["5 armies", "8 territories"]),
    (lesson("zone"), ["North America", "the Northwest Territories", "Alaska", "41%", "5 armies"]),
    (lesson("overreach"), ["8 territories", "5 of them", "4 fell"]),
    (lesson("praise"), ["4 of your 8 attacks"]),
    (lesson("praise", most=4), ["All your 4 attacks"]),
]


@pytest.mark.parametrize(("found", "parts"), EACH)
def test_every_lesson_says_figure_place_and_round(found: PlayLesson, parts: list[str]) -> None:
    """One to three short sentences in every language, without gaps; the English text names the figures."""
    for language in languages():
        teller = LessonTeller(Words(language, EDITIONS["modern"], ()), "modern")
        told = teller.tell(0, found)
        assert not {"{", "}", "?"} & set(told.text), told.text
        assert len(told.text) <= 260, told.text
        assert language != "en" or all(part in told.text for part in parts), told.text
    assert (told.entry, told.round, told.cost) == (77, 6, 9.2)


def test_puzzles_of_the_same_kind_are_named() -> None:
    """The lesson links the edition's own puzzles or all puzzles, and nothing where none fits."""
    for theme in set(THEMES.values()):
        assert shelf_of("modern", theme) == "modern"
        assert shelf_of("classic", theme) == ""
    assert "classic" not in shelves()
    assert shelf_of("modern", "no such kind") is None
    teller = LessonTeller(Words("en", EDITIONS["modern"], ()), "modern")
    puzzles = {kind: teller.tell(0, lesson(kind)).puzzles for kind in ("attacks", "border", "cards", "praise")}
    assert puzzles == {"attacks": "attack", "border": "place", "cards": "", "praise": ""}


def test_every_kind_of_lesson_is_in_the_examples() -> None:
    """The list above has every kind."""
    keys = {key for found, _ in EACH for key in sentences_of(found)}
    phrases = Words("en", EDITIONS["modern"], ()).phrases
    assert all(phrases.find("lesson", key) for key in keys)
    assert {found.kind for found, _ in EACH} == {*THEMES, "cards", "praise"}


@pytest.mark.parametrize("path", stored_files("journals/*.jsonl.xz")[::9], ids=lambda path: path.name)
def test_lessons_of_stored_games_point_into_their_replay(path: Path) -> None:
    """In every edition and release the position exists and the figures are finite."""
    data = read_unpacked(path)
    entries = data.count(b"\n") - 1
    for one in json.loads(find_lessons("game", data, "en", tuple(range(8)))):
        told = GameLesson(**one)
        assert 0 <= told.entry < entries
        assert told.round >= 1
        assert 0.0 <= told.cost < 10_000
