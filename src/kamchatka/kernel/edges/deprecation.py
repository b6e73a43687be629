"""Former names in the public API. They work for one more version, with a DeprecationWarning."""

import warnings
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def former_name(name: str, function: Callable[P, T]) -> Callable[P, T]:
    """Return the function under its former name, which warns and says what to use."""

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        warnings.warn(f"{name} is deprecated: use {function.__name__}.", DeprecationWarning, stacklevel=2)
        return function(*args, **kwargs)

    return call
