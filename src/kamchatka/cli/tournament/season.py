"""`kamchatka tournament season`: rank the events of a year, of one club or several."""

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from kamchatka.cli.tournament.arguments import Json, Lang, grid, print_json
from kamchatka.kernel.problem import Problem
from kamchatka.texts import Says, phrases
from kamchatka.texts.language import language
from kamchatka.tournament.documents.lists import read_bytes
from kamchatka.tournament.events.event_file import EventFile
from kamchatka.tournament.formatting import format_points
from kamchatka.tournament.seasons.choices import format_choice, with_season_choices
from kamchatka.tournament.seasons.ranking import SeasonRow, clubs_of, find_player, records, season_standings
from kamchatka.tournament.seasons.results import check_over, places_of
from kamchatka.tournament.seasons.season import (
    AnySeasonChange,
    EventAdded,
    EventRemoved,
    SeasonOpened,
    SeasonSettings,
    SeasonSettingsChanged,
    Undone,
    check_class,
    check_merge,
)
from kamchatka.tournament.seasons.season_file import SeasonFile
from kamchatka.tournament.seasons.season_lists import ListRead, read_places, read_register, standings_csv

season = typer.Typer(no_args_is_help=True, add_completion=False, help="Rank the events of a season.")
SeasonArgument = Annotated[Path, typer.Argument(help="The file of the season.")]
Choices = Annotated[
    list[str] | None, typer.Option("--set", help="A setting: best=8, by=players, classes=A:2000,B:1000")
]


@season.command()
def new(
    file: SeasonArgument,
    name: Annotated[str, typer.Option("--name", help="What the season is called.")],
    choices: Choices = None,
    lang: Lang = None,
) -> None:
    """Create a season in a new file."""
    SeasonFile.create(file, SeasonOpened(name[:200], with_season_choices(SeasonSettings(), choices or [])))
    typer.echo(_says(language(lang))("opened", name=name, file=file))


@season.command()
def settings(file: SeasonArgument, choices: Choices = None, lang: Lang = None) -> None:
    """Show the settings, or change some of them."""
    kept = SeasonFile(file)
    if choices:
        kept.add([SeasonSettingsChanged(with_season_choices(kept.season().settings, choices))])
    shown = msgspec.structs.asdict(kept.season().settings)
    grid(_says(language(lang))("settings"), [[name, format_choice(value)] for name, value in shown.items()])


@season.command()
def add(
    file: SeasonArgument,
    event: Annotated[Path, typer.Argument(help="The file of an event that is over.")],
    kind: Annotated[str, typer.Option("--class", help="The class of the event in this season: A, B, C …")] = "",
    lang: Lang = None,
) -> None:
    """Add an event with its final places, or take it in again after a correction."""
    held = EventFile.open(event).event()
    check_over(held)
    kept = SeasonFile(file)
    check_class(kept.season().settings, kind)
    _add(kept, EventAdded(places_of(held, kind)), lang)


@season.command()
def remove(
    file: SeasonArgument,
    name: Annotated[str, typer.Argument(help="The event.")],
    date: Annotated[str, typer.Argument(help="Its date.")],
    lang: Lang = None,
) -> None:
    """Remove an event."""
    _add(SeasonFile(file), EventRemoved(name, date), lang)


@season.command()
def merge(
    file: SeasonArgument,
    name: Annotated[str, typer.Argument(help="The name that is a duplicate.")],
    into: Annotated[str, typer.Argument(help="The name to count it for.")],
    lang: Lang = None,
) -> None:
    """Count two names as one player. `undo` takes it back."""
    kept = SeasonFile(file)
    _add(kept, check_merge(kept.season(), name, into), lang)


@season.command()
def undo(file: SeasonArgument, number: Annotated[int, typer.Argument(help="The change.")], lang: Lang = None) -> None:
    """Undo a change by its number. Undoing an undo restores the change."""
    _add(SeasonFile(file), Undone(number), lang)


@season.command()
def register(
    file: SeasonArgument,
    source: Annotated[Path, typer.Argument(help="A list with names and membership numbers.")],
    lang: Lang = None,
) -> None:
    """Read membership numbers from a national list. Players with the same number are one player."""
    kept, speech = SeasonFile(file), language(lang)
    read = read_register(kept.season(), read_bytes(source), source.name, None)
    _take(kept, read, source, speech)


