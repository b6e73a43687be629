"""A newcomer's whole game against bots, from the first page to the result, in every edition."""
import random

import pytest
from playwright.sync_api import Browser

from kamchatka.journal import parse
from kamchatka.proof import prove
from tests.browser.person import PATIENCE, Person, play
from tests.server.running import Server

# edition, and what makes its game short: the newcomer plays at random, so the bots win soon
GAMES = ["modern", "original", "challenge", "classic", "classic_ancient", "risk2210", "godstorm"]


@pytest.mark.parametrize("edition", GAMES)
def test_a_newcomer_plays_a_whole_game(browser: Browser, server: Server, edition: str) -> None:
    """Three clicks, then only what the page lights up; at the end a result that cites its rule, and proved dice."""
    person = Person(browser, server.address, "Newcomer")
    page = person.page
    page.on("pageerror", lambda error: person.troubles.append(str(error)))
    page.goto("/")
    page.locator("a", has_text="New table").first.click()
    page.locator(f"input[name=edition][value={edition}]").check(force=True)
    page.locator("button", has_text="Lay the table").click()
    page.locator("path[data-place]").first.wait_for(state="attached")
    play([person], random.Random(11), lambda: False)
    result = page.locator("dialog .result")
    result.wait_for(timeout=2 * PATIENCE)
    assert result.locator("h2").inner_text()
    assert result.locator("a.rule").count() == 1
    table = page.url.rpartition("/")[2]
    journal = person.context.request.get(f"/api/tables/{table}/journal").body()
    assert prove(parse(journal, "journal")).strays is None
    assert person.troubles == []
    person.context.close()
