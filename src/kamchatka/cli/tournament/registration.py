"""`kamchatka tournament new, presets, settings, enter, amend, withdraw, entrants`: set up events and entrants."""

from datetime import date
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from kamchatka.cli.tournament.arguments import FileArgument, Json, Lang, Who, doer, grid, print_json
from kamchatka.cli.tournament.doubts import tell_doubts
from kamchatka.texts import Says, phrases
from kamchatka.texts.language import language
from kamchatka.tournament.description import describe_formula
from kamchatka.tournament.draw.participants import late_arrival
from kamchatka.tournament.events.changes import Amended, Withdrew
from kamchatka.tournament.events.entrants import find_entrant
from kamchatka.tournament.events.event_file import EventFile
from kamchatka.tournament.registration import amend_player, change_settings, new_event, register_player
from kamchatka.tournament.settings.presets import Preset
from kamchatka.tournament.settings.presets import presets as all_presets
from kamchatka.tournament.settings.regulations import departures
from kamchatka.tournament.settings.settings import EventSettings

Choices = Annotated[list[str] | None, typer.Option("--set", help="A setting: minutes=105, prizes=50,25 …")]


def presets(lang: Lang = None, json: Json = False) -> None:
    """List the presets, and how each differs from the regulations."""
    speech, known = language(lang), all_presets().values()
    if json:
        print_json({one.id: {**msgspec.to_builtins(one), "departs": _departs(one, speech)} for one in known})
        return
    grid(_says(speech)("presets"), [[one.id, one.name(speech), one.origin(speech)] for one in known])
    for one in known:
        for sentence in _departs(one, speech):
            typer.echo(f"{one.id}: {_says(speech)('departs')}{sentence}")


def _departs(one: Preset, speech: str) -> list[str]:
    return [problem.sentence(speech) for problem in departures(one.settings)]


def new(
    file: FileArgument,
    name: Annotated[str, typer.Option("--name", help="What the event is called.")],
    preset_id: Annotated[str, typer.Option("--preset", help="How it is played: see `presets`.")] = "ranking",
    choices: Choices = None,
    day: Annotated[str | None, typer.Option("--date", help="When; by default today.")] = None,
    like: Annotated[Path | None, typer.Option("--like", help="The file of an event that was played like this.")] = None,
    who: Who = None,
    lang: Lang = None,
) -> None:
    """Create an event in a new file."""
    speech, known = language(lang), None if like is None else EventFile.open(like).event()
    opened = new_event(name, preset_id, choices or [], date.today().isoformat() if day is None else day, known)
    EventFile.create(file, opened, doer(who))
    typer.echo(_says(speech)("opened", name=name, file=file))
    typer.echo(describe_formula(opened.settings).text(speech))
    _tell_departures(opened.settings, speech)


def _tell_departures(settings: EventSettings, speech: str) -> None:
    for problem in departures(settings):
        typer.echo(_says(speech)("departs") + problem.sentence(speech))


def settings(
    file: FileArgument, choices: Choices = None, who: Who = None, lang: Lang = None, json: Json = False
) -> None:
    """Show the settings, or change some of them. Existing results are scored again."""
    speech, kept = language(lang), EventFile.open(file)
    if choices:
        kept.add([change_settings(kept.event(), choices)], doer(who))
    event = kept.event()
    now = event.settings
    if json:
        print_json(msgspec.structs.asdict(now))
        return
    grid(_says(speech)("setting"), [[name, str(value)] for name, value in msgspec.structs.asdict(now).items()])
    typer.echo(describe_formula(now).text(speech))
    _tell_departures(now, speech)
    tell_doubts(event, speech)


def enter(
    file: FileArgument,
    name: Annotated[str, typer.Argument(help="The player's name.")],
    club: Annotated[str, typer.Option("--club", help="The club.")] = "",
    region: Annotated[str, typer.Option("--region", help="The region.")] = "",
    who: Who = None,
    lang: Lang = None,
) -> None:
    """Register a player. After the first draw this is a late arrival, and the command says when they play."""
    kept, speech = EventFile.open(file), language(lang)
    event = kept.event()
    entered = register_player(event, name, club, region)
    kept.add([entered], doer(who))
    typer.echo(_says(speech)("entered", name=name, number=entered.number))
    if (late := late_arrival(event)) is not None:
        typer.echo(late.text(speech))


Player = Annotated[str, typer.Argument(help="The player: number, name or its beginning.")]


def amend(
    file: FileArgument,
    player: Player,
    name: Annotated[str | None, typer.Option("--name", help="The name as it should be.")] = None,
    club: Annotated[str | None, typer.Option("--club", help="The club as it should be.")] = None,
    region: Annotated[str | None, typer.Option("--region", help="The region as it should be.")] = None,
    who: Who = None,
    lang: Lang = None,
) -> None:
    """Correct a player's name, club or region."""
    kept = EventFile.open(file)
    event = kept.event()
    _add(kept, amend_player(event, find_entrant(event.entrants.values(), player).number, name, club, region), who, lang)


def withdraw(
    file: FileArgument,
    player: Player,
    back: Annotated[bool, typer.Option("--back", help="The player has come back.")] = False,
    who: Who = None,
    lang: Lang = None,
) -> None:
    """Withdraw a player from the event, or readmit one. Results stay."""
    kept = EventFile.open(file)
    _add(kept, Withdrew(find_entrant(kept.event().entrants.values(), player).number, back), who, lang)


def _add(kept: EventFile, change: Amended | Withdrew, who: str | None, lang: str | None) -> None:
    number = kept.add([change], doer(who))[0]
    typer.echo(_says(language(lang))("saved", n=number))


def entrants(file: FileArgument, lang: Lang = None, json: Json = False) -> None:
    """List the entrants."""
    speech, event = language(lang), EventFile.open(file).event()
    if json:
        print_json(list(event.entrants.values()))
        return
    grid(
        _says(speech)("entrants"),
        [
            [str(one.number), one.name, one.club, one.region, _says(speech)("withdrawn") if one.withdrawn else ""]
            for one in event.entrants.values()
        ],
        event.name,
    )


def _says(speech: str) -> Says:
    return phrases(speech).branch("tournament", "registration").say
