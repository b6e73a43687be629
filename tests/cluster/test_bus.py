"""A shared bus: other clients of NATS can neither read nor forge messages, nor delay a platform."""

import asyncio
import dataclasses
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import msgspec
import pytest
from nats.aio.client import Client
from nats.aio.msg import Msg

from kamchatka.server.bus import nats_bus
from kamchatka.server.bus.bus import BusAway, NoResponders
from kamchatka.server.bus.nats_bus import NatsBus
from kamchatka.server.bus.seal import RECENT, WINDOW, Rejected, Sealer
from kamchatka.server.cluster.server_requests import AskedAtTable, EnterTable, ShownTogether, StandUp
from kamchatka.server.storage.records import User
from tests import nats
from tests.cluster.parts import LocalPlatform
from tests.cluster.screens import Screen
from tests.cluster.test_any_server import both_at_a_table, two_people
from tests.nats import Nats
from tests.server.together import together

SECRET = "a secret of a platform"
CARD = "objective_europe_and_oceania"


class Hand(msgspec.Struct, frozen=True):
    """A message with a secret."""

    card: str


# ------------------------------------------------------------------ the codec
@dataclasses.dataclass
class Clock:
    """A clock set by the test."""

    now: float = 1_000_000.0

    def read(self) -> float:
        """Return Unix seconds."""
        return self.now


def sealer(clock: Clock, secret: str = SECRET) -> Sealer:
    """Return the sealer of one process; messages of kind `news` must be recent."""
    return Sealer(secret, clock.read, timed=("news",))


def why_rejected(receiver: Sealer, subject: str, data: bytes) -> str:
    """Return the reason why a message is rejected."""
    with pytest.raises(Rejected) as rejected:
        receiver.open(subject, data)
    return rejected.value.why


def test_a_sealed_message_says_nothing_to_others() -> None:
    ours, theirs, stranger = (sealer(Clock(), secret) for secret in (SECRET, SECRET, "another secret"))
    data = ours.seal("ask", CARD.encode())
    assert CARD.encode() not in data
    assert theirs.open("ask", data).body == CARD.encode()
    assert why_rejected(stranger, "ask", data) == "forged"


def test_a_message_is_taken_once_at_its_own_subject() -> None:
    """Repeated, redirected, changed and reflected messages are dropped and counted."""
    ours, theirs = sealer(Clock()), sealer(Clock())
    data = ours.seal("ask", b"stand up")
    changed = data[:-1] + bytes([data[-1] ^ 1])
    assert why_rejected(theirs, "show", data) == "forged"
    assert why_rejected(theirs, "ask", changed) == "forged"
    assert theirs.open("ask", data).body == b"stand up"
    assert why_rejected(theirs, "ask", data) == "replayed"
    assert why_rejected(ours, "ask", data) == "replayed"
    assert dict(theirs.dropped) == {"forged": 2, "replayed": 1}


def test_messages_may_overtake_each_other_a_little() -> None:
    ours, theirs = sealer(Clock()), sealer(Clock())
    sent = [ours.seal("ask", b"%d" % number) for number in range(WINDOW + 2)]
    assert theirs.open("ask", sent[3]).body == b"3"
    assert theirs.open("ask", sent[1]).body == b"1"
    assert theirs.open("ask", sent[-1]).body == b"%d" % (WINDOW + 1)
    assert theirs.open("ask", sent[2]).body == b"2"  # the oldest that may still arrive
    for late in (sent[0], sent[1], sent[2], sent[3]):
        assert why_rejected(theirs, "ask", late) == "replayed"


def test_old_news_are_no_news_to_a_server_that_has_just_begun() -> None:
    """A new server hasn't seen them, but they are too old; messages from a known sender may be late."""
    clock = Clock()
    ours, theirs = sealer(clock), sealer(clock)
    old, late = ours.seal("news", b"old"), ours.seal("news", b"late")
    clock.now += RECENT + 1
    assert why_rejected(theirs, "news", old) == "old"
    assert theirs.open("news", ours.seal("news", b"fresh")).body == b"fresh"
    assert why_rejected(theirs, "news", late) == "old"
    clock.now += 86_400.0  # a clock that jumps doesn't block known senders
    assert theirs.open("news", ours.seal("news", b"fresher")).body == b"fresher"


def test_a_message_of_another_format_is_foreign() -> None:
    """Messages that aren't encrypted, or have a later version of the format, are dropped."""
    ours, theirs = sealer(Clock()), sealer(Clock())
    data = ours.seal("ask", b"")
    for foreign in (b"", msgspec.msgpack.encode(Hand(CARD)), bytes([data[0] + 1]) + data[1:]):
        assert why_rejected(theirs, "ask", foreign) == "foreign"


