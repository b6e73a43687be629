"""`kamchatka tournament standings, ratings`: rank the players and explain ties."""

from pathlib import Path
from typing import Annotated

import typer

from kamchatka.cli.tournament.arguments import FileArgument, Json, Lang, grid, print_json
from kamchatka.texts import Says, phrases
from kamchatka.texts.language import language
from kamchatka.tournament.doubts import doubts
from kamchatka.tournament.draw.finals import who_qualifies
from kamchatka.tournament.draw.participants import tables_without_result
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.event_file import EventFile
from kamchatka.tournament.formatting import format_points
from kamchatka.tournament.results.acceptance import list_left_out
from kamchatka.tournament.standings.placings import final_placings
from kamchatka.tournament.standings.ratings import live_ranking
from kamchatka.tournament.standings.ratings import ratings as rate
from kamchatka.tournament.standings.standings import StandingsRow
from kamchatka.tournament.standings.standings import standings as rank
from kamchatka.tournament.standings.teams import team_standings
from kamchatka.tournament.standings.tiebreaks import parse_tiebreaks


def standings(
    file: FileArgument,
    after: Annotated[int | None, typer.Option("--after", min=1, help="After this number of rounds.")] = None,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Show the standings, with the reason for every tie. Discarded results are in brackets."""
    speech, event = language(lang), EventFile.open(file).event()
    waiting = len(list_left_out(event)) + len(event.questions) + len(doubts(event))
    if json:
        print_json(
            {
                "standings": rank(event, after),
                "placings": final_placings(event),
                "teams": team_standings(event),
                "waiting": waiting,
            }
        )
        return
    _tell_rows(event, rank(event, after), after, speech)
    if event.settings.format == "teams":
        _tell_teams(event, speech)
    if after is None and any(round.stage != "round" for round in event.rounds):
        grid(
            _says(speech)("final"),
            [[str(one.place), event.names[one.entrant], one.how.text(speech)] for one in final_placings(event)],
            _says(speech)("placings"),
        )
    elif after is None and event.settings.qualification and any(round.reports for round in event.rounds):
        found = [(one.rule.title.text(speech), event.names[one.entrant]) for one in who_qualifies(event)]
        grid(_says(speech)("qualifying"), [[rule, name] for rule, name in found], _says(speech)("qualifying_title"))
    if (missing := tables_without_result(event)) is not None:
        typer.echo(missing.text(speech))
    if waiting:
        typer.echo(_says(speech)("waiting", count=waiting))


def _tell_rows(event: Event, rows: tuple[StandingsRow, ...], after: int | None, speech: str) -> None:
    rounds = sum(round.stage in ("round", "knockout") for round in event.rounds)
    title = _says(speech)("standings", rounds=min(rounds, rounds if after is None else after))
    grid(
        _says(speech)("rows"),
        [
            [
                str(row.place),
                event.names[row.entrant],
                event.entrants[row.entrant].club,
                format_points(row.total),
                str(row.wins),
                _results(row),
                row.tie.text(speech) if row.tie else "",
            ]
            for row in rows
        ],
        f"{event.name} – {title}",
    )
    if any(row.tie for row in rows) and (breaks := parse_tiebreaks(event.settings.tiebreaks)):
        typer.echo(_says(speech)("breaks", list=", ".join(one.title.text(speech) for one in breaks)))


def _results(row: StandingsRow) -> str:
    points = [(format_points(result.score.points), result.counted) for result in row.results]
    return " ".join(text if counted else f"({text})" for text, counted in points)


def _tell_teams(event: Event, speech: str) -> None:
    grid(
        _says(speech)("teams"),
        [
            [
                str(row.place),
                row.team,
                format_points(row.total),
                str(row.wins),
                " ".join(format_points(result.score.points) for result in row.results),
            ]
            for row in team_standings(event)
        ],
    )


def ratings(
    files: Annotated[list[Path], typer.Argument(help="The files of the events, the oldest first.")],
    live: Annotated[bool, typer.Option("--live", help="The points of the live ranking instead.")] = False,
    least: Annotated[int, typer.Option("--least-tables", help="Only players with at least this number of tables.")] = 0,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Show ratings over several events."""
    speech, events = language(lang), [EventFile.open(file).event() for file in files]
    if live:
        rows = live_ranking(events, least)
        if json:
            print_json(rows)
            return
        grid(
            _says(speech)("live"),
            [
                [
                    str(row.place),
                    row.player,
                    f"{row.points:.1f}",
                    str(row.tables),
                    ", ".join(f"{name} {points:.1f}" for name, points in row.events),
                ]
                for row in rows
            ],
        )
        return
    found = [one for one in rate(events) if one.games >= least]
    if json:
        print_json(found)
        return
    grid(
        _says(speech)("ratings"),
        [
            [
                one.player,
                one.club,
                *(f"{number:.1f}" for number in (one.cautious, one.strength, one.doubt)),
                str(one.games),
            ]
            for one in found
        ],
    )


def _says(speech: str) -> Says:
    return phrases(speech).branch("tournament", "standings").say