@season.command()
def places(
    file: SeasonArgument,
    source: Annotated[Path, typer.Argument(help="A list with names and places.")],
    name: Annotated[str, typer.Option("--name", help="What the event is called.")],
    date: Annotated[str, typer.Option("--date", help="Its day, like 2026-11-15.")],
    kind: Annotated[str, typer.Option("--class", help="The class of the event in this season: A, B, C …")] = "",
    lang: Lang = None,
) -> None:
    """Add an event that was held elsewhere, from a list of its places."""
    kept, speech = SeasonFile(file), language(lang)
    read = read_places(kept.season(), read_bytes(source), source.name, None, name, date, kind)
    _take(kept, read, source, speech)


def _take(kept: SeasonFile, read: ListRead, source: Path, speech: str) -> None:
    """Store the rows of a list, or none of them: a Problem names the rows that can't be read."""
    if read.aside:
        for one in read.aside:
            typer.echo(_says(speech)("aside", line=one.line, what=one.why.text(speech)))
        raise Problem("season.not_read", source=source.name)
    if read.change is None:
        typer.echo(_says(speech)("known", file=source.name))
    else:
        _add(kept, read.change, speech)


@season.command()
def standings(
    file: SeasonArgument,
    which: Annotated[str, typer.Option("--list", help="all, internal (members of the clubs) or external.")] = "all",
    running: Annotated[Path | None, typer.Option("--with", help="An event that is being played.")] = None,
    kind: Annotated[str, typer.Option("--class", help="The class of that event.")] = "",
    out: Annotated[Path | None, typer.Option("--out", help="Write a CSV instead.")] = None,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Show the standings, also while an event is being played."""
    if which not in ("all", "internal", "external"):
        raise Problem("command.unknown", word=which, known="all, internal, external")
    live = None if running is None else places_of(EventFile.open(running).event(), kind)
    rows, speech = season_standings(SeasonFile(file).season(), live, which), language(lang)
    if json:
        print_json(rows)
    elif out is not None:
        out.write_text(standings_csv(rows, speech), encoding="utf-8-sig")
        typer.echo(_says(speech)("written", file=out))
    else:
        grid(_says(speech)("rows"), [_line(row) for row in rows])


def _line(row: SeasonRow) -> list[str]:
    results = [format_points(one.points) if one.counted else f"({format_points(one.points)})" for one in row.results]
    return [str(row.place), row.name, row.club, format_points(row.total), str(row.wins), " ".join(results)]


@season.command()
def player(
    file: SeasonArgument,
    name: Annotated[str, typer.Argument(help="The player: name or membership number.")],
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Show a player: membership number, clubs over the years, every event."""
    row, speech = find_player(SeasonFile(file).season(), name), language(lang)
    if json:
        print_json(row)
        return
    clubs = ", ".join(f"{club or '—'} ({years})" for club, years in clubs_of(row))
    typer.echo(_says(speech)("player", name=row.name, member=row.member or "—", clubs=clubs))
    lines = [
        [one.date, one.event, f"{one.place}/{one.players}", format_points(one.points), "" if one.counted else "—"]
        for one in row.results
    ]
    grid(_says(speech)("results"), lines)


@season.command()
def champions(file: SeasonArgument, lang: Lang = None) -> None:
    """Show the winners of all events, and the records."""
    found, speech = records(SeasonFile(file).season()), language(lang)
    if found is None:
        typer.echo(_says(speech)("empty"))
        return
    grid(_says(speech)("champions"), [list(one) for one in found.champions])
    for key in ("most_events", "most_wins", "largest"):
        name, count = getattr(found, key)
        typer.echo(_says(speech)(key, name=name, count=count))


def _add(kept: SeasonFile, change: AnySeasonChange, lang: str | None) -> None:
    typer.echo(_says(language(lang))("saved", n=kept.add([change])[0]))


def _says(speech: str) -> Says:
    return phrases(speech).branch("tournament", "season").say
