"""Moments on the board: a place taken, a seat eliminated, an objective fulfilled; without motion if reduced."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.person import Person
from tests.browser.staged import Staged
from tests.browser.test_orders import aim
from tests.kit import faces, position
from tests.server.running import Server

NAMES = ("Ada", "Bruno", "Carla", "Dino")
WORDS = {
    "en": ("Bruno is eliminated", "eliminated by Ada", "You won", "Destroy the red armies"),
    "it": ("Bruno è fuori dalla partita", "per mano di Ada", "Hai vinto", "Distruggi le armate rosse"),
}
# All elements ever shown over the board, and every animation that ran there.
WATCH = """() => {
  window.told = [];
  window.moving = new Set();
  new MutationObserver(() => {
    const said = document.querySelector('.moment')?.innerText;
    if (said && !window.told.includes(said)) window.told.push(said);
    for (const kind of ['spread', 'glow', 'loss'])
      if (document.querySelector(`.${kind}`)?.getAnimations().length) window.moving.add(kind);
  }).observe(document.querySelector('.board-area'), { subtree: true, childList: true });
}"""


@pytest.mark.parametrize("less", [False, True], ids=["moving", "still"])
@pytest.mark.parametrize("language", WORDS)
def test_the_last_place_of_a_prey(browser: Browser, server: Server, language: str, less: bool) -> None:
    """Ada takes Bruno's last place, which was her objective: the page shows his elimination, then her win."""
    lands = {"alaska": (0, 9), "kamchatka": (1, 1), "peru": (3, 2)}
    match = position(
        lands,
        rest=(2, 1),
        objectives={0: "destroy_red"},
        colours=("blue", "red", "green", "black"),
        luck=faces(6, 6, 6, 1),
    )
    person = Person(browser, server.address, "Ada", {"language": language, "lessMotion": less, "pace": "normal"})
    Staged(person, match, NAMES, language, lively=True)
    page = person.page
    page.evaluate(WATCH)
    aim(person, "alaska", "kamchatka")
    page.locator("[data-confirm]").click()
    out, by, wins, objective = WORDS[language]
    expect(page.locator(".moment.out")).to_contain_text(out)
    expect(page.locator(".moment.won")).to_contain_text(wins)
    expect(page.locator("dialog .result")).to_contain_text(wins)
    expect(page.locator(".moment")).to_have_count(0)
    fallen, won = page.evaluate("() => window.told")
    assert by in fallen
    assert objective in won
    moving = set(page.evaluate("() => [...window.moving]"))
    assert moving == (set() if less else {"spread", "glow", "loss"})
    assert person.troubles == []
    person.context.close()
