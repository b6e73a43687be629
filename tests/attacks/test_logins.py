"""Many logins at once: each costs 0.1 s of a core and 64 MB, which must not affect other users."""

import asyncio
import json
from collections import Counter
from collections.abc import Callable

from kamchatka.server.storage.passwords import MOST_WAITING, THREADS
from tests.attacks.strangers import request, send
from tests.attacks.victim import held_alone, peak_memory
from tests.server.client import Browser
from tests.server.running import REAL, Server
from tests.server.together import to_its_end

AT_ONCE = 50
MOST_MEMORY = 220  # megabytes at the peak: two hashes of 64 MB, plus a margin


def login(name: str, guest: Browser) -> bytes:
    """Sign in with a guest's cookie, which is required before a password is checked."""
    body = json.dumps({"name": name, "password": "wrong horse"}).encode()
    cookie = f"kamchatka={guest.http.cookies['kamchatka']}"
    headers = {"cookie": cookie, "x_csrf_token": guest.csrf, "content_type": "application/json"}
    return request("/api/login", "POST", body, **headers)


async def attack(server: Server) -> Counter[int]:
    """Log in from fifty addresses at once while another client requests a list; return the login statuses."""
    async with Browser(server.address, "Patient") as other:
        logins = [
            asyncio.create_task(send(server, login(f"Nobody {n}", other), f"127.0.{n + 1}.1")) for n in range(AT_ONCE)
        ]
        await other.get("/api/editions")
        replies = await asyncio.gather(*logins)
    assert {reply.json["code"] for reply in replies} <= {"wrong_password", "busy"}  # passwords were checked
    return Counter(reply.status for reply in replies)


def test_fifty_logins_at_once(own_server: Callable[..., Server]) -> None:
    """Those that fit two threads and their queue are served; memory stays bounded."""
    server = own_server(program=REAL)
    assert server.process is not None
    before = held_alone(server.process.pid)
    statuses = to_its_end(attack(server))
    peak = peak_memory(server)
    print(f"\n{dict(statuses)}; memory {before} -> {peak} MB at most")
    assert set(statuses) <= {401, 503}  # tests/server/test_passwords.py covers both cases
    assert statuses[401] >= THREADS + MOST_WAITING
    assert peak - before < MOST_MEMORY
