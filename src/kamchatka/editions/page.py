"""How the page presents an edition, as data: look, glyphs, catalogue card and lesson.

An edition stores it as `page.toml` in its own folder. Every part is optional; the defaults are a plain look, one glyph
for all pieces, and no lesson. If two editions share a folder, `[edition.<id>]` holds what differs for one of them.
"""

import tomllib
from functools import cache
from importlib import resources
from typing import Annotated, Literal

import msgspec

from kamchatka.kernel.edges.plain import JsonObject
from kamchatka.texts import translate

FILE = "page.toml"
COMMON_GLYPHS = "glyphs.toml"  # file with the glyphs that all editions share
ANY_PIECE = "piece"  # glyph of pieces that have none of their own

Colour = Annotated[str, msgspec.Meta(pattern=r"^#[0-9a-f]{6}$")]
FontFamily = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9 ,-]+$")]
SvgPath = Annotated[str, msgspec.Meta(pattern=r"^[Mm][MmLlHhVvCcSsQqTtAaZz0-9 .,-]+$")]
Crop = tuple[int, int, int, int]  # left, top, width and height of a part of a board
Paint = Literal["zones", "seats", "two_tones"]
StrokeStyle = Literal["solid", "hole", "line", "hole_line"]


class PagePart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the file. Unknown fields are rejected."""


class PageText(PagePart, frozen=True):
    """A sentence or name in both languages."""

    it: str
    en: str

    def text(self, language: str) -> str:
        """Return the text in a language."""
        return translate(language, it=self.it, en=self.en)


class Colours(PagePart, frozen=True):
    """The page colours that an edition changes. The other colours come from the theme."""

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

    def custom_properties(self) -> dict[str, str]:
        """Return the colours that are set, by their custom property in CSS."""
        return {name.replace("_", "-"): value for name, value in msgspec.structs.asdict(self).items() if value}


class Look(PagePart, frozen=True):
    """How the page looks while the edition is played. High contrast ignores these colours."""

    face: FontFamily = ""  # of titles
    always_dark: bool = False
    light: Colours = Colours()  # in the light themes
    dark: Colours = Colours()  # in the dark theme


class CatalogueCard(PagePart, frozen=True):
    """The edition's image in the catalogue: a detail of its first board."""

    crop: Crop | None = None  # None: the whole board
    paint: Paint = "zones"
    sea: Colour = ""


class Hero(PagePart, frozen=True):
    """The image on the front page: a detail of a board with armies and one attack."""

    board: str
    crop: Crop
    attack: tuple[str, str]
    armies: dict[str, tuple[int, int]]  # place → colour mark, armies


class Mark(PageText, frozen=True):
    """A mark on a place that belongs to no seat."""

    lost: bool = False  # True if the place cannot be held and no longer counts in its zone
    sinks: bool = False  # True if the place is drawn as water


class Stroke(PagePart, frozen=True):
    """One path of a glyph, in a box of 32 × 32 units."""

    d: SvgPath
    style: StrokeStyle = "solid"
    width: float = 2.0  # of lines

    def markup(self) -> str:
        """Return the SVG element. The boards' stylesheets define its class."""
        kind = {"solid": "", "hole": "hole", "line": "glyph-line", "hole_line": "hole-line"}[self.style]
        drawn = f' class="{kind}"' if kind else ""
        lined = f' stroke-width="{self.width:g}"' if self.style in ("line", "hole_line") else ""
        return f'<path d="{self.d}"{drawn}{lined}/>'


class Tip(PagePart, frozen=True):
    """A tip of the lesson, shown at the first decision of its kind: the options and the reasons for them."""

    title: PageText
    it: str
    en: str

    def text(self, language: str) -> str:
        """Return the tip in a language."""
        return translate(language, it=self.it, en=self.en)


class Lesson(PagePart, frozen=True):
    """A guided first game. Verbs without a tip of their own use the common one."""

    welcome: PageText
    verbs: tuple[str, ...] = ()  # in the order in which a first game needs them
    tips: dict[str, Tip] = {}  # keyed by verb, by id of a public counter, or by `objective`


Glyphs = dict[str, tuple[Stroke, ...]]


class EditionPage(PagePart, frozen=True):
    """The whole file, as it applies to one edition."""

    look: Look = Look()
    card: CatalogueCard = CatalogueCard()
    hero: Hero | None = None
    building: str = ""  # the kind of piece that players build
    pieces: dict[str, PageText] = {}  # names of pieces, by the kind in the edition's display
    marks: dict[str, Mark] = {}
    glyphs: Glyphs = {}  # glyphs of pieces, marks, cards and counters
    lesson: Lesson | None = None

    def all_glyphs(self) -> Glyphs:
        """Return the edition's glyphs together with the common ones."""
        return common_glyphs() | self.glyphs

    def markup(self, kind: str) -> str:
        """Return a piece or mark as SVG: by its full name, else by its last known word, else the glyph of any piece."""
        glyphs = self.all_glyphs()
        name = next((name for name in (kind, *reversed(kind.split("_"))) if name in glyphs), ANY_PIECE)
        return "".join(stroke.markup() for stroke in glyphs[name])


@cache
def common_glyphs() -> Glyphs:
    """Load the glyphs shared by all editions."""
    text = resources.files(__package__).joinpath(COMMON_GLYPHS).read_bytes()
    return msgspec.toml.decode(text, type=Glyphs)


@cache
def load(package: str, edition: str) -> EditionPage:
    """Load the page of an edition from its package."""
    file = resources.files(package).joinpath(FILE)
    return parse(file.read_text(encoding="utf-8"), edition) if file.is_file() else EditionPage()


def parse(text: str, edition: str) -> EditionPage:
    """Parse a page file for one of the editions that share it."""
    shared = tomllib.loads(text)
    own = shared.pop("edition", {})
    return msgspec.convert(_over(shared, own.get(edition, {})), EditionPage)


def _over(below: JsonObject, above: JsonObject) -> JsonObject:
    """Merge two tables recursively. Values of `above` take precedence."""
    merged = dict(below)
    for name, value in above.items():
        found = merged.get(name)
        merged[name] = _over(found, value) if isinstance(found, dict) and isinstance(value, dict) else value
    return merged
