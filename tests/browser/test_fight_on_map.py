"""Battles are shown on the map, with the player's own dice, without blocking the next click."""

from playwright.sync_api import Browser, expect

from kamchatka.kernel.chance import FastChance, RecordedChance
from tests.browser.person import Person
from tests.browser.staged import Staged
from tests.browser.test_orders import aim
from tests.kit import faces, position
from tests.server.running import Server

LANDS = {"brazil": (0, 9), "peru": (0, 3), "north_africa": (1, 9)}
THREE_SIXES = faces(6, 6, 6, 5, 5, 1)
# The dice are on the map and don't cover the middle of either place.
STANDS = """() => {
  const box = (one) => document.querySelector(one).getBoundingClientRect();
  const [fight, map] = ['.map-fight', '.board-area'].map(box);
  return fight.left >= map.left && fight.top >= map.top && fight.right <= map.right && fight.bottom <= map.bottom;
}"""


def test_own_dice_roll_beside_the_attacked_place(browser: Browser, server: Server) -> None:
    """Dice are compared in pairs, beaten dice remain readable, and the loss stands at the end of each row."""
    person = Person(browser, server.address, "Ada", {"pace": "calm"})
    Staged(person, position(LANDS, rest=(1, 1), luck=THREE_SIXES), lively=True)
    page = person.page
    aim(person, "brazil", "north_africa")
    page.locator("[data-confirm]").click()
    expect(page.locator(".map-fight .defence .loses .die")).to_have_count(3)
    assert page.evaluate(STANDS)
    expect(page.locator(".map-fight .attack .die").first).to_have_attribute("aria-label", "6")
    expect(page.locator(".map-fight .defence .cost")).to_have_text("−3")
    expect(page.locator(".throw .title")).to_contain_text("attacks")
    expect(page.locator(".map-fight")).to_have_count(0)  # the next question doesn't wait for it
    assert person.troubles == []
    person.context.close()


def test_a_click_while_dice_lie_is_answered(browser: Browser, server: Server) -> None:
    """A click during a dice animation ends it and chooses the place, as without the animation."""
    person = Person(browser, server.address, "Ada", {"pace": "calm"})
    Staged(person, position(LANDS, rest=(1, 1), luck=THREE_SIXES), lively=True)
    page = person.page
    page.evaluate("""() => new MutationObserver((_, watch) => {
      const place = document.querySelector('.map-fight') && document.querySelector('[data-place=peru]');
      if (!place) return;
      watch.disconnect();
      place.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    }).observe(document.querySelector('.board-area'), { childList: true, subtree: true })""")
    aim(person, "brazil", "north_africa")
    page.locator("[data-confirm]").click()
    expect(page.locator(".command .place .name")).to_have_text(["Peru"])
    assert person.troubles == []
    person.context.close()


def test_to_the_end_counts_its_throws(browser: Browser, server: Server) -> None:
    """A series of throws shows their number and both sides' losses so far, which add up to three armies per throw."""
    person = Person(browser, server.address, "Ada", {"pace": "calm"})
    match = position({"brazil": (0, 60), "north_africa": (1, 60)}, rest=(1, 1))
    match.table.chance = RecordedChance(FastChance(1))
    Staged(person, match, lively=True)
    page = person.page
    page.evaluate("""() => { window.counted = [];
      new MutationObserver(() => {
        const found = document.querySelector('.map-fight .series')?.innerText.match(/\\d+/g)?.map(Number);
        if (found && window.counted.at(-1)?.[0] !== found[0]) window.counted.push(found);
      }).observe(document.querySelector('.board-area'), { childList: true, subtree: true, characterData: true }); }""")
    aim(person, "brazil", "north_africa")
    page.get_by_label("Stop when this many are left").select_option("40")  # neither side is beaten
    page.locator("[data-end]").click()
    page.wait_for_function("() => window.counted.length >= 3")
    counted = page.evaluate("window.counted")
    assert [rolls for rolls, *_ in counted[:3]] == [2, 3, 4]
    assert all(lost + beaten == 3 * rolls for rolls, lost, beaten in counted)
    person.context.close()
