"""Push subscriptions: accepted endpoints, and failing ones that delay no other user."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import insert, select

from kamchatka.server.faults import Fault
from kamchatka.server.notices.delivery import A_MINUTE, MOST_FAILURES
from kamchatka.server.notices.endpoints import are_valid_keys
from kamchatka.server.notices.notices import A_DAY, AT_ONCE, Notice, Notices
from kamchatka.server.notices.push import PushSender
from kamchatka.server.protocol.notice_payloads import PushForm
from kamchatka.server.settings import ServerSettings
from kamchatka.server.storage import schema
from kamchatka.server.storage.credentials import digest
from kamchatka.server.storage.database import Database
from tests.people.kit import database_in
from tests.people.services import Called
from tests.server.together import together

HOST, OTHER = "push.example.org", "other.example.org"
SETTINGS = ServerSettings(push_services=f"{HOST},{OTHER},*.wide.example.org,127.0.0.1:8999")
KEYS = Called().form()
PATIENCE = 30.0  # seconds, for a test that fails
Answer = Callable[[httpx.Request], Any]


def form(endpoint: str) -> PushForm:
    return PushForm(endpoint, KEYS["p256dh"], KEYS["auth"])


@pytest.mark.parametrize(
    "endpoint",
    [
        f"https://{HOST}/abc",
        f"https://{HOST}/v2/a:b-c_d~e=%20?x=1",
        f"https://{HOST}",
        "https://a.wide.example.org/x",
        "https://a.b.wide.example.org/x",
        "http://127.0.0.1:8999/x",
    ],
)
def test_endpoints_of_known_services_are_accepted(endpoint: str) -> None:
    PushSender(Database("sqlite+aiosqlite:///:memory:"), SETTINGS).check(form(endpoint))


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://169.254.169.254/latest/meta-data",
        "https://127.0.0.1/x",
        f"https://{HOST}.evil.test/x",
        f"https://user@evil.test/{HOST}",
        f"https://evil.test@{HOST}/x",
        f"https://{HOST}@evil.test/x",
        f"https://{HOST}:8080/x",
        f"https://{HOST}:443/x",
        f"https://{HOST}:/x",
        f"http://{HOST}/x",
        f"ftp://{HOST}/x",
        "https://[::1/x",
        "https://push\uff0eexample.org/x",  # a fullwidth dot
        "https://push\u3002example.org/x",
        "https://\uff50ush.example.org/x",
        "https://a\uff0ewide.example.org/x",
        "https://a\uff0eb.wide.example.org/x",
        "https://PUSH.example.org/x",
        f"https://{HOST}./x",
        "https://.wide.example.org/x",
        "https://wide.example.org/x",
        "https://evil.test\\.wide.example.org/x",
        f"https://evil.test\\@{HOST}/x",
        f"https://{HOST}/x#y",
        f"https://{HOST}/\u00e9",
        f"https://{HOST}/x\r\nHost: evil",
        f"https://{HOST}/x y",
        "http://127.0.0.1:8998/x",
        "http://127.0.0.1/x",
        "https://127.0.0.1:8999/x",
    ],
)
def test_other_endpoints_are_refused(endpoint: str) -> None:
    """Strangers choose the endpoint, so it must not let them make the server connect elsewhere."""
    with pytest.raises(Fault) as refused:
        PushSender(Database("sqlite+aiosqlite:///:memory:"), SETTINGS).check(form(endpoint))
    assert refused.value.phrase == "no_push_service"


@pytest.mark.parametrize("auth", ["", "AAAA", "A" * 23, "!" * 22, KEYS["auth"] + "AAAA"])
def test_browser_keys_that_nothing_can_be_sealed_with_are_refused(auth: str) -> None:
    assert are_valid_keys(KEYS["p256dh"], KEYS["auth"])
    assert not are_valid_keys(KEYS["p256dh"], auth)
    assert not are_valid_keys("A" * 87, KEYS["auth"])


class Outbox:
    """An outbox over a database without a server; a function replaces all push services."""

    def __init__(self, database: Database, answer: Answer) -> None:
        self.times = [A_DAY * 1000]
        self.database = database
        self.notices = Notices(database, SETTINGS, lambda: self.times[0])
        self.notices.push.client = httpx.AsyncClient(transport=httpx.MockTransport(answer))
        self.told = 0

    async def subscribe(self, user: int, endpoint: str, p256dh: str = KEYS["p256dh"]) -> None:
        """Store a subscription unchecked."""
        row = {"endpoint": endpoint, "p256dh": p256dh, "auth": KEYS["auth"], "digest": digest(endpoint)}
        await self.database.do(insert(schema.subscriptions).values(user_id=user, created=0, **row))

    def tell(self, *users: int) -> None:
        self.told += 1
        fields: dict[str, str | int] = {"name": "P9", "edition": "modern"}
        self.notices.tell(*(Notice(user, "invitation", f"n{self.told}", fields, "/t/x") for user in users))

    async def send(self, *users: int) -> None:
        """Notify these users and wait until every message is delivered or has failed."""
        self.tell(*users)
        await self.notices.send_all()
        await self.notices.delivery.finish()

    async def failures(self) -> dict[int, int]:
        s = schema.subscriptions
        return {row.user_id: row.failures for row in await self.database.rows(select(s))}


@together
async def test_a_stored_endpoint_that_raises_delays_nobody(tmp_path: Path) -> None:
    """Older versions may have stored a fullwidth dot, an unparsable endpoint or invalid keys."""
    paths: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        paths.append(request.url.path)
        return httpx.Response(201)

    async with database_in(tmp_path) as database:
        outbox = Outbox(database, answer)
        await outbox.subscribe(1, "https://a\uff0eb.wide.example.org/bad")
        await outbox.subscribe(2, "https://[::1/bad")
        await outbox.subscribe(3, f"https://{HOST}/bad-keys", "A" * 87)
        await outbox.subscribe(4, f"https://{HOST}/good")
        await outbox.send(1, 2, 3, 4)
        assert paths == ["/good"]
        assert await outbox.failures() == {1: 1, 2: 1, 3: 1, 4: 0}


@together
async def test_a_service_that_does_not_answer_delays_no_other(tmp_path: Path) -> None:
    """A hanging push service delays neither the same user's other browser nor the next user."""
    release, called = asyncio.Event(), asyncio.Queue[str]()

    async def answer(request: httpx.Request) -> httpx.Response:
        if request.url.host == HOST:
            await release.wait()
        called.put_nowait(request.url.path)
        return httpx.Response(201)

    async with database_in(tmp_path) as database, asyncio.timeout(PATIENCE):
        outbox = Outbox(database, answer)
        await outbox.subscribe(1, f"https://{HOST}/hangs")
        await outbox.subscribe(1, f"https://{OTHER}/second")
        await outbox.subscribe(2, f"https://{OTHER}/next")
        outbox.tell(1, 2)
        await outbox.notices.send_all()
        assert {await called.get(), await called.get()} == {"/second", "/next"}
        release.set()
        await outbox.notices.delivery.finish()
        assert called.get_nowait() == "/hangs"


