"""`kamchatka tournament links`: access links to an event on a server, for its organiser and players."""

from typing import Annotated

import typer

from kamchatka.cli.tournament.arguments import FileArgument, Json, Lang, print_json
from kamchatka.texts import Says, phrases
from kamchatka.texts.language import language
from kamchatka.tournament.events.event_file import EventFile
from kamchatka.tournament.events.keys import Keys

Address = Annotated[str, typer.Option("--address", help="Where `kamchatka serve --events` is reached.")]


def links(
    file: FileArgument, address: Address = "http://localhost:8210", lang: Lang = None, json: Json = False
) -> None:
    """Show the access links of an event in a server's folder. Each link grants its access to anyone who has it."""
    says, event = _says(language(lang)), EventFile.open(file).event()
    keys, at = Keys.of(file), address.rstrip("/")
    found = [
        (says("public"), f"{at}/event/{file.stem}"),
        (says("screen"), f"{at}/screen/{file.stem}"),
        (says("organiser"), f"{at}/event/{file.stem}#key={keys.organiser()}"),
    ]
    found += [(one.name, f"{at}/seat/{file.stem}#key={keys.player(one.number)}") for one in event.entrants.values()]
    if json:
        print_json(dict(found))
        return
    for who, link in found:  # a table would cut off or wrap a key on a narrow terminal
        typer.echo(f"{who}\n  {link}")


def _says(speech: str) -> Says:
    return phrases(speech).branch("tournament", "links").say
