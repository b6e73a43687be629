"""A finished game is read once, and the result agrees with a simple reading of its journal."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pytest

from kamchatka import journal
from kamchatka.analysis import analyse, finished, throws
from kamchatka.analysis.analyse import analyse_journal
from kamchatka.analysis.effort import SEARCH, Effort
from kamchatka.analysis.finished import read_game
from kamchatka.analysis.luck import luck_of
from kamchatka.analysis.throws import throws_of
from kamchatka.journal import parse
from kamchatka.kernel.facts import Eliminated
from kamchatka.match import Entry, Follower, Match, apply_entry
from kamchatka.server.presentation.replays import replay_packed
from kamchatka.server.protocol.payloads import SeatForm, TableForm
from kamchatka.server.storage.records import Sitter, TableRecord
from kamchatka.server.study.highlights import highlights_packed
from kamchatka.server.study.lessons import find_lessons
from tests.stored.shelf import read_unpacked, shelf_name, stored_files

GAMES = [path for path in stored_files("journals/*.jsonl.xz") if path.stat().st_size < 25_000]
EACH = pytest.mark.parametrize("path", GAMES[::6], ids=shelf_name)


def one_table(data: bytes) -> TableRecord:
    """Return a table at which a stored game was played."""
    kept = parse(data, "game")
    seats = tuple(Sitter(player.name) for player in kept.header.players)
    form = TableForm(kept.header.edition, tuple(SeatForm("open") for _ in seats))
    return TableRecord(id="game", agreed=form, seats=seats, status="over", host=1, key=kept.header.key)


@EACH
def test_a_reading_agrees_with_the_journal(path: Path) -> None:
    """Throws, eliminations, final board and order of play equal those of the recorded facts."""
    data = read_unpacked(path)
    game, match = read_game(data, "game"), parse(data, "game").match
    assert game.match.position() == match.position()
    assert game.luck == luck_of(throws_of(match))
    assert game.fallen == [int(fact.seat) for fact in match.journal if isinstance(fact, Eliminated)]
    assert [moment.seat for moment in game.moments] == [entry.seat for entry in match.entries]
    owners = Counter(int(owner) for owner in match.state.owner)
    assert game.turns[-1].places == tuple(owners[seat] for seat in range(match.seats))
    assert game.turns[-1].entry == len(match.entries) - 1


@EACH
def test_winners_come_first_and_leavers_last(path: Path) -> None:
    """Ranks begin with the winners; a player who left is behind everybody who stayed."""
    game = read_game(read_unpacked(path), "game")
    seats, ranks = range(game.match.seats), game.ranks()
    assert {seat for seat in seats if ranks[seat] == 1} >= set(game.match.winners)
    for gone in seats:
        with_leaver = game.ranks({gone})
        assert with_leaver[gone] == max(with_leaver)
        assert 1 not in (rank for seat, rank in enumerate(with_leaver) if seat == gone)


USES: dict[str, Callable[[bytes], object]] = {
    "outcome": partial(read_game, name="game"),
    "highlights": lambda data: highlights_packed("game", data, "en", 1.0),
    "lessons": lambda data: find_lessons("game", data, "en", (0, 1, 2)),
    "analysis": lambda data: analyse_journal(data, "game", Effort(seconds=0.0, judge=SEARCH)),
    "replay": lambda data: replay_packed(one_table(data), data, "en"),
}


@pytest.mark.parametrize("use", USES)
def test_every_use_reads_a_game_once(monkeypatch: pytest.MonkeyPatch, use: str) -> None:
    """Each entry is applied once, to one match."""
    data = read_unpacked(GAMES[0])
    kept, table, applied = parse(data, "game"), one_table(data), Counter[int]()

    def counted(match: Match, entry: Entry, followers: Sequence[Follower] = ()) -> None:
        applied[id(match)] += 1
        apply_entry(match, entry, followers)

    for module in (journal, finished, analyse):
        monkeypatch.setattr(module, "apply_entry", counted)
    monkeypatch.setattr(throws, "blank_copy", lambda match: pytest.fail("a second match"))
    monkeypatch.setitem(USES, "replay", lambda data: replay_packed(table, data, "en"))
    USES[use](data)
    assert list(applied.values()) == [len(kept.match.entries)]
