"""The report of events since the player's last turn is shown at each turn, also the first, and on request."""

import random

from playwright.sync_api import Browser, expect

from tests.browser.person import Person, play
from tests.server.running import Server

CARD = ".since"


def test_others_turns_are_told_and_shown_again(browser: Browser, server: Server) -> None:
    """A player who was attacked before the first turn reads it then; later reports cover one turn to the next."""
    person = Person(browser, server.address, "Ada", {"pace": "once", "sound": False})
    bots = [{"kind": "bot", "bot": "captain"}] * 3
    person.open(person.lay("modern", [{"kind": "me", "most_dice": True}, *bots]))
    page, luck, titles = person.page, random.Random(4), list[str]()
    for _ in range(2):
        play([person], luck, lambda: page.locator(CARD).count() > 0)
        titles.append(page.locator(f"{CARD} h2").inner_text().lower())
        expect(page.locator(f"{CARD} li").first).to_be_visible()
        if len(titles) < 2:
            page.locator(f"{CARD} .icon-btn").click()
            expect(page.locator(CARD)).to_have_count(0)
    assert titles[0] in ("before your first turn", "since your turn")  # the first player has nothing to read
    assert titles[1] == "since your turn"
    page.locator(f"{CARD} .btn").click()
    expect(page.locator(f"{CARD} .btn")).to_be_disabled()  # it is already open
    assert person.troubles == []
    person.context.close()
