"""What goes wrong is told in one sentence, in the language of whoever asked; a traceback only when it is wanted."""

import os
import sys
import traceback
from collections.abc import Sequence
from typing import Any

import typer
from typer.core import TyperGroup

from kamchatka.kernel.problem import Problem
from kamchatka.kernel.refusal import Refusal
from kamchatka.texts import languages, phrases
from kamchatka.texts.language import language

DEBUG = "KAMCHATKA_DEBUG"


class Sentences(TyperGroup):
    """The commands as one: whichever is asked, its problems end as a sentence on stderr and exit status 2."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")  # no symbol, and no byte typed by a cat, may stop a game
        speech = _spoken([*ctx._protected_args, *ctx.args])
        try:
            return super().invoke(ctx)
        except Problem as problem:
            _leave(problem.sentence(speech), 2)
        except Refusal as refusal:
            _leave(f"{refusal.text(speech)} [{refusal.rule}]", 2)
        except KeyboardInterrupt:
            _leave("", 130)
        except BrokenPipeError:
            raise  # whoever read has gone (`| head`): nothing to say, and typer leaves without a word
        except OSError as error:
            _leave("\n".join([phrases(speech).say("screen", "system", error=error), *_notes(error)]), 2)
        except Exception as bug:
            if isinstance(bug, typer.Abort) or hasattr(bug, "exit_code"):
                raise  # typer's own way of leaving
            if os.environ.get(DEBUG) == "1":
                traceback.print_exc()
            about = f"{type(bug).__name__}: {bug}"
            _leave("\n".join([phrases(speech).say("screen", "bug", error=about, debug=DEBUG), *_notes(bug)]), 1)


def _notes(error: BaseException) -> list[str]:
    """What those who passed the error on had to add: where the game is kept."""
    return list(getattr(error, "__notes__", []))


def _spoken(arguments: Sequence[str]) -> str:
    """The language the command line asks for; that of the locale when it asks for none we speak."""
    for at, word in enumerate(arguments):
        name, _, value = word.partition("=")
        if name == "--lang":
            chosen = value or "".join(arguments[at + 1 : at + 2])
            return language(chosen if chosen in languages() else None)
    return language(None)


def _leave(sentence: str, status: int) -> None:
    typer.echo(sentence, err=True)
    raise typer.Exit(status) from None
