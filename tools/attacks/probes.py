"""Attacks that compare two versions of the server (`tools/attacks/compare.py`), over HTTP and sockets only.

A probe attacks a server of its own and describes the outcome in a few words. Add new ones to PROBES.
"""

import asyncio
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import httpx
from websockets.exceptions import ConnectionClosed, WebSocketException

from tests.attacks.strangers import request, send
from tests.attacks.victim import a_player_waits, held_alone, peak_memory
from tests.people.services import Called, MailServer, PushService
from tests.server.client import Browser, Json, Seat
from tests.server.running import Server

PASSWORD = "correct horse"
PATIENT = 40.0  # seconds after which a request counts as unanswered
WATCHED = 60.0  # seconds for which one guest watches games of bots
DAYS: Json = {"clock": {"per": "turn", "seconds": 86_400}}
FREE = {"logins_a_minute": "100000", "requests_a_minute": "100000"}  # for probes of other limits

Start = Callable[..., Server]  # starts a server of the version, with settings
Probe = Callable[[Start], Awaitable[str]]


# ------------------------------------------------------------------ clients
@asynccontextmanager
async def accounts(server: Server, *addresses: str, name: str = "Player") -> AsyncIterator[list[Browser]]:
    """Create accounts, each at an address that a proxy reports."""
    async with AsyncExitStack() as stack:
        made = [await stack.enter_async_context(browser_at(server, address)) for address in addresses]
        for number, browser in enumerate(made):
            await browser.post("/api/accounts", {"name": f"{name} {number}", "password": PASSWORD})
        yield made


@asynccontextmanager
async def browser_at(server: Server, address: str, name: str = "") -> AsyncIterator[Browser]:
    """Act as a browser at an address that a proxy reports."""
    browser = Browser(server.address, name)
    browser.http.headers["X-Forwarded-For"] = address
    async with browser:
        yield browser


def apart(number: int) -> list[str]:
    """Return addresses on separate networks."""
    return [f"198.51.100.{n}" for n in range(1, number + 1)]


async def status(browser: Browser, path: str, body: Json) -> int:
    """Return the status of a change."""
    answer = await browser.http.post(path, json=body, headers={"X-CSRF-Token": browser.csrf})
    return answer.status_code


def change(server: Server, *statements: str) -> None:
    """Modify the database of a server that has been killed."""
    with sqlite3.connect(server.database) as file:
        for statement in statements:
            file.execute(statement)
    file.close()


def count(server: Server, query: str) -> int:
    """Return the number that a query gives."""
    with sqlite3.connect(server.database) as file:
        (found,) = file.execute(query).fetchone()
    file.close()
    return int(found)


def milliseconds(seconds: float) -> str:
    """Format a time in milliseconds."""
    return f"{1000 * seconds:,.0f} ms"


# ------------------------------------------------------------------ limits
async def other_spelling(start: Start) -> str:
    """Ask 800 times for `//api/tables`."""
    server = start()
    async with a_player_waits(server) as waits, httpx.AsyncClient(trust_env=False) as client:
        statuses = Counter([(await client.get(f"{server.address}//api/tables")).status_code for _ in range(800)])
    return f"{statuses[200]} of 800 answered; another client waits at most {milliseconds(waits.longest)}"


async def guesses_of_a_network(start: Start) -> str:
    """Guess a password and open sockets from 60 and 300 addresses of one /64."""
    server, statuses = start(), Counter[int]()
    async with accounts(server, "198.51.100.1", name="Victim"):
        for n in range(60):
            async with browser_at(server, f"2001:db8:1:1::{n + 1:x}") as mallory:
                statuses[await status(mallory, "/api/login", {"name": "Victim 0", "password": f"guess {n}"})] += 1
    opened, lobby = 0, f"{server.address.replace('http', 'ws', 1)}/ws/lobby"
    async with AsyncExitStack() as stack:
        for n in range(300):
            headers = {"X-Forwarded-For": f"2001:db8:1:2::{n + 1:x}"}
            with suppress(WebSocketException, OSError):
                seat = await stack.enter_async_context(Seat(lobby, headers))
                opened += (await seat.hear())["type"] == "lobby"
    return f"{statuses[401]} of 60 guesses checked, {opened} of 300 sockets open"


