"""Nothing on the page is untranslated: in the pseudo-language, no word of three plain letters may appear."""

import json
import random
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from kamchatka import EDITIONS
from kamchatka.server.cups.cups_file import read_cups
from kamchatka.tournament.events.keys import Keys
from tests.browser.person import Person, play
from tests.browser.test_club_doubts import NAMES, evening
from tests.pseudo import CODE, plain_words, write
from tests.server.running import Server

ME, OPEN, BOT = {"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}
LIT = "path.open[data-place]"
# Every text, and every label that is announced or shown on hovering, also in hidden and folded parts.
SHOWN = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const shown = [document.title];
  while (walker.nextNode()) {
    const within = walker.currentNode.parentElement;
    if (!within.closest('script, style, .kbd')) shown.push(walker.currentNode.data);
  }
  for (const name of ['title', 'aria-label', 'aria-description', 'aria-valuetext', 'placeholder', 'alt'])
    for (const one of document.querySelectorAll(`[${name}]`)) shown.push(one.getAttribute(name));
  return shown.filter((text) => text.trim());
}"""
# What is the same in every language: the program's name, languages by their own names, encodings, rule ids, links and
# seals; also weekdays, which the browser formats in a real language.
SAME = re.compile(
    r"\b(Kamchatka|Italiano|English|QPS|(UTF|Latin|Windows)-\d+|(Mon|Tue|Wed|Thu|Fri|Sat|Sun))\b|\b[a-z]\w*(\.\w+)+\b|https?://\S+|\b[0-9a-f]{12,}…?"
)
PEOPLE = (*NAMES, "Vega", "Rigel", "Mira")  # and bots
CUPS = tuple(plan.en for plan in read_cups(""))  # these names come from the operator's file, in English and Italian
IDS = (*EDITIONS, "greedy")  # in the trail: settings of events and of a draw method


@pytest.fixture(scope="module")
def pseudo_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start a server that offers the pseudo-language too."""
    folder = tmp_path_factory.mktemp("pseudo")
    write(folder / "texts")
    running = Server(
        str(folder / "games.db"), folder / "log", "tests.server.seeded", texts=str(folder / "texts"),
        requests_a_minute="100000", events_a_minute="100000",
    ).start()  # fmt: skip
    yield running
    running.stop()


class Reader(Person):
    """A reader of the pseudo-language."""

    def __init__(self, browser: Browser, server: Server) -> None:
        super().__init__(browser, server.address, "Ä")
        kept = json.dumps({"language": CODE, "lessMotion": True, "sound": False, "played": True})
        self.context.add_init_script(f"localStorage.setItem('kamchatka.settings', {json.dumps(kept)})")

    def untranslated(self) -> list[str]:
        """Return the texts on the page that contain a plain word."""
        shown: list[str] = self.page.evaluate(SHOWN)
        assert any("⟦" in text for text in shown)
        known = {word.lower() for text in (*PEOPLE, *CUPS, *IDS) for word in plain_words(text)}
        return sorted({text for text in shown if not set(plain_words(SAME.sub(" ", text).lower())) <= known})


def goes(reader: Reader, path: str, ready: str) -> list[str]:
    """Open a page, unfold it, and read it."""
    page: Page = reader.page
    page.goto(path)
    page.locator(ready).first.wait_for()
    page.wait_for_load_state("networkidle")
    page.evaluate("document.querySelectorAll('details').forEach((fold) => (fold.open = true))")
    return reader.untranslated()


def ends_well(reader: Reader) -> None:
    """Check that the page threw no error."""
    assert reader.troubles == []
    reader.context.close()


# ------------------------------------------------------------------ pages
@pytest.mark.parametrize(
    ("path", "ready"),
    [
        ("/", ".hero h1"),
        ("/new", "main h1"),
        ("/learn", "main h1"),
        ("/rules/modern", "main h1"),
        ("/me", "main h1"),
        ("/club", "main h1"),
        ("/club#new", "main h1"),
        ("/nowhere", "main h1"),
    ],
)
def test_pages(browser: Browser, pseudo_server: Server, path: str, ready: str) -> None:
    """The pages that are available without a game are fully translated."""
    reader = Reader(browser, pseudo_server)
    assert goes(reader, path, ready) == []
    assert reader.page.locator("html").get_attribute("lang") == CODE
    ends_well(reader)


def test_settings(browser: Browser, pseudo_server: Server) -> None:
    """The language menu lists every language of the server by its own name, and a choice applies at once."""
    reader = Reader(browser, pseudo_server)
    goes(reader, "/", ".hero h1")
    title = reader.page.locator(".hero h1").inner_text()
    reader.page.locator(".tools button").first.click()
    switch = reader.page.locator("dialog .seg").first.locator("label")
    assert switch.all_inner_texts() == ["Italiano", "⟦Ɇɲɠłɨꞩħ⟧", "English"]
    assert reader.untranslated() == []
    switch.last.click()
    expect(reader.page.locator(".hero h1")).to_have_text("Everybody has plans for Kamchatka.")
    switch.nth(1).click()
    expect(reader.page.locator(".hero h1")).to_have_text(title)
    ends_well(reader)


# ------------------------------------------------------------------ a game
@pytest.mark.parametrize("edition", ["modern", "godstorm"])
def test_a_game(browser: Browser, pseudo_server: Server, edition: str) -> None:
    """Waiting room, own turn, spectator view, result, replay and dice are fully translated."""
    reader, watcher = Reader(browser, pseudo_server), Reader(browser, pseudo_server)
    room = reader.lay(edition, [ME, OPEN, BOT])
    assert goes(reader, f"/t/{room}", "main h1") == []
    table = reader.lay(edition, [ME, BOT, BOT], name="Ö")
    reader.open(table)
    luck = random.Random(5)
    assert reader.untranslated() == []
    play([reader], luck, lambda: reader.page.locator(LIT).count() > 0)
    assert reader.untranslated() == []
    assert goes(watcher, f"/t/{table}", "path[data-place]") == []
    for _ in range(12):
        reader.answer_next(luck)
        assert reader.untranslated() == []
    reader.page.keyboard.press("t")
    reader.page.locator("dialog[open]").wait_for()
    assert reader.untranslated() == []
    reader.post(f"/api/tables/{table}/stop")
    reader.page.locator(".result").wait_for()
    assert reader.untranslated() == []
    assert goes(reader, f"/replay/{table}", ".timeline") == []
    assert goes(reader, f"/dice/{table}", ".chip.good") == []
    assert watcher.troubles == []
    watcher.context.close()
    ends_well(reader)


# ------------------------------------------------------------------ a tournament
def test_a_tournament(browser: Browser, pseudo_server: Server) -> None:
    """Every tab of the organiser, the public page, the wall and a player's phone are fully translated."""
    file = evening(pseudo_server, "aa", 1, 2)
    reader, keys = Reader(browser, pseudo_server), Keys.of(file.path)
    goes(reader, f"/event/aa#key={keys.organiser()}", "main h1")
    reader.page.locator("nav a[href='#trail']").wait_for()
    for tab in ("desk", "entries", "standings", "papers", "trail", "rules"):
        assert goes(reader, f"/event/aa#{tab}", "main h1") == [], tab
    reader.page.goto("/event/aa#desk")
    reader.page.locator("[data-score]").first.click()
    reader.page.locator("form[data-sheet]").wait_for()
    assert reader.untranslated() == []
    assert goes(reader, "/screen/aa", "h1, h2") == []
    assert goes(reader, f"/seat/aa#key={keys.player(1)}", "h1, h2") == []
    ends_well(reader)
