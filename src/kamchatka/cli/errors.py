"""Error reports: one sentence in the user's language, with tracebacks only on request."""

import os
import sys
import traceback
import warnings
from collections.abc import Sequence
from typing import Any, TextIO

import typer

from kamchatka.cli.lazy import LazyGroup
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.refusal import Refusal
from kamchatka.texts import languages, phrases
from kamchatka.texts.language import language

DEBUG = "KAMCHATKA_DEBUG"


class Sentences(LazyGroup):
    """The command group. It turns Problems of all commands into a sentence on stderr and exit status 2."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command and report its errors."""
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                # unprintable characters and invalid input bytes must not stop a game
                stream.reconfigure(errors="replace")
        speech = _usable_language([*ctx._protected_args, *ctx.args])
        try:
            with warnings.catch_warnings():
                warnings.showwarning = _show_warning
                return super().invoke(ctx)
        except Problem as problem:
            _leave(problem.sentence(speech), 2)
        except Refusal as refusal:
            _leave(f"{refusal.text(speech)} [{refusal.rule}]", 2)
        except KeyboardInterrupt:
            _leave("", 130)
        except BrokenPipeError:
            raise  # the reader of the pipe has gone (`| head`); typer exits silently
        except OSError as error:
            _leave("\n".join([phrases(speech).say("screen", "system", error=error), *_notes(error)]), 2)
        except Exception as bug:
            if isinstance(bug, typer.Abort) or hasattr(bug, "exit_code"):
                raise  # typer uses this exception to exit
            if os.environ.get(DEBUG) == "1":
                traceback.print_exc()
            about = f"{type(bug).__name__}: {bug}"
            _leave("\n".join([phrases(speech).say("screen", "bug", error=about, debug=DEBUG), *_notes(bug)]), 1)


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Print a warning without the line of our program that raised it."""
    typer.echo(str(message), err=True)


def _notes(error: BaseException) -> list[str]:
    """Return the notes attached to the error, such as where the game is stored."""
    return list(getattr(error, "__notes__", []))


def _usable_language(arguments: Sequence[str]) -> str:
    """Return the requested language if it is available, else the language of the locale."""
    for at, word in enumerate(arguments):
        name, _, value = word.partition("=")
        if name == "--lang":
            chosen = value or "".join(arguments[at + 1 : at + 2])
            return language(chosen if chosen in languages() else None)
    return language(None)


def _leave(sentence: str, status: int) -> None:
    typer.echo(sentence, err=True)
    raise typer.Exit(status) from None
