"""`kamchatka thinkers`: compute the bots' moves for a platform of several servers."""

import os
from typing import Annotated

import typer

from kamchatka.cli.commands.serve import server_extra, settings_of
from kamchatka.kernel.problem import Problem
from kamchatka.texts import phrases
from kamchatka.texts.language import language


def thinkers(
    bus: Annotated[str | None, typer.Option("--bus", help="nats://…, that of the servers.")] = None,
    database: Annotated[
        str | None, typer.Option("--database", help="That of the servers, to read the secret of the bus there.")
    ] = None,
    processes: Annotated[int, typer.Option(min=1, max=256, help="How many think at once.")] = os.cpu_count() or 1,
    quiet: Annotated[bool, typer.Option("--quiet", help="Log warnings and errors only.")] = False,
    lang: Annotated[str | None, typer.Option(help="it or en; by default that of the locale.")] = None,
) -> None:
    """Compute the bots' moves for several servers (`kamchatka serve --bus`), on any number of machines."""
    with server_extra():
        from kamchatka.server.bots.thinker_service import run_thinkers
        from kamchatka.server.cluster.joining import thinkers_bus
        from kamchatka.server.http.logs import set_up_logs
    settings = settings_of(database, None, bus=bus)
    if not settings.bus:
        raise Problem("bus.not_named")
    set_up_logs(quiet)
    say = phrases(language(lang)).say
    ready = say("screen", "thinking", processes=processes)
    run_thinkers(thinkers_bus(settings), settings, processes, lambda: typer.echo(ready))
