"""Redrawing after an attack: only affected elements are replaced, and nothing hides important ones."""

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.person import Person
from tests.browser.staged import Staged
from tests.browser.test_orders import aim
from tests.kit import faces, position
from tests.server.running import Server

# Record from now on: places whose sentence changes, badges that change, new names, log lines and placements of names.
# Existing elements are marked, so that they can be recognised.
WATCH = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const seen = (window.seen = { sentences: new Set(), badges: new Set(), names: 0, lines: 0, placings: 0 });
  const badges = all('.places ~ svg .pieces > g');
  for (const line of all('.log p')) line.old = true;
  const made = (record, selector) =>
    [...record.addedNodes].filter((node) => node.matches?.(selector) || node.querySelector?.(selector)).length;
  const look = (record) => {
    const { target, attributeName: name } = record;
    const element = target.nodeType === 1 ? target : target.parentElement;
    if (name === 'aria-label' && element.dataset.place) seen.sentences.add(element.dataset.place);
    if (name === 'data-placing' && element.dataset.placing) seen.placings += 1;
    const badge = badges.findIndex((one) => one.contains(element));
    if (badge >= 0) seen.badges.add(badge);
    seen.names += made(record, '[data-name]');
    if (element.closest('.log')) seen.lines += made(record, 'p');
  };
  new MutationObserver((records) => records.forEach(look)).observe(document.querySelector('.game'),
    { subtree: true, childList: true, attributes: true, characterData: true });
}"""
SEEN = """() => ({ ...window.seen, sentences: [...window.seen.sentences].sort(), badges: window.seen.badges.size,
  kept: [...document.querySelectorAll('.log p')].filter((line) => line.old).length })"""


@pytest.fixture
def table(browser: Browser, server: Server) -> Iterator[Page]:
    """Ada has attacked Kamchatka from Alaska once and may repeat it: she loses two armies per throw, Bruno one."""
    lands = {"alaska": (0, 20), "kamchatka": (1, 20), "peru": (3, 1)}
    match = position(lands, rest=(2, 1), luck=faces(*[6, 6, 1, 6, 5, 1] * 3))
    person = Person(browser, server.address, "Ada", {"pace": "quick", "lessMotion": False})
    Staged(person, match, ("Ada", "Bruno", "Carla", "Dino"), lively=True)
    aim(person, "alaska", "kamchatka")
    attack(person.page, left=18)
    yield person.page
    assert person.troubles == []
    person.context.close()


def attack(page: Page, left: int) -> None:
    """Repeat the planned attack until Alaska has too few armies and something else is possible."""
    page.locator("[data-confirm]").click()
    expect(page.locator("path[data-place=alaska]")).to_have_attribute("aria-label", f"Alaska: yours, {left} armies")
    page.locator("[data-confirm]:not([disabled])").wait_for()


def test_a_battle_redraws_what_it_touches(table: Page) -> None:
    """A battle redraws its two places; all other places keep their badges, sentences and names."""
    table.evaluate(WATCH)
    attack(table, left=16)
    seen = table.evaluate(SEEN)
    assert seen["sentences"] == ["alaska", "kamchatka"]
    assert seen["badges"] == 2
    assert seen["names"] == seen["placings"] == 0


def test_the_log_grows_by_its_new_lines(table: Page) -> None:
    """A battle for another place adds a line to the log; existing lines are not recreated."""
    before = table.locator(".log p").count()
    table.evaluate(WATCH)
    table.locator("path.open[data-place=alberta]").dispatch_event("click")
    attack(table, left=17)
    seen = table.evaluate(SEEN)
    assert before > 0
    assert (seen["kept"], seen["lines"]) == (before, table.locator(".log p").count() - before)
    assert seen["lines"] > 0


def test_names_are_placed_once_for_a_zoom(table: Page) -> None:
    """Zooming places the names once; dragging the map doesn't move them."""
    table.evaluate(WATCH)
    table.locator(".zoom button").first.click()
    table.wait_for_function("() => window.seen.placings && !document.querySelector('[data-placing]')")
    box = table.locator(".places").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    table.mouse.move(x, y)
    table.mouse.down()
    view = table.locator(".places").get_attribute("viewBox")
    table.mouse.move(x - 120, y - 40, steps=6)
    table.mouse.up()
    expect(table.locator(".places")).not_to_have_attribute("viewBox", view or "")
    assert table.evaluate("() => window.seen.placings") == 1


