"""Clocks on the page: the consequence of running out is stated once, a low clock warns, and time banks are shown."""

import random
from datetime import datetime

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.person import Person
from tests.browser.test_following import SIZES
from tests.browser.test_sounds import LISTEN
from tests.server.running import Server

SEATS = [{"kind": "me"}, *[{"kind": "bot", "bot": "random"}] * 2]
AT_ZERO = "At zero a bot answers for you"


def at_clock(browser: Browser, server: Server, clock: dict[str, object], size: str = "", **chosen: object) -> Person:
    """Return a player at a timed table, on a page whose time the test controls."""
    context = {"viewport": SIZES[size]} if size else {}
    person = Person(browser, server.address, "Ada", chosen, **context)
    person.page.clock.install()
    person.open(person.lay("modern", SEATS, clock=clock))
    expect(person.page.locator(".ends .number")).to_be_visible()
    return person


def test_what_happens_at_zero_is_said_once(browser: Browser, server: Server) -> None:
    person = at_clock(browser, server, {"per": "move", "seconds": 900})
    expect(person.page.locator(".zero")).to_contain_text(AT_ZERO)
    luck = random.Random(1)
    person.answer_next(luck)
    expect(person.page.locator(".question")).to_contain_text("Place")
    expect(person.page.locator(".zero")).to_have_count(0)
    person.context.close()


@pytest.mark.parametrize("size", [*SIZES])
def test_a_low_clock_is_seen_and_heard(browser: Browser, server: Server, size: str) -> None:
    """When 880 seconds pass at once, the page warns with one sound and with the colour of the bar."""
    person = at_clock(browser, server, {"per": "move", "seconds": 900}, size, sound=True, volume=1)
    page = person.page
    page.evaluate(LISTEN)
    page.locator(".prompt").click()  # browsers play no sound before a click
    assert page.locator(".command.soon").count() == 0
    page.clock.fast_forward(880_000)
    expect(page.locator(".command.soon .ends .low")).to_be_visible()
    page.wait_for_function("() => window.heard.length > 0")
    page.clock.fast_forward(5_000)
    assert [round(heard["seconds"], 1) for heard in page.evaluate("() => window.heard")] == [0.9]
    person.context.close()


def test_a_bank_is_chosen_and_shown(browser: Browser, server: Server) -> None:
    person = Person(browser, server.address, "Ada")
    page = person.page
    page.goto("/new#modern")
    clock = page.locator(".clock", has_text="Clock")
    clock.get_by_text("Per turn").click()
    expect(clock).to_contain_text("a bot plays until the turn ends")
    clock.get_by_role("radiogroup", name="Time bank").get_by_text("+3 min").click()
    page.get_by_role("button", name="Create table").first.click()
    page.wait_for_url("**/t/*")
    row = person.context.request.get(f"/api/tables/{page.url.rpartition('/')[2].partition('#')[0]}").json()
    assert row["clock"] == {"per": "turn", "seconds": 180, "bank": 180}
    person.context.close()


def test_a_bank_stands_beside_the_time(browser: Browser, server: Server) -> None:
    person = at_clock(browser, server, {"per": "move", "seconds": 600, "bank": 300})
    page = person.page
    expect(page.locator(".ends small")).to_have_text("+5:00")
    page.clock.pause_at(datetime.fromtimestamp(page.evaluate("Date.now() / 1000 + 1")))
    minutes, seconds = page.locator(".ends .number").inner_text().split(":")
    page.clock.fast_forward(700_000)
    expect(page.locator(".ends small")).to_have_text("bank")
    left = int(minutes) * 60 + int(seconds) + 300 - 700
    expect(page.locator(".ends .number")).to_have_text(f"{left // 60}:{left % 60:02}")
    person.context.close()
