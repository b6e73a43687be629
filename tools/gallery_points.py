"""Take the current pictures of docs/before-after.md: `python -m tools.gallery_points [NUMBER …]`.

Needs the built page, Chromium and Pillow. There is one picture for each of the eleven points of a screen review. The
pictures of the former state came with the review and are not recreated.
"""

import io
import random
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from kamchatka.editions.modern import MODERN
from kamchatka.kernel.edges.notation import print_position
from kamchatka.match import Match
from tests.browser.organiser import Organiser
from tests.browser.person import Person, chromium, play
from tests.browser.staged import Staged
from tests.browser.test_orders import aim
from tests.browser.test_results import SIZES, ended
from tests.browser.test_together import at_one_screen, together
from tests.browser.test_wall import drawn
from tests.kit import position
from tests.rules.risk2210.scene import scene as year
from tests.server.running import ROOT, Server

FOLDER = ROOT / "docs" / "gallery" / "points"
WIDTH, QUALITY = 1280, 80
SIDEWAYS = {"viewport": SIZES["sideways"], "has_touch": True, "device_scale_factor": 2}
LIT = "path.open[data-place]"
PLAIN = {"sound": False, "theme": "light"}
NAMES = ["Ada", "Vega", "Mira", "Rigel"]


def at_war(phase: str = "Combat", luck: Iterable[int] = ()) -> Match:
    """A world of four seats, in which the first seat attacks North Africa from Brazil."""
    places = MODERN.game(MODERN.table_rules({})).board.places
    held = {place: (n % 4, 1 + n * n % 3) for n, place in enumerate(places)}
    held |= {"brazil": (0, 12), "north_africa": (1, 2)}
    match = position(held, phase=phase, luck=luck, colours=("blue", "red", "green", "yellow"))
    match.start = print_position(match.game, match.table.state)
    return match


def keep(name: str, *seen: bytes) -> None:
    """Save one picture, or several below each other."""
    parts = [Image.open(io.BytesIO(one)).convert("RGB") for one in seen]
    whole = Image.new("RGB", (max(one.width for one in parts), sum(one.height for one in parts)))
    for n, one in enumerate(parts):
        whole.paste(one, (0, sum(above.height for above in parts[:n])))
    whole.thumbnail((WIDTH, 2 * WIDTH))
    FOLDER.mkdir(exist_ok=True)
    whole.save(FOLDER / f"{name}.jpg", quality=QUALITY, optimize=True, progressive=True)
    print(f"{name}.jpg", flush=True)


def quiet(page: Page) -> bytes:
    """Take a screenshot after fonts, odds and fade-in effects are loaded."""
    page.wait_for_timeout(900)
    return page.screenshot()


# ------------------------------------------------------------------ the eleven points
def others_battles(browser: Browser, server: Server) -> None:
    """Show a battle between bots: an arrow on the map, and in the bar the opponents, the places and the losses."""
    person = Person(browser, server.address, "Ada", {**PLAIN, "pace": "calm"})
    person.open(person.lay("modern", [{"kind": "me"}, *[{"kind": "bot", "bot": "captain"}] * 3], pace="calm", name="a"))
    thrown = person.page.locator(".controls.watching .throw .losses, .controls.watching .throw")
    play([person], random.Random(3), lambda: thrown.count() > 0)
    person.page.wait_for_timeout(700)
    keep("01", person.page.screenshot())
    person.context.close()


def one_screen(browser: Browser, server: Server) -> None:
    """Show two players at one screen. The one who is asked plays openly; secrets are opened by their owner."""
    person = Person(browser, server.address, "Ada", PLAIN)
    at_one_screen(person, "modern")
    attacking = "document.querySelector('.command .question')?.textContent.includes('ttack')"
    together(person, random.Random(4), lambda: bool(person.page.evaluate(attacking)))
    keep("02", quiet(person.page))
    person.context.close()


def enter(browser: Browser, server: Server) -> None:
    """Press Enter with the focus where a click on the map leaves it, before and after the first throw."""
    person = Person(browser, server.address, "Ada", PLAIN)
    Staged(person, at_war(luck=[2, 5, 3, 0, 4, 2]), NAMES, lively=True)
    aim(person, "brazil", "north_africa")
    person.page.locator("path[data-place=north_africa]").focus()
    person.page.locator(".odds").wait_for()
    before = quiet(person.page)
    person.page.keyboard.press("Enter")
    keep("03", before, quiet(person.page))
    person.context.close()