def test_a_field_of_a_later_version_is_passed_over() -> None:
    """Servers of two versions understand each other during an upgrade."""
    asked = msgspec.to_builtins(AskedAtTable("a table", StandUp(User(1, "Ada", True))))
    asked["deed"]["later"] = asked["later"] = "a field of a later version"
    again = msgspec.msgpack.decode(msgspec.msgpack.encode(asked), type=AskedAtTable)
    assert again == AskedAtTable("a table", StandUp(User(1, "Ada", True)))
    shorter = {"server": "x", "number": 1, "user": None, "language": "en", "type": "EnterTable"}
    assert msgspec.convert(shorter, EnterTable).after is None


# ------------------------------------------------------------------ over NATS
@pytest.fixture(scope="module")
def bus() -> Iterator[Nats]:
    """Start NATS for this module."""
    program = nats.find_program()
    if program is None:
        pytest.skip(nats.MISSING)
    with nats.running(program) as running:
        yield running


async def secret() -> str:
    """Return the platform's secret."""
    return SECRET


async def another_secret() -> str:
    """Return a secret that isn't the platform's."""
    return "another secret"


@asynccontextmanager
async def opened(*buses: NatsBus) -> AsyncIterator[None]:
    """Connect processes to the bus for a while."""
    for one in buses:
        await one.open(lambda: None, lambda: None)
    try:
        yield
    finally:
        for one in buses:
            await one.close()


class Intruder:
    """A stranger at a platform's NATS: receives every message and can publish anything."""

    def __init__(self, url: str) -> None:
        self.url = url.rpartition("/")[0] if url.count("/") > 2 else url
        self.client = Client()
        self.heard: list[Msg] = []
        self.news = asyncio.Condition()

    async def __aenter__(self) -> "Intruder":
        async def hears(message: Msg) -> None:
            async with self.news:
                self.heard.append(message)
                self.news.notify_all()

        await self.client.connect(self.url)
        await self.client.subscribe(">", cb=hears)
        await self.client.flush()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.client.close()

    async def until(self, subject: str, at_least: int = 1) -> Msg:
        """Wait for messages with this in their subject; return the last one."""
        async with self.news:
            await self.news.wait_for(lambda: len(self.at(subject)) >= at_least)
        return self.at(subject)[-1]

    def at(self, subject: str) -> list[Msg]:
        """Return the messages received there."""
        return [message for message in self.heard if subject in message.subject]

    async def repeat_everything(self) -> None:
        """Send every received message again unchanged."""
        for message in list(self.heard):
            await self.client.publish(message.subject, message.data, message.reply)
        await self.client.flush()


@together
async def test_an_intruder_reads_and_forges_nothing(bus: Nats) -> None:
    one, other, stranger = NatsBus(bus.url, "one", secret), NatsBus(bus.url, "other", secret), None
    stranger = NatsBus(bus.url, "stranger", another_secret)
    heard: asyncio.Queue[Hand] = asyncio.Queue()
    asked: list[Hand] = []

    async def answer(hand: Hand) -> Hand:
        asked.append(hand)
        return hand

    async with Intruder(bus.url) as intruder, opened(one, other, stranger):
        await other.listen("show", Hand, heard.put_nowait)
        await other.answer("ask", Hand, answer)
        one.publish("show", Hand(CARD))
        assert await heard.get() == Hand(CARD)
        assert await one.request("ask", Hand(CARD), Hand, 60.0) == Hand(CARD)
        await intruder.until("kamchatka.replies")
        assert not [message for message in intruder.heard if CARD.encode() in message.data]
        stranger.publish("show", Hand("forged"))
        await intruder.client.publish("show", msgspec.msgpack.encode(Hand("forged")))
        await intruder.repeat_everything()
        one.publish("show", Hand("the next"))
        assert await heard.get() == Hand("the next")
        assert await one.request("ask", Hand("the next"), Hand, 60.0) == Hand("the next")
        assert asked == [Hand(CARD), Hand("the next")]
        assert other.dropped["replayed"] >= 2
        assert other.dropped["foreign"] >= 1


@together
async def test_a_stranger_with_another_secret_is_heard_by_nobody(bus: Nats, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nats_bus, "TAKEN_WITHIN", 0.1)
    ours, stranger = NatsBus(bus.url, "ours", secret), NatsBus(bus.url, "stranger", another_secret)
    asked: list[Hand] = []

    async def answer(hand: Hand) -> Hand:
        asked.append(hand)
        return hand

    async with opened(ours, stranger):
        await ours.answer("ask", Hand, answer)
        with pytest.raises(NoResponders):
            await stranger.request("ask", Hand(CARD), Hand, 60.0)
    assert (asked, ours.dropped["forged"]) == ([], 1)


