"""The `kamchatka` command. The CLI may import every other package, but no package imports the CLI."""

from typing import Annotated

import typer

import kamchatka
from kamchatka.cli.errors import Sentences

_NAMES = (
    "play",
    "serve",
    "thinkers",
    "cluster",
    "backup",
    "restore",
    "quarantine",
    "moderator",
    "export",
    "replay",
    "analyse",
    "arena",
    "dataset",
    "bot",
    "odds",
    "rules",
    "board",
    "verify",
    "check",
    "new-edition",
    "bench",
)

_OPERATORS = ("backup", "quarantine", "moderator", "export", "thinkers")


class Commands(Sentences):
    """All commands, in the order of the help."""

    modules = {name: f"kamchatka.cli.commands.{name}" for name in _NAMES} | {
        "new-edition": "kamchatka.cli.scaffold.new_edition",
        **{
            name: f"kamchatka.cli.operators.{name}"
            for name in ("backup", "quarantine", "moderator", "export", "thinkers")
        },
        "restore": "kamchatka.cli.operators.backup",
        "tournament": "kamchatka.cli.tournament",
    }


app = typer.Typer(cls=Commands, invoke_without_command=True, pretty_exceptions_enable=False)


def _version(wanted: bool) -> None:
    if wanted:
        from kamchatka.cli.commands.bench import build

        typer.echo(f"kamchatka {kamchatka.__version__} ({build()})")
        raise typer.Exit


@app.callback()
def root(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print version and build, and exit.")
    ] = False,
) -> None:
    """Conquest games on a world map, rule by rule. · Giochi di conquista sul planisfero, regola per regola."""
    if context.invoked_subcommand is None:
        from kamchatka.cli.commands.welcome import welcome

        welcome(context)


def main() -> None:
    """Run the command-line interface."""
    app(prog_name="kamchatka")
