"""Following a game: others' battles are drawn and described, the layout stays still, and keys can play."""

import random
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.person import DESKTOP, PATIENCE, READY, Person
from tests.server.running import Server

SIZES: dict[str, dict[str, int]] = {
    "desktop": DESKTOP,
    "laptop": {"width": 1280, "height": 720},
    "phone": {"width": 390, "height": 844},
    "sideways": {"width": 844, "height": 390},
}
# Positions of the map, the bar and its main button, to the pixel.
RECTANGLES = """() => Object.fromEntries(['.board-area', '.command', '[data-confirm]'].map((one) => {
  const box = document.querySelector(one)?.getBoundingClientRect();
  return [one, box ? [box.x, box.y, box.width, box.height].map(Math.round).join() : ''];
}))"""
# Selectable places under a box on the map, whether or not a click would go through it. The map's own tools are
# excluded: the zoom buttons and the second board.
COVERED = """() => {
  const boxes = [...document.querySelectorAll('.drawer, .board-area .frame > :not(svg, .zoom, .inset)')]
    .map((one) => one.getBoundingClientRect());
  return [...document.querySelectorAll('path.open[data-place]')].filter((path) => {
    const { x, y, width, height } = path.getBoundingClientRect();
    const [cx, cy] = [x + width / 2, y + height / 2];
    return boxes.some((box) => cx > box.left && cx < box.right && cy > box.top && cy < box.bottom);
  }).map((path) => path.dataset.place);
}"""


# The whole state in one look: the current phase, and the phases of a turn.
LOOK = f"""() => ({{ boxes: ({RECTANGLES})(), covered: ({COVERED})(),
  asked: !!document.querySelector('.question'), phase: document.querySelector('.phases .on')?.textContent ?? '',
  turn: [...document.querySelectorAll('.phases > *')].map((one) => one.textContent).filter(Boolean) }})"""
PHASES = 6  # the phases to check: set-up, then those of a turn
LOOKS = 5  # checks in each phase of a turn, in editions with fewer phases


def is_enough(phases: Counter[str], turn: list[str]) -> bool:
    """Return whether every phase was checked often enough; a set-up has no combat."""
    return len(phases) >= PHASES or ("Combat" in turn and all(phases[phase] >= LOOKS for phase in turn))


def at_table(
    browser: Browser,
    server: Server,
    edition: str,
    bot: str,
    pace: str,
    chosen: dict[str, object] | None = None,
    **context: Any,
) -> Person:
    """Return a player at a table with two bots."""
    person = Person(browser, server.address, "Follower", chosen, **context)
    seats = [{"kind": "me"}, {"kind": "bot", "bot": bot}, {"kind": "bot", "bot": bot}]
    person.open(person.lay(edition, seats, pace=pace))
    return person


def until_armies_are_placed(person: Person) -> None:
    """Answer until the first question that places armies on the map."""
    luck = random.Random(1)
    person.play_until(luck, "document.querySelector('.left .number')")


def test_a_box_over_the_map_is_noticed(browser: Browser, server: Server) -> None:
    """The helper of the next test notices a box over the map."""
    person = at_table(browser, server, "modern", "random", "instant")
    until_armies_are_placed(person)
    person.page.evaluate("""() => {
      const box = document.createElement('div');
      box.style.cssText = 'position:absolute;inset:0;pointer-events:none';
      document.querySelector('.board-area .frame').append(box);
    }""")
    assert person.page.evaluate(COVERED) != []


def test_fights_of_others_are_drawn_and_told(browser: Browser, server: Server) -> None:
    """While bots fight, an arrow in the attacker's colour and a sentence with the losses show the battle."""
    person = at_table(browser, server, "modern", "captain", "quick", {"pace": "normal"})
    luck, page = random.Random(3), person.page
    title = page.locator(".throw .title")
    person.play_until(luck, "document.querySelector('.throw .title') && document.querySelector('.throw .sides')")
    expect(page.locator("g.arrow")).to_have_count(1)
    expect(title).to_contain_text(" attacks ")
    expect(page.locator(".throw .sides").first).to_contain_text("loses")
    assert person.troubles == []


