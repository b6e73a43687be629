"""`kamchatka tournament clock, sdadata, cap`: the referee's desk."""

import time
from typing import Annotated

import typer

from kamchatka.cli.tournament.arguments import FileArgument, Json, Lang, RoundOption, Who, doer, grid, print_json
from kamchatka.kernel.problem import Problem
from kamchatka.texts import Says, phrases
from kamchatka.texts.language import language
from kamchatka.tournament.events.changes import ClockSet
from kamchatka.tournament.events.event_file import EventFile
from kamchatka.tournament.referee import (
    closing_throws,
    must_throw,
    parse_hands,
    players_over_cap,
    read_clock,
    turns_after_time,
)
from kamchatka.tournament.settings.settings import EventSettings


def clock(
    file: FileArgument,
    action: Annotated[str, typer.Argument(help="show, start or stop.")] = "show",
    table: Annotated[int, typer.Option("--table", help="One table; by default all of them.")] = 0,
    number: RoundOption = None,
    who: Who = None,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Show, start or stop the clocks of a round."""
    says, kept = _says(language(lang)), EventFile.open(file)
    event, now = kept.event(), time.time()
    round = event.round(len(event.rounds) if number is None else number)
    if action not in ("show", "start", "stop"):
        raise Problem("command.clock", action=action)
    if action != "show":
        kept.add([ClockSet(round.number, table, now, action == "start")], doer(who))
        round = kept.event().round(round.number)
    shown = {
        one.number: read_clock(round.clocks.get(one.number), event.settings.minutes, now)
        for one in round.tables
        if table in (0, one.number)
    }
    if json:
        print_json(shown)
        return
    grid(says("clock"), [[str(one), _minutes(read.left), says(read.phase)] for one, read in shown.items()])


def _minutes(seconds: int) -> str:
    return f"{'−' if seconds < 0 else ''}{abs(seconds) // 60}:{abs(seconds) % 60:02}"


def sdadata(
    hands: Annotated[str, typer.Argument(help="The hands still in the game: 1,2,4.")],
    playing: Annotated[int, typer.Argument(help="Whose turn it was when time ran out.")],
    turns: Annotated[int, typer.Option("--turns", min=1, max=200, help="How many turns to show.")] = 24,
    conquests: Annotated[int, typer.Option("--conquests", help="Territories just conquered: is there a throw?")] = 0,
    edition: Annotated[str, typer.Option("--edition", help="The edition that is played.")] = EventSettings().edition,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Show who plays after time, and which total of two dice closes the game."""
    says, throws = _says(language(lang)), closing_throws(edition)
    if not must_throw(throws, conquests):
        typer.echo(says("spared"))
        return
    made = turns_after_time(throws, parse_hands(hands), playing, turns)
    if json:
        print_json(made)
        return
    grid(
        says("turns"),
        [
            [
                str(at),
                str(turn.hand),
                says(turn.part),
                says("up_to", total=turn.threshold) if turn.threshold else "",
                f"{turn.chance:.1%}" if turn.threshold else "",
            ]
            for at, turn in enumerate(made, start=1)
        ],
    )


def cap(
    file: FileArgument,
    armies: Annotated[list[str], typer.Argument(help="What was counted: Ada=131 Bruno=90 …")],
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Check the army cap."""
    says, settings = _says(language(lang)), EventFile.open(file).event().settings
    counted = dict[str, int]()
    for word in armies:
        name, _, count = word.rpartition("=")
        if not name or not count.isdecimal():
            raise Problem("command.player_armies", word=word)
        counted[name] = int(count)
    found = players_over_cap(counted, settings.army_cap, settings.cap_penalty)
    if json:
        print_json(found)
        return
    for one in found:
        typer.echo(says("above", player=one.player, armies=one.armies, surplus=one.surplus))
    if found and settings.cap_penalty:
        typer.echo(says("penalty", points=settings.cap_penalty))
    if not found:
        typer.echo(says("fine", cap=settings.army_cap or "∞"))


def _says(speech: str) -> Says:
    return phrases(speech).branch("tournament", "referee").say
