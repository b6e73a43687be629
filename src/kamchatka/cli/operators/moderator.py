"""`kamchatka moderator`: manage the accounts that may handle reports, mute and suspend."""

from typing import Annotated, Literal

import typer

from kamchatka.cli.commands.serve import DatabaseOption, server_extra, settings_of
from kamchatka.texts import phrases
from kamchatka.texts.language import language


def moderator(
    deed: Annotated[Literal["list", "add", "remove"], typer.Argument(help="What to do.")] = "list",
    name: Annotated[str, typer.Argument(help="The account; not for `list`.")] = "",
    database: DatabaseOption = None,
    lang: Annotated[str | None, typer.Option(help="it or en; by default that of the locale.")] = None,
) -> None:
    """Add, remove or list moderators. The server may be running."""
    with server_extra():
        from kamchatka.server.operations.moderators import moderators
    for one in moderators(settings_of(database, None).database, deed, name) or [
        phrases(language(lang)).say("moderator", "none")
    ]:
        typer.echo(one)
