"""The committed files are small, complete, coloured by stylesheets only, and drawn from the committed geometry."""

import gzip
import re
from importlib.resources import files
from xml.etree import ElementTree

import pytest

from kamchatka.boards.drawing import draw
from kamchatka.boards.geometry import BOARDS, load
from kamchatka.editions import find_drawn_board
from kamchatka.kernel.problem import Problem

SVG = "{http://www.w3.org/2000/svg}"


def svg(board: str) -> str:
    return files("kamchatka.boards").joinpath(f"{board}.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("board", BOARDS)
def test_the_svg_is_light(board: str) -> None:
    """An SVG has at most 200 kB, 60 kB compressed."""
    data = svg(board).encode()
    assert len(data) <= 200_000
    assert len(gzip.compress(data, mtime=0)) <= 60_000


@pytest.mark.parametrize("board", BOARDS)
def test_the_svg_is_the_drawing_of_the_json(board: str) -> None:
    """The SVG equals the drawing of the JSON, so a change without `make boards` is noticed."""
    assert svg(board) == draw(load(board), theme=None)


@pytest.mark.parametrize("board", BOARDS)
def test_one_path_a_place_inside_the_group_of_its_zone(board: str) -> None:
    """Each place is one path inside the group of its zone; clients find both by id."""
    root = ElementTree.fromstring(svg(board))
    for zone in load(board).zones:
        group = root.find(f".//{SVG}g[@id='zone-{zone}']")
        assert group is not None
        paths = {path.get("id"): path.get("class", "") for path in group.findall(f"{SVG}path")}
        assert set(paths) == {place for place, shape in load(board).places.items() if shape.zone == zone}
        assert all("place" in style.split() for style in paths.values())
    ids = re.findall(r' id="([^"]+)"', svg(board))
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("board", BOARDS)
def test_the_svg_holds_no_colour_font_or_script(board: str) -> None:
    """The drawing has classes only, because themes are stylesheets."""
    text = svg(board)
    assert not re.search(r"#[0-9a-fA-F]{3,8}\b", re.sub(r'(href="#|url\(#)[\w-]+', "", text))
    assert not re.search(r"<style|<script|style=|@font-face|rgb\(|stroke=|<image|https?://(?!www\.w3\.org)", text)
    assert set(re.findall(r'fill="([^"]+)"', text)) == {"url(#depth)"}


@pytest.mark.parametrize("board", BOARDS)
def test_every_place_has_names_in_both_languages(board: str) -> None:
    """Labels, captions, zones and the board itself have names in both languages."""
    geometry = load(board)
    named = [geometry.names, *(zone.names for zone in geometry.zones.values())]
    named += [caption.names for caption in geometry.captions]
    assert all(set(names) == {"it", "en"} for names in named)
    assert all(set(shape.labels) == {"it", "en"} for shape in (*geometry.places.values(), *geometry.heavens.values()))


def test_an_unknown_board_is_refused_in_a_sentence() -> None:
    """The error for an unknown board names the existing ones."""
    with pytest.raises(Problem, match="There is no board “atlantis”: choose among planisphere"):
        find_drawn_board("atlantis")
