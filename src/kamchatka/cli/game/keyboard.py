"""The keyboard: one line at a time, with editing and memory in a terminal; the end of input is a farewell."""

import contextlib
import sys
from collections.abc import Callable, Sequence
from types import ModuleType

_readline: ModuleType | None = None
if sys.stdin is not None and sys.stdin.isatty():
    with contextlib.suppress(ImportError):  # not every system has it
        import readline

        _readline = readline


class Leave(Exception):
    """Somebody wants to stop: the game is kept."""


class Keyboard:
    """Where lines come from. `echo` writes back what was read where no terminal does it."""

    def __init__(self, echo: Callable[[str], None] | None = None) -> None:
        self.echo = echo

    def ask(self, prompt: str) -> str:
        """The next line."""
        try:
            line = input(prompt)
        except EOFError:
            raise Leave from None
        if self.echo is not None:
            self.echo(line)
        return line

    def forget(self) -> None:
        """No earlier line can be called back: it may be another player's."""
        if _readline is not None:
            _readline.clear_history()

    def suggest(self, words: Sequence[str]) -> None:
        """Words that the Tab key completes."""
        if _readline is not None:
            _readline.set_completer(lambda text, n: next(iter(_completions(words, text)[n:]), None))
            _readline.set_completer_delims(" ")
            _readline.parse_and_bind("tab: complete")


def _completions(words: Sequence[str], text: str) -> list[str]:
    return [f"{word} " for word in words if word.casefold().startswith(text.casefold())]
