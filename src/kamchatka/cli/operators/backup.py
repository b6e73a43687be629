"""`kamchatka backup` and `kamchatka restore`: copy all data of a server into a folder, and back."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kamchatka.cli.commands.serve import DatabaseOption, EventsOption, server_extra, settings_of
from kamchatka.texts import phrases
from kamchatka.texts.language import language

if TYPE_CHECKING:
    from kamchatka.server.operations.backup import Contents

Lang = Annotated[str | None, typer.Option(help="it or en; by default that of the locale.")]


def backup(
    destination: Annotated[Path, typer.Argument(help="A folder that is not there yet.")],
    database: DatabaseOption = None,
    events: EventsOption = None,
    quick: Annotated[bool, typer.Option("--quick", help="Read again only the games that are under way.")] = False,
    lang: Lang = None,
) -> None:
    """Copy all data of a running server and verify the copy: exit status 0 only if all of it is readable."""
    with server_extra():
        from kamchatka.server.operations.backup import back_up
    contents, troubles = back_up(settings_of(database, events), destination, quick)
    speech = language(lang)
    _tell(contents, destination, speech, "made")
    for problem in troubles:
        typer.echo(problem.sentence(speech), err=True)
    if troubles:
        raise typer.Exit(1)
    typer.echo(phrases(speech).say("backup", "read_quickly" if quick else "read"))


def restore(
    source: Annotated[Path, typer.Argument(help="The folder of a backup.")],
    database: DatabaseOption = None,
    events: EventsOption = None,
    lang: Lang = None,
) -> None:
    """Restore a backup to where `kamchatka serve` will find it. Existing files are never overwritten."""
    with server_extra():
        from kamchatka.server.operations.restore import restore as put_back
    _tell(put_back(source, settings_of(database, events)), source, language(lang), "restored")


def _tell(contents: "Contents", folder: Path, speech: str, what: str) -> None:
    counted = {"tables": contents.tables, "entries": contents.entries, "events": contents.events}
    typer.echo(phrases(speech).say("backup", what, folder=folder, **counted))
