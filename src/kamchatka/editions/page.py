"""What screens show of an edition besides its rules and its words: look, glyphs, catalogue card, lesson, as data.

An edition keeps it as `page.toml` in its own folder. Every part may be left out: the page then has a plain look, one
glyph for whatever stands on a board, and no lesson. Where two editions share a folder, `[edition.<id>]` holds what one
of them shows differently.
"""

import tomllib
from functools import cache
from importlib import resources
from typing import Annotated, Any, Literal

import msgspec

from kamchatka.texts import translated

FILE = "page.toml"
COMMON_GLYPHS = "glyphs.toml"  # what the boxes have in common
ANY_PIECE = "piece"  # the glyph of a piece that has none of its own

Colour = Annotated[str, msgspec.Meta(pattern=r"^#[0-9a-f]{6}$")]
FontFamily = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9 ,-]+$")]
SvgPath = Annotated[str, msgspec.Meta(pattern=r"^[Mm][MmLlHhVvCcSsQqTtAaZz0-9 .,-]+$")]
Crop = tuple[int, int, int, int]  # left, top, width, height on a board
Paint = Literal["zones", "seats", "two_tones"]
StrokeStyle = Literal["solid", "hole", "line", "hole_line"]


class PagePart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the file; what it does not know is refused."""


class PageText(PagePart, frozen=True):
    """A sentence or a name in both languages."""

    it: str
    en: str

    def said(self, language: str) -> str:
        """In a language."""
        return translated(language, it=self.it, en=self.en)


class Colours(PagePart, frozen=True):
    """The colours of the page that an edition changes; the others stay those of the theme."""

    accent: Colour = ""
    accent_2: Colour = ""
    on_accent: Colour = ""
    soft: Colour = ""
    bg: Colour = ""
    surface: Colour = ""
    surface_2: Colour = ""
    surface_3: Colour = ""
    line: Colour = ""
    line_2: Colour = ""
    ink: Colour = ""
    ink_2: Colour = ""
    ink_3: Colour = ""
    hole: Colour = ""

    def chosen(self) -> dict[str, str]:
        """Those that are given, by the name of their custom property."""
        return {name.replace("_", "-"): value for name, value in msgspec.structs.asdict(self).items() if value}


class Look(PagePart, frozen=True):
    """How the page is dressed while the edition is played. High contrast changes no colour."""

    face: FontFamily = ""  # of titles
    always_dark: bool = False
    light: Colours = Colours()  # in the light themes
    dark: Colours = Colours()  # in the dark one


class CatalogueCard(PagePart, frozen=True):
    """The picture of the edition among the others: a corner of its first board."""

    crop: Crop | None = None  # the whole board
    paint: Paint = "zones"
    sea: Colour = ""


class Hero(PagePart, frozen=True):
    """The picture of the front page: a corner of a board with armies on it and one attack."""

    board: str
    crop: Crop
    attack: tuple[str, str]
    armies: dict[str, tuple[int, int]]  # place → colour mark, armies


class Mark(PageText, frozen=True):
    """Something that lies on a place and is nobody's."""

    lost: bool = False  # nobody can hold the place: it no longer counts in its zone
    sinks: bool = False  # drawn as water


class Stroke(PagePart, frozen=True):
    """One path of a glyph, in a box of 32."""

    d: SvgPath
    style: StrokeStyle = "solid"
    width: float = 2.0  # of lines

    def markup(self) -> str:
        """As an SVG element; its style is a class of the boards' stylesheets."""
        kind = {"solid": "", "hole": "hole", "line": "glyph-line", "hole_line": "hole-line"}[self.style]
        drawn = f' class="{kind}"' if kind else ""
        lined = f' stroke-width="{self.width:g}"' if self.style in ("line", "hole_line") else ""
        return f'<path d="{self.d}"{drawn}{lined}/>'


class Tip(PagePart, frozen=True):
    """A word of the lesson, when something is first to be decided: what there is to decide, and why."""

    title: PageText
    it: str
    en: str

    def said(self, language: str) -> str:
        """Its sentence in a language."""
        return translated(language, it=self.it, en=self.en)


class Lesson(PagePart, frozen=True):
    """A first game. Verbs without a tip of their own get the page's usual words."""

    welcome: PageText
    verbs: tuple[str, ...] = ()  # in the order in which a first game asks for them
    tips: dict[str, Tip] = {}  # by verb; by the id of a public counter; `objective`


Glyphs = dict[str, tuple[Stroke, ...]]


class EditionPage(PagePart, frozen=True):
    """The whole file, as one edition."""

    look: Look = Look()
    card: CatalogueCard = CatalogueCard()
    hero: Hero | None = None
    pieces: dict[str, PageText] = {}  # names of what stands on a board, by the kind that the edition's display gives it
    marks: dict[str, Mark] = {}
    glyphs: Glyphs = {}  # of pieces, marks, cards and counters
    lesson: Lesson | None = None

    def drawn(self) -> Glyphs:
        """Its glyphs and those that every edition may use."""
        return common_glyphs() | self.glyphs

    def markup(self, kind: str) -> str:
        """A piece or a mark as SVG: by its own name, by a part of it from the last on, or as any piece."""
        glyphs = self.drawn()
        name = next((name for name in (kind, *reversed(kind.split("_"))) if name in glyphs), ANY_PIECE)
        return "".join(stroke.markup() for stroke in glyphs[name])


@cache
def common_glyphs() -> Glyphs:
    """The glyphs that every edition may use."""
    text = resources.files(__package__).joinpath(COMMON_GLYPHS).read_bytes()
    return msgspec.toml.decode(text, type=Glyphs)


@cache
def load(package: str, edition: str) -> EditionPage:
    """The page of an edition whose files are in that package."""
    file = resources.files(package).joinpath(FILE)
    return parse(file.read_text(encoding="utf-8"), edition) if file.is_file() else EditionPage()


def parse(text: str, edition: str) -> EditionPage:
    """A page from its file, as one of the editions that share it."""
    shared = tomllib.loads(text)
    own = shared.pop("edition", {})
    return msgspec.convert(_over(shared, own.get(edition, {})), EditionPage)


def _over(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """Two tables as one: what both have is taken from the one above, tables part by part."""
    merged = dict(below)
    for name, value in above.items():
        found = merged.get(name)
        merged[name] = _over(found, value) if isinstance(found, dict) and isinstance(value, dict) else value
    return merged
