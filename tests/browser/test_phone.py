"""A phone: pinch, double tap and long press work, and every control is large enough for a finger."""

import random
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect

from tests.browser.person import Person
from tests.browser.staged import Staged
from tests.browser.test_labels import CALM, played
from tests.server.running import Server

SIZES = {"upright": (390, 844), "sideways": (844, 390)}
THUMB = 44
# Controls that are smaller than a thumb in some direction. A link inside a sentence is as high as the sentence,
# and what is scrolled away can be brought back.
SMALL = """thumb => {
  const half = thumb / 2 - 1;
  const isText = (one) => one.matches('a') && getComputedStyle(one).display === 'inline';
  const all = [...document.querySelectorAll('button, a[href], input, select, textarea, summary, [role=tab]')];
  const reaches = (one, x, y) => {
    const hit = document.elementFromPoint(x, y);
    return !hit || one.contains(hit) || hit.closest('label')?.contains(one);
  };
  const modal = document.querySelector('dialog[open]');
  return all.filter((one) => !isText(one) && one.checkVisibility() && !one.closest('[inert]') && !one.disabled
      && (!modal || modal.contains(one))).filter((one) => {
    const box = (one.closest('label') ?? one).getBoundingClientRect();
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    if (x < half || y < half || x > innerWidth - half || y > innerHeight - half || !reaches(one, x, y)) return false;
    return ![[-half, 0], [half, 0], [0, -half], [0, half]].every(([dx, dy]) => reaches(one, x + dx, y + dy));
  }).map((one) => `${one.tagName} ${one.className} ${one.innerText || one.ariaLabel || ''}`);
}"""


def phone(browser: Browser, server: Server, size: str) -> Person:
    width, height = SIZES[size]
    viewport = {"width": width, "height": height}
    return Person(browser, server.address, "Ada", {"sound": False}, viewport=viewport, has_touch=True, is_mobile=True)


def scale(page: Page) -> float:
    """Return the pixels per unit of the map."""
    return float(page.evaluate("() => document.querySelector('.board-area svg.places').getScreenCTM().a"))


def middle(page: Page, place: str) -> tuple[float, float]:
    """Return the position of a place's badge on the screen."""
    found = page.evaluate(
        """place => {
          const path = document.querySelector(`.board-area path[data-place=${place}]`);
          const box = path.getBoundingClientRect();
          for (let i = 1; i < 20; i++) for (let j = 1; j < 20; j++) {
            const [x, y] = [box.left + box.width * i / 20, box.top + box.height * j / 20];
            if (document.elementFromPoint(x, y) === path) return [x, y];
          }
        }""",
        place,
    )
    return float(found[0]), float(found[1])


def touch(session: CDPSession, kind: str, *points: tuple[float, float]) -> None:
    places = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})


@pytest.fixture
def table(browser: Browser, server: Server) -> Any:
    """Return a player with a phone at an attack, and the fingers."""
    person = phone(browser, server, "upright")
    Staged(person, played("modern"))
    person.page.evaluate(CALM)
    yield person, person.context.new_cdp_session(person.page)
    assert person.troubles == []
    person.context.close()


def test_two_fingers_make_the_map_larger(table: Any) -> None:
    person, fingers = table
    before = scale(person.page)
    touch(fingers, "touchStart", (180, 330), (210, 330))
    for step in range(1, 9):
        touch(fingers, "touchMove", (180 - 8 * step, 330), (210 + 8 * step, 330))
    touch(fingers, "touchEnd")
    assert scale(person.page) > 2 * before
    expect(person.page.locator(".place-card, .bubble")).to_have_count(0)  # and nothing was selected or asked


# Events happen at this moment, in milliseconds, however long the browser takes between two taps.
TAPPED_AT = (
    """(at) => Object.defineProperty(Event.prototype, 'timeStamp', {configurable: true, get: () => 5000 + at})"""
)


def test_a_double_tap_goes_closer_and_back(table: Any) -> None:
    """A double tap zooms in and out, except on selectable places, where it selects twice."""
    person, _ = table
    page, before = person.page, scale(person.page)
    for second, closer in enumerate((1.9, 1.9**2, 1)):
        page.evaluate(TAPPED_AT, 1000 * second)  # the next tap counts as a first one
        x, y = page.evaluate(
            "() => { const map = document.querySelector('.board-area').getBoundingClientRect();"
            " return [map.left + map.width / 2, map.bottom - 30]; }"
        )
        page.touchscreen.tap(x, y)
        page.touchscreen.tap(x, y)
        assert scale(page) == pytest.approx(before * closer, rel=0.01)


