"""Game journals in JSON Lines: a header, then one line per entry, chained by hashes.

Replaying the facts restores the game even if the rules have changed since. The recorded draws let anyone verify the
dice.
"""

import hashlib
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, BinaryIO

import msgspec

from kamchatka.kernel.chance import SealedChance
from kamchatka.kernel.edges import wire
from kamchatka.kernel.edges.plain import JsonObject
from kamchatka.kernel.edges.record import read_fact, write_fact
from kamchatka.kernel.game import Game
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.text import Text
from kamchatka.match import Entry, Follower, Match, apply_entry, blank_match, match_at, prepare

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

VERSION = 1
# Errors that replaying unverified facts may raise, such as facts of another edition that name missing seats or
# places.
IMPOSSIBLE = (LookupError, TypeError, ArithmeticError, AssertionError)
Sides = Annotated[int, msgspec.Meta(ge=1, le=1 << 32)]  # largest limit of a draw; no die or deck has more
OUT_OF_REACH = 1 << 30  # offset of the byte that Windows locks and makes unreadable; beyond the end of any journal


class Player(msgspec.Struct, frozen=True):
    """The player of a seat: a person, or a bot of this name."""

    name: str
    bot: str | None = None


class Header(msgspec.Struct, frozen=True):
    """The first line: edition, options, players and sealed dice. It contains the key, so the file is secret."""

    journal: int
    edition: str
    options: JsonObject
    players: tuple[Player, ...]
    commitment: str
    key: str
    start: str = ""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One entry. `mark` is a hash of this line and all lines before it."""

    n: int
    facts: list[JsonObject]
    draws: list[tuple[Sides, int]] = []
    seat: int | None = None
    action: JsonObject | None = None
    clock: int = 0  # seconds played so far, by the host's clock
    mark: str = ""


@dataclass(frozen=True)
class Kept:
    """A game that was loaded from its journal."""

    header: Header
    match: Match
    torn: bool  # the last line is incomplete; it was never acknowledged, so it is ignored
    clock: int  # seconds played, from the last complete line
    mark: str
    size: int  # length of all complete lines in bytes


def new_match(header: Header) -> Match:
    """Start the match that a header describes, with its sealed dice. The options must have been checked before."""
    luck = SealedChance(bytes.fromhex(header.key))
    if header.start:
        return match_at(header.start, header.options, chance=luck, stored=True)
    match = blank_match(header.edition, len(header.players), header.options, chance=luck, stored=True)
    prepare(match)
    return match


def new_header(edition: str, options: JsonObject, players: tuple[Player, ...], key: bytes, start: str = "") -> Header:
    """Build the header of a new game, or of one that starts from a position."""
    return Header(VERSION, edition, options, players, SealedChance(key).commitment(), key.hex(), start)


class Writer:
    """Appends entries to a file. Each entry is synced to disk before the call returns."""

    def __init__(self, path: Path, header: Header | None, kept: Kept | None = None) -> None:
        try:
            self.file: BinaryIO = path.open("r+b" if kept else "xb")
        except OSError as error:
            raise Problem("file.not_written", path=path, why=error.strerror) from None
        keep_alone(self.file, path)
        self.mark = kept.mark if kept else ""
        self.count = len(kept.match.entries) if kept else 0
        if kept:
            self.file.truncate(kept.size)
            self.file.seek(kept.size)
        else:
            self._append(msgspec.to_builtins(header))

    def write(self, game: Game, entry: Entry, clock: int = 0) -> None:
        """Append an entry. It is durable when this method returns."""
        self._append(line_of(game, self.count, entry, clock))
        self.count += 1

    def _append(self, data: JsonObject) -> None:
        self.mark, line = seal_line(self.mark, data)
        self.file.write(line)
        self.file.flush()
        os.fsync(self.file.fileno())


def line_of(game: Game, number: int, entry: Entry, clock: int = 0) -> JsonObject:
    """Convert an entry to the data of its journal line."""
    data: JsonObject = msgspec.to_builtins(
        Line(
            number,
            [write_fact(game, fact) for fact in entry.facts],
            list(entry.draws),
            entry.seat,
            None if entry.action is None else wire.encode(entry.action),
            clock,
        )
    )
    return data


def seal_line(mark: str, data: JsonObject) -> tuple[str, bytes]:
    """Encode a line and return its bytes with its hash, which is chained to the previous one."""
    body = msgspec.json.encode(data)
    mark = _mark(mark, body)
    return mark, body[:-1] + f',"mark":"{mark}"}}\n'.encode()


def keep_alone(file: BinaryIO, path: Path) -> None:
    """Lock a journal until it is closed, because two programs that append to the same file would corrupt it."""
    try:
        _lock(file)
    except OSError:
        file.close()
        raise Problem("journal.in_use", path=path) from None


def _lock(file: BinaryIO) -> None:
    """Take the operating system's file lock, which is released with the process and leaves no lock file behind."""
    if sys.platform == "win32":
        at = file.tell()
        file.seek(OUT_OF_REACH)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        finally:
            file.seek(at)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _mark(before: str, body: bytes) -> str:
    """Return the hash of a line's body, chained to the previous hash."""
    return hashlib.blake2b(before.encode() + body, digest_size=8).hexdigest()


