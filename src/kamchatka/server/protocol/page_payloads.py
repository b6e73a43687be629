"""Presentation data of an edition in one language: look, glyphs, catalogue card, lesson (editions/page.py)."""

import msgspec

from kamchatka.editions.page import Crop, EditionPage, Lesson, Look, Paint, Stroke, StrokeStyle, Tip


class LookSeen(msgspec.Struct, frozen=True):
    """The page's look: font family of titles, and CSS custom properties that override the light and dark themes."""

    face: str
    always_dark: bool
    light: dict[str, str]
    dark: dict[str, str]


class CatalogueCardSeen(msgspec.Struct, frozen=True):
    """The edition's picture in the catalogue: a detail of its first board (None: all of it) and how to paint it."""

    crop: Crop | None
    paint: Paint
    sea: str


class HeroSeen(msgspec.Struct, frozen=True):
    """The picture of the front page: a detail of a board with one attack and, by place, armies (colour, number)."""

    board: str
    crop: Crop
    attack: tuple[str, str]
    armies: dict[str, tuple[int, int]]


class MarkSeen(msgspec.Struct, frozen=True):
    """A marker: its name, whether its place no longer counts in its zone, and whether it is drawn as water."""

    name: str
    lost: bool
    sinks: bool


class StrokeSeen(msgspec.Struct, frozen=True):
    """One path of a glyph, in a 32 × 32 box."""

    d: str
    style: StrokeStyle
    width: float


class TipSeen(msgspec.Struct, frozen=True):
    """A tip of the lesson: the options of a decision, and the reasons."""

    title: str
    text: str


class LessonSeen(msgspec.Struct, frozen=True):
    """A guided first game. Verbs without their own tip use the client's common one."""

    welcome: str
    verbs: tuple[str, ...]
    tips: dict[str, TipSeen]  # by verb, by id of a public counter, or `objective`


class PageSeen(msgspec.Struct, frozen=True):
    """The presentation of an edition besides its rules and words."""

    look: LookSeen
    card: CatalogueCardSeen
    hero: HeroSeen | None
    pieces: dict[str, str]  # kind → name
    marks: dict[str, MarkSeen]
    glyphs: dict[str, tuple[StrokeSeen, ...]]  # of pieces, marks, cards and counters
    lesson: LessonSeen | None


def page_seen(page: EditionPage, language: str) -> PageSeen:
    """Return an edition's presentation in one language."""
    card, hero = page.card, page.hero
    return PageSeen(
        _look(page.look),
        CatalogueCardSeen(card.crop, card.paint, card.sea),
        HeroSeen(hero.board, hero.crop, hero.attack, hero.armies) if hero else None,
        {kind: name.text(language) for kind, name in page.pieces.items()},
        {kind: MarkSeen(mark.text(language), mark.lost, mark.sinks) for kind, mark in page.marks.items()},
        {kind: tuple(_stroke(one) for one in glyph) for kind, glyph in page.all_glyphs().items()},
        _lesson(page.lesson, language) if page.lesson else None,
    )


def _look(look: Look) -> LookSeen:
    return LookSeen(look.face, look.always_dark, look.light.custom_properties(), look.dark.custom_properties())


def _stroke(stroke: Stroke) -> StrokeSeen:
    return StrokeSeen(stroke.d, stroke.style, stroke.width)


def _lesson(lesson: Lesson, language: str) -> LessonSeen:
    tips = {name: _tip(tip, language) for name, tip in lesson.tips.items()}
    return LessonSeen(lesson.welcome.text(language), lesson.verbs, tips)


def _tip(tip: Tip, language: str) -> TipSeen:
    return TipSeen(tip.title.text(language), tip.text(language))
