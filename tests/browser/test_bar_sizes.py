"""The command bar with a clock and during others' turns: nothing is clipped or overlaps."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.person import Person
from tests.browser.test_following import SIZES
from tests.server.running import Server

WIDE = {"wide": {"width": 1920, "height": 1080}}
# Parts of the prompt that are clipped by it or overlap another one, to the pixel.
CLASHES = """() => {
  const prompt = document.querySelector('.prompt');
  const room = prompt.getBoundingClientRect();
  const parts = [...prompt.querySelectorAll('.words > b, .question, .suggest, .ends, .waiting p, .waiting .btn')];
  const boxes = parts.map((part) => part.getBoundingClientRect()).filter((box) => box.width);
  const isCut = (box) => box.left < room.left - 1 || box.right > room.right + 1 || box.bottom > room.bottom + 1;
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  return boxes.filter((box, i) => isCut(box) || boxes.some((other, j) => j > i && meet(box, other))).length
    + (prompt.scrollWidth > prompt.clientWidth + 1 ? 1 : 0);
}"""
CLOCK = {"per": "turn", "seconds": 900}


@pytest.mark.parametrize("size", [*SIZES, *WIDE])
@pytest.mark.parametrize("edition", ["modern", "risk2210"])
def test_a_clock_leaves_room_for_the_question(browser: Browser, server: Server, edition: str, size: str) -> None:
    person = Person(browser, server.address, "Ada", viewport=(SIZES | WIDE)[size])
    person.open(person.lay(edition, [{"kind": "me"}, *[{"kind": "bot", "bot": "random"}] * 2], clock=CLOCK))
    expect(person.page.locator(".ends .number")).to_be_visible()
    expect(person.page.locator(".question")).to_be_visible()
    assert person.page.evaluate(CLASHES) == 0
    person.context.close()


@pytest.mark.parametrize("size", [*SIZES, *WIDE])
def test_a_spectator_reads_the_whole_sentence(browser: Browser, server: Server, size: str) -> None:
    host = Person(browser, server.address, "Ada")
    table = host.lay("modern", [{"kind": "me"}, *[{"kind": "bot", "bot": "random"}] * 2])
    spectator = Person(browser, server.address, "Bruno", viewport=(SIZES | WIDE)[size])
    spectator.open(table)
    expect(spectator.page.locator(".waiting p")).to_contain_text("watching")
    assert spectator.page.evaluate(CLASHES) == 0
    for person in (host, spectator):
        person.context.close()
