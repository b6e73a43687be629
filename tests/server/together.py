"""Run tests that are coroutines."""

import asyncio
import functools
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from typer.testing import CliRunner, Result

from kamchatka.cli import app

P = ParamSpec("P")
T = TypeVar("T")


def to_its_end(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run it in its own thread: after a browser test Playwright's loop still runs in this one."""
    with ThreadPoolExecutor(max_workers=1) as thread:
        return thread.submit(asyncio.run, coroutine).result()


def command(*words: str, **environment: str) -> Result:
    """Run `kamchatka WORDS` in its own thread, for the same reason: some commands run a loop."""
    with ThreadPoolExecutor(max_workers=1) as thread:
        return thread.submit(CliRunner().invoke, app, words, env=environment or None).result()


def together(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run the coroutine to its end."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        to_its_end(test(*args, **kwargs))

    return run
