"""`kamchatka tournament season`: rank the events of a year, of one club or several."""

import csv
import io
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from kamchatka.cli.tournament.arguments import Json, Lang, grid, print_json
from kamchatka.kernel.problem import Problem
from kamchatka.texts import Says, phrases
from kamchatka.texts.language import language
from kamchatka.tournament.documents.csv_reader import FORMULAS
from kamchatka.tournament.documents.lists import read_list
from kamchatka.tournament.events.event_file import EventFile
from kamchatka.tournament.formatting import format_points
from kamchatka.tournament.seasons.ranking import SeasonRow, clubs_of, find_player, records, season_standings
from kamchatka.tournament.seasons.results import check_over, places_of
from kamchatka.tournament.seasons.season import (
    AnySeasonChange,
    EventAdded,
    EventRemoved,
    MembersTold,
    SeasonOpened,
    SeasonSettings,
    SeasonSettingsChanged,
    Undone,
    check_merge,
)
from kamchatka.tournament.seasons.season_file import SeasonFile

season = typer.Typer(no_args_is_help=True, help="Rank the events of a season.")
SeasonArgument = Annotated[Path, typer.Argument(help="The file of the season.")]
Choices = Annotated[
    list[str] | None, typer.Option("--set", help="A setting: best=8, by=players, classes=A:2000,B:1000")
]
REGISTER = {
    "name": ("nome", "nome e cognome", "giocatore", "player", "nominativo"),
    "member": ("id", "id nazionale", "tessera", "numero"),
    "surname": ("cognome",),
}


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
    grid(_says(language(lang))("settings"), [[name, _format(value)] for name, value in shown.items()])


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
    now = kept.season().settings
    if now.by != "live" and kind not in now.classes:
        raise Problem("season.no_class", kind=kind, known=", ".join(now.classes))
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
    members = dict[str, str]()
    for row in read_list(source, REGISTER).rows:
        name = " ".join(f"{row.cells.get('name', '')} {row.cells.get('surname', '')}".split())
        if name and row.cells.get("member"):
            members[name[:200]] = row.cells["member"][:200]
    _add(SeasonFile(file), MembersTold(members), lang)


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
        _write(out, rows, speech)
        typer.echo(_says(speech)("written", file=out))
    else:
        grid(_says(speech)("rows"), [_line(row) for row in rows])


def _line(row: SeasonRow) -> list[str]:
    results = [format_points(one.points) if one.counted else f"({format_points(one.points)})" for one in row.results]
    return [str(row.place), row.name, row.club, format_points(row.total), str(row.wins), " ".join(results)]


def _write(out: Path, rows: tuple[SeasonRow, ...], speech: str) -> None:
    """Write the standings as a national list: semicolons and decimal commas in Italian."""
    text, italian = io.StringIO(), speech == "it"
    writer = csv.writer(text, delimiter=";" if italian else ",", lineterminator="\n")
    writer.writerow(_says(speech)("csv").split(","))
    for row in rows:
        total = format_points(row.total)
        cells = [str(row.place), row.member, row.name, row.club, total.replace(".", ",") if italian else total]
        writer.writerow([f"'{cell}" if cell.startswith(FORMULAS) else cell for cell in cells])
    out.write_text(text.getvalue(), encoding="utf-8-sig")


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


def with_season_choices(now: SeasonSettings, choices: list[str]) -> SeasonSettings:
    """Apply choices such as `best=8` or `classes=A:2000,B:1000`; a Problem names the first invalid one."""
    for choice in choices:
        name, sign, text = choice.partition("=")
        if not sign or name not in SeasonSettings.__struct_fields__:
            known = ", ".join(SeasonSettings.__struct_fields__)
            raise Problem("setting.not_name_value", choice=choice[:60], known=known)
        parts, before = [part.strip() for part in text.split(",") if part.strip()], getattr(now, name)
        value: object = text
        if isinstance(before, tuple):
            value = parts
        elif isinstance(before, dict):
            value = dict(part.partition(":")[::2] for part in parts)
        try:
            now = msgspec.convert({**msgspec.to_builtins(now), name: value}, SeasonSettings, strict=False)
        except msgspec.ValidationError as error:
            raise Problem("setting.value", text=text[:60], name=name, error=error) from None
    return now


def _format(value: object) -> str:
    if isinstance(value, dict):
        return ",".join(f"{key}:{one}" for key, one in value.items())
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _add(kept: SeasonFile, change: AnySeasonChange, lang: str | None) -> None:
    typer.echo(_says(language(lang))("saved", n=kept.add([change])[0]))


def _says(speech: str) -> Says:
    return phrases(speech).branch("tournament", "season").say