@together
async def test_a_failing_subscription_is_paused_ever_longer_then_deleted(tmp_path: Path) -> None:
    calls, status = [0], [500]

    def answer(request: httpx.Request) -> httpx.Response:
        calls[0] += 1
        return httpx.Response(status[0])

    async with database_in(tmp_path) as database:
        outbox = Outbox(database, answer)
        await outbox.subscribe(1, f"https://{HOST}/x")
        await outbox.send(1)
        outbox.times[0] += A_MINUTE - 1
        await outbox.send(1)  # paused
        assert (calls[0], await outbox.failures()) == (1, {1: 1})
        status[0], outbox.times[0] = 201, outbox.times[0] + 1
        await outbox.send(1)
        assert (calls[0], await outbox.failures()) == (2, {1: 0})  # a success clears the count
        status[0] = 403
        for failure in range(MOST_FAILURES):
            await outbox.send(1)
            outbox.times[0] += A_MINUTE * 2**failure
        assert (calls[0], await outbox.failures()) == (2 + MOST_FAILURES, {})


@together
async def test_a_subscription_that_is_gone_is_deleted_at_once(tmp_path: Path) -> None:
    async with database_in(tmp_path) as database:
        outbox = Outbox(database, lambda request: httpx.Response(410))
        await outbox.subscribe(1, f"https://{HOST}/x")
        await outbox.send(1)
        assert await outbox.failures() == {}


@together
async def test_notices_that_wait_for_a_digest_do_not_block_the_others(tmp_path: Path) -> None:
    """Hundreds of notifications that wait for one user's digest don't block another user's single one."""
    paths: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        paths.append(request.url.path)
        return httpx.Response(201)

    async with database_in(tmp_path) as database:
        outbox = Outbox(database, answer)
        await outbox.subscribe(1, f"https://{HOST}/digest")
        await outbox.subscribe(2, f"https://{HOST}/now")
        contact = {"user_id": 1, "has_digest": True, "digested": outbox.times[0]}
        await database.do(insert(schema.contacts).values(contact))
        for _ in range(AT_ONCE):
            outbox.tell(1)
        await outbox.send(2)
        assert paths == ["/now"]
        outbox.times[0] += A_DAY
        await outbox.send()
        assert paths == ["/now", "/digest"]


@together
async def test_a_notice_that_cannot_be_worded_stops_no_other(tmp_path: Path) -> None:
    paths: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        paths.append(request.url.path)
        return httpx.Response(201)

    async with database_in(tmp_path) as database:
        outbox = Outbox(database, answer)
        row = {"user_id": 1, "subject": "old", "kind": "turn", "fields": b"[]", "link": "", "at": 0, "is_due": True}
        await database.do(insert(schema.notices).values({**row, "at": outbox.times[0]}))
        await outbox.subscribe(1, f"https://{HOST}/one")
        await outbox.subscribe(2, f"https://{HOST}/two")
        await outbox.send(1, 2)
        assert sorted(paths) == ["/one", "/two"]
