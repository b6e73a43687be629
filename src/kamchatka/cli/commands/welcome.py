"""`kamchatka` without a command: list what a newcomer can do first."""

import sys
from collections.abc import Callable

import typer

import kamchatka
from kamchatka.cli.commands.play import DEFAULT_EDITION, play
from kamchatka.cli.commands.rules import rules
from kamchatka.cli.commands.serve import serve
from kamchatka.texts import Says, phrases
from kamchatka.texts.language import language

# Keys of the menu's sentences, each with the command that a newcomer can type instead.
CHOICES = {
    "browser": "kamchatka serve --open",
    "terminal": "kamchatka play",
    "rules": f"kamchatka rules {DEFAULT_EDITION}",
    "help": "kamchatka --help",
}


def welcome(context: typer.Context) -> None:
    """List the first things to do; at a terminal also ask for one and start it."""
    say = phrases(language(None)).branch("welcome").say
    typer.echo("\n".join(describe_choices(say)))
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return
    chosen = typer.prompt(say("ask"), default="", show_default=False).strip()
    if start := _starters(context).get(chosen):
        start()
    elif chosen:
        typer.echo(say("unknown", choice=chosen, last=len(CHOICES)))


def describe_choices(say: Says) -> list[str]:
    """Return the lines of the menu."""
    width = max(len(say(key)) for key in CHOICES)
    lines = [f"  {number}  {say(key):<{width}}   {command}" for number, (key, command) in enumerate(CHOICES.items(), 1)]
    return [say("title", version=kamchatka.__version__), "", *lines, ""]


def _starters(context: typer.Context) -> dict[str, Callable[[], None]]:
    """Map each answer to the function that it starts."""
    return {
        "1": lambda: serve(open_page=True),
        "2": play,
        "3": lambda: rules(DEFAULT_EDITION),
        "4": lambda: typer.echo(context.get_help()),
    }
