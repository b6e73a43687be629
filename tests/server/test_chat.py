"""Table talk has bounds: how much is kept, how fast one may speak, how many names one may mute."""

from pathlib import Path

import pytest

from kamchatka.server.faults import Fault
from kamchatka.server.limits import TokenBucket
from kamchatka.server.presentation.listener import Listener
from kamchatka.server.protocol.messages import Mute, Say
from kamchatka.server.storage import store
from kamchatka.server.tables import chat
from kamchatka.server.tables.chat import Chat
from tests.server.client import Json
from tests.server.test_lobby import heard
from tests.server.test_room import lay, open_server, sits_down
from tests.server.together import together


@pytest.fixture
def _slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's allowance grows back."""
    monkeypatch.setattr(chat, "A_SECOND", 0.0)


@pytest.fixture
def _fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody may say what they like."""
    monkeypatch.setattr(TokenBucket, "take", lambda _: True)


async def refused(chat: Chat, listener: Listener, message: Say | Mute) -> str:
    """Which sentence somebody is told who goes too far; nothing if they may."""
    try:
        await (chat.say(listener, message) if isinstance(message, Say) else chat.mute(listener, message))
    except Fault as fault:
        return fault.phrase
    return ""


def remarks(listener: Listener) -> list[Json]:
    """What was said to a listener."""
    return [said for said in heard(listener) if said["type"] == "said"]


@pytest.mark.usefixtures("_fast")
@together
async def test_mutes_are_bounded_and_can_be_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "MOST_MUTED", 5)
    async with open_server(tmp_path) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        table = await lay(server, ada)
        listener = await sits_down(table, ada)
        talk = table.handler.chat
        assert [await refused(talk, listener, Mute(f"N{n}")) for n in range(6)] == [""] * 5 + ["mutes_full"]
        assert await refused(talk, listener, Mute("N3")) == ""  # muted already
        assert await refused(talk, listener, Mute("N3", on=False)) == ""
        assert await refused(talk, listener, Mute("N9")) == ""
        assert len(await server.store.mutes(ada.id)) == len(listener.muted) == 5


@pytest.mark.usefixtures("_fast")
@together
async def test_old_remarks_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In memory the last that newcomers are told, on the disk some more; numbers go on after a restart."""
    monkeypatch.setattr(store, "REMARKS", 8)
    monkeypatch.setattr(chat, "RECALLED", 5)
    async with open_server(tmp_path) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        table = await lay(server, ada)
        listener = await sits_down(table, ada)
        for n in range(20):
            assert await refused(table.handler.chat, listener, Say(f"word {n}")) == ""
        assert [said["n"] for said in remarks(listener)] == list(range(20))
        assert [kept.n for kept in await server.store.chat(table.room.table.id)] == list(range(12, 20))
        again = Chat(table.room)
        newcomer = Listener(None, "en")
        await again.recall(newcomer)
        assert [said["text"] for said in remarks(newcomer)] == [f"word {n}" for n in range(15, 20)]
        await again.say(listener, Say("one more"))
        assert (await server.store.chat(table.room.table.id))[-1].n == 20


@pytest.mark.usefixtures("_slow")
@together
async def test_a_gallery_of_shouters_does_not_silence_the_players(tmp_path: Path) -> None:
    """Each has an allowance, spectators one for all of them; how many have spoken is not remembered for ever."""
    async with open_server(tmp_path) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        table = await lay(server, ada)
        talk = Chat(table.room)
        player = await sits_down(table, ada)
        shouters = [Listener(await server.accounts.guest(f"S{n}", f"c{n}"), "en") for n in range(80)]
        answers = [await refused(talk, one, Say("!")) for one in shouters for _ in range(2)]
        assert answers.count("") == chat.GALLERY * chat.BURST
        assert set(answers) == {"", "too_many"}
        assert len(talk.buckets) <= chat.SPEAKERS
        answers = [await refused(talk, player, Say("here")) for _ in range(10)]
        assert answers.count("") == chat.BURST
