"""Every screen in a real Chromium: WCAG 2.2 AA by axe-core, themes, phone, keyboard, languages, refusals."""

import random
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.axe import violations
from tests.browser.person import Person, play
from tests.server.running import Server

ME, OPEN, BOT = {"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}
THEMES = ("light", "dark", "high-contrast", "colour-blind")
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
LIT = "path.open[data-place]"


def reader(browser: Browser, server: Server, theme: str = "light", language: str = "en", **context: Any) -> Person:
    """Return a user who has chosen a theme."""
    chosen: dict[str, object] = {"theme": theme, "language": language, "lessMotion": True, "sound": False}
    return Person(browser, server.address, f"Reader {random.randrange(10_000)}", chosen, **context)


def at_the_map(person: Person, edition: str = "modern") -> str:
    """Play a game against bots until the first question about the map."""
    table = person.lay(edition, [ME, BOT, BOT])
    person.open(table)
    play([person], random.Random(5), lambda: person.page.locator(LIT).count() > 0)
    person.page.keyboard.press("Escape")  # whatever the last click had begun
    return table


def finished(person: Person) -> str:
    """Return a game that all players agreed to stop after a while."""
    table = at_the_map(person)
    person.answer(random.Random(1))
    person.post(f"/api/tables/{table}/stop")
    person.page.locator(".result").wait_for()
    return table


def ends_well(person: Person) -> None:
    """Check that the page threw no error."""
    assert person.troubles == []
    person.context.close()


# ------------------------------------------------------------------ pages
@pytest.mark.parametrize(("theme", "language"), list(zip(THEMES, ("en", "it", "en", "it"), strict=True)))
def test_pages_are_accessible(browser: Browser, server: Server, theme: str, language: str) -> None:
    person = reader(browser, server, theme, language)
    for path in ("/", "/new", "/learn", "/rules/modern", "/me", "/nowhere"):
        person.page.goto(path)
        person.page.locator("main h1, .hero h1").first.wait_for()
        person.page.wait_for_load_state("networkidle")
        for fold in person.page.locator("details").all():
            fold.evaluate("fold => fold.open = true")
        assert violations(person.page) == [], path
    ends_well(person)


@pytest.mark.parametrize("theme", THEMES)
def test_the_game_is_accessible(browser: Browser, server: Server, theme: str) -> None:
    """The game is accessible at a colour choice, with the map active, with a planned attack, and on the text board."""
    person = reader(browser, server, theme)
    person.open(person.lay("modern", [ME, BOT, BOT]))
    assert violations(person.page) == []
    play([person], random.Random(5), lambda: person.page.locator(LIT).count() > 0)
    assert violations(person.page) == []
    person.page.keyboard.press("t")
    person.page.locator("dialog[open]").wait_for()
    assert violations(person.page) == []
    ends_well(person)


def test_room_result_replay_and_dice_are_accessible(browser: Browser, server: Server) -> None:
    person = reader(browser, server)
    room = person.lay("modern", [ME, OPEN, BOT])
    person.page.goto(f"/t/{room}")
    person.page.locator("h1").wait_for()
    assert violations(person.page) == []
    table = finished(person)
    assert violations(person.page) == []
    for path, ready in (("replay", ".timeline"), ("dice", ".chip.good")):
        person.page.goto(f"/{path}/{table}")
        person.page.locator(ready).wait_for()
        assert violations(person.page) == []
    ends_well(person)


@pytest.mark.parametrize("edition", ["risk2210", "godstorm"])
def test_editions_with_two_boards_show_both(browser: Browser, server: Server, edition: str) -> None:
    person = reader(browser, server)
    at_the_map(person, edition)
    person.page.locator(".inset svg.places").wait_for()
    assert person.page.locator("[role=tablist] [role=tab]").count() >= 2
    before = person.page.locator(".board-area > .frame > svg.places").get_attribute("aria-label")
    person.page.locator(".inset button").click()
    person.page.wait_for_function(
        "before => document.querySelector('.board-area > .frame > svg.places')?.getAttribute('aria-label') !== before",
        arg=before,
    )
    assert violations(person.page) == []
    ends_well(person)


# ------------------------------------------------------------------ a phone
def test_a_phone_plays(browser: Browser, server: Server) -> None:
    """On a phone nothing overflows sideways, all targets are within reach, and the game continues."""
    person = reader(browser, server, **PHONE)
    for path in ("/", "/new", "/rules/modern"):
        person.page.goto(path)
        person.page.wait_for_load_state("networkidle")
        assert person.page.evaluate("document.documentElement.scrollWidth") <= 390
    at_the_map(person)
    assert person.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(person.page) == []
    for tab in ("Cards", "Objective", "Log", "Chat", "Board"):
        person.page.locator(".tabbar button", has_text=tab).click()
        expect(person.page.locator(".sheet")).to_have_count(0 if tab == "Board" else 1)
    asked = person.page.locator(".command .prompt").inner_text()
    play([person], random.Random(5), lambda: person.page.locator(".command .prompt").inner_text() != asked)
    ends_well(person)


# ------------------------------------------------------------------ keyboard, words
def test_the_board_is_played_with_the_keyboard(browser: Browser, server: Server) -> None:
    """Tab reaches a highlighted place, arrows go to the nearest one, Enter chooses, Escape undoes the choice."""
    person = reader(browser, server)
    at_the_map(person)
    page = person.page
    page.locator(LIT).first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".heap")).to_have_count(1)
    here = page.evaluate("document.activeElement.dataset.place")
    for key in ("ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"):
        page.keyboard.press(key)
        there = page.evaluate("document.activeElement.dataset.place")
        if there != here:
            break
    assert there
    assert there != here
    page.keyboard.press("Escape")
    expect(page.locator(".heap")).to_have_count(0)
    ends_well(person)


