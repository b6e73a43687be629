"""Learning by playing: the lesson beside a result leads to its moment and to puzzles; the guide of a first game."""

import random
import re

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect

from kamchatka.analysis.puzzles import puzzles_of
from kamchatka.server.study.study_payloads import GameLesson
from tests.browser.axe import violations
from tests.browser.person import NEXT_FRAME, Person
from tests.browser.staged import Staged
from tests.browser.test_following import SIZES
from tests.browser.test_guide import CARD, COVERED, alone
from tests.browser.test_orders import aim
from tests.browser.test_study import SIZES as STUDY_SIZES
from tests.browser.test_study import answering, open_replay
from tests.kit import faces, position
from tests.server.running import Server

TEXT = "You attacked below even odds 11 times."
LESSON = GameLesson(0, "attacks", TEXT, 12, 6, 9.2, "attack", "modern")
NEWCOMER: dict[str, object] = {"played": False}
STORED = "JSON.parse(localStorage.getItem('kamchatka.settings'))"
WATCH = "[data-watch]"


def teach(page: Page, *lessons: GameLesson) -> None:
    """Have the server find these lessons."""
    page.route("**/lessons?*", answering(msgspec.json.encode(lessons)))


def finish(person: Person) -> None:
    """Win a game with one attack."""
    lands = {"alaska": (0, 9), "kamchatka": (1, 1), "peru": (3, 2)}
    colours, luck = ("blue", "red", "green", "black"), faces(6, 6, 6, 1)
    match = position(lands, rest=(2, 1), objectives={0: "destroy_red"}, colours=colours, luck=luck)
    Staged(person, match, ("Ada", "Bruno", "Carla", "Dino"), lively=True)
    aim(person, "alaska", "kamchatka")
    person.page.locator("[data-confirm]").click()
    expect(person.page.locator("dialog .result h2")).to_have_text("You won")


# ------------------------------------------------------------------ the lesson
def test_the_result_has_a_lesson_with_its_moment_and_puzzles(browser: Browser, server: Server) -> None:
    """One lesson, linked to the replay at its entry and to puzzles of its kind."""
    person = Person(browser, server.address, "Ada")
    teach(person.page, LESSON)
    finish(person)
    lesson = person.page.locator("[data-lesson]")
    expect(lesson).to_contain_text(TEXT)
    assert lesson.get_by_role("link", name="Show me").get_attribute("href") == "/replay/t#at-12"
    assert lesson.get_by_role("link", name="Puzzles like this").get_attribute("href") == "/train/modern#kind-attack"
    assert violations(person.page) == []
    assert person.troubles == []
    person.context.close()


def test_praise_has_no_links_and_nothing_is_no_card(browser: Browser, server: Server) -> None:
    """A game well played is praised; without anything to say there is no card."""
    person = Person(browser, server.address, "Ada")
    teach(person.page, msgspec.structs.replace(LESSON, kind="praise", puzzles="", cost=0.0))
    finish(person)
    expect(person.page.locator("[data-lesson=praise]")).to_contain_text("Well played")
    assert person.page.locator("[data-lesson] a").count() == 0
    person.context.close()
    person = Person(browser, server.address, "Ada")
    teach(person.page)
    with person.page.expect_response("**/lessons?*"):
        finish(person)
    person.page.evaluate(NEXT_FRAME)
    assert person.page.locator("[data-lesson]").count() == 0
    person.context.close()


@pytest.mark.parametrize("size", STUDY_SIZES)
def test_the_analysis_shows_the_lesson_and_its_moment(browser: Browser, server: Server, size: str) -> None:
    """In the replay “Show me” goes to the entry; several seats of one screen are named."""
    person = Person(browser, server.address, "Ada", viewport=STUDY_SIZES[size])
    other = msgspec.structs.replace(LESSON, seat=1, kind="border", entry=30, puzzles="place")
    teach(person.page, LESSON, other)
    page = open_replay(person)
    lessons = page.locator("[data-lesson]")
    expect(lessons).to_have_count(2)
    expect(lessons.nth(1)).to_contain_text("Bruno il Grande")
    expect(lessons.nth(1)).to_contain_text("cost about 9 armies")
    for number, entry in ((0, "12"), (1, "30")):
        lessons.nth(number).get_by_role("button", name="Show me").click()
        expect(page.get_by_role("slider")).to_have_value(entry)
    assert violations(page) == []
    assert person.troubles == []
    person.context.close()