async def logins_at_once(start: Start) -> str:
    """Log in from fifty addresses at once."""
    server = start()
    assert server.process is not None
    before = held_alone(server.process.pid)
    async with a_player_waits(server) as waits, browser_at(server, "198.51.100.9", "Page") as page:
        cookie = f"kamchatka={page.http.cookies['kamchatka']}"
        headers = {"cookie": cookie, "x_csrf_token": page.csrf, "content_type": "application/json"}
        bodies = [b'{"name":"Nobody %d","password":"wrong horse"}' % n for n in range(50)]
        logins = [
            send(server, request("/api/login", "POST", body, **headers), f"127.0.{n + 1}.1")
            for n, body in enumerate(bodies)
        ]
        statuses = Counter(reply.status for reply in await asyncio.gather(*logins))
    return (
        f"{statuses[401]} of 50 checked; another client waits at most {milliseconds(waits.longest)}; "
        f"{before} → {peak_memory(server)} MB"
    )


# ------------------------------------------------------------------ mail and push
def mail_settings(mail: MailServer) -> dict[str, str]:
    """Return the settings of a server that sends its mail there."""
    sender = {"mail_from": "Kamchatka <play@kamchatka.test>", "public_address": "http://kamchatka.test"}
    return {"smtp_host": "127.0.0.1", "smtp_port": str(mail.port), "smtp_security": "none", **sender}


async def confirmation_race(start: Start) -> str:
    """Confirm an address while a stranger's is proposed, 40 times, in a process with the version's package."""
    command = [sys.executable, "-m", "tools.attacks.confirmation_race"]
    done = await asyncio.to_thread(
        subprocess.run, command, env=start().environment, text=True, capture_output=True, check=True
    )
    return f"{done.stdout.strip().splitlines()[-1]} strangers' addresses confirmed"


async def mail_floods(start: Start) -> str:
    """Send codes to one mailbox from 13 accounts, and 26 invitations to one player."""
    with MailServer() as mail:
        server = start(**FREE, **mail_settings(mail))
        async with accounts(server, *apart(14)) as people:
            codes = [await status(one, "/api/notices/email", {"email": "victim@example.org"}) for one in people[:13]]
            invited = Counter[int]()
            for one in people[:13]:
                for _ in range(2):
                    table = await one.lay(seats="moo")
                    invited[await status(one, f"/api/tables/{table}/invite", {"name": "Player 13"})] += 1
    return f"{codes.count(200)} of 13 codes and {invited[200]} of 26 invitations sent"


async def bad_endpoint(start: Start) -> str:
    """Call six players over push; the endpoint of the first has a fullwidth dot."""
    with PushService() as service:
        server = start(**FREE, push_services=f"*.push.example.org,{service.host}")
        async with accounts(server, *apart(7)) as people:
            host, *others = people
            odd = Called(service, "odd").form() | {"endpoint": "https://a．.push.example.org/odd"}
            accepted = await status(others[0], "/api/notices/push", odd)
            for number, one in enumerate(others):
                if number or accepted != 200:
                    await one.post("/api/notices/push", Called(service, f"player{number}").form())
            if accepted != 200:  # stored by an earlier version
                with sqlite3.connect(server.database, timeout=PATIENT) as file:
                    file.execute(
                        "UPDATE subscriptions SET endpoint = ? WHERE endpoint LIKE '%player0'", (odd["endpoint"],)
                    )
                file.close()
            tables = [await host.lay(seats="moo") for _ in range(2)]
            begun = time.perf_counter()
            for number in range(6):
                await host.post(f"/api/tables/{tables[number % 2]}/invite", {"name": f"Player {number + 1}"})
            try:
                async with asyncio.timeout(PATIENT):
                    await service.until(5)
                waited = milliseconds(time.perf_counter() - begun)
            except (TimeoutError, AssertionError):
                waited = f"more than {PATIENT:.0f} s"
    return f"accepted: {'yes' if accepted == 200 else 'no'}; the five others are called after {waited}"


