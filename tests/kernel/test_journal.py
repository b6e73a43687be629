"""The journal: durable line by line, resumed where it stopped, and rejected when it was changed."""

import fcntl
import hashlib
import os
import struct
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from kamchatka import Match, Problem
from kamchatka.journal import VERSION, Header, Kept, Player, Writer, new_header, new_match, read
from kamchatka.kernel.bits import members
from kamchatka.kernel.chance import FastChance, RecordedChance, SealedChance
from kamchatka.kernel.edges.record import write_fact
from kamchatka.match import play_numeric

KEY = bytes(range(32))
PLAYERS = (Player("Anna"), Player("Bruno", "cautious"), Player("Carla"), Player("Dino", "random"))
HEADER = new_header("modern", {"trios_per_turn": 0}, PLAYERS, KEY)


def count_draws(match: Match) -> int:
    """Return the draws of the sealed luck so far."""
    luck = match.table.chance
    assert isinstance(luck, RecordedChance)
    assert isinstance(luck.source, SealedChance)
    return luck.source.drawn


def play(match: Match, writer: Writer, actions: int, choices: FastChance) -> None:
    """Play random actions and write each down."""
    for _ in range(actions):
        if not match.is_over:
            seat = match.awaited[0]
            play_numeric(match, match.options(seat).sample(choices), seat)
            writer.write(match.game, match.entries[-1])


