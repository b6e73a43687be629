"""`kamchatka tournament plan, draw, tables, absent, where`: rounds and their tables."""

from random import SystemRandom
from typing import Annotated

import typer

from kamchatka.cli.tournament.arguments import FileArgument, Json, Lang, RoundOption, Who, doer, grid, print_json
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.text import Text
from kamchatka.texts import Says, phrases
from kamchatka.texts.language import language
from kamchatka.tournament.draw.formats import advise_format, parse_knockout_plan
from kamchatka.tournament.draw.rounds import Method, mark_absent, next_round
from kamchatka.tournament.events.changes import Absent, Drawn
from kamchatka.tournament.events.descriptions import describe_quality
from kamchatka.tournament.events.entrants import find_entrant
from kamchatka.tournament.events.event import Event, Round
from kamchatka.tournament.events.event_file import EventFile

METHODS: tuple[Method, ...] = ("cp-sat", "greedy")


def plan(
    entrants: Annotated[int, typer.Argument(help="How many take part.")],
    final: Annotated[int, typer.Option("--final", help="Seats of the final.")] = 4,
    sizes: Annotated[str, typer.Option("--sizes", help="Seats of the tables: 4,5 or 3.")] = "4,5",
    days: Annotated[int, typer.Option("--days", min=1, help="Days at hand.")] = 1,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Show the rounds of a direct elimination, and the format that the regulations advise."""
    speech, found = language(lang), parse_knockout_plan(entrants, final, sizes)
    if json:
        print_json(found)
        return
    typer.echo(advise_format(entrants, days).text(speech))
    grid(
        _says(speech)("plan"),
        [
            [
                str(number),
                str(one.entrants),
                " + ".join(f"{one.tables.count(size)}×{size}" for size in sorted(set(one.tables), reverse=True)),
            ]
            for number, one in enumerate(found, start=1)
        ],
    )


def draw(
    file: FileArgument,
    seed: Annotated[int | None, typer.Option("--seed", help="Draw as with this seed; by default by lot.")] = None,
    method: Annotated[str | None, typer.Option("--method", help="cp-sat or greedy; by default the best.")] = None,
    again: Annotated[bool, typer.Option("--again", help="Draw the last round again.")] = False,
    anyway: Annotated[bool, typer.Option("--anyway", help="Even if results of earlier rounds are missing.")] = False,
    who: Who = None,
    lang: Lang = None,
) -> None:
    """Draw the next round: separate clubmates, avoid rematches, spread winners, balance hands."""
    speech, kept = language(lang), EventFile.open(file)
    lot = SystemRandom().randrange(2**31) if seed is None else seed
    drawn = next_round(kept.event(), lot, _method(method), again, anyway)
    kept.add([drawn], doer(who))
    event = kept.event()
    _tell(event, event.rounds[-1], speech)
    _tell_quality(drawn, speech)


def _method(word: str | None) -> Method | None:
    if word in (None, *METHODS):
        return next((known for known in METHODS if known == word), None)
    raise Problem("draw.no_method", word=word)


def _tell_quality(drawn: Drawn, speech: str) -> None:
    typer.echo(_says(speech)("drawn", seed=drawn.seed, method=drawn.method))
    typer.echo(describe_quality(drawn.cost, drawn.bound).text(speech))


def tables(file: FileArgument, number: RoundOption = None, lang: Lang = None, json: Json = False) -> None:
    """Show the tables of a round."""
    speech, event = language(lang), EventFile.open(file).event()
    round = event.round(len(event.rounds) if number is None else number)
    if json:
        print_json(round)
        return
    _tell(event, round, speech)


def _tell(event: Event, round: Round, speech: str) -> None:
    says, stage = _says(speech), Text("stage", round.stage).text(speech)
    grid(
        says("tables"),
        [
            [
                str(table.number),
                " · ".join(f"{hand} {event.names[seat]}" for hand, seat in enumerate(table.seats, start=1)),
                says("done") if table.number in round.reports else "",
            ]
            for table in round.tables
        ],
        f"{event.name} – {stage} {round.number}",
    )


def absent(
    file: FileArgument,
    player: Annotated[str, typer.Argument(help="Who did not come.")],
    substitute: Annotated[str | None, typer.Option("--substitute", help="Who takes the seat.")] = None,
    who: Who = None,
    lang: Lang = None,
) -> None:
    """Mark a player as absent. A substitute takes the seat, or the table plays with one player less."""
    kept = EventFile.open(file)
    event = kept.event()
    other = 0 if substitute is None else find_entrant(event.entrants.values(), substitute).number
    change: Absent = mark_absent(event, find_entrant(event.entrants.values(), player).number, other)
    number = kept.add([change], doer(who))[0]
    typer.echo(_says(language(lang))("saved", n=number))


def where(
    file: FileArgument,
    player: Annotated[str, typer.Argument(help="The player: number, name or its beginning.")],
    lang: Lang = None,
) -> None:
    """Show where a player sits."""
    says, event = _says(language(lang)), EventFile.open(file).event()
    one = find_entrant(event.entrants.values(), player)
    round = event.round(len(event.rounds))
    table = round.table_of(one.number)
    if table is None:
        typer.echo(says("nowhere", name=one.name, round=round.number))
        return
    hand = table.seats.index(one.number) + 1
    typer.echo(says("seat", name=one.name, round=round.number, table=table.number, hand=hand))


def _says(speech: str) -> Says:
    return phrases(speech).branch("tournament", "rounds").say