def test_a_link_opens_puzzles_of_one_kind(browser: Browser, server: Server) -> None:
    """The trainer chooses a puzzle of that kind and edition, and goes on with them."""
    person = Person(browser, server.address, "Ada")
    page = person.page
    kinds = {puzzle.id: puzzle.kind for puzzle in puzzles_of("modern")}
    page.goto("/train/modern#kind-place")
    page.wait_for_url(re.compile(r"/train/modern#\d+$"))
    first = page.url.rpartition("#")[2]
    page.locator(".answer").first.click()
    page.get_by_role("button", name="Another puzzle").last.click()
    page.wait_for_url(lambda url: not url.endswith(f"#{first}"))
    assert [kinds[first], kinds[page.url.rpartition("#")[2]]] == ["place", "place"]
    assert page.get_by_label("Kind").input_value() == "place"
    assert person.troubles == []
    person.context.close()


# ------------------------------------------------------------------ the guide of a first game
def test_a_first_game_has_the_guide(browser: Browser, server: Server) -> None:
    """A newcomer sees it without asking, also after a reload; one click closes it for good, in later games too."""
    person, _ = alone(browser, server, "modern", NEWCOMER)
    page = person.page
    expect(page.locator(f"{CARD} .welcome")).to_be_visible()
    page.locator("[data-menu]").click()
    expect(page.get_by_role("switch", name="Guide beside the game")).to_be_checked()
    page.keyboard.press("Escape")
    page.reload()
    expect(page.locator(CARD)).to_be_visible()
    page.get_by_role("button", name="Turn off the guide").click()
    expect(page.locator(CARD)).to_have_count(0)
    person.open(person.lay("modern", [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]))
    page.locator("[data-suggest]").wait_for()
    assert page.locator(CARD).count() == 0
    assert person.troubles == []
    person.context.close()


def test_a_second_game_has_no_guide(browser: Browser, server: Server) -> None:
    """A game played to its end is remembered in the browser."""
    person = Person(browser, server.address, "Ada", NEWCOMER)
    finish(person)
    person.page.wait_for_function(f"() => ({STORED}).played")
    settings = person.page.evaluate(STORED)
    person.context.close()
    person, _ = alone(browser, server, "modern", settings)
    person.page.locator("[data-suggest]").wait_for()
    person.page.evaluate(NEXT_FRAME)
    assert person.page.locator(CARD).count() == 0
    person.context.close()


@pytest.mark.parametrize("size", SIZES)
def test_in_others_turns_the_guide_is_one_line(browser: Browser, server: Server, size: str) -> None:
    """The line names the player, takes no click and covers no control; the card is gone meanwhile."""
    person = Person(browser, server.address, "Pupil", {**NEWCOMER, "pace": "calm"}, viewport=SIZES[size])
    page = person.page
    person.open(person.lay("modern", [{"kind": "me"}, *[{"kind": "bot"}] * 2], pace="calm"))
    person.play_until(random.Random(5), f"document.querySelector('{WATCH}')")
    line = page.locator(WATCH)
    expect(line).to_contain_text("Watch the")
    assert page.locator(CARD).count() == 0
    assert page.evaluate(COVERED.replace("'.guide'", f"'{WATCH}'"), False) == []
    assert page.evaluate(f"() => getComputedStyle(document.querySelector('{WATCH}')).pointerEvents") == "none"
    assert person.troubles == []
    person.context.close()


def test_the_guide_speaks_of_the_objective_where_it_is_seen(browser: Browser, server: Server) -> None:
    """On a phone the objective is behind a tab: the guide speaks of it when the tab is open."""
    match = position({"alaska": (0, 9), "kamchatka": (1, 1)}, rest=(2, 1), objectives={0: "destroy_red"})
    taught: dict[str, object] = {"guide": "on", "taught": {"modern": ["attack", "cards", "discards", "deck"]}}
    person = Person(browser, server.address, "Ada", taught, viewport=SIZES["phone"])
    Staged(person, match, ("Ada", "Bruno", "Carla", "Dino"), lively=True)
    page = person.page
    page.evaluate(NEXT_FRAME)
    assert page.locator(CARD).count() == 0
    page.get_by_role("button", name="Objective").click()
    expect(page.locator(CARD)).to_have_attribute("data-stop", "objective")
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(page.locator(CARD)).to_have_attribute("data-stop", "objective")
    assert person.troubles == []
    person.context.close()
