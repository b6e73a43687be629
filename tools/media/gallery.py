"""Take the pictures of docs/gallery: `python -m tools.media.gallery [EDITION …]` (needs the page, Chromium, Pillow).

Bots play one game per edition with fixed dice. It is stored once complete and once up to an attack of the first seat.
Then a server is started on this database and photographed in a real browser.
"""

import asyncio
import hashlib
import io
import sys
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import msgspec
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from kamchatka.editions import EDITIONS
from kamchatka.kernel.options import ATTACK, INVADE, Action
from kamchatka.players import house_bot
from kamchatka.server.http.access.cookies import SESSION
from kamchatka.server.protocol.payloads import ClockForm, SeatForm, TableForm
from kamchatka.server.settings import sqlite_url
from kamchatka.server.storage.accounts import Accounts
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.records import ChatRecord, TableRecord, User
from kamchatka.server.storage.store import Store
from kamchatka.server.tables.seating import KEY_BYTES, new_table
from kamchatka.server.tables.stored_match import StoredMatch
from tests.browser.person import chromium
from tests.server.running import ROOT, Server

GALLERY = ROOT / "docs" / "gallery"
WIDTH, QUALITY = 1280, 80
DESKTOP, PHONE, TABLET = (1440, 900), (390, 844), (1024, 768)
LONGEST = 6000  # actions; longer games are shown unfinished
HASTE: dict[str, bool | int | str] = {"card_award": "per_conquest", "elimination_protection": "off"}
NO_CLOCK = ClockForm()
SEATS = {"modern": 4, "original": 3, "challenge": 4, "classic": 3, "classic_ancient": 3, "risk2210": 3, "godstorm": 3}


@dataclass(frozen=True)
class Shown:
    """The two tables of an edition, and the attack to plan in the unfinished game."""

    edition: str
    playing: str
    over: str
    source: str
    target: str


# ------------------------------------------------------------------ games
class Stage:
    """The database for the pictures."""

    def __init__(self, store: Store, host: User) -> None:
        self.store = store
        self.host = host

    async def lay(
        self, name: str, edition: str, seats: str, host: User | None = None, clock: ClockForm = NO_CLOCK
    ) -> TableRecord:
        """Create a table. `seats` has one letter per seat: m is the host, o open, b a bot."""
        kinds = {"m": SeatForm("me"), "o": SeatForm("open"), "b": SeatForm("bot")}
        options = HASTE if edition == "original" else {}
        form = TableForm(edition, tuple(kinds[letter] for letter in seats), name, options, clock=clock)
        key = hashlib.blake2b(edition.encode(), digest_size=KEY_BYTES).hexdigest()
        table = msgspec.structs.replace(new_table(form, host or self.host), key=key)
        await self.store.lay(table)
        return table

    async def play(self, edition: str) -> Shown:
        """Play a whole game with bots, and store it again up to an attack in its middle."""
        names = {"modern": "Friday night", "challenge": "Club table 3", "godstorm": "Gods of Sunday"}
        seats = "m" + "b" * (SEATS[edition] - 1)
        over = await self.lay(names.get(edition, ""), edition, seats)
        stored, over = await self._begin(over)
        match, moments, done = stored.match, [], list[tuple[int, Action]]()
        bots = [house_bot("cautious", match.game, seat) for seat in range(len(seats))]
        while not match.is_over and len(done) < LONGEST:
            seat = match.awaited[0]
            action = bots[seat].decide(match.view(seat), match.options(seat))
            if seat == 0 and action.verb in (ATTACK, INVADE):
                moments.append((len(done), action))
            await self._do(stored, over, seat, action)
            done.append((seat, action))
        far, attack = min(moments, key=lambda moment: abs(moment[0] - 0.5 * len(done)))
        playing = await self.lay(names.get(edition, ""), edition, seats)
        again, playing = await self._begin(playing)
        for seat, action in done[:far]:
            await self._do(again, playing, seat, action)
        places = match.game.board.places
        return Shown(edition, playing.id, over.id, places[attack.at], places[attack.to])

    async def _begin(self, table: TableRecord) -> tuple[StoredMatch, TableRecord]:
        return await StoredMatch.begin(table, self.store, lambda match, now, acted, credit: None)

    async def _do(self, stored: StoredMatch, table: TableRecord, seat: int, action: Action) -> None:
        stored.play(seat, action)
        await stored.commit(table, 4.0 * stored.version, None, stored.match)

    async def furnish(self, guests: list[User]) -> str:
        """Fill the lobby; return the table that waits for players."""
        bruno, carla, dino = guests
        await self.lay("Sunday, three days a move", "risk2210", "mobo", bruno, ClockForm("move", 259_200))
        await self.lay("", "godstorm", "mob", carla)
        await self.lay("Lunch break", "classic", "mo", dino, ClockForm("game", 900))
        room = await self.lay("Cousins", "modern", "moobb", clock=ClockForm("turn", 180))
        said = ("Ada", "Hello everybody!"), ("Bruno", "I bring the coffee."), ("Ada", "Two seats left, send the link.")
        for n, (name, text) in enumerate(said):
            await self.store.say(ChatRecord(room.id, n, name, 0 if name == "Ada" else None, text, "", 0))
        return room.id


