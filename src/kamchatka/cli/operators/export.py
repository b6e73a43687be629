"""`kamchatka export`: write finished public games as monthly files that everybody may use."""

from pathlib import Path
from typing import Annotated

import typer

from kamchatka.cli.commands.serve import DatabaseOption, server_extra, settings_of
from kamchatka.texts import phrases
from kamchatka.texts.language import language


def export(
    folder: Annotated[Path, typer.Argument(help="Where the files go; KAMCHATKA_EXPORTS of the server names it, too.")],
    month: Annotated[
        list[str] | None, typer.Option("--month", help="2026-10, several times; by default every past month.")
    ] = None,
    parquet: Annotated[
        bool, typer.Option("--parquet", help="Add tables as `kamchatka dataset build` writes them (extra data).")
    ] = False,
    database: DatabaseOption = None,
    lang: Annotated[str | None, typer.Option(help="it or en; by default that of the locale.")] = None,
) -> None:
    """Write finished public games without names, a file per month, under CC0. Files that exist stay as they are."""
    with server_extra():
        from kamchatka.server.operations.export import export_games
    written = export_games(settings_of(database, None).database, folder, month or (), parquet)
    say = phrases(language(lang)).branch("export").say
    for one in written:
        typer.echo(say("written", file=one.path, games=one.games))
    if not written:
        typer.echo(say("none"))
