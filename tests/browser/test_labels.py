"""Names on the maps are readable in every edition, theme and size, and clear of badges, pieces and each other."""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser, Page

from kamchatka.editions import EDITIONS
from kamchatka.kernel.options import ATTACK, INVADE
from kamchatka.match import Match, play_numeric
from kamchatka.players import house_bot
from tests.browser.person import Person
from tests.browser.staged import Staged
from tests.server.running import Server

THEMES = ("light", "dark", "high-contrast", "colour-blind")
SIZES = {"laptop": (1280, 720), "phone": (390, 844), "sideways": (844, 390)}
READABLE = 4.5
SHARE = 0.9  # share of the pixels behind a name, as a border or a lane may run through it

# Boxes on the screen: the letters of each line of a name, and what is drawn of each badge and piece. Names without room
# at this zoom are absent. A name counts as visible when all of it lies on the map and nothing lies over it.
BOXES = """() => {
  const map = document.querySelector('.board-area > .frame');
  const layer = map.querySelector(':scope > svg:has(.labels)');
  const frame = map.getBoundingClientRect();
  const tools = [...map.parentElement.querySelectorAll('.zoom, .inset, .tabs')];
  const over = tools.map((one) => one.getBoundingClientRect());
  const box = (r) => [r.left, r.top, r.right, r.bottom];
  const meets = (r, [a, b, c, d]) => r.left < c && a < r.right && r.top < d && b < r.bottom;
  const lines = [...layer.querySelectorAll('.labels:not(.asked) [data-name] text')].map((text) => {
    const [m, y, size] = [text.getScreenCTM(), +text.getAttribute('y'), +text.getAttribute('font-size')];
    const {x, width} = text.getBBox();
    const at = (px, py) => new DOMPoint(px, py).matrixTransform(m);
    const [a, b] = [at(x, y - 0.7 * size), at(x + width, y)];
    const r = [a.x, a.y, b.x, b.y];
    const inside = r[0] >= frame.left && r[1] >= frame.top && r[2] <= frame.right && r[3] <= frame.bottom;
    return {name: text.parentNode.dataset.name, text: text.textContent, box: r, ink: getComputedStyle(text).fill,
      height: size * m.d, seen: inside && !over.some((one) => meets(one, r))};
  });
  const pieces = [...layer.querySelectorAll('.pieces .badge > .pill, .pieces :is(.token, .symbol, .marker) > circle')]
    .map((one) => box(one.getBoundingClientRect()));
  const places = [...map.querySelectorAll(':scope > svg.places path[data-place]')].map((one) => one.dataset.place);
  return {lines, pieces, places};
}"""
# Keep only the ground and the halo of the letters, so that a screenshot shows what lies behind them.
BARE = """
  .board-area .labels .label { fill: transparent !important; }
  .board-area .pieces, .board-area .zoom, .board-area .inset, .board-area .tabs { visibility: hidden !important; }
"""
DRESS = """rules => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets = [sheet];
}"""
CLICK = "input => input.click()"
WORN = """([theme, sheets]) => {
  const links = [...document.querySelectorAll('link[data-board]')];
  const page = document.documentElement;
  return page.dataset.theme === theme && links.length === sheets && links.every((link) => link.sheet);
}"""
SHOWN = "n => document.querySelectorAll('.board-area [role=tab]')[n].getAttribute('aria-selected') === 'true'"
CALM = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 60))))"


@dataclass(frozen=True)
class Line:
    """One line of a name as it is drawn."""

    name: str
    text: str
    box: tuple[float, float, float, float]
    ink: str
    height: float
    seen: bool


@dataclass(frozen=True)
class Seen:
    """The boxes in one screenshot of a map."""

    lines: list[Line]
    pieces: list[list[float]]
    places: set[str]

    @property
    def written(self) -> set[str]:
        return {line.name for line in self.lines}


def look(page: Page) -> Seen:
    """Read the boxes once the labels are stable, because only a few names are placed per frame."""
    found, before = page.evaluate(BOXES), None
    while found != before:
        page.evaluate(CALM)
        page.wait_for_function("() => !document.querySelector('.board-area > .frame[data-placing]')")
        found, before = page.evaluate(BOXES), found
    return Seen([Line(**line) for line in found["lines"]], found["pieces"], set(found["places"]))


def overlap(one: Any, other: Any) -> bool:
    """Return whether two boxes overlap by more than half a pixel."""
    return bool(
        min(one[2], other[2]) - max(one[0], other[0]) > 0.5 and min(one[3], other[3]) - max(one[1], other[1]) > 0.5
    )


def collisions(seen: Seen) -> list[str]:
    """Return the names that lie under a badge, a piece or another name."""
    found = [line.text for line in seen.lines if any(overlap(line.box, piece) for piece in seen.pieces)]
    for i, line in enumerate(seen.lines):
        found += [
            f"{line.text} / {other.text}"
            for other in seen.lines[i + 1 :]
            if other.name != line.name and overlap(line.box, other.box)
        ]
    return found


