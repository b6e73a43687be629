"""Store a season as JSON Lines: a header, then a line per change. Lines are only appended."""

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Literal

import msgspec

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.seasons.season import AnySeasonChange, Season, SeasonOpened, fold_season

LARGEST = 20_000_000  # bytes
VERSION = 1


class SeasonHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line."""

    kamchatka: Literal["season"]
    version: int


_header = msgspec.json.Decoder(SeasonHeader)
_change: msgspec.json.Decoder[AnySeasonChange] = msgspec.json.Decoder(AnySeasonChange)


class SeasonFile:
    """The file of one season. A change is checked before it is written, and on disk when the call returns."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def create(cls, path: Path, opened: SeasonOpened) -> "SeasonFile":
        """Create the file of a new season; a Problem if it exists."""
        try:
            with path.open("xb") as file:
                file.write(write_season([opened]))
        except FileExistsError:
            raise Problem("event.file_exists", path=path) from None
        except OSError as error:
            raise Problem("file.not_written", path=path, why=error.strerror) from None
        return cls(path)

    def changes(self) -> list[AnySeasonChange]:
        """Return all changes; a Problem if the file is not a season."""
        try:
            data = self.path.read_bytes()
        except OSError as error:
            raise Problem("file.not_read", path=self.path, why=error.strerror) from None
        return read_season(data)

    def season(self) -> Season:
        """Return the season as it is now."""
        return fold_season(self.changes())

    def add(self, changes: Sequence[AnySeasonChange]) -> list[int]:
        """Append changes that fit the season; return their numbers."""
        known = self.changes()
        fold_season([*known, *changes])
        try:
            with self.path.open("r+b") as file:
                _drop_torn(file)
                file.write(msgspec.json.Encoder().encode_lines(changes))
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise Problem("file.not_written", path=self.path, why=error.strerror) from None
        return list(range(len(known) + 1, len(known) + len(changes) + 1))


def _drop_torn(file: BinaryIO) -> None:
    """Go to the end of the last whole line, and drop what was cut off behind it."""
    data = file.read()
    whole = data.rfind(b"\n") + 1
    with suppress(msgspec.DecodeError, UnicodeError, RecursionError):
        _change.decode(data[whole:])
        file.write(b"\n")
        return
    file.seek(whole)
    file.truncate()


def write_season(changes: Sequence[AnySeasonChange]) -> bytes:
    """Encode a season."""
    return msgspec.json.Encoder().encode_lines([SeasonHeader("season", VERSION), *changes])


def read_season(data: bytes) -> list[AnySeasonChange]:
    """Decode a season. A last line that was cut off by a dead battery is dropped."""
    if len(data) > LARGEST:
        raise Problem("season.not_a_file")
    first, _, rest = data.partition(b"\n")
    *lines, torn = rest.split(b"\n")
    try:
        if _header.decode(first).version > VERSION:
            raise Problem("season.newer")
        found = [_change.decode(line) for line in lines]
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Problem("season.not_a_file") from None
    if torn:
        with suppress(msgspec.DecodeError, UnicodeError, RecursionError):
            found.append(_change.decode(torn))
    return found
