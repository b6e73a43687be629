"""Questions to an organiser on the page: a stale draw, or a round without results."""

from playwright.sync_api import Browser, expect

from kamchatka.editions.tournament import PlayerResult
from kamchatka.tournament.draw.rounds import next_round
from kamchatka.tournament.events.changes import PlayerEntered, TableReport
from kamchatka.tournament.events.event_file import EventFile
from kamchatka.tournament.events.keys import Keys
from kamchatka.tournament.registration import new_event
from kamchatka.tournament.results.acceptance import accept
from tests.browser.axe import violations
from tests.browser.organiser import Organiser
from tests.server.running import Server

NAMES = ["Ada", "Bruno", "Carla", "Dino", "Elena", "Fabio", "Gina", "Ivo"]


def evening(server: Server, id: str, played: int, drawn: int, *choices: str) -> EventFile:
    """Store an evening in the server's folder, with these numbers of rounds played and drawn."""
    server.folder.mkdir(parents=True, exist_ok=True)
    file = EventFile.create(server.folder / f"{id}.kam", new_event(id, "evening", list(choices), ""))
    file.add([PlayerEntered(number, name) for number, name in enumerate(NAMES, start=1)])
    for number in range(1, drawn + 1):
        file.add([next_round(file.event(), number, "greedy")])
        for table in file.event().rounds[-1].tables if number <= played else ():
            lines = tuple(PlayerResult(seat, made) for seat, made in zip(table.seats, (30, 20, 12, 5), strict=True))
            file.add([accept(file.event(), number, table.number, TableReport(lines))])
    return file


def test_a_draw_that_no_longer_follows_is_drawn_again_from_the_page(browser: Browser, server: Server) -> None:
    """The desk shows a stale draw with its reason; redrawing seats the players who now advance and clears the doubt."""
    file = evening(server, "stale", 2, 3, "rounds=1")
    semifinal = file.event().rounds[1].tables[0]
    desk = Organiser(browser, server)
    desk.page.goto(f"/event/stale#key={Keys.of(file.path).organiser()}")
    desk.tab("Today")
    doubt = desk.page.locator("[data-doubt]")
    expect(doubt).to_have_count(0)
    lines = tuple(PlayerResult(seat, made) for seat, made in zip(semifinal.seats, (5, 12, 20, 30), strict=True))
    file.add([accept(file.event(), 2, 1, TableReport(lines), correct=True)])
    expect(doubt).to_contain_text("does not follow from the results of now")
    assert violations(desk.page) == []
    doubt.get_by_role("button", name="Draw round 3 again").click()
    desk.page.get_by_role("button", name="Check the draw").click()
    desk.page.locator("[data-publish]").click()
    expect(doubt).to_have_count(0)
    final = file.event().rounds[-1].tables[0].seats
    assert set(semifinal.seats[2:]) < set(final)
    assert desk.troubles == []
    desk.context.close()


def test_a_doubt_may_be_let_to_stand(browser: Browser, server: Server) -> None:
    """The organiser keeps a winner whose game was zeroed, and notes the reason."""
    file = evening(server, "zeroed", 1, 1)
    table = file.event().rounds[0].tables[0]
    lines = (PlayerResult(table.seats[0], 30, zeroed=True), *(PlayerResult(seat, 5) for seat in table.seats[1:]))
    file.add([accept(file.event(), 1, 1, TableReport(lines), correct=True)])
    desk = Organiser(browser, server)
    desk.page.goto(f"/event/zeroed#key={Keys.of(file.path).organiser()}")
    desk.tab("Today")
    doubt = desk.page.locator("[data-doubt]")
    expect(doubt).to_contain_text("is zeroed, but the place at the table is still 1")
    doubt.get_by_role("button", name="Keep as is").click()
    expect(doubt).to_have_count(0)
    assert len(file.event().settled) == 1
    desk.context.close()


def test_a_silent_round_is_asked_about_before_the_next_draw(browser: Browser, server: Server) -> None:
    """Drawing after a round without results asks for confirmation; late arrivals see when they will play."""
    file = evening(server, "silent", 0, 1)
    desk = Organiser(browser, server)
    desk.page.goto(f"/event/silent#key={Keys.of(file.path).organiser()}")
    desk.tab("Players")
    expect(desk.page.get_by_text("Players entered now play from round 2 on.")).to_be_visible()
    desk.tab("Today")
    expect(desk.page.locator(".asks")).to_contain_text("Without any result: round 1.")
    expect(desk.page.locator("[data-draw]")).to_have_text("Draw anyway")
    assert violations(desk.page) == []
    assert len(desk.draw("Round 2")) == 2
    desk.context.close()