def journal_after(path: Path, header: Header = HEADER, actions: int = 60) -> Match:
    """Return the journal of a game after `actions` actions."""
    match, writer = new_match(header), Writer(path, header)
    for entry in match.entries:
        writer.write(match.game, entry)
    play(match, writer, actions, FastChance(3))
    writer.file.close()
    return match


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path of the journal."""
    return tmp_path / "game.jsonl"


def facts(match: Match) -> list[dict[str, Any]]:
    """Return all facts of a match."""
    return [write_fact(match.game, fact) for fact in match.journal]


def same(a: Match, b: Match) -> bool:
    """Return whether two matches are the same in every respect."""
    told = [[(entry.seat, entry.action, entry.draws) for entry in match.entries] for match in (a, b)]
    return (
        a.position() == b.position()
        and facts(a) == facts(b)
        and told[0] == told[1]
        and count_draws(a) == count_draws(b)
    )


def test_a_journal_gives_the_game_back(path: Path) -> None:
    match = journal_after(path)
    kept = read(path)
    assert same(kept.match, match)
    assert kept.header == HEADER
    assert (kept.torn, kept.size) == (False, path.stat().st_size)
    assert kept.match.rules.non_defaults() == {"trios_per_turn": 0}
    assert len(kept.match.entries) == 61


def test_resumed_it_goes_on_as_if_nothing_had_happened(path: Path, tmp_path: Path) -> None:
    whole = tmp_path / "whole.jsonl"
    match = journal_after(whole, actions=0)
    writer = Writer(tmp_path / "other.jsonl", HEADER)
    play(match, writer, 90, FastChance(3))
    writer.file.close()
    journal_after(path, actions=0)
    choices = FastChance(3)
    for _ in range(9):
        kept = read(path)
        writer = Writer(path, None, kept)
        play(kept.match, writer, 10, choices)
        writer.file.close()
    assert same(read(path).match, match)


def test_a_new_line_is_on_the_disk_when_write_returns(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    match, writer = new_match(HEADER), Writer(path, HEADER)
    assert synced == [writer.file.fileno()]
    writer.write(match.game, match.entries[0])
    assert len(synced) == 2
    assert len(path.read_bytes().splitlines()) == 2  # flushed, although the file is still open
    writer.file.close()


def test_the_first_line_says_all_about_the_table(path: Path) -> None:
    journal_after(path, actions=1)
    header, prepared, first = (msgspec.json.decode(line) for line in path.read_bytes().splitlines())
    assert header["journal"] == VERSION == 1
    assert (header["edition"], header["options"]) == ("modern", {"trios_per_turn": 0})
    assert header["players"] == [{"name": player.name, "bot": player.bot} for player in PLAYERS]
    assert header["commitment"] == hashlib.sha256(b"kamchatka " + KEY).hexdigest()
    assert (prepared["n"], prepared.get("seat"), prepared.get("action")) == (0, None, None)
    assert (first["n"], first["action"]["act"]) == (1, "colour")


@pytest.mark.parametrize("cut", [1, 2, 17])
def test_a_torn_tail_was_never_acknowledged_and_is_left_out(path: Path, cut: int) -> None:
    match = journal_after(path, actions=20)
    data = path.read_bytes()
    path.write_bytes(data[:-cut])
    kept = read(path)
    assert kept.torn
    assert len(kept.match.entries) == 20
    writer = Writer(path, None, kept)  # the next line replaces the torn one
    play(kept.match, writer, 1, FastChance(8))
    writer.file.close()
    again = read(path)
    assert not again.torn
    assert same(again.match, kept.match)
    assert [entry.draws for entry in again.match.entries[:20]] == [entry.draws for entry in match.entries[:20]]


def problem(path: Path) -> Problem:
    """Return the sentence in two languages about a file that is no valid journal."""
    with pytest.raises(Problem) as raised:
        read(path)
    assert raised.value.text("it") != raised.value.text("en")
    return raised.value


def lines(path: Path) -> list[bytes]:
    """Return the lines of the journal, with their ends."""
    return path.read_bytes().splitlines(keepends=True)


def test_an_edited_line_is_named(path: Path) -> None:
    journal_after(path)
    rows = lines(path)
    assert b'"armies":' in rows[7]
    rows[7] = rows[7].replace(b'"armies":', b'"armies":1')
    path.write_bytes(b"".join(rows))
    told = problem(path).text("en")
    assert told.startswith("Line 8 of the journal is not as it was written: it was changed")
    assert problem(path).text("it").startswith("La riga 8 del giornale non è come fu scritta: qualcuno l’ha cambiata")


def test_a_missing_or_doubled_or_moved_line_is_named(path: Path) -> None:
    journal_after(path)
    rows = lines(path)
    for changed, number in (
        (rows[:5] + rows[6:], 6),
        (rows[:5] + rows[4:], 6),
        ([*rows[:5], rows[6], rows[5]], 6),
        (rows[1:], 1),
    ):
        path.write_bytes(b"".join(changed))
        assert f"Line {number} of the journal" in problem(path).text("en")


def test_an_edited_line_cannot_hide_behind_another_version(path: Path) -> None:
    journal_after(path)
    rows = lines(path)
    rows[7] = rows[7].replace(b'{"n"', b'{"journal":7,"n"')
    path.write_bytes(b"".join(rows))
    assert "Line 8 of the journal is not as it was written" in problem(path).text("en")


def test_a_newer_version_asks_for_an_update(path: Path) -> None:
    journal_after(path)
    rows = lines(path)
    rows[0] = rows[0].replace(b'"journal":1', b'"journal":2')
    path.write_bytes(b"".join(rows[:1]))
    assert problem(path).text("en") == (
        "Line 1 of the journal is of a newer version (2; this one reads up to 1): update kamchatka."
    )
    assert "è di una versione più nuova (2; questa legge fino alla 1): aggiorna kamchatka" in problem(path).text("it")


@pytest.mark.parametrize(
    ("content", "en"),
    [
        (b"", "is empty or cut short in its first line"),
        (b"\n", "is empty or cut short in its first line"),
        (b"hello", "is empty or cut short in its first line"),
        (b"hello\n", "Line 1 of the journal is no JSON"),
        (b"\xff\xfe\x00\n", "Line 1 of the journal is no JSON"),
        (b'{"a":"\xff"}\n', "Line 1 of the journal is no JSON"),
        (b"[1,2]\n", "Line 1 of the journal is no JSON"),
        (b'{"name":"kamchatka"}\n', "Line 1 of the journal is not the beginning of a game journal"),
        (b'{"journal":"one"}\n', "Line 1 of the journal is not the beginning of a game journal"),
        (b'{"journal":0}\n', "Line 1 of the journal is not the beginning of a game journal"),
    ],
)
def test_a_file_that_is_something_else(path: Path, content: bytes, en: str) -> None:
    path.write_bytes(content)
    assert en in problem(path).text("en")


def test_a_file_that_is_not_there_or_no_file(path: Path, tmp_path: Path) -> None:
    assert problem(path).text("en") == f"The file “{path}” cannot be read: No such file or directory."
    assert problem(path).text("it") == f"Il file «{path}» non si legge: No such file or directory."
    assert "cannot be read: Is a directory" in problem(tmp_path).text("en")


def test_a_new_game_never_overwrites_a_file(path: Path) -> None:
    path.write_bytes(b"precious")
    with pytest.raises(Problem, match="cannot be written: File exists"):
        Writer(path, HEADER)
    assert path.read_bytes() == b"precious"


def write_sealed(path: Path, *rows: dict[str, Any]) -> None:
    """Write a journal with valid hashes around any content."""
    mark, data = "", b""
    for row in rows:
        mark = hashlib.blake2b(mark.encode() + msgspec.json.encode(row), digest_size=8).hexdigest()
        data += msgspec.json.encode({**row, "mark": mark}) + b"\n"
    path.write_bytes(data)


GOOD: dict[str, Any] = msgspec.to_builtins(HEADER)


@pytest.mark.parametrize(
    ("change", "en"),
    [
        ({"edition": "marbles"}, "There is no edition “marbles”"),
        ({"players": []}, "0 seats will not do"),
        ({"players": 3}, "Line 1 of the journal is incomplete"),
        ({"options": {"mood": "good"}}, "There is no option “mood”"),
        ({"options": {"army_cap": 7}}, "“7” will not do for the option army_cap"),
        ({"key": "xyz"}, "Line 1 of the journal is incomplete"),
        ({"key": "00" * 32}, "has a key that is not the one promised before the first die"),
        ({"start": "modern/4 a1"}, "This position cannot be read"),
    ],
)
def test_a_header_that_cannot_be(path: Path, change: dict[str, Any], en: str) -> None:
    write_sealed(path, {**GOOD, **change})
    assert en in problem(path).text("en")


@pytest.mark.parametrize(
    ("line", "en"),
    [
        ({"n": 0}, "Line 2 of the journal is incomplete"),
        ({"n": 0, "facts": 3}, "Line 2 of the journal is incomplete"),
        ({"n": 0, "facts": [{"fact": "Landed"}]}, "Line 2 of the journal “Landed” is not known to this version"),
        ({"n": 0, "facts": [{"fact": "Closed"}]}, "Line 2 of the journal tells an impossible fact"),
        (
            {"n": 0, "facts": [{"fact": "FirstNamed", "seat": "x"}]},
            "Line 2 of the journal “FirstNamed” has wrong fields",
        ),
        ({"n": 0, "facts": [{"fact": "ColourChosen", "seat": 44, "colour": "red"}]}, "tells an impossible fact"),
        ({"n": 0, "facts": [], "action": {"act": "fly"}}, "Line 2 of the journal This action cannot be read"),
    ],
)
def test_a_line_that_cannot_be(path: Path, line: dict[str, Any], en: str) -> None:
    write_sealed(path, GOOD, line)
    assert en in problem(path).text("en")


def test_a_game_that_goes_on_from_a_position_keeps_it(path: Path) -> None:
    older = journal_after(path)
    start = older.position()
    path.unlink()
    match = journal_after(path, new_header("modern", {"trios_per_turn": 0}, PLAYERS, KEY, start), 30)
    assert match.start == start
    kept = read(path)
    assert kept.match.start == start
    assert kept.header.start == start
    assert same(kept.match, match)


def test_the_luck_can_be_checked_with_the_key(path: Path) -> None:
    journal_after(path)
    luck = SealedChance(KEY)
    for entry in read(path).match.entries:
        assert [(n, luck.below(n)) for n, _ in entry.draws] == list(entry.draws)


@pytest.mark.usefixtures("teaching")
def test_journals_of_the_teaching_edition_in_the_middle_of_everything(path: Path) -> None:
    header = new_header("teaching", {"rounds": 2}, PLAYERS[:3], KEY)
    match, writer, choices = new_match(header), Writer(path, header), FastChance(5)
    writer.write(match.game, match.entries[0])
    seen = set[str]()
    while not match.is_over:
        play(match, writer, 1, choices)
        seen.add(match.game.steps[match.state.agenda[-1].step].name())
        if len(members(match.game.awaits(match.table))) > 1 or len(match.state.agenda) > 2:
            kept: Kept = read(path)
            assert same(kept.match, match)
    writer.file.close()
    assert {"Bids", "Bury", "Window"} <= seen
    assert read(path).match.is_over


def test_two_programs_cannot_go_on_with_the_same_game(path: Path) -> None:
    """The first program locks the file until it closes it; the second gets an error and damages nothing."""
    journal_after(path)
    kept = read(path)
    first = Writer(path, None, kept)
    whole = path.read_bytes()
    with pytest.raises(Problem, match="already open in another program") as refused:
        Writer(path, None, kept)
    assert "già aperto" in refused.value.text("it")
    assert path.read_bytes() == whole
    first.file.close()
    Writer(path, None, kept).file.close()


class ByteLocks:
    """Locks as on Windows, one byte from the file's position, made of Linux locks that belong to a file."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        self.locked: list[int] = []

    def locking(self, number: int, mode: int, count: int) -> None:
        assert mode == self.LK_NBLCK
        wanted = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_CUR, 0, count, 0)
        fcntl.fcntl(number, fcntl.F_OFD_SETLK, wanted)
        self.locked.append(os.lseek(number, 0, os.SEEK_CUR))


