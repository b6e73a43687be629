"""What a season stores of an event: its kind, its size, and the place of every player."""

from typing import Annotated

import msgspec

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.draw.field import NothingToDraw
from kamchatka.tournament.draw.participants import next_participants
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.standings.placings import final_placings
from kamchatka.tournament.standings.standings import standings

MOST = 5000
Word = Annotated[str, msgspec.Meta(max_length=200)]
Number = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class PlayerPlace(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player's place in an event."""

    name: Word
    place: Number
    club: Word = ""
    member: Word = ""  # number in the register of the clubs
    games: Number = 1
    wins: Number = 0
    points: Word = ""  # as the event shows them


class EventPlaces(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event of a season."""

    name: Word
    date: Word
    players: Annotated[tuple[PlayerPlace, ...], msgspec.Meta(max_length=MOST)]
    tables: Number = 0  # of all rounds
    rounds: Number = 0
    kind: Word = ""  # class of the event in this season
    type: Word = ""  # official type
    organiser: Word = ""


def places_of(event: Event, kind: str = "") -> EventPlaces:
    """Return what a season stores of an event, by its places so far, without players who have no game."""
    rows = {row.entrant: row for row in standings(event)}
    players = tuple(
        PlayerPlace(
            event.names[one.entrant],
            one.place,
            event.entrants[one.entrant].club,
            event.entrants[one.entrant].details.member,
            rows[one.entrant].played,
            rows[one.entrant].wins,
            f"{rows[one.entrant].total:f}",
        )
        for one in final_placings(event)
        if rows[one.entrant].played
    )
    return EventPlaces(
        event.name,
        event.about.dates[0] if event.about.dates else event.date,
        players,
        sum(len(round.tables) for round in event.rounds),
        len(event.rounds),
        kind,
        event.settings.event_type,
        event.about.organiser,
    )


def check_over(event: Event) -> None:
    """Raise a Problem unless the event has been played to its end."""
    try:
        next_participants(event)
    except NothingToDraw:
        if all(round.is_complete for round in event.rounds):
            return
    except Problem:
        pass
    raise Problem("season.not_over", name=event.name)
