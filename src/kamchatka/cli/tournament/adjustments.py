"""`kamchatka tournament bonus, wild, carry, captain, line-up`: decisions of the organiser and of captains."""

from pathlib import Path
from typing import Annotated

import typer

from kamchatka.cli.tournament.arguments import FileArgument, Lang, Who, doer
from kamchatka.texts import Says, phrases
from kamchatka.texts.language import language
from kamchatka.tournament.carrying import carry_over
from kamchatka.tournament.events.changes import AnyChange, BonusGiven, CaptainNamed, LinedUp, WildCard
from kamchatka.tournament.events.entrants import find_entrant
from kamchatka.tournament.events.event_file import EventFile
from kamchatka.tournament.registration import find_team, hundredths

Player = Annotated[str, typer.Argument(help="The player: number, name or its beginning.")]
Team = Annotated[str, typer.Argument(help="The team: its club.")]


def bonus(
    file: FileArgument,
    player: Player,
    points: Annotated[str, typer.Argument(help="Points, with up to two decimals; -10 takes them off.")],
    reason: Annotated[str, typer.Option("--reason", help="Why.")] = "",
    who: Who = None,
    lang: Lang = None,
) -> None:
    """Add points to a player's total, or take some off."""
    kept = EventFile.open(file)
    number = find_entrant(kept.event().entrants.values(), player).number
    _add(kept, BonusGiven(number, hundredths(points), reason), who, lang)


def wild(
    file: FileArgument,
    player: Player,
    back: Annotated[bool, typer.Option("--back", help="Take the wild card back.")] = False,
    who: Who = None,
    lang: Lang = None,
) -> None:
    """Give a player a wild card for the semifinals, or take it back."""
    kept = EventFile.open(file)
    _add(kept, WildCard(find_entrant(kept.event().entrants.values(), player).number, back), who, lang)


def carry(
    file: FileArgument,
    previous: Annotated[Path, typer.Argument(help="The event whose final is the first game of this one.")],
    who: Who = None,
    lang: Lang = None,
) -> None:
    """Make another event's final the first game of this one: run it before the first draw, and after the final."""
    speech, last = language(lang), EventFile.open(previous).event()
    kept = EventFile.open(file)
    made = kept.write(lambda event, entries: carry_over(event, last), doer(who))
    says = phrases(speech).branch("tournament", "adjustments").say
    typer.echo(says("carried" if made else "carried_already", name=last.name))


def captain(file: FileArgument, team: Team, player: Player, who: Who = None, lang: Lang = None) -> None:
    """Name the captain of a team."""
    kept = EventFile.open(file)
    event = kept.event()
    number = find_entrant(event.entrants.values(), player).number
    _add(kept, CaptainNamed(find_team(event, team), number), who, lang)


def line_up(
    file: FileArgument,
    team: Team,
    players: Annotated[str, typer.Argument(help="Who plays: Ada,Bruno,12,…")],
    number: Annotated[int | None, typer.Option("--round", help="The round; by default the next one.")] = None,
    who: Who = None,
    lang: Lang = None,
) -> None:
    """Name the players who play a round, and the rounds after it, for a team."""
    kept = EventFile.open(file)
    event = kept.event()
    found = find_team(event, team)
    members = [one for one in event.entrants.values() if one.club == found]
    chosen = tuple(find_entrant(members, word).number for word in players.split(",") if word.strip())
    _add(kept, LinedUp(len(event.rounds) + 1 if number is None else number, found, chosen), who, lang)


def _add(kept: EventFile, change: AnyChange, who: str | None, lang: str | None) -> None:
    number = kept.add([change], doer(who))[0]
    typer.echo(_says(language(lang))("saved", n=number))


def _says(speech: str) -> Says:
    return phrases(speech).branch("tournament", "registration").say
