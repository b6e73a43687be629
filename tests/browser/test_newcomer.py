"""A newcomer's whole game against bots, from the first page to the result, in every edition."""

import random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from kamchatka.journal import parse
from kamchatka.proof import prove
from tests.browser.person import PATIENCE, Person
from tests.server.running import Server

# A newcomer clicks at random, so the bots soon win: with few at the table, rules that hurry, and dice known before.
# The names are of short games: `make test` plays them.
HASTE = {"card_award": "per_conquest", "elimination_protection": "off"}
GAMES: dict[str, tuple[str, dict[str, str]]] = {  # edition: the table's name, which gives its dice; its rules
    "modern": ("2", {}),
    "original": ("1", HASTE),
    "challenge": ("3", {}),
    "classic": ("4", {}),
    "classic_ancient": ("1", {}),
    "risk2210": ("4", {}),
    "godstorm": ("4", {}),
}


def lay_by_hand(person: Person, edition: str) -> None:
    """On the page for new tables: the edition, as few seats as it has, a name, the rules that differ."""
    page, (name, rules) = person.page, GAMES[edition]
    page.goto("/")
    page.locator("a", has_text="New table").first.click()
    page.locator(f"input[name=edition][value={edition}]").check(force=True)
    known: list[dict[str, Any]] = person.context.request.get("/api/editions?lang=en").json()
    booklet = next(one for one in known if one["id"] == edition)
    for seat in range(4, booklet["seats"][0], -1):
        page.get_by_label(f"Remove this seat {seat}").click()
    page.get_by_label("Name of the table").fill(name)
    page.locator("summary", has_text="Rules of the table").click()
    for option in booklet["options"]:
        if option["name"] in rules:
            choose(page, option, rules[option["name"]])
    page.locator("button", has_text="Create table").click()
    page.locator("path[data-place]").first.wait_for(state="attached")


def choose(page: Page, option: dict[str, Any], value: str) -> None:
    """A value of a rule, by what the page calls it."""
    label = next(one["label"] for one in option["values"] if one["value"] == value)
    page.get_by_role("radiogroup", name=option["title"], exact=True).get_by_label(label, exact=True).check(force=True)


@pytest.mark.parametrize("edition", GAMES)
def test_a_newcomer_plays_a_whole_game(browser: Browser, server: Server, edition: str) -> None:
    """A newcomer creates a table, follows the page's highlights, and gets a result with its rule and verified dice."""
    person = Person(browser, server.address, "Newcomer", viewport={"width": 1200, "height": 700})
    page = person.page
    lay_by_hand(person, edition)
    person.play_to_the_end(random.Random(11))
    result = page.locator("dialog .result")
    result.wait_for(timeout=2 * PATIENCE)
    assert result.locator("h2").inner_text()
    assert result.locator("a.rule").count() == 1
    table = page.url.rpartition("/")[2]
    journal = parse(person.context.request.get(f"/api/tables/{table}/journal").body(), "journal")
    assert prove(journal).strays is None
    assert sum(1 for entry in journal.match.entries if entry.seat == 0) > 10
    assert person.troubles == []
    person.context.close()
