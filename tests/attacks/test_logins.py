"""Many logins at once: each costs a tenth of a second of a core and 64 MB, which is not to be everybody's."""

import asyncio
import json
import statistics
import time
from collections import Counter
from collections.abc import Callable

from kamchatka.server.storage.passwords import MOST_WAITING, THREADS
from tests.attacks.strangers import request, send
from tests.attacks.victim import held_alone, peak_memory
from tests.server.client import Browser
from tests.server.running import Server
from tests.server.together import to_its_end

AT_ONCE = 50
MOST_MEMORY = 220  # megabytes more at the peak: two hashes of 64 MB, and room for what else comes and goes


def login(name: str, guest: Browser) -> bytes:
    """A login with a guest's cookie, without which no password is looked at."""
    body = json.dumps({"name": name, "password": "wrong horse"}).encode()
    cookie = f"kamchatka={guest.http.cookies['kamchatka']}"
    headers = {"cookie": cookie, "x_csrf_token": guest.csrf, "content_type": "application/json"}
    return request("/api/login", "POST", body, **headers)


async def attack(server: Server) -> tuple[Counter[int], list[float]]:
    """Log in from fifty addresses at once; the statuses, and the seconds that another client waited for each answer."""
    waits: list[float] = []

    async def ask(other: Browser) -> None:
        while True:
            begun = time.perf_counter()
            await other.get("/api/editions")
            waits.append(time.perf_counter() - begun)
            await asyncio.sleep(0.05)  # fewer than a client may ask

    async with Browser(server.address, "Patient") as other:
        waits.append(0.0)  # a machine may answer all logins before the first wait is over
        await other.get("/api/editions")
        asking = asyncio.create_task(ask(other))
        logins = (send(server, login(f"Nobody {n}", other), f"127.0.{n + 1}.1") for n in range(AT_ONCE))
        replies = await asyncio.gather(*logins)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
    assert {reply.json["code"] for reply in replies} <= {"wrong_password", "busy"}  # passwords were looked at
    return Counter(reply.status for reply in replies), waits


def test_fifty_logins_at_once(own_server: Callable[..., Server]) -> None:
    """As many as two threads and their queue hold are answered, the others refused; memory stays bounded."""
    server = own_server()
    assert server.process is not None
    before = held_alone(server.process.pid)
    statuses, waits = to_its_end(attack(server))
    peak = peak_memory(server)
    print(f"\n{dict(statuses)}; memory {before} -> {peak} MB at most", end="; ")
    print(f"another client: median {statistics.median(waits) * 1000:.0f} ms, longest {max(waits) * 1000:.0f} ms")
    assert set(statuses) <= {401, 503}  # tests/server/test_passwords.py shows when it is which
    assert statuses[401] >= THREADS + MOST_WAITING
    assert peak - before < MOST_MEMORY
