"""Facts and frames as plain JSON data and back. A class's own fields are its schema; names are found by field."""

from dataclasses import dataclass
from typing import Any, Final, TypeVar

from kamchatka.kernel.bits import members
from kamchatka.kernel.dice import pips
from kamchatka.kernel.game import Game
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.state import HIDDEN, Frame
from kamchatka.kernel.table import Fact
from kamchatka.kernel.wire import ids, number_of

T = TypeVar("T", Fact, Frame)


class Codec:
    """How a field's number is written for people, and read back."""

    def write(self, game: Game, value: int) -> Any:
        """The number as JSON data."""
        raise NotImplementedError

    def read(self, game: Game, data: Any) -> int:
        """The number that was written."""
        raise NotImplementedError


@dataclass(frozen=True)
class Noun(Codec):
    """A place, card, objective or colour by its id: ? is hidden, null is none."""

    noun: str

    def write(self, game: Game, value: int) -> Any:
        return ids(game, self.noun)[value] if value >= 0 else "?" if value == HIDDEN else None

    def read(self, game: Game, data: Any) -> int:
        return number_of(game, self.noun, data) if data not in ("?", None) else HIDDEN if data == "?" else -1


class Seats(Codec):
    """A set of seats as a list."""

    def write(self, game: Game, value: int) -> Any:
        return members(value)

    def read(self, game: Game, data: Any) -> int:
        return sum(1 << seat for seat in _below(62, data))


class Dice(Codec):
    """A throw as a list of pips, highest first."""

    def write(self, game: Game, value: int) -> Any:
        return pips(value)

    def read(self, game: Game, data: Any) -> int:
        return sum(die << (4 * i) for i, die in enumerate(_below(16, data)))


@dataclass(frozen=True)
class Nouns(Codec):
    """A set of cards or kinds of pieces as a list of their ids; ? is hidden."""

    noun: str

    def write(self, game: Game, value: int) -> Any:
        return "?" if value == HIDDEN else [ids(game, self.noun)[thing] for thing in members(value)]

    def read(self, game: Game, data: Any) -> int:
        return HIDDEN if data == "?" else sum(1 << number_of(game, self.noun, name) for name in data)


def _below(top: int, numbers: list[int]) -> list[int]:
    if not all(0 <= number < top for number in numbers):
        raise ValueError(f"{numbers}")
    return numbers


CODECS: Final[dict[str, Codec]] = {
    "place": Noun("place"),
    "source": Noun("place"),
    "target": Noun("place"),
    "card": Noun("card"),
    "objective": Noun("objective"),
    "colour": Noun("colour"),
    "winners": Seats(),
    "tied": Seats(),
    "attack": Dice(),
    "defence": Dice(),
    "thrown": Dice(),
    "captured": Nouns("card"),
    "heaven": Noun("place"),
    "zone": Noun("zone"),
    "kind": Noun("kind"),
    "pieces": Nouns("kind"),
    "alive": Seats(),
}


def fields(thing: Fact | Frame) -> dict[str, Any]:
    """The fields of a fact or frame, compiled or not."""
    known: Any = thing.__getstate__()
    own: dict[str, Any] = getattr(thing, "__dict__", {})
    return {**(known if isinstance(known, dict) else {}), **own}


def kinds(base: type[T]) -> dict[str, type[T]]:
    """Every class of facts, or of frames, by name."""
    found = {base.__name__: base}
    for kind in base.__subclasses__():
        found.update(kinds(kind))
    return found


def write_fact(game: Game, fact: Fact) -> dict[str, Any]:
    """A fact as JSON data."""
    return {"fact": type(fact).__name__, **_write(game, fields(fact))}


def read_fact(game: Game, data: dict[str, Any]) -> Fact:
    """The fact that `write_fact` wrote."""
    return _read(game, Fact, "fact", data)


def write_frame(game: Game, frame: Frame) -> dict[str, Any]:
    """A frame as JSON data: its step by name, so that a later phase more or less does not matter."""
    known = fields(frame)
    step = game.steps[known.pop("step")].name()
    return {"frame": type(frame).__name__, "step": step, **_write(game, known)}


def read_frame(game: Game, data: dict[str, Any]) -> Frame:
    """The frame that `write_frame` wrote."""
    names = [step.name() for step in game.steps]
    if data.get("step") not in names:
        raise Problem(
            f"Il passo «{data.get('step')}» non esiste in questo gioco.",
            f"There is no step “{data.get('step')}” in this game.",
        )
    return _read(game, Frame, "frame", {**data, "step": names.index(data["step"])})


def _write(game: Game, known: dict[str, Any]) -> dict[str, Any]:
    """By name: compiled and interpreted classes list their fields in different orders, and texts must be the same."""
    return {
        name: write_frame(game, value)
        if isinstance(value, Frame)
        else CODECS[name].write(game, value)
        if name in CODECS
        else value
        for name, value in sorted(known.items())
    }


def _read(game: Game, base: type[T], tag: str, data: dict[str, Any]) -> T:
    kind = kinds(base).get(str(data.get(tag)))
    if kind is None:
        raise Problem(
            f"«{data.get(tag)}» non è noto a questa versione.", f"“{data.get(tag)}” is not known to this version."
        )
    try:
        return kind(**{name: _value(game, name, value) for name, value in data.items() if name != tag})
    except (TypeError, ValueError, OverflowError) as error:
        if isinstance(error, Problem):
            raise
        raise Problem(
            f"«{data.get(tag)}» ha campi sbagliati: {error}.", f"“{data.get(tag)}” has wrong fields: {error}."
        ) from None


def _value(game: Game, name: str, value: Any) -> Any:
    if isinstance(value, dict):
        return read_frame(game, value)
    if name in CODECS:
        value = CODECS[name].read(game, value)
    elif isinstance(value, list):
        value = tuple(value)
    numbers = value if isinstance(value, tuple) else () if name == "clause" and isinstance(value, str) else (value,)
    if not all(isinstance(number, int) and abs(number) < 1 << 62 for number in numbers):
        raise TypeError(f"{name}={value!r}")
    return value
