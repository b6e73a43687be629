"""Continents on the map: their outline and bonus, in the colour of a seat that holds them or nearly does."""

from playwright.sync_api import Browser, expect

from tests.browser.person import Person
from tests.browser.staged import Staged
from tests.kit import position
from tests.server.running import Server

SOUTH_AMERICA = {"venezuela": (1, 2), "brazil": (1, 2), "peru": (1, 2), "argentina": (1, 2)}
OCEANIA = {"indonesia": (0, 9), "new_guinea": (0, 2), "western_australia": (0, 2), "eastern_australia": (3, 2)}


def test_a_held_continent_is_lit_and_so_is_one_that_lacks_a_territory(browser: Browser, server: Server) -> None:
    """Every continent shows its bonus; its outline is coloured if one seat holds it, or all but one territory."""
    person = Person(browser, server.address, "Ada")
    colours = ("blue", "red", "green", "black")
    lands = {**SOUTH_AMERICA, **OCEANIA, "alaska": (1, 3), "greenland": (3, 3), "egypt": (1, 2), "congo": (3, 2)}
    lands |= {"china": (1, 2), "siam": (3, 2), "iceland": (1, 2), "ukraine": (3, 2)}
    Staged(person, position(lands, rest=(2, 1), colours=colours))
    page = person.page
    expect(page.locator("[data-bonus]")).to_have_text(["+5", "+2", "+5", "+3", "+7", "+2"])
    expect(page.locator(".zones .outline")).to_have_count(6)
    held = page.locator(".zones .lit.whole")
    expect(held).to_have_count(1)
    assert held.get_attribute("data-zone") == "south_america"
    near = page.locator(".zones .lit:not(.whole)")
    expect(near).to_have_count(1)
    assert near.get_attribute("data-zone") == "oceania"
    assert person.troubles == []
    person.context.close()


def test_the_map_can_do_without(browser: Browser, server: Server) -> None:
    """The switch in the settings hides outlines and bonuses on the map, and its value is kept."""
    person = Person(browser, server.address, "Ada")
    Staged(person, position({"alaska": (0, 9)}, rest=(1, 1)))
    page = person.page
    expect(page.locator("[data-bonus]").first).to_be_visible()
    page.locator("[data-menu]").click()
    page.get_by_role("switch", name="Continents on the map").click()
    expect(page.locator(".zones")).to_have_count(0)
    page.reload()
    page.locator("path[data-place]").first.wait_for(state="attached")
    expect(page.locator(".zones")).to_have_count(0)
    person.context.close()
