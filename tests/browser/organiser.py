"""An organiser who runs an event at the desk through the page."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, expect

from tests.browser.person import PATIENCE, Person
from tests.server.running import Server

expect.set_options(timeout=PATIENCE)
LADDER = (58, 41, 30, 21, 12)  # points by strength, which are possible on one board


class Organiser(Person):
    """An organiser who opens an event, enters players, draws rounds, enters scores and records them for comparison."""

    def __init__(self, browser: Browser, server: Server, **context: Any) -> None:
        super().__init__(browser, server.address, "Organiser", accept_downloads=True, **context)
        self.event = ""

    # -------------------------------------------------------------- before the first round
    def create_event(self, name: str, preset: str) -> None:
        """Create an event from the lobby."""
        self.page.goto("/")
        self.page.get_by_role("link", name="Run a tournament").click()
        self.page.get_by_role("link", name="New event").click()
        self.page.locator(f"input[name=preset][value={preset}]").check(force=True)
        self.page.get_by_label("Name of the event").fill(name)
        self.page.get_by_role("button", name="Create the event").click()
        self.page.wait_for_url("**/event/*#entries")
        self.event = self.page.url.rpartition("/")[2].partition("#")[0]
        expect(self.page.locator("h1")).to_have_text(name)

    def tab(self, name: str) -> None:
        """Open a tab of the desk."""
        self.page.get_by_role("link", name=name).click()
        expect(self.page.get_by_role("link", name=name)).to_have_attribute("aria-current", "page")

    def enter(self, name: str, club: str) -> None:
        """Enter one player by hand."""
        before = self.page.locator("[data-entrant]").count()
        self.page.locator("[data-enter]").fill(name)
        self.page.get_by_label("Club", exact=True).fill(club)
        self.page.get_by_role("button", name="Enter", exact=True).click()
        expect(self.page.locator("[data-entrant]")).to_have_count(before + 1)

    def take_list(self, name: str, text: str) -> Locator:
        """Import a CSV list and return the page's message about it."""
        file = {"name": name, "mimeType": "text/csv", "buffer": text.encode()}
        self.page.locator("[data-list=entrants]").set_input_files(file)  # type: ignore[arg-type]
        self.page.get_by_role("button", name="Import").click()
        said = self.page.locator("[data-taken]")
        said.wait_for()
        return said

    def link_of(self, name: str) -> str:
        """Return the personal link of a player, as the page would copy it."""
        row = self.page.locator("[data-entrant]", has_text=name)
        return row.locator("[data-link]").get_attribute("data-link") or ""

    # -------------------------------------------------------------- a round
    def draw(self, title: str, seed: int = 7) -> list[list[str]]:
        """Draw, preview and publish a round; return the desk's tables with their players in the order of hand."""
        self.page.locator("[data-seed]").evaluate("field => field.closest('details').open = true")
        self.page.locator("[data-seed]").fill(str(seed))
        self.page.locator("[data-draw]").click()
        self.page.locator("[data-publish]").click()
        expect(self.page.locator("dialog")).to_have_count(0)
        expect(self.page.locator("[data-round] h2")).to_have_text(title)
        tables = self.page.locator("li[data-table]")
        return [tables.nth(at).locator(".name").all_inner_texts() for at in range(tables.count())]

    def sheet(self, table: int) -> Locator:
        """Open the score sheet of a table."""
        self.page.locator(f"[data-score='{table}']").click()
        sheet = self.page.locator(f"form[data-sheet='{table}']")
        sheet.wait_for()
        return sheet

    def score(self, table: int, points: dict[str, int]) -> None:
        """Enter the points of a table, and wait until the desk shows them."""
        sheet = self.sheet(table)
        for name, worth in points.items():
            sheet.locator(f"[data-points='{name}']").fill(str(worth))
        self.hand_in(table)

    def hand_in(self, table: int) -> None:
        """Save a sheet that the desk will accept."""
        self.page.locator("[data-save]").click()
        expect(self.page.locator("form[data-sheet]")).to_have_count(0)
        expect(self.page.locator(f"li[data-table='{table}'] .chip.good")).to_be_visible()

    # -------------------------------------------------------------- paper
    def download(self, selector: str, folder: Path) -> Path:
        """Return the file that a button saves."""
        with self.page.expect_download() as coming:
            self.page.locator(selector).click()
        path = folder / coming.value.suggested_filename
        coming.value.save_as(path)
        return path


def by_strength(names: list[str], strength: list[str]) -> dict[str, int]:
    """Return the points of a table at which the stronger player always scores more."""
    order = sorted(names, key=strength.index)
    return dict(zip(order, LADDER, strict=False))
