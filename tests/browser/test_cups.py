"""Cups on the page: joined from the front page with one click, with a page of tables and results."""

from typing import Any

from playwright.sync_api import Browser, Route, expect

from tests.browser.axe import violations
from tests.browser.person import Person
from tests.server.running import Server

PHONE = {"width": 390, "height": 844}
SEAT = {"bot": False, "mine": False, "points": "", "won": False}


def test_the_front_page_leads_with_what_is_on(browser: Browser, server: Server) -> None:
    """One click on the front page joins the next cup; cups, the queue and the puzzle come before the tables."""
    ada = Person(browser, server.address, "Ada Cup")
    ada.page.goto("/")
    strip = ada.page.get_by_role("region", name="What is on")
    expect(strip).to_contain_text("Puzzle of the day")
    strip.get_by_role("button", name="Join").click()
    expect(strip).to_contain_text("You’re in")
    expect(strip).to_contain_text("1 player")
    assert strip.bounding_box()["y"] < ada.page.get_by_role("heading", name="Tables").bounding_box()["y"]  # type: ignore[index]
    strip.get_by_role("link", name="Time Attack Cup").click()
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("Time Attack Cup")
    expect(ada.page.get_by_role("cell", name="Ada Cup")).to_be_visible()
    ada.page.get_by_role("button", name="Leave").click()
    expect(ada.page.get_by_text("Nobody has joined yet")).to_be_visible()
    assert not ada.troubles


def test_the_list_of_cups_on_a_phone_in_italian(browser: Browser, server: Server) -> None:
    bea = Person(browser, server.address, "Bea Cup", {"language": "it"}, viewport=PHONE)
    bea.page.goto("/cups")
    expect(bea.page.get_by_role("heading", level=1)).to_have_text("Coppe")
    expect(bea.page.get_by_role("link", name="Coppa Challenge")).to_be_visible()
    expect(bea.page.get_by_text("In questa stagione non ci sono ancora punti.")).to_be_visible()
    assert bea.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert violations(bea.page) == []


def test_a_player_is_called_to_the_table_and_sees_the_result(browser: Browser, server: Server) -> None:
    """The page opens the table when the round begins; later it shows places, points and the winner."""
    cora = Person(browser, server.address, "Cora Cup")
    table = cora.lay("modern", [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}])
    answers = {"status": "open", "table": ""}

    def answer(route: Route) -> None:
        route.fulfill(json=_cup(answers["status"], answers["table"]))

    cora.page.route("**/api/cups/daily-*", answer)
    cora.page.goto("/cup/daily-20261119-1930")
    expect(cora.page.get_by_text("You’re in")).to_be_visible()
    answers.update(status="running", table=table)
    expect(cora.page).to_have_url(f"{server.address}/t/{table}")
    answers.update(status="over", table="")
    cora.page.goto("/cup/daily-20261119-1930")
    expect(cora.page.get_by_text("Won by Cora Cup")).to_be_visible()
    expect(cora.page.get_by_role("row", name="1 Cora Cup 150 10")).to_be_visible()
    expect(cora.page.get_by_role("link", name="Review")).to_have_attribute("href", "/replay/abc")
    assert violations(cora.page) == []


def _cup(status: str, table: str) -> Any:
    """Return a cup of one person and a bot, as the server describes it."""
    is_over = status == "over"
    player = {"name": "Cora Cup", "bot": False, "mine": True, "withdrawn": False, "place": 1, "total": "150"}
    other = {**player, "name": "Vega", "bot": True, "mine": False, "place": 2, "total": "12"}
    seats = [{**SEAT, "name": "Cora Cup", "mine": True, "points": "150", "won": True}, {**SEAT, "name": "Vega"}]
    row = {
        **{"id": "daily-20261119-1930", "series": "daily", "name": "Time Attack Cup", "about": "", "edition": "modern"},
        **{"edition_name": "Modern", "starts": 1_795_116_600_000, "status": status, "rounds": 1, "seats": 4},
        **{"clock_seconds": 60, "bots": True, "most": 64, "people": 1, "joined": True, "table": table},
        "winners": ["Cora Cup"] if is_over else [],
    }
    tables = [{"number": 1, "table": "abc", "status": "over", "seats": seats}]
    return {
        "now": 1_795_116_000_000,
        "cup": row,
        "players": [{**player, "points": 10}, {**other, "points": 0}],
        "rounds": [{"number": 1, "tables": tables}] if is_over else [],
        "next_round": 0,
        "prizes": [10, 7],
    }
