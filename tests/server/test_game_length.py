"""Long games: a room keeps only recent entries, shows the same pictures, and ends endless games."""

import json
from pathlib import Path

import pytest

from kamchatka.editions import EDITIONS
from kamchatka.kernel.chance import FastChance, SealedChance
from kamchatka.kernel.edges.record import write_fact
from kamchatka.kernel.view import ONLOOKER
from kamchatka.match import Match, apply_entry, play_numeric
from kamchatka.server.game_server import GameServer
from kamchatka.server.presentation import replica
from kamchatka.server.presentation.audience import Audience
from kamchatka.server.presentation.listener import Listener, encode
from kamchatka.server.presentation.presenter import Presenter, Viewpoint
from kamchatka.server.presentation.replica import RecentEntries, empty_copy
from kamchatka.server.protocol.payloads import SeatForm, TableForm
from kamchatka.server.settings import ServerSettings
from kamchatka.server.storage.store import Store
from kamchatka.server.tables.stored_match import StoredMatch
from tests.server.databases import chosen
from tests.server.test_leaks import context
from tests.server.test_room import hears
from tests.server.together import together

FEW = 8  # entries that a room keeps in memory in these tests
NAMES = ["A", "B", "C"]


@pytest.fixture(autouse=True)
def _few_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replica, "KEPT", FEW)


def play(match: Match, luck: FastChance) -> None:
    """Return a legal action."""
    seat = match.awaited[0]
    play_numeric(match, match.options(seat).sample(luck), seat)


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_shown_does_not_depend_on_what_was_forgotten(edition: str) -> None:
    """Messages about a move are byte for byte the same with all entries in memory and with recent ones only."""
    whole, short = (Match.new(edition, 3, chance=SealedChance(bytes(32))) for _ in range(2))
    recent, luck, same_luck = RecentEntries(short), FastChance(5), FastChance(5)
    presenters = [Presenter(match, NAMES) for match in (whole, short)]
    viewpoints = [Viewpoint(seat, language, (seat,)) for seat in (0, ONLOOKER) for language in ("en", "it")]
    table = context(3)
    for presenter in presenters:
        for viewpoint in viewpoints:
            presenter.scene(viewpoint, table)
    for _ in range(10 * FEW):
        play(whole, luck)
        play(short, same_luck)
        recent.trim()
        assert len(short.entries) <= 2 * FEW
        for presenter in presenters:
            presenter.on_entry(presenter.match.entries[-1])
        for viewpoint in viewpoints:
            moved = [one.build_moved(viewpoint, table, one.match.version - 1, ()) for one in presenters]
            assert encode(moved[0]) == encode(moved[1])
    assert short.position() == whole.position()
    facts = [write_fact(short.game, fact) for fact in short.journal]
    assert facts == [write_fact(whole.game, fact) for fact in whole.journal][-len(facts) :]
    assert all(len(log.marks) <= 2 * FEW + 1 for log in presenters[1].logs.values())


def test_a_late_viewer_is_told_the_latest_lines() -> None:
    """A log that starts after dropped entries ends with the same lines as the complete log."""
    match = Match.new("modern", 3, chance=SealedChance(bytes(32)))
    recent, luck = RecentEntries(match), FastChance(5)
    whole = Presenter(match, NAMES)
    whole.scene(Viewpoint(ONLOOKER, "en", ()), context(3))
    for _ in range(10 * FEW):
        play(match, luck)
        recent.trim()
        whole.on_entry(match.entries[-1])
    words = whole.builders["en"].words
    late = Presenter(match, NAMES).log(ONLOOKER).latest(words)
    told = [line.text for line in whole.log(ONLOOKER).latest(words)]
    assert len(late) > 2
    assert [line.text for line in late][1:] == told[-len(late) + 1 :]  # the first line may belong to an earlier action


def test_what_cannot_be_stored_is_taken_back_though_the_beginning_is_forgotten() -> None:
    match = Match.new("modern", 3, chance=SealedChance(bytes(32)))
    luck = FastChance(5)
    stored = StoredMatch(Store.__new__(Store), match, "", NAMES)
    for _ in range(5 * FEW):
        play(match, luck)
        stored.recent.trim()
    before, known, seed = match.position(), len(match.journal), luck.x
    play(match, luck)
    after = match.position()
    stored.take_back()
    assert (match.position(), len(match.journal)) == (before, known)
    luck.x = seed
    play(match, luck)
    assert match.position() == after


