"""Create a server's database as this version leaves it: users, tokens, chat, and tables at every important moment.

Everything is done over HTTP and sockets by clients that know no rules; only elapsed hours are written by hand.
"""

import asyncio
import os
import random
from pathlib import Path
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

import kamchatka
from examples.bot import choose
from tests.server.client import Browser, Json, Seat
from tests.server.clubhouse import Desk
from tests.server.running import ROOT, Server
from tests.stored.tables import ENDED, LEFT, MOMENTS, PASSWORD, Laid

ACCOUNTS = ("Ada", "Bruno", "Olga")
GUESTS = ("Carla", "Dino")
TRIES = 8  # games to try until one reaches the moment
HOURS = 30 * 3600.0  # seconds that slow games have been played
BEFORE_TIME = 90 * 60_000 - 1  # milliseconds: just before the end of a tournament's game


class OwnServer(Server):
    """A server of the version that this process imports."""

    @property
    def environment(self) -> dict[str, str]:
        """Return the environment of the server."""
        paths = os.pathsep.join([str(Path(kamchatka.__file__).parents[1]), str(ROOT)])
        return {**super().environment, "PYTHONPATH": paths}


def sqlalchemy_address(database: str) -> str:
    """Return the SQLAlchemy address of a server's database."""
    return database if "://" in database else f"sqlite+aiosqlite:///{database}"


async def alter(server: Server, statement: str, **values: Any) -> None:
    """Change the database while the server is down, for example to let time pass."""
    engine = create_async_engine(sqlalchemy_address(server.database))
    async with engine.begin() as connection:
        await connection.execute(text(statement), values)
    await engine.dispose()


