"""The command `kamchatka`: play, replay, let bots play, read the rules. It knows every room; none knows it."""

from typing import Annotated

import typer

import kamchatka
from kamchatka.cli.arena import arena
from kamchatka.cli.backup import backup, restore
from kamchatka.cli.bench import bench, build
from kamchatka.cli.board import board
from kamchatka.cli.bot import bot
from kamchatka.cli.check import check
from kamchatka.cli.errors import Sentences
from kamchatka.cli.odds import odds
from kamchatka.cli.play import play
from kamchatka.cli.replay import replay
from kamchatka.cli.rules import rules
from kamchatka.cli.serve import serve
from kamchatka.cli.tournament import tournament
from kamchatka.cli.verify import verify

app = typer.Typer(cls=Sentences, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
for command in (play, serve, backup, restore, replay, arena, bot, odds, rules, board, verify, check, bench):
    app.command()(command)
app.add_typer(tournament, name="tournament")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"kamchatka {kamchatka.__version__} ({build()})")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print version and build, and exit.")
    ] = False,
) -> None:
    """Conquest games on a planisphere, rule by rule. · Giochi di conquista sul planisfero, regola per regola."""


def main() -> None:
    """The entry point of the command."""
    app(prog_name="kamchatka")
