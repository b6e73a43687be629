"""What an edition shows on the page refers to existing objects, in both languages, and is optional."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import resources

import msgspec
import pytest

from kamchatka.boards import geometry
from kamchatka.editions import EDITIONS, page
from kamchatka.editions.edition import Edition
from kamchatka.editions.page import EditionPage, PageText, Tip
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.options import VERBS
from kamchatka.match import Match, play_numeric
from kamchatka.players import bot
from kamchatka.texts import phrases
from tests.teaching.edition import TEACHING

SHOWN = pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
ACTIONS = 700  # actions of a random game, enough to see every kind of piece


def usual(group: str) -> frozenset[str]:
    """Return the names for which the page has its own phrases."""
    return frozenset(phrases("en").tree["page"][group])


@cache
def seen(id: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the kinds of pieces on the boards of a random game, and of everything with a picture."""
    edition, luck = EDITIONS[id], FastChance(11)
    match = Match.new(id, edition.seats[-1], seed=5)
    pieces, others = set[str](), {face.kind for face in edition.faces} | {kind.id for kind in edition.kinds}
    for _ in range(ACTIONS):
        if match.is_over:
            break
        seat = match.awaited[0]
        play_numeric(match, match.options(seat).sample(luck), seat)
        shown = edition.display(match.game, match.state, seat)
        pieces |= {piece.kind for here in shown.pieces.values() for piece in here}
        counters = (*shown.public, *shown.secret, *(one for some in shown.counters.values() for one in some))
        others |= {mark for marks in shown.marks.values() for mark in marks} | {one.id for one in counters}
    return frozenset(pieces), frozenset(pieces | others)


def texts(shown: EditionPage) -> Iterator[PageText]:
    """Return every sentence and title of a lesson."""
    if lesson := shown.lesson:
        yield lesson.welcome
        for tip in lesson.tips.values():
            yield from (tip.title, PageText(tip.it, tip.en))


# ------------------------------------------------------------------ the editions' own
@SHOWN
def test_every_edition_has_a_page(edition: Edition) -> None:
    written = tomllib.loads(resources.files(edition.home).joinpath(page.FILE).read_text(encoding="utf-8"))
    sharing = {one.id for one in EDITIONS.values() if one.home == edition.home}
    assert set(written.get("edition", {})) <= sharing
    assert edition.page.lesson


@SHOWN
def test_pictures_show_parts_of_boards_that_exist(edition: Edition) -> None:
    drawn = [geometry.load(sheet.id) for sheet in edition.sheets if sheet.id in geometry.BOARDS]
    crop = edition.page.card.crop
    if crop and drawn:
        assert crop[0] + crop[2] <= drawn[0].size[0]
        assert crop[1] + crop[3] <= drawn[0].size[1]
    if hero := edition.page.hero:
        assert hero.board in {board.id for board in drawn}
        assert set(hero.armies) <= set(geometry.load(hero.board).places)
        assert set(hero.attack) <= set(hero.armies)
        assert all(colour in range(1, 7) and armies > 0 for colour, armies in hero.armies.values())


@SHOWN
def test_whatever_stands_on_a_board_has_a_name_and_a_glyph(edition: Edition) -> None:
    pieces, _ = seen(edition.id)
    named = set(edition.page.pieces) | {kind.id for kind in edition.kinds}
    glyphs = edition.page.all_glyphs()
    assert pieces <= named
    assert {piece for piece in pieces if not {piece, *piece.split("_")} & set(glyphs)} == set()


@SHOWN
def test_every_card_has_the_glyph_of_its_arm(edition: Edition) -> None:
    """Every card has the glyph of its arm: infantry, cannon, cavalry, joker; decks and symbols of other boxes."""
    glyphs = set(edition.page.all_glyphs())
    assert {face.kind for face in edition.faces if not {face.kind, *face.kind.split("_")} & glyphs} == set()


@SHOWN
def test_it_names_nothing_that_the_edition_has_not(edition: Edition) -> None:
    """Names and glyphs belong to pieces, marks, cards or counters that a game shows or its display writes."""
    pieces, all_seen = seen(edition.id)
    source = resources.files(edition.home).joinpath("display.py")
    written = set(re.findall(r'"(\w+)"', source.read_text(encoding="utf-8"))) if source.is_file() else set()
    parts = {part for kind in all_seen for part in (kind, *kind.split("_"))}
    assert set(edition.page.pieces) <= pieces | written
    assert set(edition.page.marks) <= written
    assert set(edition.page.glyphs) <= parts | written