def faint(page: Page, seen: Seen) -> list[str]:
    """Return the names whose colour doesn't contrast with the pixels that are drawn behind them."""
    page.evaluate(DRESS, BARE)
    page.evaluate(CALM)
    picture = np.asarray(Image.open(io.BytesIO(page.screenshot())).convert("RGB"), dtype=np.float64) / 255
    page.evaluate(DRESS, "")
    brightness = luminance(picture)
    found = []
    for line in seen.lines:
        left, top, right, bottom = (round(edge) for edge in line.box)
        behind = brightness[max(0, top) : bottom, max(0, left) : right]
        if not line.seen or not behind.size:
            continue
        ink = luminance(np.array([float(part) / 255 for part in line.ink[4:-1].split(",")[:3]]))
        light, dark = np.maximum(ink, behind) + 0.05, np.minimum(ink, behind) + 0.05
        share = float((light / dark >= READABLE).mean())
        if share < SHARE:
            found.append(f"{line.text}: {share:.0%}, {float(np.median(light / dark)):.1f}")
    return found


def luminance(colours: Any) -> Any:
    """Return the luminance of encoded colours, as WCAG defines it."""
    linear_light = np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)
    return linear_light @ np.array([0.2126, 0.7152, 0.0722])


def played(edition: str) -> Match:
    """Return a game in its third round, with everything on the board, at an attack of the first seat."""
    match = Match.new(edition, seats=max(EDITIONS[edition].seats), seed=4)
    bots = [house_bot("captain", match.game, seat) for seat in range(match.seats)]
    for _ in range(3000):
        seat = match.awaited[0]
        options = match.options(seat)
        if seat == 0 and match.state.round >= 3 and any(one.verb in (ATTACK, INVADE) for one in options.expand()):
            return match
        play_numeric(match, bots[seat].decide(match.view(seat), options), seat)
    raise AssertionError("no attack came")


def wear(page: Page, theme: str) -> None:
    """Switch the theme in place, as the settings do, with the maps' own stylesheets."""
    page.locator("[data-menu]").click()
    page.locator("dialog[open] [role=radiogroup]").nth(1).locator("input").nth(THEMES.index(theme)).evaluate(CLICK)
    page.keyboard.press("Escape")
    page.wait_for_function(WORN, arg=[theme, 3 if theme == "colour-blind" else 2])


def boards(page: Page) -> Iterator[None]:
    """Yield each board of the edition in turn."""
    tabs = page.locator(".board-area [role=tab]")
    for board in range(max(1, tabs.count())):
        if tabs.count():
            tabs.nth(board).click()
            page.wait_for_function(SHOWN, arg=board)
        page.evaluate(CALM)
        yield


def aim(page: Page) -> None:
    """Choose where to attack from, which dims everything else further."""
    page.locator("path.open[data-place]").first.dispatch_event("click")
    page.locator("svg.aimed").first.wait_for(state="attached")


@pytest.mark.parametrize("edition", EDITIONS)
def test_names_can_be_read(browser: Browser, server: Server, edition: str) -> None:
    """Names are legible at three sizes in four themes: all of them on a laptop, zoomed by one step on phones."""
    person = Person(browser, server.address, "Reader", {"theme": "light", "lessMotion": True, "sound": False})
    page = person.page
    Staged(person, played(edition))
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for _ in boards(page):
            seen = look(page)
            assert collisions(seen) == [], size
            if size == "laptop":
                assert seen.written == seen.places
                assert [line.text for line in seen.lines if not line.seen] == []
            else:
                assert seen.written | closer(page) == seen.places
        for theme in THEMES[1:] + THEMES[:1]:
            wear(page, theme)
            for _ in boards(page):
                assert faint(page, look(page)) == [], f"{size} {theme}"
    assert person.troubles == []
    person.context.close()


def closer(page: Page) -> set[str]:
    """Return the visible names at 1.5 times the size; none may be covered."""
    box = page.locator(".board-area > .frame").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.wheel(0, -260)
    seen = look(page)
    assert collisions(seen) == []
    page.locator("[data-whole]").evaluate(CLICK)
    page.locator("[data-whole]").evaluate(CLICK)
    return seen.written


@pytest.mark.parametrize("edition", ["modern", "risk2210"])
def test_names_can_be_read_while_an_attack_is_planned(browser: Browser, server: Server, edition: str) -> None:
    """While an attack is planned, unreachable places are dimmed, but their names stay readable."""
    person = Person(browser, server.address, "Reader", {"theme": "light", "lessMotion": True, "sound": False})
    Staged(person, played(edition))
    aim(person.page)
    for theme in THEMES:
        wear(person.page, theme)
        assert faint(person.page, look(person.page)) == [], theme
    person.context.close()


def test_what_is_covered_or_faint_is_noticed(browser: Browser, server: Server) -> None:
    """The helpers above notice covered and faint names."""
    person = Person(browser, server.address, "Reader", {"theme": "light", "lessMotion": True, "sound": False})
    page = person.page
    Staged(person, played("modern"))
    look(page)
    page.evaluate("""() => {
      const [one, other] = document.querySelectorAll('.labels [data-name] text');
      const pill = document.querySelector('.pieces .badge').transform.baseVal[0].matrix;
      one.setAttribute('x', pill.e);
      one.setAttribute('y', pill.f);
      other.style.setProperty('fill', getComputedStyle(other).stroke);
    }""")
    seen = look(page)
    assert len(collisions(seen)) > 0
    assert len(faint(page, seen)) == 1
    person.context.close()
