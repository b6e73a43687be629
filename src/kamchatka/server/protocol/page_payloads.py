"""What a client shows of an edition besides rules and words, in one language (editions/page.py)."""

import msgspec

from kamchatka.editions.page import Crop, EditionPage, Lesson, Look, Paint, Stroke, StrokeStyle, Tip


class LookSeen(msgspec.Struct, frozen=True):
    """How the page is dressed: the face of titles, and custom properties over those of the light and dark themes."""

    face: str
    always_dark: bool
    light: dict[str, str]
    dark: dict[str, str]


class CatalogueCardSeen(msgspec.Struct, frozen=True):
    """The picture of an edition among the others: which corner of its first board, and how it is painted."""

    crop: Crop | None
    paint: Paint
    sea: str


class HeroSeen(msgspec.Struct, frozen=True):
    """A corner of a board for the front page, with armies (colour, number) and one attack."""

    board: str
    crop: Crop
    attack: tuple[str, str]
    armies: dict[str, tuple[int, int]]


class MarkSeen(msgspec.Struct, frozen=True):
    """What a mark is called; whether its place counts no more, and whether it is drawn as water."""

    name: str
    lost: bool
    sinks: bool


class StrokeSeen(msgspec.Struct, frozen=True):
    """One path of a glyph, in a box of 32."""

    d: str
    style: StrokeStyle
    width: float


class TipSeen(msgspec.Struct, frozen=True):
    """A word of a lesson: what there is to decide, and why."""

    title: str
    text: str


class LessonSeen(msgspec.Struct, frozen=True):
    """A first game; verbs that have no tip here get the client's usual words."""

    welcome: str
    verbs: tuple[str, ...]
    tips: dict[str, TipSeen]  # by verb; by the id of a public counter; `objective`


class PageSeen(msgspec.Struct, frozen=True):
    """What a client shows of an edition besides rules and words."""

    look: LookSeen
    card: CatalogueCardSeen
    hero: HeroSeen | None
    pieces: dict[str, str]  # kind → name
    marks: dict[str, MarkSeen]
    glyphs: dict[str, tuple[StrokeSeen, ...]]  # of pieces, marks, cards and counters
    lesson: LessonSeen | None


def page_seen(page: EditionPage, language: str) -> PageSeen:
    """A page in one language."""
    card, hero = page.card, page.hero
    return PageSeen(
        _look(page.look),
        CatalogueCardSeen(card.crop, card.paint, card.sea),
        HeroSeen(hero.board, hero.crop, hero.attack, hero.armies) if hero else None,
        {kind: name.said(language) for kind, name in page.pieces.items()},
        {kind: MarkSeen(mark.said(language), mark.lost, mark.sinks) for kind, mark in page.marks.items()},
        {kind: tuple(_stroke(one) for one in glyph) for kind, glyph in page.drawn().items()},
        _lesson(page.lesson, language) if page.lesson else None,
    )


def _look(look: Look) -> LookSeen:
    return LookSeen(look.face, look.always_dark, look.light.chosen(), look.dark.chosen())


def _stroke(stroke: Stroke) -> StrokeSeen:
    return StrokeSeen(stroke.d, stroke.style, stroke.width)


def _lesson(lesson: Lesson, language: str) -> LessonSeen:
    tips = {name: _tip(tip, language) for name, tip in lesson.tips.items()}
    return LessonSeen(lesson.welcome.said(language), lesson.verbs, tips)


def _tip(tip: Tip, language: str) -> TipSeen:
    return TipSeen(tip.title.said(language), tip.said(language))