@SHOWN
def test_the_lesson_has_a_word_for_every_verb_of_a_first_game(edition: Edition) -> None:
    """The lesson covers the verbs, counters and objectives of a first game, and no others."""
    lesson = edition.page.lesson
    assert lesson
    assert set(lesson.verbs) <= set(lesson.tips) | usual("tip")
    assert set(lesson.verbs) <= set(VERBS)
    source = resources.files(edition.home).joinpath("display.py")
    counters = set(re.findall(r'Counter\("(\w+)"', source.read_text(encoding="utf-8"))) if source.is_file() else set()
    assert set(lesson.tips) <= {*VERBS, "objective", *counters}


@SHOWN
def test_the_guide_has_words_for_whatever_a_captain_meets(edition: Edition) -> None:
    """The guide has a stop for every kind of decision in a game among captains."""
    match = Match.new(edition.id, edition.seats[-1], seed=3)
    captain, asked = bot("captain", match.game, 0), set[str]()
    while not match.is_over and len(match.entries) < 400:
        seat = match.awaited[0]
        options = match.options(seat)
        asked |= {VERBS[int(option.verb)] for option in options.ranges}
        play_numeric(match, captain.decide(match.view(seat), options), seat)
    assert edition.page.lesson
    assert asked - {"pass", "name_seat", "name_card", "name_kind"} <= set(edition.page.lesson.tips) | usual("tip")


@SHOWN
def test_it_speaks_both_languages(edition: Edition) -> None:
    """Sentences are complete and translated, without words that run together or apart."""
    for text in texts(edition.page):
        assert text.it != text.en
        for said in (text.text("it"), text.text("en")):
            assert re.match(r"[A-ZÀ-Ý«“]", said), said
            assert not re.search(r" {2}|[.:;][^\W\d_]|\s$", said), said
    for name in (*edition.page.pieces.values(), *edition.page.marks.values()):
        assert name.it != name.en or name.it == ""


# ------------------------------------------------------------------ the file
def test_an_edition_without_a_page_has_a_plain_one() -> None:
    assert page.load("kamchatka.boards", "anything") == EditionPage()
    assert EditionPage().all_glyphs() == page.common_glyphs()


def test_two_editions_of_one_folder_share_what_they_do_not_change() -> None:
    modern_box, ancient_box = EDITIONS["classic"].page, EDITIONS["classic_ancient"].page
    assert modern_box.lesson
    assert ancient_box.lesson
    assert modern_box.lesson.tips == ancient_box.lesson.tips
    assert modern_box.lesson.welcome != ancient_box.lesson.welcome
    assert (modern_box.look.always_dark, ancient_box.look.always_dark) == (True, False)


def test_an_edition_of_another_package_reads_its_own_file() -> None:
    shown = TEACHING.page
    assert shown.pieces["captain"].text("it") == "capitano"
    assert shown.look.light.custom_properties() == {"accent": "#0b5c6b"}
    assert shown.card == EditionPage().card
    assert shown.lesson
    assert shown.lesson.tips["place"] == Tip(
        PageText("Al riparo", "In shelter"),
        "La tempesta può coprire un luogo: lì non resta nessuno.",
        "The storm may cover a place: nobody stays there.",
    )


def test_a_piece_without_a_glyph_is_drawn_as_any_piece() -> None:
    shown = TEACHING.page
    assert shown.markup("captain") == (
        '<path d="M16 4l10 22H6z"/><path d="M16 12v8" class="hole-line" stroke-width="2"/>'
    )
    assert shown.markup("old_captain") == shown.markup("captain")
    assert shown.markup("balloon") == "".join(stroke.markup() for stroke in page.common_glyphs()[page.ANY_PIECE])


@pytest.mark.parametrize(
    "text",
    [
        "colour = 1",
        '[look]\nfont = "Cinzel"',
        '[look.light]\naccent = "red"',
        '[look.light]\naccent = "#fff; background: url(x)"',
        '[look]\nface = "x; }"',
        '[card]\npaint = "gold"',
        '[glyphs]\nship = [{ d = "M1 1<script>" }]',
        '[marks.fire]\nit = "bruciato"',
        '[lesson.welcome]\nit = "Ciao"\nen = "Hello"\n[lesson.tips.x]\nat = "ceiling"',
        '[edition.one.look]\nfont = "Cinzel"',
    ],
)
def test_a_page_that_is_wrong_is_refused(text: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        page.parse(text, "one")
