"""`kamchatka thinkers`: bots of a platform of several servers think here."""

import os
from typing import Annotated

import typer

from kamchatka.cli.commands.serve import server_extra
from kamchatka.kernel.problem import Problem
from kamchatka.texts import phrases
from kamchatka.texts.language import language


def thinkers(
    bus: Annotated[str | None, typer.Option("--bus", help="nats://…, that of the servers.")] = None,
    processes: Annotated[int, typer.Option(min=1, max=256, help="How many think at once.")] = os.cpu_count() or 1,
    quiet: Annotated[bool, typer.Option("--quiet", help="Log warnings and errors only.")] = False,
    lang: Annotated[str | None, typer.Option(help="it or en; by default that of the locale.")] = None,
) -> None:
    """Think for the bots of several servers (`kamchatka serve --bus`); on any machine, as many as there are cores."""
    with server_extra():
        from kamchatka.server.bots.thinker_service import run_thinkers
        from kamchatka.server.cluster.joining import nats_bus
        from kamchatka.server.http.logs import set_up_logs
        from kamchatka.server.settings import ServerSettings
    settings = ServerSettings.from_environment(bus=bus)
    if not settings.bus:
        raise Problem("bus.not_named")
    set_up_logs(quiet)
    say = phrases(language(lang)).say
    ready = say("screen", "thinking", processes=processes)
    run_thinkers(nats_bus(settings.bus, "thinkers"), settings, processes, lambda: typer.echo(ready))
