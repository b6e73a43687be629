"""Themes are legible: labels contrast with their background, and the six seats differ for every kind of vision."""

import re
from importlib.resources import files
from itertools import combinations

import pytest

from kamchatka.boards.drawing import SEATS
from kamchatka.boards.geometry import BOARDS, Geometry, load
from kamchatka.boards.styles import PROPERTY, THEMES, stylesheet
from tests.boards.colour import Colour, contrast, difference, lab, linear, over, rules, seen
from tools.maps.vision import VISION

READABLE = 4.5
# Smallest CIEDE2000 between two seats that the stylesheets must keep; symbols and patterns are additional.
MARKS_APART = 17.0
GROUNDS_APART = {"light": 14.0, "colour-blind": 14.0, "dark": 13.5, "high-contrast": 17.0, "print": 7.0}


def css(theme: str, look: str = "atlas") -> dict[str, dict[str, str]]:
    return rules(stylesheet(theme, look))


def ground(theme: str, seat: int) -> Colour:
    """Return the colour of a place that a seat holds; with a pattern, the colour of its weave."""
    fill = css(theme)[f".board .owned.place.seat-{seat}"]["fill"]
    return linear(css(theme)[f".pattern.seat-{seat} .weave"]["fill"] if fill.startswith("url") else fill)


def mark(theme: str, seat: int) -> Colour:
    return linear(css(theme)[f".badge.seat-{seat} .pill"]["fill"])


def smallest_difference(colours: list[Colour], vision: str) -> float:
    shown = [lab(seen(colour, vision)) for colour in colours]
    return min(difference(first, second) for first, second in combinations(shown, 2))


def test_the_arithmetic_is_that_of_the_standards() -> None:
    """The arithmetic matches the standards: CIEDE2000 on pairs 1, 7 and 17 of Sharma's table; black on white."""
    assert difference((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert difference((50, 0, 0), (50, -1, 2)) == pytest.approx(2.3669, abs=1e-4)
    assert difference((50, 2.5, 0), (73, 25, -18)) == pytest.approx(27.1492, abs=1e-4)
    assert contrast(linear("#000"), linear("#fff")) == pytest.approx(21)


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("theme", THEMES)
def test_seats_are_told_apart_by_colour(theme: str, vision: str) -> None:
    """Marks and held ground of seats differ for typical vision and the three common deficiencies."""
    assert smallest_difference([mark(theme, seat) for seat in SEATS], vision) >= MARKS_APART
    assert smallest_difference([ground(theme, seat) for seat in SEATS], vision) >= GROUNDS_APART[theme]


@pytest.mark.parametrize("theme", ["colour-blind", "print"])
def test_seats_are_told_apart_by_pattern_too(theme: str) -> None:
    """Six patterns with visible threads distinguish the seats."""
    for seat in SEATS:
        assert css(theme)[f".board .owned.place.seat-{seat}"]["fill"] == f"url(#pattern-{seat})"
        assert float(css(theme)[f".pattern.seat-{seat} .thread"]["stroke-opacity"]) >= 0.25


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("theme", THEMES)
def test_numbers_and_names_can_be_read_on_a_seat_s_colour(theme: str, seat: int) -> None:
    """Numbers on a seat's colour, large and bold, have a contrast of 4:1 (WCAG asks 3:1); names have 4.5:1."""
    ink = linear(css(theme)[f".badge.seat-{seat} .count"]["fill"])
    assert contrast(ink, mark(theme, seat)) >= 4.0
    name = linear(css(theme)[f".board .label.on-{seat}"]["fill"])
    assert contrast(name, ground(theme, seat)) >= READABLE


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", BOARDS)
def test_names_can_be_read_on_a_bare_board(name: str, theme: str) -> None:
    """Names are legible on every hue and shade of the board, and on the halo where a label leaves its place."""
    board = load(name)
    sheet = css(theme, board.look)
    label = sheet[".board .label"]
    halo = linear(label["stroke"])
    for ground_colour in [*_grounds(board, sheet), halo]:
        assert contrast(linear(label["fill"]), ground_colour) >= READABLE


def _grounds(board: Geometry, sheet: dict[str, dict[str, str]]) -> list[Colour]:
    """Yield the colours under labels of land: hue of the zone, thinned by the shade, over the paper below."""
    paper = linear(sheet[".board .land"]["fill"])
    plain = sheet[".board .place"]["fill"]
    grounds = []
    for shape in board.places.values():
        hue = _hue(board, sheet, board.zones[shape.zone].hue)
        shade = float(sheet[f".board .shade-{shape.shade}"]["fill-opacity"])
        grounds.append(over(linear(hue.get("fill", plain)), float(hue.get("fill-opacity", shade)), paper))
    return grounds


def _hue(board: Geometry, sheet: dict[str, dict[str, str]], hue: str) -> dict[str, str]:
    """The declarations for a hue: of all boards, then of this board alone."""
    return sheet.get(f".board .hue-{hue} .place", {}) | sheet.get(f".{board.look} .hue-{hue} .place", {})


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_dresses_every_board(theme: str) -> None:
    """Every class of the drawings has a colour in every theme."""
    for name in BOARDS:
        board = load(name)
        sheet = css(theme, board.look)
        for zone in board.zones.values():
            assert theme == "high-contrast" or _hue(board, sheet, zone.hue)
        for part in (".sea", ".label", ".land", ".zone-border", ".lane path", ".depth-1"):
            assert part == ".sea" or f".board {part}" in sheet
        drawn = {item.style for item in (*board.under, *board.over)}
        drawn |= {style for barrier in board.barriers for style in barrier.layers}
        for style in drawn:
            assert any(selector.split()[-1].endswith(f".{style}") for selector in sheet), f"{style} is bare in {theme}"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", BOARDS)
def test_a_stylesheet_has_values_only(name: str, theme: str) -> None:
    """Programs without custom properties show the same colours."""
    assert "--" not in stylesheet(theme, load(name).look)


@pytest.mark.parametrize("theme", ["light", "dark", "high-contrast", "print"])
def test_a_theme_sets_what_the_rules_ask_for(theme: str) -> None:
    """No property is misspelt: each that a theme sets is used, and each that is used is set for some board."""
    sheets = files("kamchatka.boards").joinpath("themes")
    used = set(PROPERTY.findall(sheets.joinpath("base.css").read_text("utf-8")))
    assert set(re.findall(r"--([a-z0-9-]+):", sheets.joinpath(f"{theme}.css").read_text("utf-8"))) == used


def test_an_unknown_theme_is_refused_in_a_sentence() -> None:
    """The error for an unknown theme names the existing ones."""
    with pytest.raises(ValueError, match="There is no theme “sepia”: choose among light"):
        stylesheet("sepia", "atlas")