def sideways(browser: Browser, server: Server) -> None:
    """Show an attack on a phone in landscape: the map uses the full height, the bar is beside it."""
    person = Person(browser, server.address, "Ada", PLAIN, **SIDEWAYS)
    Staged(person, at_war(), NAMES)
    aim(person, "brazil", "north_africa")
    person.page.locator(".odds").wait_for()
    keep("04", quiet(person.page))
    person.context.close()


def hiring(browser: Browser, server: Server) -> None:
    """Show hiring in 2210 in one line, at 1440 × 900."""
    person = Person(browser, server.address, "Ada", PLAIN)
    Staged(person, year("Recruit", {"japan": (0, 9), "pevek": (1, 4), "lesotho": (2, 3)}, energy={0: 9}), ["Ada"])
    person.page.locator(LIT).first.wait_for(state="attached")
    keep("05", quiet(person.page))
    person.context.close()


def points(browser: Browser, server: Server) -> None:
    """Show the end of a 2210 game: points and their parts as a table and as bars."""
    person = Person(browser, server.address, "Ada", PLAIN)
    Staged(person, ended()["risk2210"][0].match, [*NAMES, "Deneb"])
    person.page.locator("dialog .result").wait_for()
    keep("06", quiet(person.page))
    person.context.close()


def prey(browser: Browser, server: Server) -> None:
    """Show the objective to destroy a colour: what is left of it, without a target number."""
    person = Person(browser, server.address, "Ada", PLAIN)
    colours = ("blue", "red", "green", "black")
    match = position({"alaska": (0, 9)}, rest=(1, 1), objectives={0: "destroy_red"}, colours=colours)
    Staged(person, match, NAMES)
    person.page.locator(".objective .part").wait_for()
    keep("07", quiet(person.page))
    person.context.close()


def nothing_moves(browser: Browser, server: Server) -> None:
    """Show placing and moving in after a conquest: map, bar and main button keep their positions."""
    seen = []
    for phase, luck in (("Reinforce", []), ("Combat", [5, 5, 5, 0, 0, 5, 5, 5, 0, 0])):
        person = Person(browser, server.address, "Ada", PLAIN)
        Staged(person, at_war(phase, luck), NAMES)
        if phase == "Combat":
            aim(person, "brazil", "north_africa")
            person.page.locator("[data-end]").click()
            person.page.locator(".command", has_text="move in").wait_for()
        seen.append(quiet(person.page))
        person.context.close()
    keep("08", *seen)


def wall(browser: Browser, server: Server) -> None:
    """Show the wall screen with four tables, at 1920 × 1080."""
    organiser = Organiser(browser, server)
    drawn(organiser, 4)
    event = organiser.page.url.rpartition("/")[2].partition("?")[0].partition("#")[0]
    organiser.page.set_viewport_size({"width": 1920, "height": 1080})
    organiser.page.goto(f"/screen/{event}")
    organiser.page.locator(".tables > li").first.wait_for()
    keep("09", quiet(organiser.page))
    organiser.context.close()


def two_maps(browser: Browser, server: Server) -> None:
    """Show the start of Godstorm, and the Underworld with its names."""
    person = Person(browser, server.address, "Ada", PLAIN)
    person.open(person.lay("godstorm", [{"kind": "me"}, *[{"kind": "bot", "bot": "cautious"}] * 2], name="b"))
    play([person], random.Random(2), lambda: "Invade" in person.page.locator(".command").inner_text())
    above = quiet(person.page)
    person.page.keyboard.press("b")
    keep("10", above, quiet(person.page))
    person.context.close()


def keys(browser: Browser, server: Server) -> None:
    """Press Tab once: an own place that can attack gets the focus."""
    person = Person(browser, server.address, "Ada", PLAIN)
    Staged(person, at_war(), NAMES)
    person.page.locator(LIT).first.wait_for(state="attached")
    person.page.keyboard.press("Tab")
    keep("11", quiet(person.page))
    person.context.close()


POINTS: list[Callable[[Browser, Server], None]] = [
    others_battles, one_screen, enter, sideways, hiring, points, prey, nothing_moves, wall, two_maps, keys,
]  # fmt: skip


def main(wanted: list[int]) -> None:
    """Start a server and a browser, and take the requested pictures, or all."""
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        server = Server(str(folder / "points.db"), folder / "log", "tests.server.seeded", requests_a_minute="100000")
        browser = chromium(playwright)
        try:
            server.start()
            for number, point in enumerate(POINTS, 1):
                if not wanted or number in wanted:
                    point(browser, server)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main([int(number) for number in sys.argv[1:]])
