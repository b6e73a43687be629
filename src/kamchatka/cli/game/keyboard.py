"""Keyboard input, with line editing and history in a terminal. The end of input means that the user leaves."""

import contextlib
import sys
from collections.abc import Callable, Sequence
from types import ModuleType

_readline: ModuleType | None = None
if sys.stdin is not None and sys.stdin.isatty():
    with contextlib.suppress(ImportError):  # not every system has readline
        import readline

        _readline = readline


class Leave(Exception):
    """The user wants to stop. The game is already stored."""


class Keyboard:
    """Source of input lines. `echo` repeats each line if there is no terminal to show it."""

    def __init__(self, echo: Callable[[str], None] | None = None) -> None:
        self.echo = echo

    def ask(self, prompt: str) -> str:
        """Prompt for a line."""
        try:
            line = input(prompt)
        except EOFError:
            raise Leave from None
        if self.echo is not None:
            self.echo(line)
        return line

    def forget(self) -> None:
        """Clear the history, which may contain lines of another player."""
        if _readline is not None:
            _readline.clear_history()

    def suggest(self, words: Sequence[str]) -> None:
        """Set the words that the Tab key completes."""
        if _readline is not None:
            _readline.set_completer(lambda text, n: next(iter(_completions(words, text)[n:]), None))
            _readline.set_completer_delims(" ")
            _readline.parse_and_bind("tab: complete")


def _completions(words: Sequence[str], text: str) -> list[str]:
    return [f"{word} " for word in words if word.casefold().startswith(text.casefold())]