@together
async def test_a_passive_subscriber_keeps_nobody_waiting(bus: Nats, monkeypatch: pytest.MonkeyPatch) -> None:
    """NATS then no longer reports missing responders; the missing acknowledgement does."""
    monkeypatch.setattr(nats_bus, "TAKEN_WITHIN", 0.1)
    ours = NatsBus(bus.url, "ours", secret)
    async with Intruder(bus.url), opened(ours):
        with pytest.raises(NoResponders) as nobody:
            await ours.request("ask", Hand(CARD), Hand, 3600.0)
    assert not nobody.value.is_certain  # it may be slow: its lease tells whether it lives


@together
async def test_without_a_subscriber_nobody_waits(bus: Nats) -> None:
    """NATS reports this itself; otherwise the wait would be an hour."""
    ours = NatsBus(bus.url, "ours", secret)
    nobody_takes = nats_bus.TAKEN_WITHIN
    assert nobody_takes > nats_bus.HINTED
    async with opened(ours):
        with pytest.raises(NoResponders) as nobody:
            await ours.request("ask", Hand(CARD), Hand, 3600.0)
    assert nobody.value.is_certain


@together
async def test_a_slow_responder_acknowledges_the_question(bus: Nats, monkeypatch: pytest.MonkeyPatch) -> None:
    """After that neither the acknowledgement timeout nor a forged "no responders" ends the wait."""
    monkeypatch.setattr(nats_bus, "SAID_AFTER", 0.0)
    monkeypatch.setattr(nats_bus, "HINTED", 0.0)
    one, other = NatsBus(bus.url, "one", secret), NatsBus(bus.url, "other", secret)
    may_answer = asyncio.Event()

    async def answer(hand: Hand) -> Hand:
        await may_answer.wait()
        return hand

    async with Intruder(bus.url) as intruder, opened(one, other):
        await other.answer("ask", Hand, answer)
        asking = asyncio.create_task(one.request("ask", Hand(CARD), Hand, 3600.0))
        taken = await intruder.until("kamchatka.replies")
        await intruder.client.publish(taken.subject, b"", headers={"Status": nats_bus.NO_RESPONDERS})
        await intruder.client.publish(taken.subject, b"forged")
        await intruder.until("kamchatka.replies", 3)
        may_answer.set()
        assert await asking == Hand(CARD)


@together
async def test_a_failing_responder_says_so_at_once(bus: Nats) -> None:
    one, other = NatsBus(bus.url, "one", secret), NatsBus(bus.url, "other", secret)

    async def answer(hand: Hand) -> Hand:
        raise ValueError("a bug")

    async with opened(one, other):
        await other.answer("ask", Hand, answer)
        with pytest.raises(BusAway):
            await one.request("ask", Hand(CARD), Hand, 3600.0)


# ------------------------------------------------------------------ a platform
@together
async def test_an_intruder_sees_no_table_of_a_platform(parts: LocalPlatform) -> None:
    """Two people at two servers play a game: neither its key, nor names, nor any scene is readable on the bus."""
    async with two_people(parts) as (ada, bruno), Intruder(parts.bus) as intruder:
        table = await both_at_a_table(ada, bruno)
        async with Screen(ada, f"/ws/tables/{table}") as one, Screen(bruno, f"/ws/tables/{table}") as other:
            await other.say(type="say", text="Good evening")
            await one.until(lambda said: said["type"] == "said" and said["text"] == "Good evening")
            await intruder.until(".show")
        plain = b"".join(message.data for message in intruder.heard)
        secrets = [table, "Ada", "Bruno", "Good evening", "scene", "private", "armies", "kamchatka", "EnterTable"]
        assert [word for word in secrets if word.encode() in plain] == []
        await intruder.repeat_everything()
        async with Screen(ada, f"/ws/tables/{table}") as one, Screen(bruno, f"/ws/tables/{table}") as other:
            await other.say(type="say", text="Good night")
            await one.until(lambda said: said["type"] == "said" and said["text"] == "Good night")


def test_pictures_travel_in_a_type_that_is_sealed_as_a_whole() -> None:
    """No part of a scene is outside of the encrypted message."""
    assert {field.name for field in msgspec.structs.fields(ShownTogether)} == {"server", "n", "shown"}