@pytest.mark.parametrize(
    ("edition", "size"),
    [
        *((edition, size) for edition in ("modern", "risk2210", "godstorm") for size in SIZES),
        ("original", "laptop"),
        ("challenge", "phone"),
        ("classic", "sideways"),
        ("classic_ancient", "phone"),
    ],
)
def test_nothing_moves_but_the_game(browser: Browser, server: Server, edition: str, size: str) -> None:
    """Map, bar and main button stay in place in every edition and phase."""
    person = at_table(browser, server, edition, "random", "instant", viewport=SIZES[size])
    seen: dict[str, set[str]] = {}
    phases: Counter[str] = Counter()
    luck = random.Random(7)
    person.page.wait_for_function("() => document.querySelector('.command')")
    for _ in range(160):
        person.page.wait_for_function(READY, timeout=2 * PATIENCE)
        before: dict[str, Any] = person.page.evaluate(LOOK)
        person.answer(luck)
        for looked in (before, person.page.evaluate(LOOK)):
            phases.update([looked["phase"]] if looked["asked"] else [])
            assert looked["covered"] == []
            for what, where in looked["boxes"].items():
                seen.setdefault(what, set()).add(where)
        if person.is_over or is_enough(phases, before["turn"]):
            break
    assert len(phases) >= 3, phases
    assert len(seen[".board-area"]) == 1, seen
    assert len(seen[".command"] - {""}) == 1, seen
    buttons = [[int(side) for side in where.split(",")] for where in seen["[data-confirm]"] if where]
    assert len({(x + width, y + height) for x, y, width, height in buttons}) <= 1, seen  # its end stays put
    assert person.troubles == []


@pytest.mark.parametrize(("size", "height"), [("desktop", 820), ("laptop", 640)])
@pytest.mark.parametrize("edition", ["modern", "risk2210", "godstorm"])
def test_the_map_fills_the_height(browser: Browser, server: Server, edition: str, size: str, height: int) -> None:
    """The map fills the height beside turn, commands, seats and log; the drawer covers no selectable place."""
    person = at_table(browser, server, edition, "random", "instant", viewport=SIZES[size])
    box = person.page.locator(".board-area").bounding_box()
    assert box is not None
    assert box["height"] >= height
    person.play_until(random.Random(7), "document.querySelector('path.open[data-place]')")
    assert person.page.evaluate(COVERED) == []
    for part in (".top", ".command", ".side"):
        beside = person.page.locator(part).bounding_box()
        assert beside is not None
        assert beside["x"] >= box["x"] + box["width"]
    person.context.close()


def test_the_drawer_opens_for_what_is_new_and_can_be_pinned(browser: Browser, server: Server) -> None:
    """The key C closes and opens the drawer; a pinned drawer is open at the next table too."""
    person = at_table(browser, server, "modern", "random", "instant", {"letterKeys": True})
    page = person.page
    person.play_until(random.Random(7), "document.querySelector('.drawer .objective')")
    page.keyboard.press("Escape")
    page.keyboard.press("c")
    expect(page.locator(".drawer .handle")).to_be_visible()
    expect(page.locator(".drawer .objective")).to_have_count(0)
    page.keyboard.press("c")
    expect(page.locator(".drawer .objective")).to_be_visible()
    page.get_by_role("button", name="Keep open").click()
    page.reload()
    expect(page.locator(".drawer [aria-pressed=true]")).to_be_visible()
    person.context.close()


def test_a_phone_held_sideways_is_mostly_map(browser: Browser, server: Server) -> None:
    person = at_table(browser, server, "modern", "random", "instant", viewport=SIZES["sideways"])
    box = person.page.locator(".board-area").bounding_box()
    assert box is not None
    assert box["width"] * box["height"] >= 0.7 * 844 * 390


def test_enter_does_what_the_main_button_says(browser: Browser, server: Server) -> None:
    """Enter acts as the main button, even after a click on the map, which keeps the focus."""
    person = at_table(browser, server, "modern", "random", "instant")
    page = person.page
    until_armies_are_placed(person)
    left = int(page.locator(".left .number").inner_text())
    for _ in range(left):
        page.locator("path.open[data-place]").first.click(force=True)
    expect(page.locator("[data-confirm]")).to_be_enabled()
    asked = page.locator(".question").inner_text()
    page.keyboard.press("Enter")
    expect(page.locator(".question")).not_to_have_text(asked)
    assert person.troubles == []


def test_focus_is_never_lost(browser: Browser, server: Server) -> None:
    """Armies are placed by keyboard alone (Tab to the map, Space adds, Enter confirms), and focus is never lost."""
    person = at_table(browser, server, "modern", "random", "instant")
    page = person.page
    until_armies_are_placed(person)
    for _ in range(3):
        page.locator(".left .number").wait_for()
        for _ in range(12):
            if page.evaluate("!!document.activeElement?.dataset?.place"):
                break
            page.keyboard.press("Tab")
        left = int(page.locator(".left .number").inner_text())
        for _ in range(left):
            page.keyboard.press("Space")
        expect(page.locator("[data-confirm]")).to_be_enabled()
        asked = page.locator(".question").inner_text()
        page.keyboard.press("Enter")
        page.wait_for_function("(asked) => document.querySelector('.question')?.innerText !== asked", arg=asked)
        page.wait_for_function("() => document.activeElement !== document.body")
    assert person.troubles == []
