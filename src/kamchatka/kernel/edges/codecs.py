"""Codecs that convert the values of declared fields to and from JSON data."""

from dataclasses import dataclass
from functools import cache
from typing import Final

from kamchatka.kernel.bits import members
from kamchatka.kernel.dice import pips
from kamchatka.kernel.edges.plain import Json
from kamchatka.kernel.edges.wire import NAMED, ids, number_of
from kamchatka.kernel.game import Game
from kamchatka.kernel.schema.fields import DICE, FLAG, ROW, SEAT, SET, Field
from kamchatka.kernel.state import HIDDEN, NOBODY

UNSEEN: Final = "?"  # stands for HIDDEN in JSON data
LARGEST: Final = 1 << 62


class Codec:
    """Codec for plain numbers, and base class of the others."""

    def write(self, game: Game, value: Json) -> Json:
        """Convert a value to JSON data."""
        return value

    def read(self, game: Game, data: Json) -> Json:
        """Restore a value from JSON data; raise ValueError or TypeError if it is invalid."""
        if not isinstance(data, int):
            raise TypeError(f"{data!r}")
        return _small(data)


class TruthCodec(Codec):
    """Codec for booleans."""

    def read(self, game: Game, data: Json) -> bool:
        if not isinstance(data, bool):
            raise TypeError(f"{data!r}")
        return data


class TextCodec(Codec):
    """Codec for clauses."""

    def read(self, game: Game, data: Json) -> str:
        if not isinstance(data, str):
            raise TypeError(f"{data!r}")
        return data


@dataclass(frozen=True)
class NounCodec(Codec):
    """Codec for one place, card, objective, colour, kind or zone, written as its id; null stands for none."""

    noun: str

    def write(self, game: Game, value: int) -> str | None:
        return ids(game, self.noun)[value] if value >= 0 else None

    def read(self, game: Game, data: Json) -> int:
        return NOBODY if data is None else number_of(game, self.noun, data)


@dataclass(frozen=True)
class NounsCodec(Codec):
    """Codec for a set of cards or kinds, as a list of ids."""

    noun: str

    def write(self, game: Game, value: int) -> list[str]:
        return [ids(game, self.noun)[thing] for thing in members(value)]

    def read(self, game: Game, data: Json) -> int:
        return _small(sum(1 << number_of(game, self.noun, name) for name in data))


class SeatsCodec(Codec):
    """Codec for a set of seats, as a list."""

    def write(self, game: Game, value: int) -> list[int]:
        return members(value)

    def read(self, game: Game, data: Json) -> int:
        return sum(1 << seat for seat in _below(62, data))


class DiceCodec(Codec):
    """Codec for thrown dice, as a list with the highest first."""

    def write(self, game: Game, value: int) -> list[int]:
        return pips(value)

    def read(self, game: Game, data: Json) -> int:
        return _small(sum(die << (4 * i) for i, die in enumerate(_below(16, data))))


@dataclass(frozen=True)
class RowCodec(Codec):
    """Codec for a tuple whose parts use another codec."""

    part: Codec

    def write(self, game: Game, value: tuple[int, ...]) -> list[Json]:
        return [self.part.write(game, one) for one in value]

    def read(self, game: Game, data: Json) -> tuple[Json, ...]:
        return tuple(self.part.read(game, one) for one in data)


@dataclass(frozen=True)
class SecretCodec(Codec):
    """Codec for a secret value, written as "?" for seats that may not know it."""

    known: Codec

    def write(self, game: Game, value: Json) -> Json:
        return UNSEEN if value == HIDDEN else self.known.write(game, value)

    def read(self, game: Game, data: Json) -> Json:
        return HIDDEN if data == UNSEEN else self.known.read(game, data)


@cache
def codec_of(field: Field) -> Codec:
    """Return the codec for a declared field."""
    plain = Codec() if field.form == ROW else _plain(field)
    known = SecretCodec(plain) if field.is_secret else plain
    return RowCodec(known) if field.form == ROW else known


def _plain(field: Field) -> Codec:
    if field.noun in NAMED:
        return NounsCodec(field.noun) if field.form == SET else NounCodec(field.noun)
    if field.noun == SEAT.noun and field.form == SET:
        return SeatsCodec()
    return {DICE.noun: DiceCodec(), FLAG.noun: TruthCodec(), "clause": TextCodec()}.get(field.noun, Codec())


def _small(number: int) -> int:
    if abs(number) >= LARGEST:
        raise TypeError(f"{number}")
    return number


def _below(top: int, numbers: list[int]) -> list[int]:
    if not all(0 <= number < top for number in numbers):
        raise ValueError(f"{numbers}")
    return numbers