# ------------------------------------------------------------------ ratings
async def won_without_a_move(start: Start) -> str:
    """Play twenty rated games in one /64 that the partner leaves at once."""
    server = start(**FREE, work_a_minute="100000")
    async with accounts(server, "2001:db8:1:1::1", "2001:db8:1:1::2", name="Twin") as (one, other):
        begun = time.perf_counter()
        for _ in range(20):
            form = {"edition": "classic", "seats": [{"kind": "me"}, {"kind": "open"}], "rated": True}
            table = (await one.post("/api/tables", form))["id"]
            await other.post(f"/api/tables/{table}/join")
            await status(other, f"/api/tables/{table}/leave", {})
            await status(one, f"/api/tables/{table}/stop", {})
        took = time.perf_counter() - begun
        await asyncio.sleep(3.0)  # results are recorded by a background task
        ratings = (await one.get("/api/profile?name=Twin 0"))["ratings"]
        ranks = (await one.get("/api/ranks/classic/live"))["rows"]
    points = ratings[0]["points"] if ratings else 1500
    listed = any(row["name"] == "Twin 0" for row in ranks)
    return f"1500 → {points} points in {took:.0f} s, {'rank 1' if listed else 'not listed'}"


# ------------------------------------------------------------------ games
async def torn_journal(start: Start) -> str:
    """Open a running game whose only journal line is torn."""
    server = start()
    async with AsyncExitStack() as stack:
        ada, bruno, carla = [await stack.enter_async_context(Browser(server.address, f"P{n}")) for n in range(3)]
        table = await ada.lay(seats="moo", **DAYS)
        for other in (bruno, carla):
            await other.post(f"/api/tables/{table}/join")
        server.kill()
        change(server, "UPDATE entries SET line = substr(line, 1, length(line) / 2)")
        await asyncio.to_thread(server.start)
        begun = time.perf_counter()
        try:
            async with asyncio.timeout(PATIENT), ada.at(table) as seat:
                said = await seat.hear()
                told = str(said.get("code", said["type"]))
        except TimeoutError:
            told = "nothing"
        except (WebSocketException, ConnectionClosed, OSError) as closed:
            told = f"closed ({type(closed).__name__})"
        waited = time.perf_counter() - begun
        kept = count(server, "SELECT count(*) FROM tables WHERE unreadable IS NOT NULL")
    lines = sum('"error"' in line for line in server.log.read_text().splitlines())
    return f"the player hears {told} after {milliseconds(waited)}; in quarantine: {kept}; lines in the log: {lines}"


async def long_games(start: Start) -> str:
    """Watch ten tables of random bots for a minute."""
    server = start(work_a_minute="100000")
    assert server.process is not None
    async with AsyncExitStack() as stack:
        watcher = await stack.enter_async_context(Browser(server.address, "Watcher"))
        form = {"edition": "original", "seats": [{"kind": "bot", "bot": "random"}] * 4}
        tables = [(await watcher.post("/api/tables", form))["id"] for _ in range(10)]
        seats = [await stack.enter_async_context(watcher.at(table)) for table in tables]
        before, entries = held_alone(server.process.pid), count(server, "SELECT count(*) FROM entries")
        hearing = [asyncio.create_task(_listen(seat)) for seat in seats]
        await asyncio.sleep(WATCHED)
        for task in hearing:
            task.cancel()
        after, played = held_alone(server.process.pid), count(server, "SELECT count(*) FROM entries") - entries
    grown = 1024 * (after - before) / max(1, played)
    return f"{before} → {after} MB for {played:,} entries ({grown:.2f} kB each)"


async def _listen(seat: Seat) -> None:
    with suppress(ConnectionClosed):
        while True:
            await seat.socket.recv(decode=False)


