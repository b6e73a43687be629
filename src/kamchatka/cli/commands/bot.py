"""`kamchatka bot NAME --stdio`: run one of our bots for another program, one JSON line per question and answer."""

import sys
from typing import Annotated

import typer

from kamchatka.cli.completion import complete_bot
from kamchatka.kernel.problem import Problem
from kamchatka.players import bot as find_bot
from kamchatka.players.protocol.messages import lines_of
from kamchatka.players.protocol.serve import game_of, serve


def bot(
    name: Annotated[str, typer.Argument(help="Which bot: captain, marshal, …", autocompletion=complete_bot)],
    stdio: Annotated[bool, typer.Option("--stdio", help="Questions in, answers out, a JSON line each.")] = False,
    lang: Annotated[str | None, typer.Option("--lang", help="it or en, for problems with this command.")] = None,
) -> None:
    """Let a bot play at another program's table (docs/bot-protocol.md)."""
    if not stdio:
        raise Problem("bot.stdio_only")
    find_bot(name, game_of("modern", ()), 0).close()
    for answer in serve(name, lines_of(sys.stdin.buffer)):
        sys.stdout.buffer.write(answer)
        sys.stdout.buffer.flush()
