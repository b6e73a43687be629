"""Chat limits: how many messages are kept, how fast users may write, how many they may mute. Mutes apply to users."""

from pathlib import Path

import pytest

from kamchatka.server.faults import Fault
from kamchatka.server.limit_table import GALLERY, TALK
from kamchatka.server.limits import TokenBucket
from kamchatka.server.presentation.listener import Listener
from kamchatka.server.protocol.messages import Mute, Say
from kamchatka.server.protocol.payloads import SeatForm, TableForm
from kamchatka.server.ratings.eligibility import NOWHERE
from kamchatka.server.storage import store
from kamchatka.server.tables import chat
from kamchatka.server.tables.chat import Chat
from tests.server.client import Json
from tests.server.test_lobby import take_messages
from tests.server.test_room import lay, open_server, sits_down
from tests.server.together import together


@pytest.fixture
def _fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """Disable the chat rate limit."""
    monkeypatch.setattr(TokenBucket, "take", lambda _: True)


async def refusal_of(chat: Chat, listener: Listener, message: Say | Mute) -> str:
    """Return the refusal of a chat message; nothing if it is allowed."""
    try:
        await (chat.say(listener, message) if isinstance(message, Say) else chat.mute(listener, message))
    except Fault as fault:
        return fault.phrase
    return ""


def remarks(listener: Listener) -> list[Json]:
    """Return the chat messages that a listener received."""
    return [said for said in take_messages(listener) if said["type"] == "said"]


@pytest.mark.usefixtures("_fast")
@together
async def test_mutes_are_bounded_and_can_be_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "MOST_MUTED", 5)
    async with open_server(tmp_path) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        table = await lay(server, ada)
        listener = await sits_down(table, ada)
        talk = table.handler.chat
        for n in range(7):
            await talk.say(Listener(await server.accounts.guest(f"N{n}", f"c{n}"), "en"), Say("!"))
        assert [await refusal_of(talk, listener, Mute(f"N{n}")) for n in range(6)] == [""] * 5 + ["mutes_full"]
        assert await refusal_of(talk, listener, Mute("N3")) == ""  # muted already
        assert await refusal_of(talk, listener, Mute("N3", on=False)) == ""
        assert await refusal_of(talk, listener, Mute("N6")) == ""
        assert len(await server.store.mutes(ada.id)) == len(listener.muted) == 5


@pytest.mark.usefixtures("_fast")
@together
async def test_a_mute_is_of_a_user_and_not_of_a_name(tmp_path: Path) -> None:
    """A mute follows the user id: renaming doesn't evade it, namesakes are heard, the list shows the current name."""
    async with open_server(tmp_path) as server:
        ada, pest = await server.accounts.guest("Ada", "a"), await server.accounts.guest("Carlo", "p")
        table = await lay(server, ada)
        listener, talk = await sits_down(table, ada), table.handler.chat
        first, second = Listener(pest, "en"), Listener(await server.accounts.guest("Carlo", "n"), "en")
        await talk.say(first, Say("one"))
        await talk.say(second, Say("two"))
        assert await refusal_of(talk, listener, Mute(remark=0)) == ""
        first.user = await server.accounts.rename(pest, "Dario")
        await talk.say(first, Say("three"))
        await talk.say(second, Say("four"))
        assert [said["text"] for said in remarks(listener)] == ["one", "two", "four"]
        assert await server.store.mutes(ada.id) == {pest.id: "Dario"}
        again = Listener(ada, "en", muted=set(await server.store.mutes(ada.id)))
        await talk.recall(again)
        assert [said["text"] for said in remarks(again)] == ["two", "four"]
        assert await refusal_of(talk, listener, Mute("Carlo", on=False)) == "nobody_here"
        assert await refusal_of(talk, listener, Mute("Dario", on=False)) == ""
        await talk.say(first, Say("five"))
        assert [said["text"] for said in remarks(listener)][-1:] == ["five"]


@pytest.mark.usefixtures("_fast")
@together
async def test_a_mute_by_name_needs_a_user_of_that_name_here(tmp_path: Path) -> None:
    """A name refers to a seat before a spectator. Muting yourself, a bot or an absent user is refused."""
    async with open_server(tmp_path) as server:
        ada, carlo = await server.accounts.guest("Ada", "a"), await server.accounts.guest("Carlo", "c")
        seats = (SeatForm("me"), SeatForm("open"), SeatForm("bot", "random"))
        id = await server.tables.lay(TableForm("modern", seats), ada)
        await server.tables.sit(id, carlo, NOWHERE)
        table = await server.live_tables.open(id)
        listener, talk = await sits_down(table, ada), table.handler.chat
        await talk.say(Listener(await server.accounts.guest("Carlo", "n"), "en"), Say("hello"))
        bot = table.room.table.seats[2].name
        for name, told in (("Nobody", "nobody_here"), ("", "nobody_here"), (bot, "nobody_here"), ("Ada", "oneself")):
            assert await refusal_of(talk, listener, Mute(name)) == told
        assert await refusal_of(talk, listener, Mute(remark=99)) == "nobody_here"
        assert await refusal_of(talk, listener, Mute("Carlo")) == ""
        assert listener.muted == {carlo.id}


@pytest.mark.usefixtures("_fast")
@together
async def test_old_remarks_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory holds only what newcomers are shown, the database a few more lines; numbering survives a restart."""
    monkeypatch.setattr(store, "REMARKS", 8)
    monkeypatch.setattr(chat, "RECALLED", 5)
    async with open_server(tmp_path) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        table = await lay(server, ada)
        listener = await sits_down(table, ada)
        for n in range(20):
            assert await refusal_of(table.handler.chat, listener, Say(f"word {n}")) == ""
        assert [said["n"] for said in remarks(listener)] == list(range(20))
        assert [kept.n for kept in await server.store.chat(table.room.table.id)] == list(range(12, 20))
        again = Chat(table.room)
        newcomer = Listener(None, "en")
        await again.recall(newcomer)
        assert [said["text"] for said in remarks(newcomer)] == [f"word {n}" for n in range(15, 20)]
        await again.say(listener, Say("one more"))
        assert (await server.store.chat(table.room.table.id))[-1].n == 20


@together
async def test_a_gallery_of_shouters_does_not_silence_the_players(tmp_path: Path) -> None:
    """Players have separate chat limits and all spectators share one. Old limit counters are dropped."""
    async with open_server(tmp_path) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        table = await lay(server, ada)
        talk = Chat(table.room, clock=lambda: 0.0)  # no allowance is refilled
        player = await sits_down(table, ada)
        shouters = [Listener(await server.accounts.guest(f"S{n}", f"c{n}"), "en") for n in range(80)]
        answers = [await refusal_of(talk, one, Say("!")) for one in shouters for _ in range(2)]
        assert answers.count("") == GALLERY.burst
        assert set(answers) == {"", "too_many"}
        assert len(talk.buckets) <= chat.SPEAKERS
        answers = [await refusal_of(talk, player, Say("here")) for _ in range(10)]
        assert answers.count("") == TALK.burst