# ------------------------------------------------------------------ large tables
async def many_blocks(start: Start) -> str:
    """Wait for a match while the database holds 200,000 blocks."""
    server = start(**FREE)
    await asyncio.to_thread(server.stop)
    numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {most})"
    change(
        server,
        f"INSERT INTO users (id, name, created) {numbers.format(most=1000)} SELECT 100000 + i, 'u' || i, 0 FROM n",
        f"INSERT INTO blocks (user_id, other_id) {numbers.format(most=200_000)} "
        "SELECT 100001 + i / 201, 100001 + (i / 201 + 1 + i % 201) % 1000 FROM n",
    )
    await asyncio.to_thread(server.start)
    async with accounts(server, *apart(10)) as people, a_player_waits(server) as waits:
        for number, one in enumerate(people):
            preset = ("duel", "any")[number % 2]
            await status(one, "/api/quick", {"preset": preset, "bots_after": 3600, "rated": True})
        await asyncio.sleep(8.0)
    return f"another client waits at most {milliseconds(waits.longest)}"


async def long_history(start: Start) -> str:
    """Ask for the profile of a player with 2,000 games, 20 times."""
    server = start(**FREE)
    async with accounts(server, "198.51.100.1", name="Veteran"):
        pass
    await asyncio.to_thread(server.stop)
    numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)"
    veteran = "(SELECT id FROM users WHERE name = 'Veteran 0')"
    with sqlite3.connect(server.database) as file:
        rows = {name: _fill_required(file, name) for name in ("tables", "results")}
        table = rows["tables"] | {"id": "'g' || i", "host": veteran, "agreed": "x'7b7d'", "status": "'over'"}
        table["seats"] = 'CAST(\'[{"name":"Veteran 0"},{"name":"P2"}]\' AS BLOB)'
        result = rows["results"] | {"table_id": "'g' || i", "seat": "i % 2", "user_id": veteran, "ended": "i"}
        result |= {"edition": "'modern'", "pace": "'live'", "seats": "2", "place": "1 + i % 2"}
        for name, row in (("tables", table), ("results", result)):
            columns, values = ", ".join(f'"{one}"' for one in row), ", ".join(row.values())
            file.execute(f"INSERT INTO {name} ({columns}) {numbers} SELECT {values} FROM n")
    file.close()
    await asyncio.to_thread(server.start)
    took, statuses = list[float](), Counter[int]()
    async with a_player_waits(server) as waits, httpx.AsyncClient(trust_env=False, timeout=PATIENT) as client:
        for _ in range(20):
            begun = time.perf_counter()
            answer = await client.get(f"{server.address}/api/profile", params={"name": "Veteran 0"})
            took.append(time.perf_counter() - begun)
            statuses[answer.status_code] += 1
    longest, rest = max(took), sum(took) - max(took)
    return (
        f"{statuses[200]} of 20 answered, the first after {milliseconds(longest)}, others after "
        f"{milliseconds(rest / (len(took) - 1))}; another client waits at most {milliseconds(waits.longest)}"
    )


def _fill_required(file: sqlite3.Connection, table: str) -> Json:
    """Return the smallest values of the columns that need one."""
    found = file.execute(f"PRAGMA table_info({table})").fetchall()
    zero = {"BLOB": "x''", "VARCHAR": "''", "TEXT": "''"}
    return {
        name: next((value for kind, value in zero.items() if said.startswith(kind)), "0")
        for _, name, said, is_needed, default, _ in found
        if is_needed and default is None
    }


PROBES: dict[str, Probe] = {
    "3 · 800 × `GET //api/tables`": other_spelling,
    "4 · a stranger's address during a confirmation": confirmation_race,
    "5 · codes and invitations": mail_floods,
    "6 · a push endpoint with a fullwidth dot": bad_endpoint,
    "7 · 20 rated games without a move in one /64": won_without_a_move,
    "8 · one /64": guesses_of_a_network,
    "9 · 50 logins at once": logins_at_once,
    "10 · a torn journal": torn_journal,
    "11 · ten tables of random bots for a minute": long_games,
    "12 · ten wait for a match beside 200,000 blocks": many_blocks,
    "12 · the profile of a player with 2,000 games": long_history,
}


def database_in(folder: Path) -> str:
    """Return the database of a probe's server."""
    return str(folder / "games.db")
