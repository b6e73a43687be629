"""Studying in the browser: a finished game analysed, a puzzle answered, a board set up; on desktop and phone."""

from collections.abc import Callable
from functools import cache

import msgspec
import pytest
from playwright.sync_api import Browser, Page, Route, expect

from kamchatka.analysis.analyse import analyse
from kamchatka.analysis.effort import SEARCH, Effort
from kamchatka.analysis.puzzles import OBJECTIVE, puzzles_of
from kamchatka.analysis.report import AnalysisSeen, CostlyChoice, Reporter
from kamchatka.journal import Player, line_of, new_header, new_match, seal_line
from kamchatka.match import play_numeric
from kamchatka.players import bot
from kamchatka.server.presentation.replays import replay_of
from kamchatka.server.protocol.payloads import Replay, TableForm
from kamchatka.server.storage.records import Sitter, TableRecord
from tests.browser.axe import violations
from tests.browser.person import DESKTOP, Person
from tests.server.running import Server

SIZES = {"desktop": DESKTOP, "phone": {"width": 390, "height": 844}}
FITS = "() => document.documentElement.scrollWidth <= innerWidth"
NAMES = ("Ada", "Bruno il Grande", "Carla")


@cache
def analysed_game() -> tuple[Replay, AnalysisSeen]:
    """Return a finished game of bots and its analysis without search time, so that only luck and result are real."""
    header = new_header("modern", {}, tuple(Player(name) for name in NAMES), bytes(16))
    match = new_match(header)
    bots = [bot("cautious", match.game, seat) for seat in range(match.seats)]
    while not match.is_over:
        seat = match.awaited[0]
        play_numeric(match, bots[seat].decide(match.view(seat), match.options(seat)), seat)
    mark, data = seal_line("", msgspec.to_builtins(header))
    for number, entry in enumerate(match.entries):
        mark, line = seal_line(mark, line_of(match.game, number, entry))
        data += line
    seats = tuple(Sitter(name=name, user=seat) for seat, name in enumerate(NAMES))
    form = TableForm(edition="modern", seats=(), name="Finale")
    record = TableRecord(id="ended", agreed=form, seats=seats, status="over", host=0, key="00" * 32)
    found = Reporter(match, NAMES, "en").report(analyse(match, Effort(seconds=0.0, judge=SEARCH)))
    choice = CostlyChoice(40, 3, 0, "attack Kamchatka from Alaska with 3 dice", "go on", 0.12, 0.03, 12)
    return replay_of(record, data, "en"), msgspec.structs.replace(found, choices=(choice,), decisions=90, alike=70)


def answering(body: bytes) -> Callable[[Route], None]:
    """Return this analysis for every request."""
    return lambda route: route.fulfill(body=body, content_type="application/json")


def open_replay(person: Person) -> Page:
    """Open the replay of that game by the link of its analysis."""
    for name, data in zip(("replay", "analysis"), analysed_game(), strict=True):
        person.page.route(f"**/api/tables/ended/{name}?*", answering(msgspec.json.encode(data)))
    person.page.goto("/replay/ended#analysis")
    return person.page


@pytest.mark.parametrize("size", SIZES)
def test_a_finished_game_is_analysed(browser: Browser, server: Server, size: str) -> None:
    """The analysis has a curve under the timeline, turning points that link to steps, luck and costs of choices."""
    person = Person(browser, server.address, "Ada", viewport=SIZES[size])
    page, seen = open_replay(person), analysed_game()[1]
    panel = page.get_by_role("region", name="Analysis")
    expect(panel.get_by_role("table", name="Luck with the dice")).to_be_visible()
    expect(panel.get_by_role("table", name="Luck with the dice").get_by_role("row")).to_have_count(len(seen.luck) + 1)
    expect(page.get_by_role("region", name="Chances to win").locator(".picture path")).to_have_count(len(seen.players))
    expect(panel.get_by_text("Better: Go on")).to_be_visible()
    panel.get_by_text("Better: Go on").click()
    expect(page.get_by_role("slider")).to_have_value("40")
    panel.get_by_role("button", name=seen.turning[0].text).click()
    expect(page.get_by_role("slider")).to_have_value(str(seen.turning[0].entry))
    assert violations(page) == []
    assert page.evaluate(FITS)
    assert person.troubles == []
    person.context.close()


