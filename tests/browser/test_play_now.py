"""From the first page to the first roll with at most six inputs, in every edition."""

import pytest
from playwright.sync_api import Browser, expect

from kamchatka.editions import EDITIONS
from kamchatka.kernel.options import ATTACK, DEFEND, INVADE
from kamchatka.match import Match, play_numeric
from kamchatka.players import house_bot
from tests.browser.person import Person
from tests.server.running import Server

MOST = 6  # inputs from the first page to the first roll
BY_HAND = {  # one seat's decisions up to its first attack or defence, without automatic play
    "modern": 9,
    "original": 2,
    "challenge": 9,
    "classic": 37,
    "classic_ancient": 37,
    "risk2210": 30,
    "godstorm": 14,
}
ASKED = """() => document.querySelector('.command[aria-busy=false] .asked') && document.querySelector(
  '[data-rest]:not(:disabled), path.open[data-place], [data-confirm]:not(:disabled), [data-bare]:not(:disabled)')"""
# One input: place the rest, else confirm what is planned, else choose a place to attack from or to attack.
INPUT = """() => {
  const rest = document.querySelector('[data-rest]:not(:disabled)');
  const confirm = document.querySelector('[data-confirm]:not(:disabled)');
  const place = document.querySelector('path.open[data-place]');
  const bare = document.querySelector('[data-bare]:not(:disabled)');
  const pressed = rest ?? confirm ?? place ?? bare;
  pressed.dispatchEvent(new MouseEvent('click', {bubbles: true}));
  return pressed === confirm ? confirm.textContent.trim() : '';
}"""


def roll_inputs(person: Person, edition: str) -> int:
    """Return the number of inputs from the first page to the first roll."""
    page = person.page
    page.add_init_script(f"localStorage.setItem('kamchatka.edition', '{edition}')")
    page.goto("/")
    page.get_by_role("button", name="Play now against bots").click()
    inputs, pressed = 1, ""
    while not pressed.startswith(("Roll", "Defend")):
        page.wait_for_function(ASKED)
        if pressed.startswith("Invade") and page.locator("[data-confirm]", has_text="Roll").count() == 0:
            break  # a territory with two armies rolls its only die automatically
        assert inputs < MOST, pressed
        pressed = str(page.evaluate(INPUT))
        inputs += 1
    expect(page.locator(".command[aria-busy=false]")).to_be_attached()
    return inputs


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_first_roll_takes_at_most_six_inputs(browser: Browser, server: Server, edition: str) -> None:
    """The colour is assigned, one button places the remaining armies, and the next question is a battle."""
    person = Person(browser, server.address, "Newcomer")
    assert roll_inputs(person, edition) <= MOST
    assert not person.troubles


@pytest.mark.parametrize("edition", EDITIONS)
def test_by_hand_it_takes_more_decisions(edition: str) -> None:
    """Without Play now, the first battle takes this many decisions, most of them with several clicks."""
    seats = max(EDITIONS[edition].seats[0], 3)
    match = Match.new(edition, seats, seed=1)
    me = match.awaited[0]
    bots = [house_bot("cautious", match.game, seat) for seat in range(seats)]
    decisions = 0
    while True:
        seat = match.awaited[0]
        options = match.options(seat)
        if seat == me:
            if {ATTACK, INVADE, DEFEND} & {int(one.verb) for one in options.ranges}:
                break
            decisions += 1
        play_numeric(match, bots[seat].decide(match.view(seat), options), seat)
    assert decisions == BY_HAND[edition]


def test_a_chosen_colour_is_taken_in_the_next_game(browser: Browser, server: Server) -> None:
    """The colour chosen at one table is reused by Play now without a question."""
    person = Person(browser, server.address, "Painter")
    page = person.page
    person.open(person.lay("modern", [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]))
    page.wait_for_function("() => document.querySelector('.command .choices button:not([disabled])')")
    chosen = page.locator(".command .choices button").last
    name = chosen.inner_text().strip().splitlines()[0]
    chosen.click()
    page.wait_for_function("() => localStorage.getItem('kamchatka.colour')")
    mark = int(page.evaluate("() => localStorage.getItem('kamchatka.colour')"))
    assert mark, name
    page.goto("/")
    with page.expect_response("**/api/tables") as laid:
        page.get_by_role("button", name="Play now against bots").click()
    table = str(laid.value.json()["id"])
    page.locator("path[data-place]").first.wait_for(state="attached")
    row = person.context.request.get(f"/api/tables/{table}").json()
    assert next(seat for seat in row["seats"] if seat["kind"] == "person")["colour"] == mark
