"""Two browsers at one table or two people at one screen; reconnecting; a server that is killed and restarted."""

import json
import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from kamchatka.journal import parse
from kamchatka.proof import prove
from tests.browser.person import MOST, PATIENCE, READY, Person, play
from tests.server.running import Server

ME, OPEN, BOT = {"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}


def version(person: Person, table: str) -> int:
    """Request the game's version over a socket of the page.

    Return -1 if the server closes the socket first, because too many are open.
    """
    found: Any = person.page.evaluate(
        """table => new Promise((done) => {
          const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws/tables/${table}`);
          socket.onmessage = (event) => { const said = JSON.parse(event.data);
            if (said.version) { socket.close(); done(said.version); } };
          socket.onclose = () => done(-1);
        })""",
        table,
    )
    return int(found)


def two_at_a_table(browser: Browser, server: Server) -> tuple[list[Person], str]:
    """Ada creates a modern table, and Bruno joins by its link."""
    ada, bruno = Person(browser, server.address, "Ada"), Person(browser, server.address, "Bruno")
    table = ada.lay("modern", [ME, OPEN, BOT])
    bruno.post(f"/api/tables/{table}/join")
    for person in (ada, bruno):
        person.open(table)
    return [ada, bruno], table


def finish(people: list[Person], table: str) -> bytes:
    """Let all players vote to stop, and return the game's journal."""
    for person in people:
        person.post(f"/api/tables/{table}/stop")
    journal = people[0].context.request.get(f"/api/tables/{table}/journal").body()
    for person in people:
        assert person.troubles == []
        person.context.close()
    return bytes(journal)


def test_two_browsers_play_against_each_other(browser: Browser, server: Server) -> None:
    people, table = two_at_a_table(browser, server)
    acted: dict[int, int] = {}

    def enough() -> bool:
        return version(people[0], table) >= 45

    play(people, random.Random(1), enough)
    assert [person.page.locator("path[data-place]").count() for person in people] == [42, 42]
    journal = finish(people, table)
    for line in journal.splitlines()[1:]:
        seat = json.loads(line).get("seat", -1)
        acted[seat] = acted.get(seat, 0) + 1
    assert acted[0] > 5
    assert acted[1] > 5
    assert prove(parse(journal, "journal")).strays is None


def test_a_browser_closed_and_opened_again_goes_on(browser: Browser, server: Server) -> None:
    """A reopened browser shows the same open question."""
    people, table = two_at_a_table(browser, server)
    play(people, random.Random(2), lambda: version(people[0], table) >= 25)
    for _ in range(2):
        play(people, random.Random(3), lambda: people[0].is_awaited(table))
        before = version(people[0], table)
        people[0].page.close()
        people[0].page = people[0].context.new_page()
        people[0].open(table)
        people[0].page.wait_for_function(
            "() => document.querySelector('.command button:not([disabled])') "
            "|| document.querySelector('path.open[data-place]')"
        )
        assert version(people[0], table) == before  # an absent player's question stays open
        play(people, random.Random(4), lambda before=before: version(people[0], table) > before)  # type: ignore[misc]
    finish(people, table)


def test_a_server_killed_in_the_middle_of_a_turn(browser: Browser, own_server: Callable[..., Server]) -> None:
    """After SIGKILL and a restart both pages continue by themselves; no action is lost or repeated."""
    running = own_server()
    people, table = two_at_a_table(browser, running)
    luck = random.Random(5)
    for wanted in (15, 30):
        play(people, luck, lambda wanted=wanted: version(people[0], table) >= wanted)  # type: ignore[misc]
        for person in people:  # an action is in flight when the server dies
            if person.is_asked:
                person.answer(luck)
        running.kill()
        running.start()
    play(people, luck, lambda: version(people[0], table) >= 45)
    journal = finish(people, table)
    kept = parse(journal, "journal")
    assert not kept.torn
    assert prove(kept).strays is None
    assert len(kept.match.entries) >= 45


# ------------------------------------------------------------------ one screen, several people
TWO: list[dict[str, Any]] = [
    {"kind": "me", "most_dice": True},
    {"kind": "screen", "name": "Bruno", "most_dice": True},
    {"kind": "bot", "bot": "random"},
]
# Curtains are counted as they appear, however briefly.
COUNT = """() => { window.curtains = 0; new MutationObserver((changes) => changes.forEach((change) =>
  change.addedNodes.forEach((node) => { window.curtains += Number(!!node.matches?.('.curtain')); })))
  .observe(document.body, { childList: true, subtree: true }); }"""
CURTAIN = "!!document.querySelector('.curtain')"


class Sent:
    """The actions that the shared screen sends."""

    def __init__(self, page: Page) -> None:
        self.acts: list[str] = []
        page.on("websocket", lambda socket: socket.on("framesent", self._note))

    def _note(self, frame: str | bytes) -> None:
        word = json.loads(frame)
        if "act" in word:
            self.acts.append(word["act"]["act"])

    def count(self, *kinds: str) -> int:
        """Count the actions of these kinds."""
        return sum(act in kinds for act in self.acts)


def at_one_screen(person: Person, edition: str, bot: Mapping[str, str] = BOT) -> str:
    """Let Ada and Bruno share one screen, with a bot in the third seat."""
    table = person.lay(edition, [*TWO[:2], bot])
    person.open(table)
    person.page.evaluate(COUNT)
    return table


def together(person: Person, luck: random.Random, enough: Callable[[], bool]) -> int:
    """Let both answer every question and open each curtain; return the number of curtains."""
    page = person.page
    for _ in range(MOST):
        page.wait_for_function(f"() => ({CURTAIN}) || ({READY})()", timeout=2 * PATIENCE)
        if enough() or person.is_over:
            return int(page.evaluate("window.curtains"))
        if page.evaluate(CURTAIN):
            page.locator(".curtain .main").click()
            page.wait_for_function(f"() => !{CURTAIN}")
        else:
            person.answer(luck)
    raise AssertionError("the game did not go on")


def test_no_curtain_falls_where_nothing_is_secret(browser: Browser, server: Server) -> None:
    """No curtain appears for public questions: colours, first armies, reinforcements, attacks, defence, moving in."""
    person = Person(browser, server.address, "Ada")
    sent = Sent(person.page)
    table = at_one_screen(person, "modern")
    fell = together(person, random.Random(4), lambda: sent.count("attack") >= 6)
    assert sent.count("attack") >= 6
    assert sent.count("colour", "place") > 10
    assert fell == 0
    finish([person], table)


@pytest.mark.parametrize("edition", ["risk2210", "godstorm"])
def test_a_curtain_falls_for_a_sealed_bid_alone(browser: Browser, server: Server, edition: str) -> None:
    """A curtain appears for each sealed bid of a year, and not for pieces, bought cards, invasions or dice."""
    person = Person(browser, server.address, "Ada")
    sent = Sent(person.page)
    table = at_one_screen(person, edition)
    open_acts = ("raise", "place", "build", "buy", "invade", "roll")
    fell = together(person, random.Random(6), lambda: sent.count("bid") >= 2 and sent.count(*open_acts) > 20)
    bids = sent.count("bid")
    assert bids >= 2
    assert sent.count(*open_acts) > 20
    assert bids <= fell <= bids + 1  # the last curtain may still be shown
    finish([person], table)


def test_cards_are_shown_to_who_asks_and_covered_after_the_turn(browser: Browser, server: Server) -> None:
    """Cards are shown behind a curtain on request and hidden after the turn; the map keeps its size."""
    person = Person(browser, server.address, "Ada")
    page = person.page
    at_one_screen(person, "modern")
    together(person, random.Random(4), lambda: page.locator(".left .number").count() > 0)
    expect(page.locator(".objective")).to_have_count(0)
    name, size = page.locator(".words > b").inner_text(), page.locator(".board-area").bounding_box()
    page.locator("[data-open]").click()
    page.locator(".curtain .ghost").click()
    expect(page.locator(".curtain")).to_have_count(0)
    expect(page.locator(".objective")).to_have_count(0)
    page.locator("[data-open]").click()
    expect(page.locator(".curtain")).to_contain_text(name)
    page.locator(".curtain .main").click()
    expect(page.locator(".objective")).to_have_count(1)
    assert page.locator(".board-area").bounding_box() == size
    together(person, random.Random(4), lambda: page.locator(".words > b").all_inner_texts() not in ([], [name]))
    expect(page.locator(".objective")).to_have_count(0)
    assert page.locator(".board-area").bounding_box() == size
    person.context.close()


def test_the_booklets_choice_of_dice_is_one_click_away(browser: Browser, server: Server) -> None:
    """The auto-defend switch in the player's row works: on, the defender isn't asked; off, the question returns."""
    person = Person(browser, server.address, "Ada")
    table = at_one_screen(person, "classic", {"kind": "bot", "bot": "captain"})  # who attacks in every turn
    page, switches = person.page, person.page.locator(".seat button.most")
    expect(switches).to_have_count(2)
    together(person, random.Random(4), lambda: version(person, table) >= 60)
    for n in range(2):
        expect(switches.nth(n)).to_have_attribute("aria-pressed", "true")
        switches.nth(n).click()
        expect(switches.nth(n)).to_have_attribute("aria-pressed", "false")
    together(person, random.Random(4), lambda: "Defend with" in "".join(page.locator(".question").all_inner_texts()))
    person.context.close()