@pytest.mark.parametrize("size", SIZES)
def test_a_puzzle_is_answered_and_rated(browser: Browser, server: Server, size: str) -> None:
    """Answering the puzzle of the day changes the rating once; then another puzzle and the analysis board follow."""
    person = Person(browser, server.address, "Ada", viewport=SIZES[size])
    page = person.page
    page.goto("/train")
    answers = page.locator(".answer")
    answers.first.wait_for()
    expect(page.get_by_text("Your rating: 1500")).to_be_visible()
    answers.first.click()
    right = "best" in str(answers.first.get_attribute("class"))
    expect(page.get_by_role("status")).to_contain_text("Right!" if right else "Not the best")
    expect(page.get_by_text("Your rating: 1500")).to_have_count(0)
    expect(page.locator(".answer.best")).to_have_count(1)
    assert violations(page) == []
    assert page.evaluate(FITS)
    address = page.url
    page.get_by_role("button", name="Another puzzle").last.click()
    expect(page.locator(".answer.best")).to_have_count(0)
    assert page.url != address
    page.reload()
    expect(page.get_by_text("of 1 solved")).to_be_visible()  # what the browser has stored
    assert person.troubles == []
    person.context.close()


def test_a_long_list_of_deeds_is_read_without_a_mouse(browser: Browser, server: Server) -> None:
    """The list of a suspect's moves is longer than its box and can be scrolled with the arrow keys."""
    longest = max((one for one in puzzles_of("modern") if one.kind == OBJECTIVE), key=lambda one: len(one.deeds))
    person = Person(browser, server.address, "Ada", viewport=SIZES["phone"])
    page = person.page
    page.goto(f"/train/modern#{longest.id}")
    deeds = page.get_by_role("region", name="Recent moves")
    deeds.focus()
    page.keyboard.press("End")
    page.wait_for_function("(box) => box.scrollTop > 0", arg=deeds.element_handle())
    assert violations(page) == []
    assert person.troubles == []
    person.context.close()


@pytest.mark.parametrize("size", SIZES)
def test_a_board_is_set_up_changed_and_asked(browser: Browser, server: Server, size: str) -> None:
    """Places are set by keyboard and mouse, then come exact odds, bots' choices, and a link to the same board."""
    person = Person(browser, server.address, "Ada", viewport=SIZES[size])
    page = person.page
    page.goto("/board")
    place = page.locator("path[data-place=kamchatka]")
    place.wait_for()
    page.get_by_text("Edit territories", exact=True).click()
    for name, owner, armies in (("alaska", 0, 9), ("kamchatka", 1, 2)):
        page.locator(f"path[data-place={name}]").dispatch_event("click")
        page.get_by_label("Owner").select_option(str(owner))
        page.get_by_label("Armies").fill(str(armies))
        page.get_by_role("button", name="Apply").click()
        expect(page.get_by_role("button", name="Apply")).to_have_count(0)
    page.get_by_text("Odds", exact=True).click()
    for name in ("alaska", "kamchatka"):
        page.locator(f"path[data-place={name}]").dispatch_event("click")
    expect(page.get_by_role("status")).to_contain_text("conquered")
    page.get_by_role("button", name="Ask the bots").click()
    expect(page.locator("dl dt")).to_have_count(6)
    assert violations(page) == []
    assert page.evaluate(FITS)
    page.get_by_text("Notation of this position").click()
    notation = page.get_by_label("Position in notation").input_value()
    shared = page.url
    page.goto("/train")
    page.goto(shared)
    expect(page.get_by_label("Position in notation")).to_have_value(notation)
    page.get_by_text("Notation of this position").click()
    page.get_by_label("Position in notation").fill("nonsense")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.get_by_role("alert")).to_be_visible()
    assert person.troubles == []
    person.context.close()
