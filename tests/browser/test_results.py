"""The end of a game: points with their parts, as a table and a bar, without overlapping words."""

from collections.abc import Sequence
from functools import cache

import msgspec
import pytest
from playwright.sync_api import Browser, Page, Route, expect

from kamchatka.editions import EDITIONS
from kamchatka.journal import Kept, parse
from kamchatka.kernel.view import ONLOOKER
from kamchatka.server.presentation.replays import replay_of
from kamchatka.server.protocol.payloads import TableForm
from kamchatka.server.protocol.scene_types import Score
from kamchatka.server.storage.records import Sitter, TableRecord
from tests.browser.axe import violations
from tests.browser.person import DESKTOP, Person
from tests.browser.staged import Staged
from tests.server.running import Server
from tests.stored.shelf import read_unpacked, shelf_name, stored_files

SIZES: dict[str, dict[str, int]] = {
    "desktop": DESKTOP,
    "phone": {"width": 390, "height": 844},
    "sideways": {"width": 844, "height": 390},
}
NAMES = ("Massimiliano della Rovere", "Ada", "Wolfeschlegelsteinhausen", "Bruno il Grande", "Ivo", "Carlotta Emilia")
# The words of a result that overlap, reach out of their box, or are clipped.
COLLISIONS = """() => {
  const root = document.querySelector('.result');
  const box = root.getBoundingClientRect();
  const words = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    if (!node.textContent.trim() || node.parentElement.closest('.hidden-text')) continue;
    const head = node.parentElement.closest('.tr.head');
    if (head && getComputedStyle(head).clipPath !== 'none') continue; // for those who cannot see the table
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const one of range.getClientRects())
      if (one.width > 1) words.push([node.textContent.trim(), node, one]);
  }
  const found = [];
  for (const [i, [text, node, one]] of words.entries()) {
    if (one.left < box.left - 1 || one.right > box.right + 1) found.push(`${text} reaches out`);
    for (const [other, its, two] of words.slice(i + 1)) {
      if (its === node) continue;
      const [wide, high] = [Math.min(one.right, two.right) - Math.max(one.left, two.left),
        Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top)];
      if (wide > 1 && high > 3) found.push(`${text} over ${other}`);
    }
  }
  return found;
}"""


@cache
def finished_games() -> dict[str, tuple[Kept, bytes]]:
    """Return a finished game of every edition with the most seats, decided by points where the edition has them."""
    best: dict[str, tuple[tuple[bool, int], Kept, bytes]] = {}
    for path in stored_files("journals/*.jsonl.xz"):
        data = read_unpacked(path)
        game = parse(data, shelf_name(path))
        match = game.match
        if match.is_over and match.winners:
            points = match.edition.display(match.game, match.view(ONLOOKER).state, ONLOOKER).points
            worth = (bool(points), match.seats)
            if match.edition.id not in best or worth > best[match.edition.id][0]:
                best[match.edition.id] = (worth, game, data)
    return {id: (game, data) for id, (_, game, data) in best.items()}


def test_every_edition_has_a_game_that_ended() -> None:
    assert set(finished_games()) == set(EDITIONS)


def shows_its_scores(page: Page, scores: Sequence[Score]) -> None:
    """Check that every name is shown, and where points decided, all their parts and a bar of the right length."""
    rows = page.locator(".result .tr:not(.head)")
    expect(rows).to_have_count(len(scores))
    best = max(score.points or 0 for score in scores)
    for score in scores:
        row = rows.filter(has=page.get_by_text(NAMES[score.seat], exact=True))
        for part in score.parts:
            expect(row).to_contain_text(str(part.value))
        if score.points:
            expect(row.locator(".total")).to_have_text(str(score.points))
            bar, room = row.locator(".bar").bounding_box(), row.locator(".who").bounding_box()
            assert bar
            assert room
            assert abs(bar["width"] / room["width"] - score.points / best) < 0.03
            expect(row.locator(".bar i")).to_have_count(sum(1 for part in score.parts if part.value))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_result_at_the_table(browser: Browser, server: Server, edition: str, size: str) -> None:
    """The result at the table fits with Italian texts and long names."""
    person = Person(browser, server.address, "Guest", {"language": "it"}, viewport=SIZES[size])
    match = finished_games()[edition][0].match
    staged = Staged(person, match, NAMES, "it")
    person.page.locator("dialog .result").wait_for()
    result = staged.scene().result
    assert result is not None
    shows_its_scores(person.page, result.scores)
    assert person.page.evaluate(COLLISIONS) == []
    assert person.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    if size == "desktop":
        assert violations(person.page) == []
    assert person.troubles == []
    person.context.close()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_result_in_the_replay(browser: Browser, server: Server, edition: str, size: str) -> None:
    """The result fits in the replay too, where there is less room beside the board."""
    game, data = finished_games()[edition]
    seats = tuple(Sitter(name=name, user=seat) for seat, name in enumerate(NAMES[: game.match.seats]))
    form = TableForm(edition=edition, seats=(), name="Finale")
    record = TableRecord(id="ended", agreed=form, seats=seats, status="over", host=0, key="00" * 32)
    replay = replay_of(record, data, "en")
    assert replay.result is not None

    def answer(route: Route) -> None:
        route.fulfill(body=msgspec.json.encode(replay), content_type="application/json")

    person = Person(browser, server.address, "Guest", viewport=SIZES[size])
    person.page.route("**/api/tables/ended/replay?*", answer)
    person.page.goto("/replay/ended")
    person.page.locator(".result").wait_for()
    shows_its_scores(person.page, replay.result.scores)
    assert person.page.evaluate(COLLISIONS) == []
    assert person.troubles == []
    person.context.close()


def test_words_over_words_are_noticed(browser: Browser, server: Server) -> None:
    """The helper of the tests above notices overlapping words."""
    person = Person(browser, server.address, "Guest")
    Staged(person, finished_games()["godstorm"][0].match, NAMES)
    person.page.locator("dialog .result").wait_for()
    person.page.evaluate("""() => {
      const [name, figure] = ['.who', '.td.total'].map((one) => document.querySelector(`.result ${one}`));
      const apart = figure.getBoundingClientRect().right - name.getBoundingClientRect().left - 30;
      figure.style.cssText = `position:relative;left:-${apart}px;top:-12px`;
    }""")
    assert person.page.evaluate(COLLISIONS) != []
    person.context.close()
