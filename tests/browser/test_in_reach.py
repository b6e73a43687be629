"""What must stay visible or reachable on small screens, and what stays hidden until it is needed."""

import random
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.person import Person, play
from tests.server.running import Server

PHONE, SIDEWAYS, LAPTOP = (390, 844), (844, 390), (1280, 720)


def screen(size: tuple[int, int]) -> dict[str, Any]:
    """Return the options of a browser with a screen of this size."""
    return {"viewport": {"width": size[0], "height": size[1]}}


@pytest.mark.parametrize("size", [PHONE, SIDEWAYS, LAPTOP])
def test_a_table_can_be_created_without_scrolling(browser: Browser, server: Server, size: tuple[int, int]) -> None:
    person = Person(browser, server.address, "Ada", **screen(size))
    person.page.goto("/new")
    button = person.page.get_by_role("button", name="Create table")
    expect(button).to_be_enabled()
    expect(button).to_be_in_viewport(ratio=1)
    button.click()
    person.page.locator("path[data-place], .seat").first.wait_for(state="attached")
    assert person.troubles == []
    person.context.close()


@pytest.mark.parametrize("size", [PHONE, SIDEWAYS])
def test_the_report_covers_no_names(browser: Browser, server: Server, size: tuple[int, int]) -> None:
    """On phones the report on other players' turns lies over the map; seats and turn stay visible."""
    person = Person(browser, server.address, "Ada", {"pace": "once", "sound": False}, **screen(size))
    bots = [{"kind": "bot", "bot": "captain"}] * 3
    person.open(person.lay("modern", [{"kind": "me", "most_dice": True}, *bots]))
    page = person.page
    play([person], random.Random(4), lambda: page.locator(".since").count() > 0)
    card, seats, command = (page.locator(part).first.bounding_box() for part in (".since", ".strip", ".command"))
    assert card is not None
    for other in (seats, command):
        assert other is not None
        beside = card["x"] >= other["x"] + other["width"] or other["x"] >= card["x"] + card["width"]
        assert beside or card["y"] >= other["y"] + other["height"] or other["y"] >= card["y"] + card["height"]
    assert person.troubles == []
    person.context.close()


def test_a_new_event_has_no_warnings_yet(browser: Browser, server: Server) -> None:
    """A new event warns of departures from the booklet only once the organiser has chosen such a way to play."""
    person = Person(browser, server.address, "Ada")
    page = person.page
    page.goto("/club#new")
    ways = page.locator(".presets input")
    expect(ways.first).to_be_visible()
    expect(page.locator(".departs")).to_have_count(0)
    for n in range(ways.count()):
        ways.nth(n).check(force=True)
        if page.locator(".departs").count():
            break
    expect(page.locator(".departs").first).to_be_visible()
    person.context.close()


def test_the_notation_is_behind_a_heading(browser: Browser, server: Server) -> None:
    person = Person(browser, server.address, "Ada")
    page = person.page
    page.goto("/board")
    page.locator("path[data-place]").first.wait_for(state="attached")
    expect(page.get_by_label("Position in notation")).to_be_hidden()
    page.get_by_text("Notation of this position").click()
    expect(page.get_by_label("Position in notation")).to_be_visible()
    person.context.close()
