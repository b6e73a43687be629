"""`kamchatka quarantine`: list the games that a server couldn't read, or retry one."""

from typing import TYPE_CHECKING, Annotated

import typer

from kamchatka.cli.commands.serve import DatabaseOption, server_extra, settings_of
from kamchatka.kernel.problem import Problem
from kamchatka.texts import phrases
from kamchatka.texts.language import language

if TYPE_CHECKING:
    from kamchatka.server.operations.quarantine import Case


def quarantine(
    database: DatabaseOption = None,
    retry: Annotated[
        str, typer.Option("--retry", metavar="ID", help="Free a game if it reads now; all: every one.")
    ] = "",
    lang: Annotated[str | None, typer.Option(help="it or en; by default that of the locale.")] = None,
) -> None:
    """List unreadable games, or retry one: exit status 1 if it still can't be read."""
    with server_extra():
        from kamchatka.server.operations.quarantine import examine
    speech = language(lang)
    cases = examine(settings_of(database, None).database, retry)
    if not cases:
        typer.echo(phrases(speech).say("quarantine", "none"))
    for case in cases:
        typer.echo(_line(case, speech))
    if retry and any(not case.is_free for case in cases):
        raise typer.Exit(1)


def _line(case: "Case", speech: str) -> str:
    """Describe one game: its id, edition, players and state."""
    say = phrases(speech).say
    if case.is_free:
        how = say("quarantine", "free")
    elif case.trouble is None:
        how = say("quarantine", "reads", id=case.id)
    else:
        how = _describe_error(case.trouble, speech)
    return "  ".join(part for part in (case.id, case.edition, ", ".join(case.players), how) if part)


def _describe_error(trouble: Exception, speech: str) -> str:
    """Describe an error. An unexpected exception is shown with its type."""
    from kamchatka.server.faults import Fault

    if isinstance(trouble, Problem | Fault):
        return trouble.sentence(speech)
    return f"{type(trouble).__name__}: {trouble}"