def test_a_copy_begins_where_the_memory_begins() -> None:
    match = Match.new("modern", 3, chance=SealedChance(bytes(32)))
    recent, luck = RecentEntries(match), FastChance(5)
    for _ in range(5 * FEW):
        play(match, luck)
        recent.trim()
    again = empty_copy(match)
    for entry in match.entries:
        apply_entry(again, entry)
    assert (again.position(), again.version) == (match.position(), match.version)


@pytest.mark.parametrize("delay", [0, 600])
@together
async def test_a_returning_client_catches_up_or_gets_the_whole_picture(delay: int) -> None:
    """A returning client gets only the missed lines while its last line is known, and the whole picture otherwise."""
    match = Match.new("modern", 3, chance=SealedChance(bytes(32)))
    audience, recent, luck = Audience(lambda: context(3), delay), RecentEntries(match), FastChance(5)
    audience.open(match, NAMES)
    stays = Listener(None, "en", viewer=0, yours=(0,))
    audience.listeners.add(stays)
    audience.show_scene(stays)
    for _ in range(5 * FEW):
        play(match, luck)
        recent.trim()
        audience.show(match.entries[-1])

    def shown_to(seat: int, after: int) -> str:
        listener = Listener(None, "en", viewer=seat, yours=(seat,))
        audience.show_scene(listener, after)
        return str(json.loads(listener.outbox.get_nowait() or b"")["type"])

    assert shown_to(0, match.version - 2) == "moved"
    assert shown_to(0, match.forgotten - 1) == "scene"  # so far back that it is only in the database
    assert shown_to(1, match.version - 2) == "scene"  # no client of this viewer was connected recently


# ------------------------------------------------------------------ on a server
def watched(edition: str = "modern") -> TableForm:
    """Create a table of random bots."""
    return TableForm(edition, tuple(SeatForm("bot", "random") for _ in range(3)))


async def plays_on(folder: Path, most: int) -> tuple[GameServer, Listener, str]:
    """Start a server where a guest watches random bots."""
    settings = ServerSettings(database=chosen.url(folder / "games.db"), bot_seconds=0.0, entries_per_game=most)
    server = GameServer(settings)
    await server.open()
    ada = await server.accounts.guest("Ada", "cookie")
    id = await server.tables.lay(watched(), ada)
    listener = Listener(ada, "en")
    live_table = await server.live_tables.open(id)
    await live_table.room.submit(lambda: live_table.handler.enter(listener, None))
    return server, listener, id


@together
async def test_a_game_without_end_is_ended_by_the_referee(tmp_path: Path) -> None:
    """The referee ends a game at the maximum number of entries; players read the reason and the journal is closed."""
    most = 5 * FEW
    server, listener, id = await plays_on(tmp_path, most)
    try:
        said = await hears(listener, "problem")
        assert (said["code"], str(most) in said["text"]) == ("too_large", True)
        while not (await hears(listener, "moved"))["result"]:
            pass
        table = await server.store.table(id)
        lines = await server.store.journal(id)
        assert table is not None
        assert (table.status, len(lines)) == ("over", most + 1)
        assert json.loads(lines[-1].line)["action"] == {"act": "stop"}
    finally:
        await server.close()


@together
async def test_a_room_keeps_few_entries_and_opens_again_as_it_was(tmp_path: Path) -> None:
    """A room's memory doesn't grow with the game, and reopening it restores the complete game from the database."""
    most = 20 * FEW
    server, listener, id = await plays_on(tmp_path, 1_000_000)
    try:
        version = 0
        while version < most:
            version = (await hears(listener, "moved"))["version"]
        room = (await server.live_tables.open(id)).room
        assert room.match is not None
        room.bots.stop()
        position, lines = room.match.position(), await server.store.journal(id)
        assert len(room.match.entries) <= 2 * FEW < most <= len(lines)
        room.break_off("storage")
        again = (await server.live_tables.open(id)).room
        assert again.match is not None
        again.bots.stop()
        assert (again.match.position(), again.match.version) == (position, len(lines))
        assert len(again.match.entries) <= 2 * FEW
    finally:
        await server.close()


def test_real_games_are_far_shorter_than_the_limit() -> None:
    assert ServerSettings().entries_per_game >= 8 * 1_196  # the longest game in tests/stored
