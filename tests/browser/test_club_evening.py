"""A whole club evening in real browsers: the organiser's desk, a player's phone and the screen on the wall."""

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from kamchatka.editions.challenge import PLANISPHERE
from kamchatka.editions.challenge.data import OBJECTIVES
from kamchatka.editions.challenge.tournament import ObjectivePoints
from kamchatka.tournament.events.exchange import read_lines
from kamchatka.tournament.events.folding import fold
from kamchatka.tournament.events.trail import standing_changes
from kamchatka.tournament.formatting import format_points
from kamchatka.tournament.standings.placings import final_placings
from kamchatka.tournament.standings.standings import standings
from tests.browser.organiser import Organiser, by_strength
from tests.browser.person import Person
from tests.server.running import Server

CLUBS = ("Parma", "Torino", "Bari")
LISTED = ("Ada", "Bruno", "Carla", "Dino", "Elena", "Fabio", "Gina", "Ivo", "Lia", "Max", "Nina", "Olga")
STRENGTH = [*LISTED, "Pia", "Rosa"]  # Pia is entered by hand, Rosa arrives late
PEOPLE = "name,club\n" + "".join(f"{name},{CLUBS[at % 3]}\n" for at, name in enumerate(LISTED))
PRIZE = 50  # for a sole winner in this preset
HELD = {
    1: ("alaska", "alberta", "brazil", "congo"),
    2: ("china", "japan"),
    3: ("ukraine",),
    4: ("iceland", "urals"),
    5: ("madagascar",),
}


class Book:
    """The scores entered at the desk, summed independently."""

    def __init__(self) -> None:
        self.totals: dict[str, int] = {}

    def write(self, points: dict[str, int], sign: int = 1) -> None:
        """Add a table's points and its prize; with a negative sign, subtract them."""
        best = max(points.values())
        for name, worth in points.items():
            self.totals[name] = self.totals.get(name, 0) + sign * (worth + (PRIZE if worth == best else 0))


def test_a_club_evening(browser: Browser, server: Server, tmp_path: Path) -> None:
    """An evening of entries, three rounds, semifinals and final: all screens and the file show the entered scores."""
    desk, book = Organiser(browser, server), Book()
    desk.create_event("Friday at the club", "evening")
    entries(desk)
    phone, wall = watchers(browser, server, desk)
    desk.tab("Today")
    first_round(desk, book, phone.page, wall.page)
    second_round(desk, book)
    third_round(desk, book)
    stands(desk, book)
    finals(desk, phone.page, wall.page)
    papers(desk, tmp_path)
    for person in (desk, phone, wall):
        assert person.troubles == []
        person.context.close()


def entries(desk: Organiser) -> None:
    """Import a list with two invalid lines, and enter one player by hand."""
    said = desk.take_list("people.csv", PEOPLE + "ada,Parma\n,Torino\n")
    expect(said).to_contain_text("12 players imported")
    expect(said).to_contain_text("Line 14:")  # Ada twice
    expect(said).to_contain_text("Line 15:")  # nobody
    expect(desk.page.locator("[data-entrant]")).to_have_count(12)
    desk.enter("Pia", "Bari")


def watchers(browser: Browser, server: Server, desk: Organiser) -> tuple[Person, Person]:
    """Open Ada's phone and the screen on the wall."""
    phone = Person(browser, server.address, "Ada", viewport={"width": 390, "height": 844}, has_touch=True)
    wall = Person(browser, server.address, "Wall", viewport={"width": 1920, "height": 1080})
    phone.page.goto(desk.link_of("Ada"))
    expect(phone.page.locator(".me h2")).to_have_text("Ada")
    assert "key" not in phone.page.url  # the secret has been removed from the address
    wall.page.goto(f"/screen/{desk.event}")
    expect(wall.page.locator("h1")).to_have_text("Friday at the club")
    return phone, wall


def table_of(name: str, tables: list[list[str]]) -> int:
    """Return the number of a player's table."""
    return next(number for number, seats in enumerate(tables, start=1) if name in seats)


def first_round(desk: Organiser, book: Book, phone: Page, wall: Page) -> None:
    """Play thirteen players at three tables: one counted on the board, one rejected first; other screens update."""
    tables = desk.draw("Round 1")
    assert sorted(map(len, tables)) == [4, 4, 5]
    hers = table_of("Ada", tables)
    expect(phone.locator(".where .huge").first).to_have_text(str(hers))
    expect(phone.locator(".where .huge").nth(1)).to_have_text(str(tables[hers - 1].index("Ada") + 1))
    expect(wall.locator(".tables > li")).to_have_count(3)
    desk.page.get_by_role("button", name="Start all clocks").click()
    expect(wall.locator(".clock .face")).to_contain_text(re.compile(r"1:(2\d|30):\d\d"))
    book.write(tick(desk, 1, tables[0]))
    for number in (2, 3):
        points = by_strength(tables[number - 1], STRENGTH)
        if number == 2:
            refused(desk, number, points)
        desk.score(number, points)
        book.write(points)
    hers_total = str(book.totals["Ada"])
    expect(phone.locator(".stand")).to_contain_text(f"{hers_total} points")
    expect(wall.locator("section li", has_text="Ada").locator(".total")).to_have_text(hers_total)


