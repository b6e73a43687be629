"""What happened since one's own turn: told when it comes again, before the first one too, and shown once more."""

import random

from playwright.sync_api import Browser, expect

from tests.browser.person import PATIENCE, Person, play
from tests.server.running import Server

CARD = ".since"


def test_others_turns_are_told_and_shown_again(browser: Browser, server: Server) -> None:
    """Whoever is attacked before the first turn reads it then; later turns are told from turn to turn."""
    person = Person(browser, server.address, "Ada", {"pace": "quick", "sound": False})
    bots = [{"kind": "bot", "bot": "captain"}] * 3
    person.open(person.lay("modern", [{"kind": "me", "most_dice": True}, *bots]))
    page, luck, titles = person.page, random.Random(4), set[str]()
    for _ in range(3):
        play([person], luck, lambda: page.locator(CARD).count() > 0)
        titles.add(page.locator(f"{CARD} h2").inner_text().lower())
        expect(page.locator(f"{CARD} li").first).to_be_visible()
        again = page.locator(f"{CARD} .btn")
        again.click()
        expect(again).to_be_enabled(timeout=PATIENCE)
        page.locator(f"{CARD} .icon-btn").click()
        expect(page.locator(CARD)).to_have_count(0)
    assert "since your turn" in titles
    assert titles <= {"since your turn", "before your first turn"}
    assert person.troubles == []
    person.context.close()
