"""Tournament pages pass WCAG 2.2 AA (axe-core): light and dark, desktop and phone, both languages."""

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.axe import violations
from tests.browser.organiser import Organiser, by_strength
from tests.browser.person import Person
from tests.browser.qr import read
from tests.server.running import Server

NAMES = ["Ada", "Bruno", "Carla", "Dino", "Elena", "Fabio", "Gina", "Ivo"]
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
TABS = ("Today", "Players", "Standings", "Sheets and lists", "History", "Rules of the event")


def desk_with_a_round(browser: Browser, server: Server, theme: str, **context: Any) -> Organiser:
    """Return a desk with eight players at two tables, one of which has reported."""
    desk = Organiser(browser, server, **context)
    kept = json.dumps({"theme": theme, "language": "en", "lessMotion": True, "sound": False})
    desk.context.add_init_script(f"localStorage.setItem('kamchatka.settings', {json.dumps(kept)})")
    desk.create_event(f"Evening in {theme}", "evening")
    said = desk.take_list("eight.csv", "name,club\n" + "".join(f"{name},Club {name[0]}\n" for name in NAMES))
    expect(said).to_contain_text("8 players imported")
    desk.tab("Today")
    tables = desk.draw("Round 1")
    desk.score(1, by_strength(tables[0], NAMES))
    return desk


@pytest.mark.parametrize(("theme", "context"), [("light", {}), ("dark", PHONE)])
def test_the_desk_is_accessible(browser: Browser, server: Server, theme: str, context: dict[str, Any]) -> None:
    desk = desk_with_a_round(browser, server, theme, **context)
    for tab in TABS:
        desk.tab(tab)
        assert violations(desk.page) == [], tab
    desk.tab("Today")
    sheet = desk.sheet(2)
    assert violations(desk.page) == []
    sheet.get_by_text("Tick territories").click()
    sheet.locator("path[data-place]").first.wait_for()
    assert violations(desk.page) == []
    assert desk.troubles == []
    desk.context.close()


def test_the_other_pages_are_accessible_and_italian(browser: Browser, server: Server) -> None:
    """The event list, a new event, the public page, the wall and a phone are accessible, also in Italian."""
    desk = desk_with_a_round(browser, server, "light")
    desk.tab("Players")
    seat = desk.link_of("Carla")
    guest = Person(browser, server.address, "Guest", **PHONE)
    pages = {
        "/club": "li a[href*='/event/']",
        "/club#new": "input[name=preset]",
        seat: ".where",
        f"/event/{desk.event}": "li[data-table]",
        f"/screen/{desk.event}": ".tables",
    }
    for path, found in pages.items():
        guest.page.goto("/learn")  # a new fragment alone would not reload the page
        guest.page.goto(path)
        guest.page.locator(found).first.wait_for()
        assert violations(guest.page) == [], path
    guest.page.goto(f"/seat/{desk.event}")  # the key is kept
    guest.page.get_by_text("IT", exact=True).click()
    expect(guest.page.locator(".where")).to_contain_text("Tavolo")
    expect(guest.page.locator("h2", has_text="Classifica")).to_be_visible()
    for person in (desk, guest):
        assert person.troubles == []
        person.context.close()


def test_a_phone_hands_in_a_result_and_the_desk_takes_it(browser: Browser, server: Server) -> None:
    """A player submits a result by phone and the organiser saves it; an invalid key shows the public page."""
    desk = desk_with_a_round(browser, server, "light")
    names = desk.page.locator("li[data-table='2'] .name").all_inner_texts()
    desk.tab("Players")
    phone = Person(browser, server.address, "Player", **PHONE)
    phone.page.goto(desk.link_of(names[0]))
    phone.page.get_by_role("button", name="Submit the table’s result").click()
    points = by_strength(names, NAMES)
    hand_in(phone, points)
    desk.tab("Today")
    expect(desk.page.locator("li[data-table='2'] .chip.warn")).to_have_text("To confirm")
    sheet = desk.sheet(2)
    expect(sheet).to_contain_text(f"Submitted by {names[0]}")
    expect(sheet.locator(f"[data-points='{names[0]}']")).to_have_value(str(points[names[0]]))
    desk.hand_in(2)
    expect(phone.page.get_by_role("status")).to_contain_text("Entered by the organiser")
    phone.page.goto(f"/event/{desk.event}#key=nothing")
    expect(phone.page.locator("li[data-table]")).to_have_count(2)
    expect(phone.page.locator("[data-score]")).to_have_count(0)
    for person in (desk, phone):
        assert person.troubles == []
        person.context.close()


def hand_in(phone: Person, points: dict[str, int]) -> None:
    """Fill in the score sheet on a phone and submit it."""
    phone.page.get_by_role("button", name="Enter the result").click()
    for name, worth in points.items():
        phone.page.locator(f"[data-points='{name}']").fill(str(worth))
    phone.page.locator("[data-save]").click()
    expect(phone.page.get_by_role("status")).to_contain_text("Submitted")