def test_a_long_log_is_made_as_it_is_read(browser: Browser, server: Server) -> None:
    """Only the newest turns of a long log are rendered; older ones appear when the reader scrolls."""
    person = Person(browser, server.address, "Ada")
    person.open(person.lay("modern", [{"kind": "me"}, *[{"kind": "bot", "bot": "cautious"}] * 3]))
    page, luck = person.page, random.Random(5)
    person.play_until(luck, "document.querySelector('.log > i')")
    made = page.locator(".log p").count()
    assert made < 80
    page.wait_for_function(
        """made => {
          const panel = document.querySelector('.panel');
          panel.scrollTop = panel.scrollHeight; // turns that come into sight are higher than estimated
          return document.querySelectorAll('.log p').length > made;
        }""",
        arg=made,
    )
    person.context.close()


# The elements created on the map from now on, and the visible board.
MADE = """() => {
  window.made = 0;
  const elements = (node) => node.nodeType === 1 ? 1 + node.querySelectorAll('*').length : 0;
  new MutationObserver((records) => records.forEach(({ addedNodes }) => addedNodes.forEach((node) => {
    window.made += elements(node);
  }))).observe(document.querySelector('.board-area'), { subtree: true, childList: true });
}"""
BOARD = "() => document.querySelector('.board-area > .frame > svg.places').getAttribute('aria-label')"


@pytest.mark.parametrize("edition", ["risk2210", "godstorm"])
def test_another_map_is_shown_without_being_made_anew(browser: Browser, server: Server, edition: str) -> None:
    """Switching maps recreates only the zoom buttons, because both maps exist from the start."""
    person = Person(browser, server.address, "Ada")
    person.open(person.lay(edition, [{"kind": "me"}, *[{"kind": "bot", "bot": "cautious"}] * 2]))
    page = person.page
    page.locator(".inset button").wait_for()
    page.wait_for_function("() => !document.querySelector('[data-placing]')")
    places, first = page.locator(".places path[data-place]").count(), page.evaluate(BOARD)
    page.evaluate(MADE)
    page.locator(".inset button").click()
    page.wait_for_function(f"first => ({BOARD})() !== first", arg=first)
    assert page.locator(".places path[data-place]").count() != places
    assert page.evaluate("() => window.made") < 20
    assert person.troubles == []
    person.context.close()


def test_a_number_that_changes_is_not_laid_out_in_every_frame(table: Page) -> None:
    """An animated number is not laid out and painted in every frame: groups are moved, letters are not enlarged."""
    table.evaluate("""() => {
      window.moved = new Set();
      document.addEventListener('animationstart', ({ target }) => window.moved.add(target.tagName), true);
    }""")
    attack(table, left=16)
    assert "g" in table.evaluate("() => [...window.moved]")
    assert "text" not in table.evaluate("() => [...window.moved]")


def test_an_arrow_hides_no_number(table: Page) -> None:
    """Between two close places the arrow is drawn first, with names and badges over it."""
    order = """() => {
      const [arrow, ...over] = ['.arrow', '.labels', '.pieces'].map((part) => document.querySelector(`.frame ${part}`));
      return over.every((one) => arrow.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
    }"""
    assert table.evaluate(order)


def test_nobody_waits_for_oneself(table: Page) -> None:
    """While our own throw is shown, the bar names the player whose turn it is."""
    table.evaluate("""() => {
      window.waited = new Set();
      new MutationObserver(() => document.querySelectorAll('.waiting p b').forEach((one) => {
        window.waited.add(one.textContent);
      })).observe(document.querySelector('.command'), { subtree: true, childList: true, characterData: true });
    }""")
    attack(table, left=16)
    assert table.evaluate("() => [...window.waited]") == ["Your turn"]
