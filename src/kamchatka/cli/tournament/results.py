"""`kamchatka tournament result, penalty, questions, settle`: enter results and settle open questions."""

from typing import Annotated

import typer
from msgspec.structs import replace

from kamchatka.cli.tournament.arguments import FileArgument, Json, Lang, RoundOption, Who, doer, grid, print_json
from kamchatka.cli.tournament.doubts import tell_doubts
from kamchatka.cli.tournament.typed_results import parse_result
from kamchatka.texts import Says, languages, phrases
from kamchatka.texts.language import language
from kamchatka.tournament.doubts import doubts, settle_entry
from kamchatka.tournament.draw.participants import tables_without_result
from kamchatka.tournament.events.changes import TableReport
from kamchatka.tournament.events.descriptions import round_title
from kamchatka.tournament.events.entrants import find_entrant
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.event_file import EventFile
from kamchatka.tournament.formatting import format_points
from kamchatka.tournament.results.acceptance import LeftOut, accept, list_left_out, penalise, score_table

TableArgument = Annotated[int, typer.Argument(help="The number of the table.")]


def result(
    file: FileArgument,
    table: TableArgument,
    lines: Annotated[
        list[str],
        typer.Argument(
            help="One for each player: Ada=54, Ada=54+12 (12 outside), Ada=objective, Ada=late, Ada=out, "
            "Ada=#7:alaska,brazil (card 7 and the territories held)."
        ),
    ],
    number: RoundOption = None,
    correct: Annotated[bool, typer.Option("--correct", help="In the place of the result there is.")] = False,
    hands: Annotated[str | None, typer.Option("--hands", help="The order really played: Ada,Bruno,…")] = None,
    who: Who = None,
    lang: Lang = None,
) -> None:
    """Enter a table's result. When it is corrected, the old one stays in the trail."""
    kept = EventFile.open(file)
    event = kept.event()
    round = len(event.rounds) if number is None else number
    order = [] if hands is None else [find_entrant(event.entrants.values(), name).number for name in hands.split(",")]
    told = [parse_result(event, line, _seats(event, round, table)) for line in lines]
    report = TableReport(
        tuple(replace(line, hand=order.index(line.entrant) + 1 if line.entrant in order else 0) for line in told)
    )
    change = accept(event, round, table, report, correct)
    kept.add([change], doer(who))
    _tell(kept, round, table, language(lang))


def penalty(
    file: FileArgument,
    table: TableArgument,
    player: Annotated[str, typer.Argument(help="The player.")],
    points: Annotated[int, typer.Argument(help="The points it costs.")] = 0,
    zero: Annotated[bool, typer.Option("--zero", help="The whole game counts nothing.")] = False,
    last: Annotated[bool, typer.Option("--last", help="The place too is lost: behind all others.")] = False,
    reason: Annotated[str, typer.Option("--reason", help="Why.")] = "",
    number: RoundOption = None,
    who: Who = None,
    lang: Lang = None,
) -> None:
    """Penalise a player in an existing result."""
    kept = EventFile.open(file)
    event = kept.event()
    round = len(event.rounds) if number is None else number
    entrant = find_entrant(event.entrants.values(), player).number
    kept.add([penalise(event, round, table, entrant, points, zero, reason, last)], doer(who))
    _tell(kept, round, table, language(lang))


def _seats(event: Event, round: int, table: int) -> tuple[int, ...]:
    """Return the players at a table; nobody if there is no such table."""
    tables = event.rounds[round - 1].tables if 1 <= round <= len(event.rounds) else ()
    return next((one.seats for one in tables if one.number == table), ())


def _tell(kept: EventFile, round: int, table: int, speech: str) -> None:
    event = kept.event()
    grid(
        _says(speech)("scores"),
        [
            [
                str(score.place),
                event.names[score.entrant],
                format_points(score.points),
                score.how.text(speech),
                score.tie.text(speech) if score.tie else "",
            ]
            for score in score_table(event, event.round(round), table)
        ],
        _says(speech)("round", round=round, table=table),
    )
    tell_doubts(event, speech)


def questions(file: FileArgument, lang: Lang = None, json: Json = False) -> None:
    """Show rejected lines that need to be settled, and doubtful results."""
    speech, event = language(lang), EventFile.open(file).event()
    out = list_left_out(event)
    if json:
        print_json(
            {
                "questions": list(event.questions.values()),
                "left_out": [_question_row(one) for one in out],
                "doubts": doubts(event),
                "disputes": [list(row[1:]) for row in _disputes(event, speech)],
            }
        )
        return
    rows = [
        [str(one.number), f"{one.aside.source}:{one.aside.line}", one.aside.text, one.aside.why.text(speech)]
        for one in event.questions.values()
    ]
    rows += [
        [
            "",
            _says(speech)("round", round=one.round, table=one.table),
            _says(speech)("result"),
            one.why.sentence(speech),
        ]
        for one in out
    ]
    rows += [
        [str(one.entry), round_title(event.round(one.round).stage, one.round).text(speech), "", one.said.text(speech)]
        for one in doubts(event)
    ]
    rows += _disputes(event, speech)
    missing = tables_without_result(event)
    if rows:
        grid(_says(speech)("questions"), rows)
    elif missing is None:
        typer.echo(_says(speech)("none"))
    if missing is not None:
        typer.echo(missing.text(speech))


def _disputes(event: Event, speech: str) -> list[list[str]]:
    """Return a row for each table whose players disagree about the result."""
    says = _says(speech)
    return [
        [
            str(one.disputes[-1].entry),
            says("round", round=round.number, table=table),
            says("result"),
            says("disputed", name=event.names[one.by], list=", ".join(event.names[said.by] for said in one.disputes)),
        ]
        for round in event.rounds
        for table, one in sorted(round.proposals.items())
        if one.disputes
    ]


def _question_row(one: LeftOut) -> dict[str, object]:
    return {"round": one.round, "table": one.table, **{lang: one.why.sentence(lang) for lang in languages()}}


def settle(
    file: FileArgument,
    entry: Annotated[int, typer.Argument(help="The entry that waits.")],
    note: Annotated[str, typer.Option("--note", help="How it was settled.")] = "",
    who: Who = None,
    lang: Lang = None,
) -> None:
    """Mark a rejected line as handled, or accept something doubtful."""
    number = EventFile.open(file).write(lambda event, _: settle_entry(event, entry, note), doer(who))[0]
    typer.echo(_says(language(lang))("saved", n=number))


def _says(speech: str) -> Says:
    return phrases(speech).branch("tournament", "results").say
