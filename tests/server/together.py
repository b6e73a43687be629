"""Tests that talk to a server are coroutines; this runs one as a test."""
import asyncio
import functools
from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec

P = ParamSpec("P")


def together(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run it to its end."""
    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run
