"""A club's year in the browser: an organiser keeps a season in Italian, and everybody can read it on a phone."""

from typing import Any

from playwright.sync_api import Browser, expect

from tests.browser.person import PATIENCE, Person
from tests.server.running import Server

expect.set_options(timeout=PATIENCE)
ELSEWHERE = "Pos.;Nome;Cognome;Circolo\n1;Adele;Rossi;Bari\n2;Zoë;Neri;Bari\n"
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def hold_event(person: Person) -> None:
    """Store an event of one table that is over and that Ada has won."""
    body = {"name": "Serata di maggio", "preset": "open", "choices": {"rounds": "1"}, "date": "2026-05-08"}
    made = person.post("/api/events", body)
    headers = {"X-CSRF-Token": person.csrf, "X-Event-Key": made["key"]}

    def send(path: str, **body: Any) -> Any:
        answer = person.context.request.post(f"/api/events/{made['id']}/{path}", data=body, headers=headers)
        assert answer.ok, answer.text()
        return answer.json()

    for name in ("Ada", "Bruno", "Carla", "Dino"):
        send("entrants", name=name, club="Roma")
    draft = send("draw", seed=7, method="greedy")
    after = send("publish", seed=draft["seed"])["version"]
    lines = [{"entrant": number, "points": 50 - 10 * number} for number in draft["tables"][0]]
    send("rounds/1/tables/1/result", lines=lines, after=after)


def test_a_season(browser: Browser, server: Server) -> None:
    """Events come from the server and from a list, which is shown before it counts; an undo removes one."""
    desk = Person(browser, server.address, "Olga", {"language": "it"}, accept_downloads=True)
    hold_event(desk)
    page = desk.page
    page.goto("/club")
    page.get_by_text("Nuova stagione").click()
    page.locator("[data-season-name]").fill("Stagione 2026")
    page.get_by_role("button", name="Apri la stagione").click()
    page.wait_for_url("**/season/*#manage")
    page.locator("[data-add-event]").select_option(label="Serata di maggio · 2026-05-08")
    page.get_by_role("button", name="Aggiungi").click()
    expect(page.locator("[data-change='2']")).to_contain_text("Serata di maggio")
    take_places(desk)
    page.get_by_role("link", name="Classifica").click()
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(6)
    expect(rows.first).to_contain_text("Ada")
    expect(rows.nth(1)).to_contain_text("Adele Rossi")
    page.get_by_role("link", name="Gestione").click()
    page.locator("[data-merge]").fill("Adele Rossi")
    page.locator("[data-into]").fill("Ada")
    page.get_by_role("button", name="Unisci").click()
    expect(page.locator("[data-change='4']")).to_contain_text("Adele Rossi conta per Ada")
    read_on_a_phone(browser, server, page.url.partition("#")[0])
    page.locator("[data-change='4']").get_by_role("button").click()
    expect(page.locator("[data-change='5']")).to_contain_text("si annulla la voce 4")
    assert desk.troubles == []
    desk.context.close()


def take_places(desk: Person) -> None:
    """Check that a list with a mistake shows it and is rejected, and that the corrected list is accepted once."""
    page = desk.page
    box = page.locator("section", has=page.locator("[data-season-list=places]"))
    box.get_by_label("Nome del torneo").fill("Open di Bari")
    box.get_by_label("Giorno").fill("2026-03-01")
    for text, problem in ((ELSEWHERE + ";Ugo;Blu;Bari\n", True), (ELSEWHERE, False)):
        file: Any = {"name": "bari.csv", "mimeType": "text/csv", "buffer": text.encode("cp1252")}
        box.locator("[data-season-list]").set_input_files(file)
        box.locator("[data-look]").click()
        expect(box.locator("[data-preview]")).to_contain_text("CP1252")
        expect(box.locator("[data-preview] li")).to_have_count(1 if problem else 0)
        expect(box.locator("[data-take]")).to_have_count(0 if problem else 1)
    expect(box.locator("[data-preview]")).to_contain_text("Zoë")
    box.locator("[data-take]").click()
    expect(box.locator("[data-stored]")).to_be_visible()


def read_on_a_phone(browser: Browser, server: Server, address: str) -> None:
    """Check that everybody can read the standings and a player's page, without controls to change them."""
    phone = Person(browser, server.address, "Reader", {"language": "it"}, **PHONE)
    phone.page.goto(address)
    expect(phone.page.locator("tbody tr")).to_have_count(5)
    expect(phone.page.get_by_role("link", name="Gestione")).to_have_count(0)
    phone.page.get_by_role("link", name="Ada", exact=True).click()
    expect(phone.page.get_by_text("Iscritto anche come Adele Rossi")).to_be_visible()
    expect(phone.page.locator("li", has_text="Open di Bari")).to_contain_text("1 su 2")
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert phone.troubles == []
    phone.context.close()