def test_a_second_phone_scans_the_code_and_confirms(browser: Browser, server: Server) -> None:
    """The first phone shows the code, the second one confirms. The desk follows by itself."""
    desk = desk_with_a_round(browser, server, "light")
    names = desk.page.locator("li[data-table='2'] .name").all_inner_texts()
    desk.page.goto(f"/screen/{desk.event}#codes")
    link = read(desk.page, "Code of table 2")
    assert f"/result/{desk.event}#code=1-2-" in link
    desk.page.goto(f"/event/{desk.event}")
    first, second = (Person(browser, server.address, name, **PHONE) for name in ("First", "Second"))
    first.page.goto(link)
    assert violations(first.page) == []
    first.page.get_by_role("button", name=names[0]).click()
    hand_in(first, by_strength(names, NAMES))
    assert read(first.page, "Code to confirm the result") == link
    assert violations(first.page) == []
    second.page.goto(f"/event/{desk.event}")
    second.page.get_by_role("link", name="Hand in a result").click()
    second.page.get_by_label("Code of your table").fill(link.rpartition("=")[2].lower())
    second.page.get_by_role("button", name="Open").click()
    second.page.get_by_role("button", name=names[1]).click()
    expect(second.page.get_by_role("status")).to_contain_text(f"{names[0]} submitted this result")
    assert violations(second.page) == []
    second.page.locator("[data-confirm]").click()
    for phone in (first, second):
        expect(phone.page.get_by_role("status")).to_contain_text(f"Submitted by {names[0]}, confirmed by {names[1]}")
    expect(desk.page.locator("li[data-table='2'] .chip.good")).to_have_text("Confirmed")
    for person in (desk, first, second):
        assert person.troubles == []
        person.context.close()


def test_the_desk_decides_a_dispute(browser: Browser, server: Server) -> None:
    """A second phone says what is wrong; both see both score sheets, and the organiser saves one of them."""
    desk = desk_with_a_round(browser, server, "light")
    names = desk.page.locator("li[data-table='2'] .name").all_inner_texts()
    desk.tab("Players")
    first, second = (Person(browser, server.address, name, **PHONE) for name in ("First", "Second"))
    first.page.goto(desk.link_of(names[0]))
    first.page.get_by_role("button", name="Submit the table’s result").click()
    points = by_strength(names, NAMES)
    hand_in(first, points)
    second.page.goto(first.page.url)
    second.page.get_by_role("button", name=names[1]).click()
    second.page.get_by_role("button", name="No, something’s wrong").click()
    last = min(points, key=lambda name: points[name])
    second.page.locator(f"[data-points='{last}']").fill("18")
    second.page.get_by_label("Note").fill("We counted again")
    second.page.locator("[data-save]").click()
    for phone in (first, second):
        expect(phone.page.get_by_role("status")).to_contain_text("You don’t agree yet")
        expect(phone.page.locator("[data-claim]")).to_have_count(2)
        assert violations(phone.page) == []
    expect(first.page.get_by_role("button", name=f"Accept {names[1]}’s score sheet")).to_be_visible()
    desk.tab("Today")
    expect(desk.page.locator("li[data-table='2'] .chip.bad")).to_have_text("Disputed")
    sheet = desk.sheet(2)
    expect(desk.page.locator(".disputes")).to_contain_text(f"{last} 18 instead of {points[last]}")
    assert violations(desk.page) == []
    desk.page.get_by_role("button", name=f"Use {names[1]}’s score sheet").click()
    expect(sheet.locator(f"[data-points='{last}']")).to_have_value("18")
    desk.hand_in(2)
    for person in (desk, first, second):
        assert person.troubles == []
        person.context.close()


def test_a_round_is_played_here(browser: Browser, server: Server) -> None:
    """The organiser opens the tables online, a player takes a seat by personal link, and bots fill the others."""
    desk = desk_with_a_round(browser, server, "light")
    names = desk.page.locator("li[data-table='2'] .name").all_inner_texts()
    desk.page.get_by_role("button", name="Play it here, online").click()
    begin = desk.page.get_by_role("button", name="Start, with bots for the missing Table 2")
    expect(begin).to_be_visible()
    desk.tab("Players")
    phone = Person(browser, server.address, "Player", **PHONE)
    phone.page.goto(desk.link_of(names[0]))
    phone.page.get_by_role("button", name="Take my seat").click()
    phone.page.wait_for_url("**/t/*")
    desk.tab("Today")
    begin.click()
    expect(begin).to_have_count(0)
    expect(desk.page.locator("li[data-table='2'] a", has_text="Watch")).to_be_visible()
    expect(phone.page.locator("path[data-place]").first).to_be_attached()
    for person in (desk, phone):
        assert person.troubles == []
        person.context.close()