@pytest.mark.skipif(not hasattr(fcntl, "F_OFD_SETLK"), reason="the stand-in needs Linux")
def test_on_windows_one_writer_too_and_anybody_may_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With Windows locks too there is one writer and any reader, and writing continues at the same position."""
    system = ByteLocks()
    monkeypatch.setattr("kamchatka.journal.sys", SimpleNamespace(platform="win32"))
    monkeypatch.setattr("kamchatka.journal.msvcrt", system, raising=False)
    match = journal_after(path, actions=3)
    kept = read(path)
    first = Writer(path, None, kept)
    with pytest.raises(Problem, match="already open in another program"):
        Writer(path, None, kept)
    assert min(system.locked) > path.stat().st_size == kept.size
    play(match, first, 2, FastChance(8))
    first.file.close()
    Writer(path, None, read(path)).file.close()
    assert read(path).match.position() == match.position()


def test_the_seconds_played_are_kept(path: Path) -> None:
    """A stored game keeps its playing time; a game stored without a clock has played 0 seconds."""
    match = journal_after(path)
    assert read(path).clock == 0
    writer = Writer(path, None, read(path))
    play_numeric(match, match.options().sample(FastChance(1)))
    writer.write(match.game, match.entries[-1], 77)
    writer.file.close()
    assert read(path).clock == 77