def test_a_long_press_says_what_a_place_is(table: Any) -> None:
    """A long touch shows a place's name, holder, armies and zone without choosing it; the next touch ends it."""
    person, fingers = table
    page = person.page
    place = page.locator("path.open[data-place]").first.get_attribute("data-place")
    x, y = middle(page, place)
    touch(fingers, "touchStart", (x, y))
    card = page.locator(".place-card")
    expect(card).to_contain_text("yours")
    touch(fingers, "touchEnd")
    said = page.locator(f"path[data-place={place}]").get_attribute("aria-label")
    name, _, rest = said.partition(": ")
    assert card.locator("b").inner_text() == name
    expect(card).to_contain_text(rest)
    assert "+" in card.locator(".muted").inner_text()
    expect(page.locator("svg.aimed")).to_have_count(0)
    page.touchscreen.tap(x, y)
    expect(card).to_have_count(0)
    expect(page.locator("svg.aimed").first).to_be_attached()


COVERED = """() => {
  const tabs = document.querySelector('.board-area .tabs').getBoundingClientRect();
  const meets = (box) =>
    box.left < tabs.right && box.right > tabs.left && box.top < tabs.bottom && box.bottom > tabs.top;
  return [...document.querySelectorAll('.places [data-place]')].filter((one) => meets(one.getBoundingClientRect()))
    .map((one) => one.dataset.place);
}"""


@pytest.mark.parametrize("edition", ["risk2210", "godstorm"])
def test_sideways_the_tabs_of_two_boards_cover_no_place(browser: Browser, server: Server, edition: str) -> None:
    """In landscape the tabs of the two boards lie beside the map and cover no place, on either board."""
    person = phone(browser, server, "sideways")
    page = person.page
    Staged(person, played(edition))
    for tab in page.locator(".board-area [role=tab]").all():
        tab.click()
        expect(tab).to_have_attribute("aria-selected", "true")
        page.wait_for_function(f"() => ({COVERED})().length === 0")
    person.context.close()


@pytest.mark.parametrize("size", SIZES)
def test_the_longest_phase_leaves_the_menu_where_it_is(browser: Browser, server: Server, size: str) -> None:
    """The menu stays in place in the preparation of Godstorm, which ends with a phase of four words."""
    person, luck = phone(browser, server, size), random.Random(3)
    page = person.page
    person.open(person.lay("godstorm", [{"kind": "me"}, *[{"kind": "bot", "bot": "captain"}] * 3], name="phases"))
    phase = page.locator(".phases .on")
    person.play_until(luck, "document.querySelector('.phases .on')?.innerText === 'War god and temple'")
    assert phase.inner_text() == "War god and temple"
    box = page.locator("[data-menu]").bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= SIZES[size][0]
    person.context.close()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("edition", ["modern", "risk2210"])
def test_thumbs_hit_everything_at_a_table(browser: Browser, server: Server, edition: str, size: str) -> None:
    """Every control at a table is large enough for a thumb: with a planned attack, in every tab, in the settings."""
    person = phone(browser, server, size)
    page = person.page
    Staged(person, played(edition))
    assert page.evaluate(SMALL, THUMB) == []
    page.locator("path.open[data-place]").first.dispatch_event("click")
    page.locator("path.open[data-place]").last.dispatch_event("click")
    for tab in page.locator(".tabbar button").all():
        tab.click()
        assert page.evaluate(SMALL, THUMB) == []
    page.locator("[data-menu]").click()
    assert page.evaluate(SMALL, THUMB) == []
    person.context.close()


@pytest.mark.parametrize("size", SIZES)
def test_thumbs_hit_everything_in_the_lobby(browser: Browser, server: Server, size: str) -> None:
    person = phone(browser, server, size)
    for path in ("/", "/new", "/learn", "/me", "/rules/modern"):
        person.page.goto(path)
        person.page.wait_for_load_state("networkidle")
        assert person.page.evaluate(SMALL, THUMB) == [], path
    person.context.close()


def test_a_small_target_is_noticed(browser: Browser, server: Server) -> None:
    """The helper of the tests above notices a target that is too small."""
    person = phone(browser, server, "upright")
    person.page.goto("/")
    person.page.wait_for_load_state("networkidle")
    person.page.evaluate("""() => {
      const small = document.createElement('button');
      small.innerText = 'small';
      small.style.cssText = 'position:fixed;left:100px;top:400px;width:60px;height:30px;z-index:99';
      document.body.append(small);
    }""")
    assert [one for one in person.page.evaluate(SMALL, THUMB) if "small" in one] != []
    person.context.close()
