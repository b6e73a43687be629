"""`kamchatka cluster`: look at a platform of several servers."""

from typing import Annotated

import msgspec
import typer

from kamchatka.cli.commands.serve import DatabaseOption, server_extra, settings_of
from kamchatka.cli.lazy import describe_group
from kamchatka.texts import phrases
from kamchatka.texts.language import language

cluster = typer.Typer(no_args_is_help=True, add_completion=False, help=describe_group(__doc__))


@cluster.callback()
def platform() -> None:
    """Look at a platform of several servers."""


@cluster.command()
def status(
    database: DatabaseOption = None,
    tables: Annotated[bool, typer.Option("--tables", help="List the tables of each server, too.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    lang: Annotated[str | None, typer.Option("--lang", help="it or en; by default that of the locale.")] = None,
) -> None:
    """List the servers and how many tables each owns: exit status 1 if a server that owns tables is silent."""
    with server_extra():
        from kamchatka.server.operations.cluster_status import servers_of
    settings = settings_of(database, None)
    servers = servers_of(settings.database, settings.lease_seconds)
    say = phrases(language(lang)).branch("cluster").say
    if json:
        typer.echo(msgspec.json.format(msgspec.json.encode(servers), indent=2))
    elif not servers:
        typer.echo(say("none"))
    else:
        for server in servers:
            how = "alive" if server.is_alive else "silent" if server.silent is not None else "unknown"
            typer.echo(say(how, id=server.id, seconds=server.silent or 0.0, n=len(server.tables)))
            for table in server.tables if tables else ():
                typer.echo(say("table", id=table.id, status=say(table.status), round=table.round, epoch=table.epoch))
    if any(server.tables and not server.is_alive for server in servers):
        raise typer.Exit(1)
