"""Sentences as data: a path in the catalogues and the fields to fill in. They are translated when they are shown."""

from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

Say = Callable[[str, "Text"], str]


@runtime_checkable
class Worded(Protocol):
    """Anything with a text in every language."""

    def text(self, language: str) -> str:
        """Return the text in a language."""


_speakers: list[Say] = []


def speak_through(say: Say) -> None:
    """Set the function that translates Texts.

    The kernel reads no files, so the package that reads the catalogues registers itself here.
    """
    _speakers[:] = [say]


class Text:
    """A sentence, given as its path in the catalogues.

    Fields may be numbers, words, or objects with a text of their own.
    """

    __slots__ = ("fields", "path")

    def __init__(self, *path: str, **fields: object) -> None:
        self.path = path
        self.fields = fields

    def text(self, language: str) -> str:
        """Return the sentence in a language, or its path and fields if no catalogue is registered."""
        return _speakers[0](language, self) if _speakers else str(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and (self.path, self.fields) == (other.path, other.fields)

    def __hash__(self) -> int:
        return hash(self.path)

    def __repr__(self) -> str:
        named = (f"{name}={value!r}" for name, value in self.fields.items())
        return f"Text({', '.join([*map(repr, self.path), *named])})"


class Listed:
    """Several objects with texts, joined by a sign or a word."""

    def __init__(self, parts: Sequence[object], by: object = ", ") -> None:
        self.parts = parts
        self.by = by

    def text(self, language: str) -> str:
        """Join the texts in a language, without duplicates."""
        return str(in_words(self.by, language)).join(
            dict.fromkeys(str(in_words(part, language)) for part in self.parts)
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Listed) and (list(self.parts), self.by) == (list(other.parts), other.by)

    def __hash__(self) -> int:
        return hash(len(self.parts))


def in_words(value: object, language: str) -> object:
    """Return a value's text or name in a language if it has one, else the value itself."""
    for way in ("text", "name"):
        if callable(says := getattr(value, way, None)):
            return says(language)
    return value
