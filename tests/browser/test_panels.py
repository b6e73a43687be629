"""The panels beside the board: continents, ages and seats."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, FloatRect, expect

from tests.browser.axe import violations
from tests.browser.person import Person
from tests.browser.staged import Staged
from tests.browser.test_orders import aim
from tests.browser.test_screens import PHONE, reader
from tests.kit import position
from tests.rules.risk2210.scene import scene as year
from tests.server.running import Server

on_desktops = pytest.mark.parametrize("size", [(1280, 720), (1440, 900)], ids=lambda size: f"{size[0]}x{size[1]}")
in_both_languages = pytest.mark.parametrize("language", ["en", "it"])


def test_devastated_lands_count_in_no_continent(browser: Browser, server: Server) -> None:
    """With one of its four territories devastated, Australia is complete with three (2210.collect.5)."""
    match = year("Invade", {"java_cartel": (0, 2), "new_guinea": (0, 2)}, devastated=["aboriginal_league"])
    person = Person(browser, server.address, "Ada")
    Staged(person, match)
    person.page.locator("[data-tab=continents]").click()
    row = person.page.locator("#panel-continents li").filter(has_text="Australia")
    expect(row).to_contain_text("2/3")
    expect(row).to_contain_text("(devastated)")
    person.context.close()


@pytest.mark.parametrize("theme", ["light", "colour-blind"])
def test_the_year_2210_is_always_dark(browser: Browser, server: Server, theme: str) -> None:
    """Panels are dark in the year 2210, and everything on them is readable."""
    person = reader(browser, server, theme)
    Staged(person, year("Invade", {"japan": (0, 9), "pevek": (1, 4)}))
    aim(person, "japan", "pevek")
    person.page.locator(".odds").wait_for()
    assert shade(person, ".side") < 60
    assert shade(person, ".command") < 60
    assert violations(person.page) == []
    person.context.close()


def shade(person: Person, selector: str) -> float:
    """Return the brightness of the background of a part of the page, from 0 to 255."""
    colour = person.page.locator(selector).first.evaluate("part => getComputedStyle(part).backgroundColor")
    parts = [float(part) for part in re.findall(r"[\d.]+", colour)][:3]
    return sum(parts) / 3


@pytest.mark.parametrize(
    "size", [(360, 740), (390, 844), (844, 390), (1280, 720), (1440, 900)], ids=lambda size: f"{size[0]}x{size[1]}"
)
@in_both_languages
def test_to_the_end_is_one_line(browser: Browser, server: Server, size: tuple[int, int], language: str) -> None:
    """The order, its stop control and the main button stand side by side, each in one line, without overlap."""
    width, height = size
    touch = PHONE if width < 1000 else {}
    viewport = {"viewport": {"width": width, "height": height}}
    person = reader(browser, server, language=language, **touch | viewport)
    Staged(person, year("Invade", {"japan": (0, 9), "pevek": (1, 4)}), language=language)
    aim(person, "japan", "pevek")
    places = boxes(person, "[data-end]", ".end select", "[data-confirm]")
    assert all(40 <= box["height"] <= 56 for box in places)
    for left, right in pairwise(places):
        assert left["x"] + left["width"] <= right["x"] + 1
    order, halt, main = (person.page.locator(part) for part in ("[data-end]", ".end select", "[data-confirm]"))
    for button in (order, main):
        assert button.evaluate("button => button.scrollWidth <= button.clientWidth")
    if height != 390:
        assert halt.evaluate(SELECT_ROOM) >= 0
    else:  # there is only room for the icon, and the button shows the choice
        halt.select_option("5")
        expect(order).to_have_text(re.compile("5"), use_inner_text=True)
    person.context.close()


@on_desktops
@in_both_languages
def test_a_trio_beside_armies_to_place_is_not_cut_off(
    browser: Browser, server: Server, size: tuple[int, int], language: str
) -> None:
    """A trio and a placement are asked together; the trio's button, with its value, is fully visible in the bar."""
    width, height = size
    person = reader(browser, server, language=language, viewport={"width": width, "height": height})
    trio = {0: ["venezuela", "new_guinea", "western_united_states"]}
    Staged(person, position({"alaska": (1, 9)}, rest=(0, 2), phase="Reinforce", hands=trio), language=language)
    bar, button, left = boxes(person, ".command", ".choices button", ".left")
    assert left["y"] + left["height"] <= button["y"]
    assert button["y"] + button["height"] <= bar["y"] + bar["height"]
    worth = boxes(person, ".choices small")[0]
    assert worth["y"] + worth["height"] <= button["y"] + button["height"]
    person.context.close()


def boxes(person: Person, *parts: str) -> list[FloatRect]:
    """Return the bounding boxes of these elements, once they exist."""
    found = []
    for part in parts:
        expect(person.page.locator(part)).to_be_visible()
        box = person.page.locator(part).bounding_box()
        assert box
        found.append(box)
    return found


# Extra width of a choice beyond its text and icon.
SELECT_ROOM = """(select) => {
  const pen = document.createElement('canvas').getContext('2d');
  pen.font = getComputedStyle(select).font;
  return select.clientWidth - pen.measureText(select.selectedOptions[0].text).width - 24;
}"""


def test_a_prey_is_shown_by_what_it_has_left(browser: Browser, server: Server) -> None:
    """A card to destroy a colour has no target number: it shows the prey's territories, without a meter."""
    match = position(
        {"alaska": (0, 9)}, rest=(1, 1), objectives={0: "destroy_red"}, colours=("blue", "red", "green", "black")
    )
    person = Person(browser, server.address, "Ada")
    Staged(person, match)
    part = person.page.locator(".objective .part")
    expect(part).to_contain_text("P1")
    expect(part).to_contain_text("41 territories left")
    expect(part).not_to_contain_text("/")
    expect(part.locator(".meter")).to_have_count(0)
    person.context.close()


@pytest.mark.parametrize(
    ("edition", "objective"),
    [("modern", name) for name in ("north_america_and_africa", "europe_south_america_and_another", "destroy_red")]
    + [("challenge", "objective_14")],
)
def test_the_corner_of_ones_own_shows_all_of_itself(
    browser: Browser, server: Server, edition: str, objective: str
) -> None:
    """On a small desktop, five cards, the longest objective, meters and button fit the player's panel."""
    hands = {0: ["alaska", "alberta", "brazil", "peru", "japan"]}
    match = position({"alaska": (0, 9)}, rest=(1, 1), edition=edition, objectives={0: objective}, hands=hands)
    person = reader(browser, server, viewport={"width": 1280, "height": 720})
    Staged(person, match)
    expect(person.page.locator(".dock .card-face")).to_have_count(5)
    cut = person.page.locator(".dock").evaluate(
        "dock => [dock.scrollHeight - dock.clientHeight, dock.scrollWidth - dock.clientWidth]"
    )
    assert max(cut) <= 0
    person.context.close()
