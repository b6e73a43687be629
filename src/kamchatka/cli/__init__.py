"""The `kamchatka` command. The CLI may import every other package; none of them imports the CLI."""

from typing import Annotated

import typer

import kamchatka
from kamchatka.cli.commands.analyse import analyse
from kamchatka.cli.commands.arena import arena
from kamchatka.cli.commands.backup import backup, restore
from kamchatka.cli.commands.bench import bench, build
from kamchatka.cli.commands.board import board
from kamchatka.cli.commands.bot import bot
from kamchatka.cli.commands.check import check
from kamchatka.cli.commands.moderator import moderator
from kamchatka.cli.commands.odds import odds
from kamchatka.cli.commands.play import play
from kamchatka.cli.commands.quarantine import quarantine
from kamchatka.cli.commands.replay import replay
from kamchatka.cli.commands.rules import rules
from kamchatka.cli.commands.serve import serve
from kamchatka.cli.commands.thinkers import thinkers
from kamchatka.cli.commands.verify import verify
from kamchatka.cli.commands.welcome import welcome
from kamchatka.cli.errors import Sentences
from kamchatka.cli.tournament import tournament

app = typer.Typer(cls=Sentences, invoke_without_command=True, pretty_exceptions_enable=False)
for command in (
    play,
    serve,
    thinkers,
    backup,
    restore,
    quarantine,
    moderator,
    replay,
    analyse,
    arena,
    bot,
    odds,
    rules,
    board,
    verify,
    check,
    bench,
):
    app.command()(command)
app.add_typer(tournament, name="tournament")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"kamchatka {kamchatka.__version__} ({build()})")
        raise typer.Exit


@app.callback()
def root(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print version and build, and exit.")
    ] = False,
) -> None:
    """Conquest games on a planisphere, rule by rule. · Giochi di conquista sul planisfero, regola per regola."""
    if context.invoked_subcommand is None:
        welcome(context)


def main() -> None:
    """Run the command-line interface."""
    app(prog_name="kamchatka")
