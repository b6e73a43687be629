"""Simulate a season of rated games: `python -m tools.load.season [--players 200] [--games 5000] [--at-once 16]`.

Starts a server on a fresh SQLite file. Accounts with different true skills and separate addresses play rated games to
the end through sockets, as any client program would. The edition is Godstorm for two, which ends after five epochs and
takes the fewest actions (about 180 per game). A player of skill q makes the better known move with probability q and
passes otherwise. Reported at the end: the rank correlation of ratings and skills, the mean rating, and how much single
ratings still change.
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from statistics import fmean
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from examples.bot import choose
from tests.server.running import Server

Json = dict[str, Any]
EDITION = "godstorm"
PATIENCE = 600.0  # timeout in seconds, for busy machines
KEPT = 1.0  # seconds a connection is kept; shorter than the server's limit, so that none is used while it closes
LOG_EVERY = 100  # games


class SeasonPlayer:
    """An account with a known skill and its own address; 127.0.0.0/8 belongs to this machine."""

    def __init__(self, server: str, number: int, skill: float, luck: random.Random) -> None:
        self.server = server
        self.name = f"Player {number}"
        self.skill = skill
        self.luck = luck
        self.address = f"127.{1 + number // 200}.0.{2 + number % 200}"
        lines = httpx.Limits(keepalive_expiry=KEPT)
        way = httpx.AsyncHTTPTransport(local_address=self.address, limits=lines)
        self.http = httpx.AsyncClient(base_url=server, timeout=PATIENCE, trust_env=False, transport=way)
        self.points: list[int] = []  # rating after every game

    async def enter(self) -> None:
        """Create an account, and a token for the program that plays for it."""
        csrf = (await self.http.get("/api/me")).json()["csrf"]
        account = {"name": self.name, "password": "a season's password"}
        me = await self._post("/api/accounts", account, {"X-CSRF-Token": csrf})
        token = await self._post("/api/tokens", {"label": "season", "scopes": ["play"]}, {"X-CSRF-Token": me["csrf"]})
        self.http.cookies.clear()
        self.http.headers["Authorization"] = f"Bearer {token['secret']}"

    async def _post(self, path: str, body: Json, headers: Json | None = None) -> Any:
        answer = await self.http.post(path, json=body, headers=headers)
        assert answer.is_success, answer.text
        return answer.json()

    async def lay(self, seats: int) -> str:
        """Create a rated table with this many seats."""
        chairs = [{"kind": "me", "most_dice": True}, *({"kind": "open"} for _ in range(seats - 1))]
        form = {"edition": EDITION, "seats": chairs, "rated": True, "absent_after": 600}
        return str((await self._post("/api/tables", form))["id"])

    async def join(self, table: str) -> None:
        """Join a table."""
        await self._post(f"/api/tables/{table}/join", {"most_dice": True})

    async def play(self, table: str, links: dict[str, list[str]]) -> None:
        """Play until the game has been rated, reconnecting if necessary."""
        address = f"{self.server.replace('http', 'ws', 1)}/ws/tables/{table}?lang=en"
        headers = {"Authorization": self.http.headers["Authorization"]}
        way, sight = (self.address, 0), Sight(links)
        async for socket in connect(
            address,
            additional_headers=headers,
            local_addr=way,
            proxy=None,
            max_size=None,
            ping_interval=None,
            compression=None,
        ):
            with suppress(ConnectionClosed):
                async for message in socket:
                    if await self._hear(socket, sight, msgspec.json.decode(message, type=Json)):
                        await socket.close()
                        return

    async def _hear(self, socket: ClientConnection, sight: "Sight", said: Json) -> bool:
        """Answer a message that asks for a decision; return whether the game has been rated."""
        sight.take(said)
        if said.get("table", {}).get("rating", "rated") not in ("rated", ""):
            assert said["table"]["rating"] == "settled", said["table"]
            return True
        if said.get("ask") and not said.get("result"):
            ranges = said["ask"]["ranges"]
            act = sight.best(ranges) if self.luck.random() < self.skill else lapse(ranges)
            nonce = f"{self.luck.getrandbits(64):x}"
            await socket.send(json.dumps({"type": "act", "act": act, "after": said["version"], "nonce": nonce}))
        return False

    async def note(self) -> None:
        """Record the current rating."""
        profile = (await self.http.get("/api/profile", params={"name": self.name})).json()
        self.points.append(profile["ratings"][0]["points"])


class Sight:
    """The visible board, and a simple strategy: reinforce the strongest front and attack weaker neighbours."""

    def __init__(self, links: dict[str, list[str]]) -> None:
        self.links = links
        self.owner: dict[str, int | None] = {}
        self.armies: dict[str, int] = {}

    def take(self, said: Json) -> None:
        """Update places from a message."""
        for place in said.get("places", ()):
            self.owner[place["id"]], self.armies[place["id"]] = place["owner"], place["armies"]

    def _edge(self, place: str) -> int:
        """Return the difference between a place's armies and those of its weakest enemy neighbour."""
        mine = self.owner[place]
        foes = [self.armies[other] for other in self.links.get(place, ()) if self.owner[other] != mine]
        return self.armies[place] - min(foes) if foes else -1000

    def best(self, ranges: list[Json]) -> Json:
        """Return the best obvious move: attack, place, or the maximum amount; otherwise pass."""
        for offered in ranges:
            if offered["attacks"] and offered["kind"] in ("pairs", "parties"):
                if action := self._attack(offered):
                    return action
            elif offered["kind"] == "spots":
                return _fill_in(offered, at=max(offered["places"], key=self._edge), n=offered["most"])
            elif offered["kind"] == "amount" and offered["act"] != "bid":
                return _fill_in(offered, n=offered["most"])
        return lapse(ranges)

    def _attack(self, offered: Json) -> Json | None:
        """Return the attack with the largest superiority, if any."""
        rows = [(one["source"], one["target"], one["sets"][0]) for one in offered.get("parties", ())]
        rows += [(at, to, {"pieces": [], "most": most}) for at, to, _, most in offered.get("pairs", ())]
        rows = [row for row in rows if row[0] in self.armies and row[1] in self.armies]
        if not rows:
            return None
        at, to, chosen = max(rows, key=lambda row: self.armies[row[0]] - self.armies[row[1]])
        if self.armies[at] <= self.armies[to]:
            return None
        return _fill_in(offered, at=at, to=to, n=chosen["most"], what=chosen["pieces"])