def tick(desk: Organiser, table: int, names: list[str]) -> dict[str, int]:
    """Count a table by ticking territories with the keyboard; the sheet shows the sums that the library computes."""
    sheet = desk.sheet(table)
    sheet.get_by_text("Tick territories").click()
    sheet.locator("path[data-place]").first.wait_for()
    points = dict[str, int]()
    for card, name in enumerate(names, start=1):
        line = sheet.locator(".line", has_text=name)
        line.locator("input[name=counted]").check()
        line.get_by_label("Card").select_option(str(card))
        for place in HELD[card]:
            sheet.locator(f"path[data-place={place}]").focus()
            desk.page.keyboard.press("Enter")
        points[name] = ObjectivePoints(PLANISPHERE, OBJECTIVES).sum_values(card, HELD[card])[0]
        expect(line.locator("[data-sum] .number")).to_have_text(str(points[name]))
    desk.hand_in(table)
    return points


def refused(desk: Organiser, table: int, points: dict[str, int]) -> None:
    """Enter 87 points, which no territories make: the sheet stays open and cites the rule."""
    sheet = desk.sheet(table)
    for name, worth in points.items():
        sheet.locator(f"[data-points='{name}']").fill("87" if worth == max(points.values()) else str(worth))
    desk.page.locator("[data-save]").click()
    expect(sheet.get_by_role("alert").get_by_role("link", name="rtu.10.2")).to_be_visible()
    sheet.get_by_role("button", name="Cancel").click()
    expect(sheet).to_have_count(0)


def second_round(desk: Organiser, book: Book) -> None:
    """Play a round with a late arrival and a corrected result."""
    desk.tab("Players")
    desk.enter("Rosa", "Torino")
    desk.tab("Today")
    tables = desk.draw("Round 2")
    assert sorted(map(len, tables)) == [4, 5, 5]
    for number, names in enumerate(tables, start=1):
        points = by_strength(names, STRENGTH)
        desk.score(number, points)
        book.write(points)
    wrong = by_strength(tables[0], STRENGTH)
    right = dict(zip(wrong, reversed(wrong.values()), strict=True))
    desk.score(1, right)
    winner = max(right, key=right.__getitem__)
    expect(desk.page.locator("li[data-table='1'] .won")).to_have_text(str(right[winner] + PRIZE))
    book.write(wrong, -1)
    book.write(right)


def third_round(desk: Organiser, book: Book) -> None:
    """Play a round before whose draw Olga goes home."""
    desk.tab("Players")
    row = desk.page.locator("[data-entrant]", has_text="Olga")
    row.locator("[data-withdraw]").click()
    expect(row.locator(".tag")).to_have_text("withdrawn")
    desk.tab("Today")
    tables = desk.draw("Round 3")
    assert sorted(map(len, tables)) == [4, 4, 5]
    assert all("Olga" not in names for names in tables)
    for number, names in enumerate(tables, start=1):
        points = by_strength(names, STRENGTH)
        desk.score(number, points)
        book.write(points)


def stands(desk: Organiser, book: Book) -> None:
    """Check that the standings are the sums of the entered scores."""
    desk.tab("Standings")
    rows = desk.page.locator("tbody tr")
    expect(rows).to_have_count(len(STRENGTH))
    found = {row.locator("th span").first.inner_text(): int(row.locator(".total").inner_text()) for row in rows.all()}
    assert found == book.totals
    assert list(found.values()) == sorted(found.values(), reverse=True)


def finals(desk: Organiser, phone: Page, wall: Page) -> None:
    """Play two semifinals, from each of which two advance; all screens show the winner of the final first."""
    desk.tab("Today")
    semifinals = desk.draw("Semifinal")
    assert list(map(len, semifinals)) == [4, 4]
    going = set[str]()
    for number, names in enumerate(semifinals, start=1):
        points = by_strength(names, STRENGTH)
        desk.score(number, points)
        going |= set(list(points)[:2])
    (final,) = desk.draw("Final")
    assert set(final) == going
    points = by_strength(final, STRENGTH)
    desk.score(1, points)
    winner = next(iter(points))
    expect(desk.page.locator(".head p")).to_contain_text("Over")
    for page in (phone, wall):
        expect(page.locator("li.first")).to_contain_text(winner)


def papers(desk: Organiser, folder: Path) -> None:
    """Check the PDF sheets, the event's file, and that the last change in the trail can be undone and redone."""
    desk.tab("Standings")
    shown_order = desk.page.locator("ol li .grow > b").all_inner_texts()
    desk.tab("Sheets and lists")
    for kind in ("tables", "scores"):
        paper = desk.download(f"[data-sheet={kind}]", folder)
        data = paper.read_bytes()
        assert data.startswith(b"%PDF")
        assert len(re.findall(rb"/Type /Page\b", data)) == {"tables": 2, "scores": 1}[kind]
    entries = read_lines(desk.download("[data-export=file]", folder).read_bytes())[1]
    event = fold(standing_changes(entries))
    assert shown_order == [event.names[placing.entrant] for placing in final_placings(event)]
    desk.tab("History")
    last = desk.page.locator("li[data-entry]").first
    number = last.get_attribute("data-entry") or ""
    last.get_by_role("button").click()
    expect(desk.page.locator(f"li.undone[data-entry='{number}']")).to_be_visible()
    desk.page.locator("li[data-entry]").first.get_by_role("button").click()
    expect(desk.page.locator(f"li.undone[data-entry='{number}']")).to_have_count(0)
    desk.tab("Standings")
    totals = desk.page.locator("tbody .total").all_inner_texts()
    assert totals == [format_points(row.total) for row in standings(event)]
