"""`kamchatka serve`: play in the browser, alone or with others."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from kamchatka.kernel.problem import Problem
from kamchatka.players.named import OPERATORS_BOTS, is_reference, load
from kamchatka.server.settings import ServerSettings, find_unknown_settings, holds_secret
from kamchatka.texts import phrases
from kamchatka.texts.language import language

EVERYWHERE = "0.0.0.0"  # every address of this machine
ELSEWHERE = ("192.0.2.1", 9)  # an address in no network, which the default route would be taken to
DatabaseOption = Annotated[str | None, typer.Option("--database", help="A file (kamchatka.db), or postgresql://…")]
BusOption = Annotated[
    str | None, typer.Option("--bus", help="nats://…: one of several servers over one PostgreSQL (docs/scale.md).")
]
EventsOption = Annotated[
    Path | None,
    typer.Option("--events", help="The folder of tournaments, beside the database; PostgreSQL takes it in."),
]


def serve(
    host: Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 for the whole network.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")] = 8210,
    database: DatabaseOption = None,
    bus: BusOption = None,
    events: EventsOption = None,
    metrics_port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Where Prometheus may ask: a port of this machine alone.")
    ] = None,
    bots: Annotated[
        str | None, typer.Option("--bots", help="Bots of your own that tables may seat: mybot:Bold,mybot:careful.")
    ] = None,
    open_page: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in the browser.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Log warnings and errors only.")] = False,
    lang: Annotated[str | None, typer.Option(help="it or en; by default that of the locale.")] = None,
) -> None:
    """Run the server: tables, lobby and the page to play in."""
    with server_extra():
        from kamchatka.server.http.serving import open_browser
        from kamchatka.server.http.serving import serve as run
    say = phrases(language(lang)).say
    offer_bots(bots)

    def is_ready(address: str) -> None:
        typer.echo(say("screen", "serving", address=address))
        if host == EVERYWHERE and (own := find_own_address()):
            typer.echo(say("screen", "serving_network", address=f"http://{own}:{urlsplit(address).port}/"))
        if open_page:
            open_browser(address)

    run(settings_of(database, events, bus=bus, metrics_port=metrics_port), host, port, is_ready, quiet)


def find_own_address() -> str | None:
    """Return this machine's address in its network, or None if it has none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            return None
        return str(probe.getsockname()[0])


def offer_bots(named: str | None) -> None:
    """Offer the operator's bots, in this process and in workers. Raise a Problem if one can't be loaded."""
    if named is not None:
        os.environ[OPERATORS_BOTS] = named
    for reference in filter(None, (name.strip() for name in os.environ.get(OPERATORS_BOTS, "").split(","))):
        if not is_reference(reference):
            raise Problem("bot.no_bot", name=reference)
        load(reference)


@contextmanager
def server_extra() -> Iterator[None]:
    """Import what only the server needs and make new files private. A Problem says how to install what is missing.

    Every command that opens a database calls this first.
    """
    try:
        from kamchatka.server.private_files import make_files_private

        yield
        make_files_private()
    except ModuleNotFoundError as missing:
        raise Problem("server.not_installed", name=missing.name) from None


def settings_of(database: str | None, events: Path | None, **more: object) -> ServerSettings:
    """Merge command-line options into the environment's settings. Warn about secrets on the command line."""
    for option, address in (("database", database), ("bus", more.get("bus"))):
        if isinstance(address, str) and holds_secret(address):
            fields = {"option": f"--{option}", "setting": f"KAMCHATKA_{option.upper()}"}
            typer.echo(phrases(language(None)).say("screen", "secret_argument", **fields), err=True)
    for name, alike in find_unknown_settings(os.environ).items():
        typer.echo(phrases(language(None)).say("screen", "unknown_setting", name=name, alike=alike), err=True)
    return ServerSettings.from_environment(database=database or None, events=str(events) if events else None, **more)