def _fill_in(offered: Json, **chosen: Any) -> Json:
    """Fill in the open fields of an action in a range."""
    fields = offered["fields"]
    return {
        "act": offered["act"],
        **offered["fixed"],
        **{fields[name]: value for name, value in chosen.items() if name in fields},
    }


def lapse(ranges: list[Json]) -> Json:
    """Pass; if passing isn't possible, take any action."""
    bare = next((one for one in ranges if one["kind"] == "bare"), None)
    return _fill_in(bare) if bare else choose({"ranges": ranges})


async def season(
    server: str, players: int, games: int, at_once: int, seats: int = 2, seed: int = 1
) -> list[SeasonPlayer]:
    """Play a season and return all players."""
    luck = random.Random(seed)
    everybody = [SeasonPlayer(server, n, (n + 0.5) / players, random.Random(f"{seed} {n}")) for n in range(players)]
    for player in everybody:
        await player.enter()
    editions = (await everybody[0].http.get("/api/editions?lang=en")).json()
    links = next(one["links"] for one in editions if one["id"] == EDITION)
    free, begun, done = list(everybody), time.perf_counter(), 0
    running: set[asyncio.Task[list[SeasonPlayer]]] = set()
    for number in range(games):
        while len(running) >= at_once or len(free) < seats:
            finished, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            free += [player for task in finished for player in task.result()]
            done += len(finished)
            if done // LOG_EVERY > (done - len(finished)) // LOG_EVERY:
                _tell(everybody, done, time.perf_counter() - begun)
        luck.shuffle(free)
        free.sort(key=lambda player: len(player.points))  # balance the number of games per player
        table, free = free[:seats], free[seats:]
        luck.shuffle(table)
        running.add(asyncio.create_task(_game(table, links), name=f"game {number}"))
    await asyncio.gather(*running)
    await asyncio.gather(*(player.http.aclose() for player in everybody))
    return everybody


def _tell(players: list[SeasonPlayer], done: int, seconds: float) -> None:
    """Print the progress of the season."""
    known = all(player.points for player in players)
    so_far = f", rank correlation {rank_correlation(players):.3f}" if known else ""
    print(f"{done} games, {done / seconds:.2f} a second{so_far}", file=sys.stderr, flush=True)


async def _game(table: list[SeasonPlayer], links: dict[str, list[str]]) -> list[SeasonPlayer]:
    host, *others = table
    id = await host.lay(len(table))
    for player in others:
        await player.join(id)
    await asyncio.gather(*(player.play(id, links) for player in table))
    for player in table:
        await player.note()
    return table


def rank_correlation(players: list[SeasonPlayer]) -> float:
    """Return Spearman's rank correlation of ratings and skills."""
    by_skill = sorted(range(len(players)), key=lambda n: players[n].skill)
    by_points = sorted(range(len(players)), key=lambda n: players[n].points[-1])
    place = {n: at for at, n in enumerate(by_points)}
    apart = sum((at - place[n]) ** 2 for at, n in enumerate(by_skill))
    return 1 - 6 * apart / (len(players) * (len(players) ** 2 - 1))


def report(players: list[SeasonPlayer]) -> str:
    """Describe the results of the season."""
    half = [player.points[len(player.points) // 2] for player in players]
    last = [player.points[-1] for player in players]
    moved = [abs(now - then) for now, then in zip(last, half, strict=True)]
    return (
        f"rank correlation {rank_correlation(players):.3f}\n"
        f"mean of all ratings: {fmean(half):.0f} at half time, {fmean(last):.0f} at the end (1500 at the beginning)\n"
        f"moved in the second half: {fmean(moved):.0f} points on average, {max(moved)} at most\n"
        f"ratings from {min(last)} to {max(last)}; games each {min(len(player.points) for player in players)} or more"
    )


def main() -> None:
    """Play a season and print its results."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    for name, default in (("players", 200), ("games", 5000), ("at-once", 16), ("seats", 2), ("seed", 1)):
        options.add_argument(f"--{name}", type=int, default=default)
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        running = Server(
            f"{folder}/season.db", Path(folder) / "log", logins_a_minute="100000", messages_a_second="1000"
        )
        begun, server = time.perf_counter(), running.start().address
        try:
            played = asyncio.run(season(server, given.players, given.games, given.at_once, given.seats, given.seed))
        finally:
            running.stop()
    print(f"{given.games} games of {given.players} players in {time.perf_counter() - begun:.0f} s")
    print(report(played))


if __name__ == "__main__":
    main()
