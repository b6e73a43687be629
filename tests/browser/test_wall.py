"""The wall screen fills two screen sizes with one to forty tables, without scrolling; more tables take turns."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.organiser import Organiser, by_strength
from tests.server.running import Server

WALLS = {"1920 × 1080": (1920, 1080), "1280 × 720": (1280, 720)}
FIRST = (
    "Ada",
    "Bruno",
    "Carla",
    "Dino",
    "Elena",
    "Fabio",
    "Gina",
    "Ivo",
    "Marco",
    "Nora",
    "Otto",
    "Pia",
    "Rita",
    "Tito",
)
FAMILIES = (
    "Rossi",
    "Bianchi",
    "Ferrari",
    "Esposito",
    "Colombo",
    "Ricci",
    "Marino",
    "Greco",
    "Gallo",
    "Conti",
    "Serra",
    "Costa",
)
SMALLEST = 9.5  # font size in pixels
# Layout problems of the wall, in words, and the tables that it shows.
LOOK = """(smallest) => {
  const wrong = [];
  const box = (one) => one.getBoundingClientRect();
  const inside = (one, other, what) => {
    const [a, b] = [box(one), other instanceof DOMRect ? other : box(other)];
    if (a.left < b.left - 1 || a.top < b.top - 1 || a.right > b.right + 1 || a.bottom > b.bottom + 1)
      wrong.push(`${what} reaches out`);
  };
  const { scrollHeight, scrollWidth } = document.documentElement;
  if (scrollHeight > innerHeight || scrollWidth > innerWidth) wrong.push(`scrolls: ${scrollWidth} × ${scrollHeight}`);
  const wall = new DOMRect(0, 0, innerWidth, innerHeight);
  for (const one of document.querySelectorAll('header, footer, .clock, ol li')) inside(one, wall, one.textContent);
  const room = document.querySelector('.room');
  const cards = [...room.querySelectorAll('.tables > li')];
  for (const card of cards) {
    inside(card, room, `table ${card.dataset.table}`);
    for (const part of card.querySelectorAll('h2, .chip, li')) inside(part, card, part.textContent);
    for (const name of card.querySelectorAll('.grow'))
      if (name.scrollWidth > name.clientWidth) wrong.push(`${name.textContent} is cut`);
    const rows = [...card.querySelectorAll('li')];
    for (const [i, row] of rows.entries())
      if (i && box(row).top < box(rows[i - 1]).bottom - 1) wrong.push(`${row.textContent} overlaps`);
  }
  const size = parseFloat(getComputedStyle(room.querySelector('.tables')).fontSize);
  if (size < smallest) wrong.push(`type of ${size} pixels`);
  const [right, bottom] = ['right', 'bottom'].map((side) => Math.max(...cards.map((card) => box(card)[side])));
  if (right < box(room).right - 4 || bottom < box(room).bottom - 4) wrong.push('is not filled');
  if (box(room).width * box(room).height < 0.45 * innerWidth * innerHeight) wrong.push('has little room for tables');
  return { wrong, tables: cards.map((card) => Number(card.dataset.table)) };
}"""


@pytest.fixture
def desk(browser: Browser, server: Server) -> Iterator[Organiser]:
    """Return an organiser without entrants."""
    organiser = Organiser(browser, server)
    yield organiser
    assert organiser.troubles == []
    organiser.context.close()


def names(many: int) -> list[str]:
    """Return this number of players, each with a unique name."""
    return [f"{FIRST[n % len(FIRST)]} {FAMILIES[n // len(FIRST)]}" for n in range(many)]


def draw_event(desk: Organiser, tables: int) -> list[list[str]]:
    """Return an event whose first round has this number of tables of four."""
    desk.create_event(f"Wall of {tables}", "evening")
    people = names(4 * tables)
    desk.take_list("all.csv", "name,club\n" + "".join(f"{name},Club {n % 7}\n" for n, name in enumerate(people)))
    desk.tab("Today")
    return desk.draw("Round 1")


def look(page: Page, event: str, width: int, height: int) -> list[int]:
    """Return the tables on the wall, after checking that the layout has no problems."""
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"/screen/{event}")
    page.locator(".tables > li").first.wait_for()
    page.evaluate("() => document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
    seen = page.evaluate(LOOK, SMALLEST)
    assert seen["wrong"] == []
    tables: list[int] = seen["tables"]
    return tables


@pytest.mark.parametrize("tables", [1, 2, 4, 9, 16, 25, 40])
def test_all_tables_are_on_the_wall(desk: Organiser, tables: int) -> None:
    """All tables are on the wall: at the beginning, and beside the ranking once a table has reported."""
    seated = draw_event(desk, tables)
    assert len(seated) == tables
    wall = desk.context.new_page()
    for width, height in WALLS.values():
        assert look(wall, desk.event, width, height) == list(range(1, tables + 1))
    desk.score(1, by_strength(seated[0], names(4 * tables)))
    for width, height in WALLS.values():
        assert look(wall, desk.event, width, height) == list(range(1, tables + 1))
        expect(wall.locator("ol li")).to_have_count(4)
        expect(wall.locator(".tables .chip.good")).to_have_count(1)


@pytest.mark.parametrize("size", WALLS)
def test_more_than_forty_take_turns(desk: Organiser, size: str) -> None:
    """Forty-one tables are split evenly over two pages, and the second page appears by itself."""
    draw_event(desk, 41)
    wall = desk.context.new_page()
    wall.clock.install(time=0)
    first = look(wall, desk.event, *WALLS[size])
    wall.clock.run_for(12_000)
    expect(wall.locator(f".tables > li[data-table='{first[-1] + 1}']")).to_be_visible()
    then = wall.evaluate(LOOK, SMALLEST)
    assert then["wrong"] == []
    assert sorted(first + then["tables"]) == list(range(1, 42))
    assert {len(first), len(then["tables"])} == {20, 21}


def test_a_wall_that_is_too_small_is_noticed(desk: Organiser) -> None:
    """The helper of the tests above notices a wall that is too small."""
    draw_event(desk, 9)
    wall = desk.context.new_page()
    look(wall, desk.event, 1280, 720)
    wall.evaluate("() => { document.querySelector('.tables').style.setProperty('--size', '40px'); }")
    assert wall.evaluate(LOOK, SMALLEST)["wrong"] != []
    wall.evaluate("() => { document.querySelector('.tables').style.cssText = '--columns: 12; --size: 12px'; }")
    assert "is not filled" in wall.evaluate(LOOK, SMALLEST)["wrong"]