def test_why_not_cites_the_rule_and_opens_it(browser: Browser, server: Server) -> None:
    person = reader(browser, server)
    at_the_map(person)
    page = person.page
    page.locator("path[data-place]:not(.open)").first.dispatch_event("click")
    bubble = page.locator(".bubble")
    bubble.wait_for()
    rule = bubble.locator("a.rule").get_attribute("href") or ""
    assert rule.startswith("/rules/modern#std.")
    bubble.locator("a.rule").click()
    expect(page.locator("dialog[open] h3")).not_to_be_empty()
    page.keyboard.press("Escape")
    page.goto(rule)
    page.locator("article.here").wait_for()
    assert page.locator("article.here").get_attribute("id") == rule.partition("#")[2]
    ends_well(person)


def test_the_language_changes_while_playing(browser: Browser, server: Server) -> None:
    """A language change applies to question, log, phases and page at the same moment."""
    person = reader(browser, server)
    at_the_map(person)
    page = person.page
    english = page.locator(".phases").inner_text()
    page.locator("[data-menu]").click()
    page.evaluate("""() => {
      const at = (one) => document.querySelector(one)?.innerText ?? '';
      const look = () => (window.seen ??= []).push(
        [document.documentElement.lang, ...['.command .prompt', '.log', '.phases'].map(at)]);
      new MutationObserver(look).observe(document.body, {childList: true, subtree: true, characterData: true});
    }""")
    page.locator("dialog .seg label", has_text="Italiano").click()
    page.locator(".log", has_text="riceve").wait_for()
    assert page.locator("html").get_attribute("lang") == "it"
    expect(page.locator(".command .prompt")).to_contain_text("Tocca a te")
    for language, prompt, log, phases in page.evaluate("window.seen"):
        italian = "Tocca a te" in prompt
        assert (language == "it", "riceve" in log, phases != english) == (italian, italian, italian)
    ends_well(person)


def test_the_text_board_says_every_place_and_lets_one_choose(browser: Browser, server: Server) -> None:
    """Letters are commands, also after Esc and a new question: without keyboard navigation no place has focus."""
    person = reader(browser, server)
    at_the_map(person)
    page = person.page
    luck = random.Random(5)
    while page.locator(LIT).count():
        person.answer(luck)
    play([person], luck, lambda: page.locator(LIT).count() > 0)
    lit = page.locator(LIT).count()
    page.keyboard.press("t")
    expect(page.locator("dialog[open] li")).to_have_count(42)
    expect(page.locator("dialog[open] li button")).to_have_count(lit)
    page.locator("dialog[open] li button").first.click()
    page.keyboard.press("Escape")
    expect(page.locator(".heap")).to_have_count(1)
    ends_well(person)


ARMIES = ".badge:has(.pill)"  # armies on the board, not the planned ones


@pytest.mark.parametrize("edition", ["classic", "risk2210", "godstorm"])
def test_the_neutral_army_is_seen_in_its_own_colour(browser: Browser, server: Server, edition: str) -> None:
    """With two seats, the neutral army's badge, ground and names have a colour that neither seat uses."""
    person = reader(browser, server)
    person.open(person.lay(edition, [ME, BOT]))
    page, luck = person.page, random.Random(5)

    def colours(of: str) -> set[str]:
        return set(
            page.locator(of).evaluate_all(r"all => all.map((one) => one.className.baseVal.match(/seat-\d/)?.[0])")
        )

    def three() -> bool:
        """Return two seats and the neutral army; until colours are chosen, seats have provisional ones."""
        return len(colours(ARMIES)) == 3 and "seat-0" not in colours(ARMIES)

    play([person], luck, three)
    assert three()
    assert colours("path.owned[data-place]") == colours(ARMIES)
    ends_well(person)


def test_the_rulebook_finds_words_without_accents(browser: Browser, server: Server) -> None:
    person = reader(browser, server)
    person.page.goto("/rules/modern")
    all_rules = person.page.locator("article")
    all_rules.first.wait_for()
    whole = all_rules.count()
    person.page.locator("input[type=search]").fill("kamchatka alaska")
    person.page.wait_for_function("most => document.querySelectorAll('article').length < most", arg=whole / 4)
    assert all_rules.count() > 0
    person.page.locator("input[type=search]").fill("submarine")
    expect(all_rules).to_have_count(0)
    ends_well(person)
