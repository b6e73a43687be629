"""A target: one decoder that eats outside bytes, valid inputs to begin with, and how it may refuse."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeVar

import msgspec

from kamchatka.kernel.problem import Problem

Form = Literal["json", "lines", "text", "bytes"]  # how an input is mutated
Eater = Callable[[bytes], object]


@dataclass(frozen=True)
class Target:
    """A decoder to fuzz: `prepare` builds it once; any outcome but a return or one of `refuses` is a finding."""

    name: str
    about: str
    form: Form
    seeds: Callable[[], Sequence[bytes]]
    prepare: Callable[[], Eater]
    refuses: tuple[type[Exception], ...] = field(default=(Problem,))
    share: int = 10  # of a campaign's inputs, beside the other targets' shares: fast ones are given more
    largest: int = 65_536  # bytes that the door before it lets through


Thing = TypeVar("Thing")


def framed(data: bytes, kind: type[Thing]) -> Thing:
    """Return the part of an input that says where the rest goes; what is odd about it is ours, and refused."""
    try:
        return msgspec.json.decode(data, type=kind)
    except (UnicodeError, RecursionError) as error:
        raise msgspec.DecodeError(str(error)) from None
