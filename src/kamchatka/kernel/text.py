"""Sentences as data: where the catalogues have them, and the fields they name. They get words where they are shown."""

from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

Say = Callable[[str, "Text"], str]


@runtime_checkable
class Worded(Protocol):
    """Anything that has words in every language."""

    def text(self, language: str) -> str:
        """Its words in a language."""


_speakers: list[Say] = []


def speak_through(say: Say) -> None:
    """Sets who words a Text from now on: the kernel reads no files, so the reader of the catalogues offers to speak."""
    _speakers[:] = [say]


class Text:
    """A sentence by its path in the catalogues. A field may be a number, a word, or another thing that has words."""

    __slots__ = ("fields", "path")

    def __init__(self, *path: str, **fields: object) -> None:
        self.path = path
        self.fields = fields

    def text(self, language: str) -> str:
        """The sentence in a language; its path and fields where nobody speaks."""
        return _speakers[0](language, self) if _speakers else str(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and (self.path, self.fields) == (other.path, other.fields)

    def __hash__(self) -> int:
        return hash(self.path)

    def __repr__(self) -> str:
        named = (f"{name}={value!r}" for name, value in self.fields.items())
        return f"Text({', '.join([*map(repr, self.path), *named])})"


class Listed:
    """Several things that have words, one after another, with a sign or a word between them."""

    def __init__(self, parts: Sequence[object], by: object = ", ") -> None:
        self.parts = parts
        self.by = by

    def text(self, language: str) -> str:
        """Each thing once, in a language."""
        return str(worded(self.by, language)).join(dict.fromkeys(str(worded(part, language)) for part in self.parts))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Listed) and (list(self.parts), self.by) == (list(other.parts), other.by)

    def __hash__(self) -> int:
        return hash(len(self.parts))


def worded(value: object, language: str) -> object:
    """What stands for a value in a sentence: its text or its name if it has one in that language, else itself."""
    for way in ("text", "name"):
        if callable(says := getattr(value, way, None)):
            return says(language)
    return value
