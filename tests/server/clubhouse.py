"""An organiser, players and spectators of an event, over real sockets."""

from typing import Any

from tests.server.client import Browser, Json, Seat

CLUBS = ("Milano", "Roma", "Torino", "Bari")


class Desk:
    """A client with an event's key: the organiser's or a player's."""

    def __init__(self, browser: Browser, id: str, key: str) -> None:
        self.browser = browser
        self.id = id
        self.key = key

    @classmethod
    async def open(cls, browser: Browser, preset: str = "evening", **choices: str) -> "Desk":
        """Create a new event of this organiser."""
        made = await browser.post("/api/events", {"name": "Serata", "preset": preset, "choices": choices})
        return cls(browser, made["id"], made["key"])

    def holding(self, key: str) -> "Desk":
        """Return the same event through another key."""
        return Desk(self.browser, self.id, key)

    async def send(self, path: str, body: Json | bytes | None = None, status: int = 200, **query: str) -> Any:
        """Send a POST request for a change."""
        headers = {"X-CSRF-Token": self.browser.csrf, "X-Event-Key": self.key}
        given: dict[str, Any] = {"content": body} if isinstance(body, bytes) else {"json": body or {}}
        answer = await self.browser.http.post(
            f"/api/events/{self.id}/{path}", headers=headers, params={"lang": "en", **query}, **given
        )
        assert answer.status_code == status, answer.text
        return answer.json()

    async def look(self, path: str, status: int = 200) -> Any:
        """Return what the key shows."""
        answer = await self.browser.http.get(
            f"/api/events/{self.id}/{path}", headers={"X-Event-Key": self.key}, params={"lang": "en"}
        )
        assert answer.status_code == status, answer.text
        return answer.json()

    async def event(self) -> Json:
        """Return the public view of the event."""
        seen: Json = await self.browser.get(f"/api/events/{self.id}?lang=en")
        return seen

    async def enter(self, *names: str) -> None:
        """Enter players, assigned to clubs in turn."""
        for number, name in enumerate(names):
            await self.send("entrants", {"name": name, "club": CLUBS[number % len(CLUBS)]})

    async def round(self, **form: Any) -> Json:
        """Draw and publish the next round."""
        draft = await self.send("draw", {"seed": 7, **form})
        await self.send("publish", {"seed": draft["seed"]})
        last: Json = (await self.event())["rounds"][-1]
        return last

    async def report(self, round: Json, table: int, *points: int | str, status: int = 200, **more: Any) -> Any:
        """Report a table's result in the order of play: points, "objective" or "out"."""
        seats = round["tables"][table - 1]["seats"]
        lines = [line(seat, made) for seat, made in zip(seats, points, strict=True)]
        form = {"lines": lines, "after": (await self.event())["version"], **more}
        return await self.send(f"rounds/{round['number']}/tables/{table}/result", form, status)

    def socket(self, language: str = "en") -> Seat:
        """Return a socket with the changes of the event."""
        address = self.browser.server.replace("http", "ws", 1)
        return Seat(f"{address}/ws/events/{self.id}?lang={language}", {})


def line(entrant: int, made: int | str) -> Json:
    """Return a player's line of a result."""
    if made == "objective":
        return {"entrant": entrant, "objective": "in_time"}
    return {"entrant": entrant, "eliminated": True} if made == "out" else {"entrant": entrant, "points": made}
