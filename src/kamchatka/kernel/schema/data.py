"""Plain data: the common base of facts, frames and actions."""

from functools import cache
from inspect import signature
from typing import Any

from mypy_extensions import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Data:
    """A record whose fields have the same names as the parameters of `__init__`. Its repr is the constructor call."""

    def __repr__(self) -> str:
        kind: Any = type(self)  # mypy doesn't accept the class itself as hashable
        known = [f"{name}={getattr(self, name)!r}" for name in field_names(kind)]
        return f"{kind.__name__}({', '.join(known)})"


@cache
def field_names(kind: type[Data]) -> tuple[str, ...]:
    """Return the field names of a class in constructor order, compiled or not."""
    return tuple(signature(kind).parameters)
