"""A newcomer's whole game against bots, from the first page to the result, in every edition."""
import random

import pytest
from playwright.sync_api import Browser

from kamchatka.journal import parse
from kamchatka.proof import prove
from tests.browser.person import PATIENCE, Person
from tests.server.running import Server

# A newcomer clicks at random, so the bots soon win.
GAMES = ["modern", "original", "challenge", "classic", "classic_ancient", "risk2210", "godstorm"]
STEPS = 20_000
MOST = 80                   # clicks: a game for the whole world can last hundreds
# One look and one click inside the page, so that nothing can change between them: planned armies first, then what is
# to be confirmed, else a lit place, a choice, or on to the next phase.
CLICK = """luck => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const click = (some) => some[Math.floor(luck * some.length)].dispatchEvent(new MouseEvent('click', {bubbles: true}));
  if (document.querySelector('.result, .ended')) return 'over';
  const lit = all('path.open[data-place]');
  const left = Number(document.querySelector('.left .number')?.textContent ?? 0);
  const confirm = all('.command [data-confirm]:not([disabled])');
  const bare = all('.command [data-bare]:not([disabled])');
  const choices = all('.command .choices button:not([disabled])');
  if (left && lit.length && !confirm.length) for (let army = 0; army < left; army++) click(lit);
  else if (confirm.length) click(confirm);
  else if (bare.length && (luck * 7) % 1 < 0.6) click(bare);
  else if (choices.length && (luck * 13) % 1 < 0.3) click(choices);
  else if (lit.length || choices.length || bare.length) click([lit, choices, bare].find((some) => some.length));
  else return 'waiting';
  return 'clicked';
}"""


def play_to_the_end(person: Person, luck: random.Random) -> None:
    """Click until the page says that it is over; after MOST clicks a bot gets the seat and the newcomer watches."""
    clicks = 0
    for _ in range(STEPS):
        done = person.page.evaluate(CLICK, luck.random())
        clicks += done == "clicked"
        if done == "over":
            return
        if clicks == MOST:
            leave(person)
            clicks += 1
        person.page.wait_for_timeout(10 if done == "clicked" else 30)
    raise AssertionError(f"the game did not end: {person.page.locator('.command').inner_text()}")


def leave(person: Person) -> None:
    """By the menu, and yes, for sure."""
    person.page.locator("[data-menu]").click()
    for _ in range(2):
        person.page.locator("[data-leave]").click()
    person.page.locator("[data-leave]").wait_for(state="detached")


@pytest.mark.parametrize("edition", GAMES)
def test_a_newcomer_plays_a_whole_game(browser: Browser, server: Server, edition: str) -> None:
    """Three clicks, then only what the page lights up; at the end a result that cites its rule, and proved dice."""
    person = Person(browser, server.address, "Newcomer", viewport={"width": 1200, "height": 700})
    page = person.page
    page.on("pageerror", lambda error: person.troubles.append(str(error)))
    page.goto("/")
    page.locator("a", has_text="New table").first.click()
    page.locator(f"input[name=edition][value={edition}]").check(force=True)
    page.locator("button", has_text="Lay the table").click()
    page.locator("path[data-place]").first.wait_for(state="attached")
    play_to_the_end(person, random.Random(11))
    result = page.locator("dialog .result")
    result.wait_for(timeout=2 * PATIENCE)
    assert result.locator("h2").inner_text()
    assert result.locator("a.rule").count() == 1
    table = page.url.rpartition("/")[2]
    journal = person.context.request.get(f"/api/tables/{table}/journal").body()
    assert prove(parse(journal, "journal")).strays is None
    assert person.troubles == []
    person.context.close()
