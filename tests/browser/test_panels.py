"""What stands beside the board: continents, the age, seats."""
from playwright.sync_api import Browser, expect

from tests.browser.person import Person
from tests.browser.staged import Staged
from tests.rules.risk2210.scene import scene as year
from tests.server.running import Server


def test_devastated_lands_count_in_no_continent(browser: Browser, server: Server) -> None:
    """Australia has four territories; with one of them devastated, three are all of it (2210.collect.5)."""
    match = year("Invade", {"java_cartel": (0, 2), "new_guinea": (0, 2)}, devastated=["aboriginal_league"])
    person = Person(browser, server.address, "Ada")
    Staged(person, match)
    person.page.locator("[data-tab=continents]").click()
    row = person.page.locator("#panel-continents li").filter(has_text="Australia")
    expect(row).to_contain_text("2/3")
    expect(row).to_contain_text("(devastated)")
    person.context.close()