def read(path: Path) -> Kept:
    """Load a game from a journal file. If a line is corrupt or was modified, a Problem names it."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Problem("file.not_read", path=path, why=error.strerror) from None
    return parse(data, str(path))


@dataclass(frozen=True)
class OpenJournal:
    """A journal whose lines have been checked, with its match before the first entry."""

    header: Header
    match: Match
    lines: list[tuple[int, Line]]  # by line number
    torn: bool
    mark: str
    size: int

    def replay(self, *followers: Follower) -> Kept:
        """Replay all entries and notify the followers. This can be done only once."""
        for number, line in self.lines:
            try:
                apply_entry(self.match, _entry(self.match.game, line), followers)
            except Problem as problem:
                raise Problem("journal.line", number=number, what=problem) from None
            except IMPOSSIBLE as error:
                raise _bad(number, "impossible", error=error) from None
        clock = self.lines[-1][1].clock if self.lines else 0
        return Kept(self.header, self.match, self.torn, clock, self.mark, self.size)


def open_journal(data: bytes, name: str) -> OpenJournal:
    """Check the bytes of a journal. Problems refer to it as `name`."""
    whole, _, tail = data.rpartition(b"\n")
    rows, mark = [], ""
    for number, line in enumerate(whole.split(b"\n") if whole else [], start=1):
        row, mark = _verify_line(number, line, mark)
        rows.append(row)
    if not rows:
        raise Problem("journal.empty", name=name)
    header = _header(rows[0])
    lines = _lines(rows[1:])
    return OpenJournal(header, _blank(header, lines), lines, tail != b"", mark, len(whole) + 1)


def parse(data: bytes, name: str) -> Kept:
    """Load a game from the bytes of a journal. Problems refer to it as `name`."""
    return open_journal(data, name).replay()


class EntryCaller(Follower):
    """A follower that calls a function with the match after each entry."""

    def __init__(self, match: Match, on_entry: Callable[[Match], None]) -> None:
        self.match = match
        self.on_entry = on_entry

    def end(self, entry: Entry) -> None:
        """Call the function."""
        self.on_entry(self.match)


def parse_stored(data: bytes, name: str, on_entry: Callable[[Match], None] | None = None) -> Kept:
    """Parse a journal from a database. Its lines are always complete and it always contains the preparation.

    `on_entry` is called with the match after each entry.
    """
    opened = open_journal(data, name)
    kept = opened.replay(*([EntryCaller(opened.match, on_entry)] if on_entry else []))
    if kept.torn or not kept.match.entries:
        raise _bad(len(kept.match.entries) + 2, "torn")
    return kept


def _verify_line(number: int, line: bytes, mark: str) -> tuple[JsonObject, str]:
    """Decode one line, after verifying its hash against the lines before it."""
    try:
        row = msgspec.json.decode(line, type=JsonObject)
    except wire.UNREADABLE as error:
        raise _bad(number, "not_json", error=error) from None
    sealed = row.pop("mark", None)
    foreign = number == 1 and row.get("journal") != VERSION  # `_header` reports the error
    if sealed != _mark(mark, msgspec.json.encode(row)) and not foreign:
        raise _bad(number, "changed")
    return row, str(sealed)


def _header(row: JsonObject) -> Header:
    version = row.get("journal")
    if not isinstance(version, int) or version < VERSION:
        raise _bad(1, "not_a_journal")
    if version > VERSION:
        raise _bad(1, "newer", version=version, ours=VERSION)
    try:
        header = msgspec.convert(row, Header)
        sealed = SealedChance(bytes.fromhex(header.key)).commitment()
    except ValueError as error:
        raise _bad(1, "incomplete", error=error) from None
    if sealed != header.commitment:
        raise _bad(1, "another_key")
    return header


def _lines(rows: list[JsonObject]) -> list[tuple[int, Line]]:
    lines: list[tuple[int, Line]] = []
    for number, row in enumerate(rows, start=2):
        try:
            lines.append((number, msgspec.convert(row, Line)))
        except msgspec.ValidationError as error:
            raise _bad(number, "incomplete", error=error) from None
    return lines


def _blank(header: Header, lines: list[tuple[int, Line]]) -> Match:
    """Return the match before its entries. The sealed dice continue after the last recorded draw."""
    drawn = sum(len(line.draws) for _, line in lines)
    chance = SealedChance(bytes.fromhex(header.key), drawn)
    if header.start:
        return match_at(header.start, header.options, chance=chance, stored=True)
    return blank_match(header.edition, len(header.players), header.options, chance=chance, stored=True)


def _entry(game: Game, line: Line) -> Entry:
    action = None if line.action is None else wire.decode(msgspec.json.encode(line.action))
    return Entry(line.seat, action, tuple(line.draws), tuple(read_fact(game, fact) for fact in line.facts))


def _bad(number: int, what: str, **fields: object) -> Problem:
    """Build the Problem for an invalid line."""
    return Problem("journal.line", number=number, what=Text("problem", f"journal.{what}", **fields))
