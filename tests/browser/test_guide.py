"""“Suggest a move” and the guide: suggestions are played with one click, and cards never cover what they describe."""

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect

from kamchatka.editions import EDITIONS
from tests.browser.axe import violations
from tests.browser.person import NEXT_FRAME, Person
from tests.browser.test_following import RECTANGLES, SIZES
from tests.server.running import Server

ASKED = "() => document.querySelector('[data-suggest]:not(:disabled), .ended')"
# The suggestion, or the button again: if the question changes meanwhile, by another seat's bid, the answer is dropped.
TOLD = "() => document.querySelector('[data-do], [data-suggest]:not(:disabled), .ended')"
CARD = ".guide"
ANSWERS = ("done", "refused", "stale")
# What a card must not cover: the places it names, the bar, the map's tools; on small screens the whole map.
COVERED = """(small) => {
  const area = (one, other) => Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left))
    * Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));
  const card = document.querySelector('.guide').getBoundingClientRect();
  const tools = small ? '.board-area, .command' : '.command, .drawer, .inset, .board-area .tabs, .zoom';
  const hints = [...document.querySelectorAll('.rim-hint')];
  return [...hints, ...document.querySelectorAll(tools)]
    .filter((one) => area(card, one.getBoundingClientRect()) > 1)
    .map((one) => one.getAttribute('class'));
}"""


class Line:
    """The server's answers to this page's actions, in order."""

    def __init__(self, page: Page) -> None:
        self.answers: list[str] = []
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        if "/ws/tables/" in socket.url:
            self.socket = socket
        socket.on("framereceived", self._note)

    @staticmethod
    def is_answer(frame: str | bytes) -> bool:
        """Return whether a message is the server's answer to an action."""
        return json.loads(frame)["type"] in ANSWERS

    def _note(self, frame: str | bytes) -> None:
        if self.is_answer(frame):
            self.answers.append(json.loads(frame)["type"])


def alone(
    browser: Browser, server: Server, edition: str, chosen: dict[str, object] | None = None, **context: Any
) -> tuple[Person, Line]:
    """Return a player with as many bots as the edition needs."""
    person = Person(browser, server.address, "Pupil", chosen, **context)
    line = Line(person.page)
    bots = [{"kind": "bot", "bot": "captain"}] * (max(EDITIONS[edition].seats[0], 3) - 1)
    person.open(person.lay(edition, [{"kind": "me"}, *bots]))
    return person, line


def follow(person: Person, line: Line) -> str:
    """Request a suggestion and play it with one click; return the suggestion."""
    page = person.page
    while page.locator("[data-do]").count() == 0:
        page.wait_for_function(ASKED)
        page.locator("[data-suggest]").click()
        page.wait_for_function(TOLD)
    text = page.locator("[data-suggested] .told").inner_text()
    with line.socket.expect_event("framereceived", Line.is_answer):
        page.locator("[data-do]").click()
    expect(page.locator("[data-suggested]")).to_have_count(0)
    page.evaluate(NEXT_FRAME)
    return text


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_game_is_begun_by_following_suggestions(browser: Browser, server: Server, edition: str) -> None:
    """A game can be played by following suggestions: each one is played by its button."""
    person, line = alone(browser, server, edition)
    for _ in range(24):
        person.page.wait_for_function(ASKED)
        if person.page.locator(".ended").count():
            break  # three players may reach an objective in a few turns
        assert "\n" in follow(person, line)  # the suggested action, and the reason
    assert set(line.answers) == {"done"}
    assert person.troubles == []
    person.context.close()


@pytest.mark.parametrize("size", SIZES)
def test_a_suggestion_moves_nothing(browser: Browser, server: Server, size: str) -> None:
    """A suggestion lights the places it names without moving map or bar by a pixel; Escape closes it."""
    person, line = alone(browser, server, "modern", viewport=SIZES[size])
    page, seen = person.page, set[str]()
    for _ in range(6):
        page.wait_for_function(ASKED)
        seen.add(str(still(page)))
        page.locator("[data-suggest]").click()
        page.locator("[data-do]").wait_for()
        seen.add(str(still(page)))
        page.keyboard.press("Escape")
        expect(page.locator("[data-suggested]")).to_have_count(0)
        follow(person, line)
        seen.add(str(still(page)))
    assert len(seen) == 1, seen
    assert person.troubles == []
    person.context.close()


def still(page: Page) -> dict[str, str]:
    """Return the positions of the map and the bar."""
    boxes: dict[str, str] = page.evaluate(RECTANGLES)
    return {name: boxes[name] for name in (".board-area", ".command")}


def test_there_is_no_suggestion_among_people(browser: Browser, server: Server) -> None:
    """There is no suggestion button if several people play, even at one screen."""
    person = Person(browser, server.address, "Host")
    person.open(person.lay("modern", [{"kind": "me"}, {"kind": "screen", "name": "Guest"}, {"kind": "bot"}]))
    person.page.wait_for_function("() => document.querySelector('.command, .curtain')")
    assert person.page.locator("[data-suggest]").count() == 0
    person.context.close()


# ------------------------------------------------------------------ the guide
@pytest.mark.parametrize("edition", ["modern", "challenge", "risk2210", "godstorm"])
def test_a_stop_is_never_over_what_it_speaks_of(browser: Browser, server: Server, edition: str) -> None:
    """For each kind of decision, the guide's card leaves its places, the bar and the tools uncovered."""
    person, line = alone(browser, server, edition, {"guide": "on"})
    page = person.page
    stops: list[str] = []
    for _ in range(20):
        page.wait_for_function(ASKED)
        page.evaluate(NEXT_FRAME)
        while page.locator(CARD).count():
            for size, viewport in SIZES.items():
                page.set_viewport_size({"width": viewport["width"], "height": viewport["height"]})
                expect(page.locator(".guide .captain b")).to_be_visible()
                # The card is repositioned whenever the clock ticks.
                page.wait_for_function(f"(small) => ({COVERED})(small).length === 0", arg=size in ("phone", "sideways"))
            stops.append(page.locator(CARD).get_attribute("data-stop") or "")
            page.locator("[data-understood]").click()
            page.evaluate(NEXT_FRAME)
        follow(person, line)
    assert len(stops) == len(set(stops)) >= 2, stops
    assert person.troubles == []
    person.context.close()


def test_the_guide_is_closed_for_good_and_opened_again(browser: Browser, server: Server) -> None:
    """A closed guide stays closed after a reload; the settings reopen it from the start."""
    person, _ = alone(browser, server, "modern", {"guide": "on"})
    page = person.page
    expect(page.locator(CARD)).to_be_visible()
    expect(page.locator(".guide .welcome")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="Turn off the guide").click()
    expect(page.locator(CARD)).to_have_count(0)
    page.reload()
    page.wait_for_function(ASKED)
    assert page.locator(CARD).count() == 0
    page.locator("[data-menu]").click()
    page.get_by_role("switch", name="Guide beside the game").click()
    page.keyboard.press("Escape")
    expect(page.locator(CARD)).to_be_visible()
    assert person.troubles == []
    person.context.close()


def test_learning_begins_a_game_with_the_guide(browser: Browser, server: Server) -> None:
    """“Play with the guide” creates a table against bots, and the first stop is a welcome."""
    person = Person(browser, server.address, "Learner")
    person.page.goto("/learn/classic")
    person.page.get_by_role("button", name="Play with the guide").click()
    expect(person.page.locator(".guide .welcome")).to_contain_text("conquer the world")
    expect(person.page.locator(".guide .captain b")).to_be_visible()
    person.context.close()
