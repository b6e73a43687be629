"""The facts that an action caused, printed with the names of the board."""

from collections.abc import Iterable
from typing import Any, SupportsIndex, overload

from kamchatka.kernel.edges.plain import JsonObject
from kamchatka.kernel.edges.record import write_fact
from kamchatka.kernel.game import Game
from kamchatka.kernel.table import Fact


class Facts(tuple[Fact, ...]):
    """The facts of an action, in order. Printing them shows names; the facts themselves hold the kernel's numbers.

    >>> from kamchatka import Match, TakeColour
    >>> match = Match.new("modern", seats=3, seed=1)
    >>> match.play(TakeColour("red"))
    [ColourChosen(colour='red', seat=0), FrameReplaced(frame=PlainFrame(step='ChooseColours', seat=1))]
    """

    game: Game

    def __new__(cls, game: Game, facts: Iterable[Fact]) -> "Facts":
        """Create the facts of one game."""
        made = super().__new__(cls, facts)
        made.game = game
        return made

    def __reduce__(self) -> tuple[type[tuple[Any, ...]], tuple[list[JsonObject]]]:
        """Pickle facts as data, because they can't be pickled with their game."""
        return tuple, (self.data(),)

    @overload
    def __getitem__(self, index: SupportsIndex) -> Fact: ...
    @overload
    def __getitem__(self, index: slice) -> "Facts": ...
    def __getitem__(self, index: SupportsIndex | slice) -> "Fact | Facts":
        if isinstance(index, slice):
            return Facts(self.game, super().__getitem__(index))
        return super().__getitem__(index)

    def __repr__(self) -> str:
        return f"[{', '.join(map(_write_call, self.data()))}]"

    def __str__(self) -> str:
        return "\n".join(map(_write_call, self.data()))

    def data(self) -> list[JsonObject]:
        """Return the facts as JSON data with names, as journals store them.

        >>> from kamchatka import Match, TakeColour
        >>> match = Match.new("modern", seats=3, seed=1)
        >>> match.play(TakeColour("red")).data()[0]
        {'fact': 'ColourChosen', 'colour': 'red', 'seat': 0}
        """
        return [write_fact(self.game, fact) for fact in self]


def _write_call(data: JsonObject) -> str:
    """Write a fact or frame like a constructor call."""
    tag = "fact" if "fact" in data else "frame"
    fields = [f"{name}={_value(value)}" for name, value in data.items() if name != tag]
    return f"{data[tag]}({', '.join(fields)})"


def _value(value: object) -> str:
    return _write_call(value) if isinstance(value, dict) else repr(value)
