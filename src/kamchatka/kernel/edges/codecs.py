"""How the value of a declared field is written for people and files, and read back."""

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from kamchatka.kernel.bits import members
from kamchatka.kernel.dice import pips
from kamchatka.kernel.edges.wire import NAMED, ids, number_of
from kamchatka.kernel.game import Game
from kamchatka.kernel.schema.fields import DICE, FLAG, ROW, SEAT, SET, Field
from kamchatka.kernel.state import HIDDEN, NOBODY

UNSEEN: Final = "?"  # HIDDEN, as it is written
LARGEST: Final = 1 << 62


class Codec:
    """How a field's value is written, and read back; of a plain number as it is."""

    def write(self, game: Game, value: Any) -> Any:
        """The value as JSON data."""
        return value

    def read(self, game: Game, data: Any) -> Any:
        """The value that was written; a ValueError or TypeError when it cannot have been."""
        if not isinstance(data, int):
            raise TypeError(f"{data!r}")
        return _small(data)


class TruthCodec(Codec):
    """Yes or no."""

    def read(self, game: Game, data: Any) -> bool:
        if not isinstance(data, bool):
            raise TypeError(f"{data!r}")
        return data


class TextCodec(Codec):
    """A clause."""

    def read(self, game: Game, data: Any) -> str:
        if not isinstance(data, str):
            raise TypeError(f"{data!r}")
        return data


@dataclass(frozen=True)
class NounCodec(Codec):
    """A place, card, objective, colour, kind or zone by its id; null is none."""

    noun: str

    def write(self, game: Game, value: int) -> str | None:
        return ids(game, self.noun)[value] if value >= 0 else None

    def read(self, game: Game, data: Any) -> int:
        return NOBODY if data is None else number_of(game, self.noun, data)


@dataclass(frozen=True)
class NounsCodec(Codec):
    """A set of cards or kinds of pieces as a list of their ids."""

    noun: str

    def write(self, game: Game, value: int) -> list[str]:
        return [ids(game, self.noun)[thing] for thing in members(value)]

    def read(self, game: Game, data: Any) -> int:
        return _small(sum(1 << number_of(game, self.noun, name) for name in data))


class SeatsCodec(Codec):
    """A set of seats as a list."""

    def write(self, game: Game, value: int) -> list[int]:
        return members(value)

    def read(self, game: Game, data: Any) -> int:
        return sum(1 << seat for seat in _below(62, data))


class DiceCodec(Codec):
    """A throw as a list of pips, highest first."""

    def write(self, game: Game, value: int) -> list[int]:
        return pips(value)

    def read(self, game: Game, data: Any) -> int:
        return _small(sum(die << (4 * i) for i, die in enumerate(_below(16, data))))


@dataclass(frozen=True)
class RowCodec(Codec):
    """A tuple, each part written like one."""

    part: Codec

    def write(self, game: Game, value: tuple[int, ...]) -> list[Any]:
        return [self.part.write(game, one) for one in value]

    def read(self, game: Game, data: Any) -> tuple[Any, ...]:
        return tuple(self.part.read(game, one) for one in data)


@dataclass(frozen=True)
class SecretCodec(Codec):
    """Something that is "?" for those who may not know it."""

    known: Codec

    def write(self, game: Game, value: Any) -> Any:
        return UNSEEN if value == HIDDEN else self.known.write(game, value)

    def read(self, game: Game, data: Any) -> Any:
        return HIDDEN if data == UNSEEN else self.known.read(game, data)


@cache
def codec_of(field: Field) -> Codec:
    """The codec that a declaration asks for."""
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
