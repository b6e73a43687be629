"""Pictures of finished games as files that other programs read, with the owners' colours; and link previews."""

import io
from functools import cache

import pytest
from PIL import Image

from kamchatka.boards.bitmap import Bitmap, gif, png
from kamchatka.journal import parse
from kamchatka.server.presentation.game_pictures import PICTURE, clip_of, last_turn, owners_after, palette, picture_of
from kamchatka.server.presentation.previews import tags
from kamchatka.server.presentation.replays import replay_of
from kamchatka.server.protocol.payloads import SeatForm, TableForm
from kamchatka.server.storage.records import Sitter, TableRecord
from tests.server.client import Browser
from tests.server.running import Server
from tests.server.together import together
from tests.stored.shelf import read_unpacked, shelf_name, stored_files

RED, BLUE, WHITE = (200, 30, 30), (30, 30, 200), (255, 255, 255)
EDITIONS = ("modern", "classic_ancient", "risk2210")


@cache
def finished(edition: str) -> tuple[TableRecord, bytes]:
    """Return a stored game of an edition as a table and its journal."""
    for path in stored_files("journals/*.jsonl.xz"):
        data = read_unpacked(path)
        match = parse(data, shelf_name(path)).match
        if match.edition.id == edition and match.is_over and len(match.entries) > 60:
            seats = tuple(Sitter(f"P{seat}", won=seat == 0) for seat in range(match.seats))
            form = TableForm(edition, tuple(SeatForm("open") for _ in seats))
            return TableRecord(id="t", agreed=form, seats=seats, status="over", host=1, key="00"), data
    raise AssertionError(f"no stored game of {edition}")


def test_files_are_read_by_another_library() -> None:
    """Edges have mixed colours; each frame of a GIF repaints only what changed."""
    first = Bitmap(40, 20)
    first.fill([[(10.25, 5), (30, 5), (30, 15), (10.25, 15)]], 1)
    second = first.copy()
    second.box(12, 7, 14, 9, 2)
    seen = Image.open(io.BytesIO(png(second, [WHITE, RED, BLUE]))).convert("RGB")
    assert (seen.size, seen.getpixel((2, 2)), seen.getpixel((20, 10))) == ((40, 20), WHITE, RED)
    assert seen.getpixel((12, 8)) == BLUE
    moving = Image.open(io.BytesIO(gif([(first, 10), (second, 30)], [WHITE, RED, BLUE])))
    assert (moving.n_frames, moving.info["loop"]) == (2, 0)  # type: ignore[attr-defined]
    moving.seek(1)
    assert moving.info["duration"] == 300
    assert moving.convert("RGB").tobytes() == seen.tobytes()


def test_a_gif_of_many_colours_is_exact() -> None:
    """The code table fills up and is cleared."""
    noise = Bitmap(300, 200)
    for y, row in enumerate(noise.rows):
        for x in range(len(row)):
            row[x] = ((x // 2) * 7919 + (y // 2) * 104729 + (x // 2) * (y // 2)) % 200
    colours = [(one, 255 - one, one // 2) for one in range(200)]
    exact = Image.open(io.BytesIO(png(noise, colours))).convert("RGB")
    assert Image.open(io.BytesIO(gif([(noise, 10)], colours))).convert("RGB").tobytes() == exact.tobytes()


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_board_has_its_owners_colours(edition: str) -> None:
    """The picture shows the seats that hold territories at the end, in the light theme's colours."""
    table, data = finished(edition)
    replay = replay_of(table, data, "en")
    picture = Image.open(io.BytesIO(picture_of(table, data))).convert("RGB")
    assert picture.size == PICTURE
    shown = {colour for _, colour in picture.getcolors(1 << 20) or []}
    colours = palette("atlas")[4:]
    held = {replay.seats[seat].colour for seat in owners_after(replay, len(replay.steps)).values() if seat is not None}
    assert {colours[mark - 1] for mark in held if mark} <= shown


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_clip_shows_the_last_turn(edition: str) -> None:
    """The clip starts with the board before the last turn, ends with the final board, and stays small."""
    table, data = finished(edition)
    replay = replay_of(table, data, "en")
    first = last_turn(replay)
    assert {(step.turn, step.round) for step in replay.steps[first:]} == {
        (replay.steps[-1].turn, replay.steps[-1].round)
    }
    file = clip_of(table, data)
    assert len(file) < 400_000
    assert Image.open(io.BytesIO(file)).size[0] == 480


def test_names_in_tags_are_escaped() -> None:
    """A name with quotes stays inside its attribute."""
    table, _ = finished("modern")
    seats = (Sitter('"><script>', won=True), *table.seats[1:])
    written = tags(
        TableRecord(id="t", agreed=table.agreed, seats=seats, status="over", host=1, key="00"), "https://k", "en"
    )
    assert "<script>" not in written
    assert 'content="&quot;&gt;&lt;script&gt; won a game of Modern"' in written
    assert 'content="https://k/api/tables/t/picture.png"' in written


@together
async def test_the_page_of_a_finished_public_game_has_tags(server: Server) -> None:
    """Running and private games have no tags, and no pictures before their end."""
    async with Browser(server.address, "Ada") as ada:
        table, private = await ada.lay("modern", "mbb"), await ada.lay("modern", "mbb", private=True)
        await ada.get(f"/api/tables/{table}/picture.png", status=409)
        assert "og:title" not in (await ada.http.get(f"/t/{table}")).text
        for id in (table, private):
            await ada.post(f"/api/tables/{id}/stop")
        page = (await ada.http.get(f"/replay/{table}", headers={"accept-language": "en"})).text
        assert f'<meta property="og:image" content="{server.address}/api/tables/{table}/picture.png">' in page
        assert '<meta property="og:title" content="A game of Modern">' in page
        assert "og:title" not in (await ada.http.get(f"/replay/{private}")).text
        picture = await ada.http.get(f"/api/tables/{table}/picture.png")
        assert (picture.headers["content-type"], picture.content[:4]) == ("image/png", b"\x89PNG")
        clip = await ada.http.get(f"/api/tables/{table}/clip.gif")
        assert (clip.headers["content-type"], clip.content[:6]) == ("image/gif", b"GIF89a")
