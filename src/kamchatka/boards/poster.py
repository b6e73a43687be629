"""Rendering of a drawn board as PNG or PDF, with resvg (`kamchatka[posters]`) or a headless Chromium."""

import base64
from collections.abc import Callable
from importlib import import_module
from importlib.resources import as_file, files
from io import BytesIO
from pathlib import Path
from types import ModuleType

from kamchatka.boards import browser
from kamchatka.kernel.problem import Problem

FORMATS = (".svg", ".png", ".pdf")
FONTS = {"Barlow Condensed": ("BarlowCondensed-SemiBold.ttf", 600), "Cinzel": ("Cinzel-Bold.ttf", 700)}
# Dots per inch of a PDF without vectors. A board of 1600 units, drawn with 4800 dots, is sharp on A3.
PRINT_DPI = 290


def save(svg: str, size: tuple[int, int], out: Path, width: int) -> None:
    """Write the drawing in the format of the file's suffix. `width` is the width of a PNG in pixels."""
    kind = out.suffix.lower()
    if kind not in FORMATS:
        raise Problem("poster.wrong_suffix", name=out.name)
    data = svg.encode() if kind == ".svg" else _render(svg, size, kind, width)
    try:
        out.write_bytes(data)
    except OSError as error:
        raise Problem("poster.not_written", out=out, strerror=error.strerror) from None


def picture_bytes(svg: str, size: tuple[int, int], width: int) -> bytes:
    """Render a PNG with this width in pixels."""
    return _render(svg, size, ".png", width)


def _render(svg: str, size: tuple[int, int], kind: str, width: int) -> bytes:
    """Use the first available renderer. For PDF, try the browser first, because it keeps vector lines."""
    ways: list[Callable[[], bytes | None]] = [
        lambda: _by_resvg(svg, kind, width),
        lambda: _by_browser(svg, size, kind, width),
    ]
    for way in reversed(ways) if kind == ".pdf" else ways:
        data = way()
        if data is not None:
            return data
    raise Problem("poster.no_renderer", kind=kind)


def _by_resvg(svg: str, kind: str, width: int) -> bytes | None:
    """Render with resvg, which needs no browser. A PDF then contains one sharp image."""
    resvg = _module("resvg_py")
    pillow = _module("PIL.Image") if kind == ".pdf" else None
    if resvg is None or (kind == ".pdf" and pillow is None):
        return None
    with as_file(files(__package__).joinpath("fonts")) as folder:
        fonts = [str(folder / name) for name, _ in FONTS.values()]
        dots = max(width, 4800) if kind == ".pdf" else width
        picture = bytes(resvg.svg_to_bytes(svg_string=svg, width=dots, font_files=fonts, skip_system_fonts=True))
    if pillow is None:
        return picture
    page = BytesIO()
    pillow.open(BytesIO(picture)).convert("RGB").save(page, "PDF", resolution=PRINT_DPI, quality=92)
    return page.getvalue()


def _module(name: str) -> ModuleType | None:
    """Import an optional dependency; None if it is missing."""
    try:
        return import_module(name)
    except ImportError:
        return None


def _by_browser(svg: str, size: tuple[int, int], kind: str, width: int) -> bytes | None:
    """Render a page with the board and its fonts in a headless Chromium."""
    if kind == ".png":
        return browser.photograph(_page(svg, size), size, width / size[0])
    return browser.print_out(_page(svg, size), size)


def _page(svg: str, size: tuple[int, int]) -> str:
    """Build a page of the board's size, with the fonts embedded."""
    wide, high = size
    faces = "".join(
        f"@font-face{{font-family:'{family}';font-weight:{weight};src:url(data:font/ttf;base64,{_font(name)})}}"
        for family, (name, weight) in FONTS.items()
    )
    paper = f"@page{{size:{wide}px {high}px;margin:0}}html,body{{margin:0}}"
    whole = f"svg{{display:block;width:{wide}px;height:{high}px}}"
    return f"<!doctype html><meta charset=utf-8><style>{faces}{paper}{whole}</style>{svg}"


def _font(name: str) -> str:
    return base64.b64encode(files(__package__).joinpath("fonts", name).read_bytes()).decode()
