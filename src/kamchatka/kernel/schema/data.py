"""Plain data: what facts, frames and actions have in common."""

from functools import cache
from inspect import signature
from typing import Any

from mypy_extensions import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Data:
    """Its fields are the parameters of its `__init__`, by the same names; it is shown as one would make it anew."""

    def __repr__(self) -> str:
        kind: Any = type(self)  # as a class it would not be hashable, says mypy
        known = [f"{name}={getattr(self, name)!r}" for name in field_names(kind)]
        return f"{kind.__name__}({', '.join(known)})"


@cache
def field_names(kind: type[Data]) -> tuple[str, ...]:
    """The fields of a class in the order of its constructor, compiled or not."""
    return tuple(signature(kind).parameters)
