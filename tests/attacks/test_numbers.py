"""Absurd numbers in every numeric input are refused with a sentence and cause no server error."""

from collections.abc import Callable

from tests.server.client import Browser
from tests.server.clubhouse import Desk
from tests.server.running import Server
from tests.server.together import to_its_end

HUGE = ("9" * 30, "9" * 4000, "-" + "9" * 30)
QUESTIONS = (
    "closing?hands=1,2&playing={}",
    "closing?hands=1,2&playing=1&turns={}",
    "closing?hands=1,2&playing=1&conquests={}",
    "closing?hands={}&playing=1",
    "plan?entrants={}",
    "plan?entrants=16&days={}",
    "plan?entrants=16&sizes={}",
    "ratings?events=x&least={}",
    "events/ID/sheets/tables?round={}",
    "odds?edition=modern&attackers=1&defenders={}",
)
CHANGES = (
    "import/results?round={}",
    "rounds/{}/tables/1/check",
    "rounds/1/tables/{}/check",
    "rounds/{}/clock",
    "entrants/{}/amend",
    "entrants/{}/withdraw",
    "rounds/{}/online",
)
BODIES = {"check": {"lines": [{"entrant": 1}], "after": 0}, "clock": {"running": True}, "amend": {"after": 0}}


def test_huge_numbers(own_server: Callable[..., Server]) -> None:
    server = own_server(requests_a_minute="100000")

    async def attack() -> None:
        async with Browser(server.address, "Mallory") as mallory:
            desk = await Desk.open(mallory)
            headers = {"X-CSRF-Token": mallory.csrf, "X-Event-Key": desk.key}
            for number in HUGE:
                for path in QUESTIONS:
                    answer = await mallory.http.get("/api/" + path.format(number).replace("ID", desk.id))
                    assert answer.status_code in (400, 404), (path, answer.text)
                for path in CHANGES:
                    body = BODIES.get(path.rpartition("/")[2], {})
                    asked = f"/api/events/{desk.id}/{path.format(number)}"
                    answer = await mallory.http.post(asked, headers=headers, json=body)
                    assert answer.status_code in (400, 404), (path, answer.text)

    to_its_end(attack())
