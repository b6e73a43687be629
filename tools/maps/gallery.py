"""Create the pictures of docs/boards.md: `python -m tools.maps.gallery` (needs resvg-py, pillow and numpy)."""

import random
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import numpy as np
import resvg_py
from PIL import Image

from kamchatka.boards.drawing import Position, draw
from kamchatka.boards.geometry import BOARDS, Geometry, load
from kamchatka.boards.styles import THEMES
from kamchatka.editions import edition
from tools.maps.lettering import FONTS
from tools.maps.vision import VISION

OUT = Path(__file__).parents[2] / "docs" / "boards"
# The part of each board on a phone: left, top and width of a window shown in 390 by 700 pixels.
PHONES = {
    "planisphere": (600, 70, 420),
    "earth_2210": (940, 80, 420),
    "moon": (60, 190, 420),
    "ancient_earth": (560, 230, 420),
}
PHONE = (390, 700)
COMMANDERS = ("land_commander", "station", "diplomat", "nuclear_commander", "naval_commander", "space_commander")
GODS = ("temple", "war", "sky", "plague")


def main() -> None:
    """Draw each board bare and in all themes, the phone views, and simulated colour vision deficiencies."""
    OUT.mkdir(parents=True, exist_ok=True)
    for name in BOARDS:
        board = load(name)
        game = example(board)
        _save(_picture(draw(board, legend=True), min(1280, board.size[0])), name)
        for theme in THEMES:
            dressed = [_picture(draw(board, played, theme), 560) for played in (None, game)]
            _save(_montage(dressed, columns=2), f"{name}-{theme}")
    _save(_montage([_phone(name, window) for name, window in PHONES.items()], columns=4), "phones")
    planisphere = load("planisphere")
    normal = _picture(draw(planisphere, example(planisphere), "colour-blind"), 640)
    _save(_montage([_as_seen(normal, matrix) for matrix in VISION.values()], columns=2), "vision")


def example(board: Geometry) -> Position:
    """Return an invented game: zones mostly held by one seat, stacks of all sizes, some pieces."""
    luck, zones = random.Random(4), list(board.zones)
    owners = {
        place: (zones.index(shape.zone) + (luck.random() < 0.35) * luck.randrange(6)) % 6 + 1
        for place, shape in board.places.items()
    }
    if len(zones) == 1:
        owners = {place: luck.randrange(6) + 1 for place in owners}
    owners |= {heaven: seat for seat, heaven in enumerate(board.heavens, 1)}
    armies = {place: luck.choice([1, 1, 2, 2, 3, 3, 4, 5, 7, 9, 12, 21]) for place in owners}
    kinds = {"future": COMMANDERS, "lunar": COMMANDERS, "parchment": GODS}.get(board.look, ())
    pieces = {place: list(kinds[: luck.choice([0, 0, 0, 1, 2, 3])]) for place in owners}
    if board.look == "future":
        for place in list(owners)[::9]:
            pieces[place] = ["devastation"]
            del owners[place]
    page = edition("godstorm" if kinds is GODS else "risk2210").page
    glyphs = {kind: page.markup(kind) for kind in (*kinds, "devastation")}
    return Position(owners, armies, pieces, closed=frozenset([("corsica", "roma")]), glyphs=glyphs)


def _picture(svg: str, width: int) -> Image.Image:
    """Draw large and then reduce, because the patterns of small pictures would shimmer."""
    fonts = [str(path) for path in sorted(FONTS.glob("*.ttf"))]
    data = resvg_py.svg_to_bytes(svg_string=svg, width=max(1600, width), font_files=fonts, skip_system_fonts=True)
    image = Image.open(BytesIO(bytes(data))).convert("RGB")
    return image.resize((width, round(width * image.height / image.width)), Image.Resampling.LANCZOS)


def _phone(name: str, window: tuple[int, int, int]) -> Image.Image:
    """Return a screen of 390 by 700 zoomed to one continent."""
    board, (left, top, wide) = load(name), window
    whole = f'viewBox="0 0 {board.size[0]} {board.size[1]}"'
    part = f'viewBox="{left} {top} {wide} {round(wide * PHONE[1] / PHONE[0])}"'
    return _picture(draw(board, example(board)).replace(whole, part), PHONE[0])


def _as_seen(image: Image.Image, matrix: Sequence[Sequence[float]]) -> Image.Image:
    coded = np.asarray(image, dtype=float) / 255
    light = np.where(coded <= 0.04045, coded / 12.92, ((coded + 0.055) / 1.055) ** 2.4)
    seen = np.clip(light @ np.array(matrix).T, 0, 1)
    shown = np.where(seen <= 0.0031308, seen * 12.92, 1.055 * seen ** (1 / 2.4) - 0.055)
    return Image.fromarray((shown * 255).round().astype(np.uint8))


def _montage(images: Sequence[Image.Image], columns: int, gap: int = 8) -> Image.Image:
    wide, high = images[0].size
    rows = -(-len(images) // columns)
    sheet = Image.new("RGB", (columns * (wide + gap) - gap, rows * (high + gap) - gap), "#ffffff")
    for index, image in enumerate(images):
        sheet.paste(image, (index % columns * (wide + gap), index // columns * (high + gap)))
    return sheet


def _save(image: Image.Image, name: str) -> None:
    """Save with 256 colours, to keep the repository small."""
    image.quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.FLOYDSTEINBERG).save(
        OUT / f"{name}.png", optimize=True
    )


if __name__ == "__main__":
    main()