class Evening:
    """The users of an evening, and their actions."""

    def __init__(self, server: Server, people: dict[str, Browser]) -> None:
        self.server = server
        self.people = people
        self.ada, self.bruno = people["Ada"], people["Bruno"]
        self.names: dict[str, str] = {}  # names of the tables, by id
        self.events: dict[str, Desk] = {}

    async def lay(self, plan: Laid) -> str:
        """Create a table with all its people."""
        table = await self.ada.lay(plan.edition, plan.seats, name=plan.name, absent_after=1_209_600, **plan.form)
        self.names[table] = plan.name
        for guest in plan.guests:
            await self.people[guest].post(f"/api/tables/{table}/join")
        return table

    async def come_to(self, plan: Laid) -> str:
        """Return a table whose game has reached the plan's moment; games that end earlier stay as they are."""
        for _ in range(TRIES):
            table = await self.lay(plan)
            if await self.play(table, plan):
                return table
        raise AssertionError(f"{plan.name}: the moment does not come")

    async def play(self, table: str, plan: Laid) -> bool:
        """Let all people of a table play until one is asked what the plan wants; return whether that happened."""
        reached = asyncio.Event()
        playing = [asyncio.create_task(self._play(name, table, plan, reached)) for name in ("Ada", *plan.guests)]
        await asyncio.wait(playing, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.sleep(0.2)  # messages that others had sent arrive
        for task in playing:
            task.cancel()
        for outcome in await asyncio.gather(*playing, return_exceptions=True):
            if isinstance(outcome, Exception):
                raise outcome
        return reached.is_set()

    async def _play(self, name: str, table: str, plan: Laid, reached: asyncio.Event) -> None:
        async with self.people[name].at(table) as seat:
            while not reached.is_set():
                await seat.until("scene", "moved")
                if seat.scene["result"]:
                    return
                if plan.is_reached_by(seat.scene):
                    reached.set()
                    return
                await self._answer(seat, reached)

    async def _answer(self, seat: Seat, reached: asyncio.Event) -> None:
        """Do any legal action, if a seat is asked."""
        asked, mine = seat.scene["ask"], set(seat.scene["awaited"]) & set(seat.scene["yours"])
        if not asked and mine:  # several people at one screen: the next one sits down
            await seat.say(type="sit", seat=min(mine))
        while asked and not reached.is_set():
            if (await seat.act(choose(asked)))["type"] == "done":
                return
            asked = seat.scene["ask"]

    async def finish(self, table: str) -> None:
        """Let Ada play a little; then a bot takes her seat for good and she watches the game to its end."""
        async with self.ada.at(table) as seat:
            for _ in range(6):
                scene = await seat.asked()
                await seat.act(choose(scene["ask"]))
                await seat.until("moved")
            await self.ada.post(f"/api/tables/{table}/leave")
            while not seat.scene["result"]:
                await seat.until("scene", "moved")

    async def stop(self, table: str, *names: str) -> None:
        """Let everybody vote to call the game off."""
        for name in names:
            await self.people[name].post(f"/api/tables/{table}/stop")


# ------------------------------------------------------------------ the evening
async def tables(evening: Evening) -> None:
    """Create tables with finished games, unfinished games, and games that haven't begun."""
    for plan in ENDED:
        random.seed(plan.name)
        if plan.after:
            await evening.stop(await evening.come_to(plan), "Ada", *plan.guests)
        else:
            await evening.finish(await evening.lay(plan))
        print(plan.name, flush=True)
    for plan in (*MOMENTS, *LEFT):
        random.seed(plan.name)
        await (evening.come_to(plan) if plan.after else evening.lay(plan))
        print(plan.name, flush=True)


async def talk(evening: Evening) -> None:
    """Chat with words and quick phrases at two tables, mute a user, and leave a lone vote."""
    ids = {name: id for id, name in evening.names.items()}
    battle = ids["A battle"]
    async with evening.ada.at(battle) as ada, evening.bruno.at(battle) as bruno:
        async with evening.people["Carla"].at(battle) as carla:
            for seat, said in (
                (ada, {"text": "Che dadi! 🎲"}),
                (bruno, {"phrase": "luck"}),
                (carla, {"text": "forza"}),
            ):
                await seat.say(type="say", **said)
                await seat.until("said")
        await bruno.say(type="mute", name="Carla")
        await bruno.say(type="ping")
        await bruno.until("pong")
    await evening.stop(battle, "Ada")
    async with evening.ada.at(ids["Who comes?"]) as ada:
        await ada.say(type="say", text="Manca uno!")
        await ada.until("said")


async def rematch(evening: Evening) -> None:
    """Let Ada ask for a rematch that Bruno hasn't joined yet."""
    ended = next(id for id, name in evening.names.items() if name == "Called off")
    again = await evening.ada.post(f"/api/tables/{ended}/rematch")
    evening.names[again["id"]] = "Called off"


# ------------------------------------------------------------------ rounds played here
async def hosted(evening: Evening, name: str) -> tuple[Desk, str]:
    """Create an event whose only table is played on the server by Ada and bots."""
    made = await evening.people["Olga"].post("/api/events", {"name": name, "preset": "ranking", "choices": {}})
    desk = Desk(evening.people["Olga"], made["id"], made["key"])
    await desk.enter("Ada", "Bruno", "Carla", "Dino")
    await desk.round(method="greedy")
    await desk.send("rounds/1/online")
    (table,) = (await desk.event())["rounds"][0]["tables"]
    codes = (await desk.look("desk"))["codes"]
    await Desk(evening.ada, desk.id, codes["1"]).send("sit")
    await desk.send("rounds/1/tables/1/begin")
    evening.events[desk.id] = desk
    evening.names[table["game"]] = name
    return desk, table["game"]


async def club_nights(evening: Evening) -> None:
    """Play one round here to its end, so that its result is in the standings, and begin another."""
    desk, game = await hosted(evening, "Played here")
    await hosted(evening, "Being played here")
    await asyncio.to_thread(evening.server.stop)
    await alter(evening.server, "UPDATE entries SET clock = :clock WHERE table_id = :id", clock=BEFORE_TIME, id=game)
    await asyncio.to_thread(evening.server.start)
    await evening.ada.post(f"/api/tables/{game}/leave")
    async with evening.people["Olga"].at(game) as watching:
        while not watching.scene.get("result"):
            await watching.until("scene", "moved")
    async with desk.socket() as socket:
        while not (await socket.until("event"))["rounds"][0]["complete"]:
            pass


async def days_pass(evening: Evening) -> None:
    """Continue slow games after many hours, and then close the server, which stores their clocks."""
    await asyncio.to_thread(evening.server.stop)
    for id, name in evening.names.items():
        if name == "Over days":
            await alter(evening.server, "UPDATE tables SET clock = :played WHERE id = :id", played=HOURS, id=id)
    await asyncio.to_thread(evening.server.start)
    await evening.ada.get("/api/mine")
    await asyncio.to_thread(evening.server.stop)


async def spend(server: Server) -> Json:
    """Play the whole evening, and return its users and their keys."""
    async with asyncio.timeout(1800):
        people = {name: await Browser(server.address, name).__aenter__() for name in (*ACCOUNTS, *GUESTS)}
        known: Json = {}
        for name, browser in people.items():
            if name in ACCOUNTS:
                await browser.post("/api/accounts", {"name": name, "password": PASSWORD})
            token = (await browser.post("/api/tokens", {"label": f"program of {name}"}))["secret"]
            cookies = dict(browser.http.cookies.items())
            known[name] = {"guest": name in GUESTS, "password": PASSWORD, "token": token, "cookies": cookies}
        evening = Evening(server, people)
        await tables(evening)
        await talk(evening)
        await rematch(evening)
        await club_nights(evening)
        events = {id: await seen(desk) for id, desk in evening.events.items()}
        await days_pass(evening)
        for browser in people.values():
            await browser.http.aclose()
    return {"people": known, "names": evening.names, "events": events}


async def seen(desk: Desk) -> Json:
    """Return an event's public data and its keys."""
    event = await desk.event()
    codes = (await desk.look("desk"))["codes"]
    return {"key": desk.key, "codes": codes, **{part: event[part] for part in ("name", "version", "standings")}}
