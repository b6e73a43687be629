"""`kamchatka serve`: play in the browser, alone or with others."""

from pathlib import Path
from typing import Annotated

import typer

from kamchatka.kernel.problem import Problem
from kamchatka.words.language import language
from kamchatka.words.phrases import phrases


def serve(
    host: Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 for the whole network.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")] = 8210,
    database: Annotated[str | None, typer.Option(help="A file (kamchatka.db), or postgresql+asyncpg://…")] = None,
    events: Annotated[Path | None, typer.Option(help="The folder of tournaments, beside the database.")] = None,
    metrics_port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Where Prometheus may ask: a port of this machine alone.")
    ] = None,
    open_page: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in the browser.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Log warnings and errors only.")] = False,
    lang: Annotated[str | None, typer.Option(help="it or en; by default that of the locale.")] = None,
) -> None:
    """Run the server: tables, lobby and the page to play in."""
    try:
        from kamchatka.server.serving import open_browser
        from kamchatka.server.serving import serve as run
        from kamchatka.server.settings import Settings, sqlite_url
    except ModuleNotFoundError as missing:
        raise Problem(
            f"Per il server manca {missing.name}: pip install 'kamchatka[web]'.",
            f"The server needs {missing.name}: pip install 'kamchatka[web]'.",
        ) from None
    say = phrases(language(lang)).say
    url = sqlite_url(Path(database)) if database and "://" not in database else database

    def is_ready(address: str) -> None:
        typer.echo(say("screen", "serving", address=address))
        if open_page:
            open_browser(address)

    folder = str(events) if events else None
    settings = Settings.from_environment(database=url, events=folder, metrics_port=metrics_port)
    run(settings, host, port, is_ready, quiet)
