"""The page gets its own texts in one response: in the requested language, or in one that the browser prefers."""

import json
from importlib import resources
from pathlib import Path

import pytest

from kamchatka.server.http.routes.words import choose_language
from kamchatka.server.presentation.board_drawings import add_languages
from kamchatka.texts import catalogue, own_name
from tests.pseudo import CODE, write
from tests.server.client import Browser
from tests.server.running import Server
from tests.server.together import together


@together
async def test_words_of_a_language(server: Server) -> None:
    """The response lists languages and the order of plural forms; a client that has the texts already gets 304."""
    async with Browser(server.address, "") as anybody:
        first = await anybody.http.get("/api/words?lang=it")
        told = first.json()
        assert (told["language"], told["plural"]) == ("it", ["one", "other"])
        assert told["languages"] == [{"id": "it", "name": "Italiano"}, {"id": "en", "name": "English"}]
        assert told["words"]["common.armies"] == "{n:armata|armate}"
        assert {"club.newEvent", "tip.attack.title", "tip.attack.text"} <= told["words"].keys()
        again = await anybody.http.get("/api/words?lang=it", headers={"If-None-Match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        chosen = await anybody.http.get("/api/words", headers={"Accept-Language": "de-AT,de;q=0.9,it;q=0.8,en;q=0.7"})
        assert chosen.json() == told
        assert "accept-language" in chosen.headers["vary"]


@pytest.mark.parametrize(
    ("wanted", "language"),
    [("it", "it"), ("IT-ch", "it"), ("de, en;q=0.8, it;q=0.5", "en"), ("tlh", "en"), ("", "en"), ("*", "en")],
)
def test_the_first_that_is_spoken(wanted: str, language: str) -> None:
    assert choose_language(wanted) == language


def test_a_third_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A third language shows its own name and not its code; every board gets labels in it."""
    drawn = resources.files("kamchatka.boards").joinpath("moon.json").read_bytes()
    assert add_languages(drawn) == drawn
    write(tmp_path)
    monkeypatch.setattr(catalogue, "ROOTS", (*catalogue.ROOTS, tmp_path))
    assert (own_name("it"), own_name(CODE)) == ("Italiano", "⟦Ɇɲɠłɨꞩħ⟧")
    before, after = json.loads(drawn), json.loads(add_languages(drawn))
    assert after["names"][CODE] == "⟦Ɱøøɲ⟧"
    for place, shape in after["places"].items():
        label = shape["labels"].pop(CODE)
        assert "⟦" in "".join(label["lines"])
        assert label["at"] == shape["labels"]["en"]["at"]
        assert shape == before["places"][place]
    for part in (*after["zones"].values(), *after["captions"]):
        assert part["names"][CODE].startswith("⟦")
