"""A target: one decoder of external bytes, valid inputs to start with, and how it may refuse others."""

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
    share: int = 10  # share of a campaign's inputs, larger for fast targets
    largest: int = 65_536  # maximum number of bytes that reach the decoder


Thing = TypeVar("Thing")


def framed(data: bytes, kind: type[Thing]) -> Thing:
    """Return the part of an input that selects how to decode the rest; odd values of it are refused."""
    try:
        return msgspec.json.decode(data, type=kind)
    except (UnicodeError, RecursionError) as error:
        raise msgspec.DecodeError(str(error)) from None
