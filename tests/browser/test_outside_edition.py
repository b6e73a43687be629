"""Lagoon, the edition of examples/edition, in a real Chromium: chosen in the lobby, drawn, and played to its end."""

import random
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.axe import violations
from tests.browser.person import Person
from tests.editions.outside import Environment
from tests.server.running import Server

ME, BOT = {"kind": "me"}, {"kind": "bot", "bot": "random"}


def test_an_installed_edition_is_chosen_drawn_and_played(
    browser: Browser, outside: Environment, tmp_path: Path
) -> None:
    server = Server(str(tmp_path / "games.db"), tmp_path / "log", python=outside.python, requests_a_minute="100000")
    server.start()
    try:
        ada = Person(browser, server.address, "Ada")
        ada.page.goto("/new")
        card = ada.page.locator("label.card", has_text="Lagoon")
        expect(card).to_contain_text("Lagoon")
        expect(card.locator("path").first).to_be_attached()
        card.click()
        expect(ada.page.get_by_text("Rounds", exact=True).first).to_be_attached()
        ada.open(ada.lay("lagoon", [ME, BOT], options={"rounds": 6}))
        expect(ada.page.locator("path[data-place=harbour_mouth]").first).to_be_attached()
        assert violations(ada.page) == []
        ada.play_to_the_end(random.Random(7))
        expect(ada.page.locator(".result").first).to_contain_text("Lagoon")
        assert ada.troubles == []
        ada.context.close()
    finally:
        server.stop()
