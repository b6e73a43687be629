"""Former names in the public API. They work for one more version and raise a DeprecationWarning."""

import warnings
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def former_name(name: str, function: Callable[P, T]) -> Callable[P, T]:
    """Wrap a function under its former name, with a warning that says what to use instead."""

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        warnings.warn(f"{name} is deprecated: use {function.__name__}.", DeprecationWarning, stacklevel=2)
        return function(*args, **kwargs)

    return call