async def prepare(database: str, cookie: str, wanted: list[str]) -> tuple[list[Shown], str]:
    """Play and store everything; return the games to show, and the table that waits for players."""
    opened = Database(sqlite_url(Path(database)))
    await opened.open()
    accounts = Accounts(opened)
    stage = Stage(Store(opened), await accounts.guest("Ada", cookie))
    shown = [await with_progress(edition, stage.play(edition)) for edition in wanted]
    room = await stage.furnish([await accounts.guest(name, name) for name in ("Bruno", "Carla", "Dino")])
    await opened.close()
    return shown, room


async def with_progress(edition: str, work: Awaitable[Shown]) -> Shown:
    """Print the edition while its game is played."""
    print(edition, flush=True)
    return await work


# ------------------------------------------------------------------ pictures
class Camera:
    """A browser that visits the server as Ada, in any size, theme and language."""

    def __init__(self, browser: Browser, address: str, cookie: str) -> None:
        self.browser = browser
        self.address = address
        self.cookie = cookie
        self.pages: dict[tuple[int, int], Page] = {}  # one window per size

    def take(
        self,
        name: str,
        path: str,
        ready: str,
        *,
        size: tuple[int, int] = DESKTOP,
        theme: str = "light",
        language: str = "en",
        first: Callable[[Page], None] = lambda page: None,
    ) -> None:
        """Open a page, wait until it is ready, apply `first`, and save a screenshot."""
        page = self.pages.get(size) or self._page(size)
        chosen = {"theme": theme, "language": language, "lessMotion": True, "sound": False, "played": True}
        kept = msgspec.json.encode(chosen).decode()
        page.evaluate("kept => localStorage.setItem('kamchatka.settings', kept)", kept)
        page.goto("about:blank")  # changing only the fragment wouldn't reload the page
        page.goto(path)
        page.locator(ready).first.wait_for()
        first(page)
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(900)  # wait for fonts, odds and fade-in effects
        seen = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        seen.thumbnail((WIDTH, 2 * WIDTH))
        seen.save(GALLERY / f"{name}.jpg", quality=QUALITY, optimize=True, progressive=True)
        print(f"{name}.jpg", flush=True)

    def _page(self, size: tuple[int, int]) -> Page:
        """Open a window of this size at the lobby."""
        context = self.browser.new_context(
            base_url=self.address,
            viewport={"width": size[0], "height": size[1]},
            reduced_motion="reduce",
            device_scale_factor=2 if size == PHONE else 1,
            has_touch=size == PHONE,
        )
        context.set_default_timeout(90_000)
        context.add_cookies([{"name": SESSION, "value": self.cookie, "url": self.address}])
        self.pages[size] = context.new_page()
        self.pages[size].goto("/")
        return self.pages[size]


def plan(shown: Shown) -> Callable[[Page], None]:
    """Select source and target of the attack on the board."""

    def click(page: Page) -> None:
        for place in (shown.source, shown.target):
            page.locator(f"path.open[data-place='{place}']").dispatch_event("click")
            page.wait_for_timeout(300)

    return click


BOARD = "path[data-place]"


def edition_pictures(camera: Camera, shown: Shown) -> None:
    """Take every screen of one edition."""
    name = shown.edition.replace("_", "-")
    table = f"/t/{shown.playing}"
    camera.take(name, table, BOARD, first=plan(shown))
    camera.take(f"{name}-phone", table, BOARD, size=PHONE, first=plan(shown))
    camera.take(f"{name}-guide", f"{table}#guide", ".guide", language="it")
    camera.take(f"{name}-result", f"/t/{shown.over}", "dialog .result")
    camera.take(f"{name}-replay", f"/replay/{shown.over}", ".timeline")
    camera.take(f"{name}-rules", f"/rules/{shown.edition}", "article")
    camera.take(
        f"{name}-new-table",
        f"/new#{shown.edition}",
        "details",
        first=lambda page: page.locator("summary").first.click(),
    )


def common_pictures(camera: Camera, modern: Shown, room: str) -> None:
    """Take the entry pages, and one game in every theme and size."""
    camera.take("lobby", "/", ".hero h1")
    camera.take("lobby-it-dark", "/", ".hero h1", theme="dark", language="it")
    camera.take("lobby-phone", "/", ".hero h1", size=PHONE)
    camera.take("room", f"/t/{room}", "main h1")
    camera.take("room-phone", f"/t/{room}", "main h1", size=PHONE, theme="dark", language="it")
    camera.take("dice", f"/dice/{modern.over}", ".chip.good")
    camera.take("learn", "/learn", "main h1")
    camera.take("me", "/me", "main h1")
    for theme in ("dark", "high-contrast", "colour-blind"):
        camera.take(f"modern-{theme}", f"/t/{modern.playing}", BOARD, theme=theme, first=plan(modern))
    camera.take("modern-tablet", f"/t/{modern.playing}", BOARD, size=TABLET, language="it", first=plan(modern))


def main(wanted: list[str]) -> None:
    """Take the pictures of some editions, or of all editions and the entry pages."""
    cookie = "the gallery's own cookie, good for nothing else"
    GALLERY.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        database = f"{folder}/gallery.db"
        games, room = asyncio.run(prepare(database, cookie, wanted or list(EDITIONS)))
        server = Server(database, Path(folder) / "log").start()
        with sync_playwright() as playwright:
            browser = chromium(playwright)
            camera = Camera(browser, server.address, cookie)
            for shown in games:
                edition_pictures(camera, shown)
            if not wanted:
                common_pictures(camera, games[0], room)
            browser.close()
        server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
