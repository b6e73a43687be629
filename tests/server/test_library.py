"""The API's descriptions of editions: catalogue pictures, texts and boards."""

import sys
from pathlib import Path

import pytest

from kamchatka.editions import EDITIONS
from kamchatka.server.presentation import board_drawings
from kamchatka.server.protocol.page_payloads import page_seen
from tests.server.client import Browser
from tests.server.running import Server
from tests.server.together import together
from tests.teaching.edition import TEACHING


@together
async def test_an_edition_comes_with_what_to_show_of_it(server: Server) -> None:
    async with Browser(server.address, "") as anybody:
        said = {language: await anybody.get(f"/api/editions?lang={language}") for language in ("it", "en")}
    for it, en in zip(said["it"], said["en"], strict=True):
        assert it["page"]["lesson"]["welcome"] != en["page"]["lesson"]["welcome"]
        assert it["page"]["glyphs"] == en["page"]["glyphs"]
    pages = {one["id"]: one["page"] for one in said["en"]}
    assert pages["risk2210"]["look"]["dark"]["on-accent"] == "#032329"
    assert pages["godstorm"]["marks"]["sunken"] == {"name": "sunken", "lost": True, "sinks": True}
    assert [id for id, page in pages.items() if page["hero"]] == ["modern"]


@together
async def test_a_board_travels_once(server: Server) -> None:
    async with Browser(server.address, "") as anybody:
        first = await anybody.http.get("/api/boards/moon")
        assert first.json()["id"] == "moon"
        again = await anybody.http.get("/api/boards/moon", headers={"If-None-Match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        changed = await anybody.http.get("/api/boards/moon", headers={"If-None-Match": '"of yesterday"'})
        assert changed.content == first.content
        picture = await anybody.http.get("/api/boards/moon.svg")
        assert picture.headers["content-type"].startswith("image/svg+xml")
        for unknown in ("mars", "moon.toml", "..%2Fmoon", "signs"):
            assert (await anybody.http.get(f"/api/boards/{unknown}")).status_code == 404


def test_an_edition_that_says_nothing_is_shown_plainly() -> None:
    seen = page_seen(TEACHING.page, "it")
    assert seen.card.crop is None
    assert seen.hero is None
    assert seen.pieces == {"captain": "capitano"}
    assert {"captain", "piece", "infantry"} <= set(seen.glyphs)


def test_a_board_of_another_package_is_drawn_from_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The drawing is in the package of the edition that is played on it."""
    folder = tmp_path / "islands_for_a_test"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "two_islands.json").write_text('{"id": "two_islands"}')
    monkeypatch.syspath_prepend(tmp_path)
    outside = type(TEACHING)(
        "islands", TEACHING.rules, TEACHING.compose, TEACHING.sheets, (), (), (), package=folder.name
    )
    monkeypatch.setitem(EDITIONS, "islands", outside)
    board_drawings.drawing.cache_clear()
    try:
        assert board_drawings.boards_of("islands") == ("two_islands",)
        found = board_drawings.drawing("two_islands")
        assert found is not None
        assert found.read_text() == '{"id": "two_islands"}'
        assert board_drawings.drawing("two_islands", "svg") is None
    finally:
        board_drawings.drawing.cache_clear()
        board_drawings.boards_of.cache_clear()
        sys.modules.pop(folder.name, None)
