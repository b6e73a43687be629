"""A position on the board: owners as fill, stacks as badges, other pieces as tokens on their spots."""

from xml.etree import ElementTree

import pytest

from kamchatka.boards.drawing import Position, draw
from kamchatka.boards.geometry import BOARDS, load
from kamchatka.boards.styles import THEMES

SVG = "{http://www.w3.org/2000/svg}"


def draw_element(
    board: str, position: Position | None = None, theme: str = "light", language: str = "it"
) -> ElementTree.Element:
    return ElementTree.fromstring(draw(load(board), position, theme, language))


def classes(root: ElementTree.Element, place: str) -> list[str]:
    path = root.find(f".//{SVG}path[@id='{place}']")
    assert path is not None
    return path.get("class", "").split()


def groups(root: ElementTree.Element, *wanted: str) -> list[ElementTree.Element]:
    return [group for group in root.iter(f"{SVG}g") if set(wanted) <= set(group.get("class", "").split())]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("board", BOARDS)
def test_every_board_is_drawn_in_every_theme(board: str, theme: str) -> None:
    """Every board is drawn as well-formed SVG with the theme inside, in both languages."""
    for language in ("it", "en"):
        root = draw_element(board, theme=theme, language=language)
        style = root.find(f"{SVG}style")
        assert style is not None
        assert style.text
        assert root.get("aria-label") == load(board).names[language]


def test_owner_and_stack_are_shown() -> None:
    """The ground takes the seat's colour, and the badge shows its symbol and the number."""
    root = draw_element("planisphere", Position({"brazil": 5, "peru": 1}, {"brazil": 12, "peru": 3}))
    assert {"owned", "seat-5"} <= set(classes(root, "brazil"))
    assert "owned" not in classes(root, "argentina")
    (badge,) = groups(root, "badge", "seat-5")
    x, y = load("planisphere").places["brazil"].badge
    assert badge.get("transform") == f"translate({x:g} {y:g})"
    assert [text.text for text in badge.iter(f"{SVG}text")] == ["12"]
    assert len(groups(root, "badge")) == 2


def test_a_bare_board_has_no_badge_but_keeps_the_anchors() -> None:
    """A bare board has no badges, but clients find where a badge would stand."""
    root = draw_element("planisphere")
    assert not groups(root, "badge")
    anchors = {circle.get("data-place") for circle in root.iter(f"{SVG}circle") if circle.get("class") == "anchor"}
    assert anchors == set(load("planisphere").places)


def test_pieces_stand_on_their_spots() -> None:
    """Commanders and stations show their owner; a devastation has none."""
    pieces = {"mexico": ["land_commander", "station"], "alberta": ["devastation"]}
    root = draw_element("earth_2210", Position({"mexico": 2}, {"mexico": 4}, pieces))
    spots = [f"translate({x:g} {y:g})" for x, y in load("earth_2210").places["mexico"].pieces]
    assert [g.get("transform") for g in groups(root, "token", "seat-2")] == spots[:2]
    (ruin,) = groups(root, "token", "devastation")
    assert "seat" not in ruin.get("class", "")


def test_atlantis_drowns_and_a_maelstrom_closes_a_lane() -> None:
    """Sunken places lose owner, pieces and lanes; a closed lane fades and shows the marker."""
    owners, armies = {"tritonis": 3, "roma": 1}, {"tritonis": 2, "roma": 2}
    drowned, closed = frozenset(["tritonis", "oricalcos"]), frozenset([("corsica", "roma")])
    root = draw_element("ancient_earth", Position(owners, armies, {"tritonis": ["temple"]}, drowned, closed))
    assert "sunken" in classes(root, "tritonis")
    assert "owned" not in classes(root, "tritonis")
    assert len(groups(root, "badge")) == 1
    assert not groups(root, "token")
    shut = {lane.get("data-between") for lane in groups(root, "lane", "closed")}
    assert shut == {"corsica roma", "atlas oricalcos", "iberia oricalcos"}
    assert len(groups(root, "marker", "maelstrom")) == 1


def test_heavens_hold_the_dead() -> None:
    """The five heavens of the Underworld have badges like places."""
    root = draw_element("underworld", Position({"valhalla": 1, "u05": 2}, {"valhalla": 6, "u05": 1}))
    assert {"heaven", "owned", "seat-1"} <= set(classes(root, "valhalla"))
    assert len(groups(root, "badge")) == 2


def test_the_symbols_of_the_underworld_and_the_landing_sites_are_printed() -> None:
    """Printed symbols are drawn: 3 gates, 4 crypts and 2 altars; 3 landing sites on the Moon."""
    root = draw_element("underworld")
    assert [len(groups(root, "symbol", kind)) for kind in ("gate", "crypt", "altar")] == [3, 4, 2]
    assert len(groups(draw_element("moon"), "symbol", "landing")) == 3


def test_the_optional_lane_can_be_left_out() -> None:
    """If the table excludes the link between the Exiled States and Canada, its lane isn't drawn."""
    board = load("earth_2210")
    with_lane, without = (ElementTree.fromstring(draw(board, optional=wish)) for wish in (True, False))
    assert len(groups(with_lane, "lane", "optional")) == 1
    assert not groups(without, "lane", "optional")
    assert len(groups(with_lane, "lane")) == len(groups(without, "lane")) + 1


def test_the_legend_counts_what_zones_are_worth() -> None:
    """The legend with the zones' values is drawn only on request, because a game screen has its own."""
    board = load("planisphere")
    assert not groups(ElementTree.fromstring(draw(board)), "legend")
    (legend,) = groups(ElementTree.fromstring(draw(board, language="en", legend=True)), "legend")
    words = [text.text for text in legend.iter(f"{SVG}text")]
    assert words[0] == "Planisphere"
    assert words[words.index("Asia") + 1] == "+7"
