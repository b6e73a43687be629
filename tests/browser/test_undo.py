"""Undo on the page: a button and a key take back the last move, only where that is possible."""

import random
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.person import READY, Person
from tests.browser.test_bar_sizes import CLASHES
from tests.browser.test_following import SIZES
from tests.server.running import Server

SEATS = [{"kind": "me"}, *[{"kind": "bot", "bot": "random"}] * 2]


def reinforced(browser: Browser, server: Server, size: str = "desktop", **form: object) -> Person:
    """Return a player who has placed the reinforcements of a turn and may attack."""
    context: dict[str, Any] = {"viewport": SIZES[size]} if size in SIZES else {}
    person = Person(browser, server.address, "Ada", **context)
    person.open(person.lay("modern", SEATS, name="undo", early=True, **form))
    luck = random.Random(5)
    page = person.page
    while True:
        page.wait_for_function(READY)
        if "Attack, or end" in page.locator(".question").inner_text():
            break
        person.answer(luck)
    return person


@pytest.mark.parametrize("size", [*SIZES])
def test_a_button_takes_a_move_back(browser: Browser, server: Server, size: str) -> None:
    """The question returns, the log says so, and the bar has room for the button beside a clock."""
    person = reinforced(browser, server, size, clock={"per": "turn", "seconds": 900, "bank": 60})
    page = person.page
    expect(page.locator("[data-undo]")).to_be_visible()
    assert page.evaluate(CLASHES) == 0
    page.locator("[data-undo]").click()
    expect(page.locator(".question")).to_contain_text("Place")
    expect(page.locator("[data-undo]")).to_have_count(0)
    assert person.troubles == []
    person.context.close()


def test_a_key_takes_a_move_back(browser: Browser, server: Server) -> None:
    person = reinforced(browser, server)
    expect(person.page.locator("[data-undo]")).to_be_visible()
    person.page.keyboard.press("z")
    expect(person.page.locator(".panel")).to_contain_text("Ada takes back the last move")
    person.context.close()


def test_a_table_may_be_without_undo(browser: Browser, server: Server) -> None:
    person = reinforced(browser, server, undo=False)
    assert person.page.locator("[data-undo]").count() == 0
    person.context.close()
