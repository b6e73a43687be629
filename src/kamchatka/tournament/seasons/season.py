"""A season as data: its settings, its events, and merged players. Every change can be undone."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.events.entrants import normalise
from kamchatka.tournament.seasons.results import EventPlaces, Number, PlayerPlace, Word

LADDER = (100, 80, 65, 55, 50, 45, 40, 36, 32, 29, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8)
Numbers = Annotated[tuple[Number, ...], msgspec.Meta(max_length=1000)]


class SeasonSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """How a season is ranked."""

    by: Literal["places", "players", "live"] = "places"
    classes: Annotated[dict[Word, Number], msgspec.Meta(max_length=50)] = msgspec.field(
        default_factory=lambda: {"A": 2000, "B": 1000, "C": 500}
    )
    ladder: Numbers = LADDER  # percent of the class's points, by place
    best: Number = 0  # best results that count; 0: all
    least_events: Number = 1  # events without which a player is not ranked
    clubs: Annotated[tuple[Word, ...], msgspec.Meta(max_length=200)] = ()  # whose members are on the internal list
    banned: Annotated[tuple[Word, ...], msgspec.Meta(max_length=1000)] = ()  # not ranked: player, or player@from..to


class SeasonChange(msgspec.Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """A change of a season."""


class SeasonOpened(SeasonChange, frozen=True, tag="opened"):
    """Create the season."""

    name: Word
    settings: SeasonSettings


class SeasonSettingsChanged(SeasonChange, frozen=True, tag="settings"):
    """Replace the settings."""

    settings: SeasonSettings


class EventAdded(SeasonChange, frozen=True, tag="event"):
    """Add an event, or replace the one with the same name and date."""

    event: EventPlaces


class EventRemoved(SeasonChange, frozen=True, tag="removed"):
    """Remove an event."""

    name: Word
    date: Word


class PlayersMerged(SeasonChange, frozen=True, tag="merged"):
    """Two names are one player: results of the first go to the second."""

    name: Word
    into: Word


class MembersTold(SeasonChange, frozen=True, tag="members"):
    """Membership numbers from a register, by name."""

    members: Annotated[dict[Word, Word], msgspec.Meta(max_length=20_000)]


class Undone(SeasonChange, frozen=True, tag="undone"):
    """Undo a change by its number, which may itself be an undo."""

    number: Number


AnySeasonChange = (
    SeasonOpened | SeasonSettingsChanged | EventAdded | EventRemoved | PlayersMerged | MembersTold | Undone
)


class Season(msgspec.Struct, frozen=True):
    """The season that results from its changes."""

    name: str
    settings: SeasonSettings
    events: tuple[EventPlaces, ...] = ()  # by date
    merged: dict[str, str] = {}  # normalised name → the name it counts for
    members: dict[str, str] = {}  # normalised name → membership number

    def key(self, player: PlayerPlace) -> str:
        """Return what tells a player from others: the membership number, or the name after merging."""
        name = normalise(player.name)
        member = player.member or self.members.get(name, "")
        seen = {name}
        while name in self.merged and normalise(self.merged[name]) not in seen:
            name = normalise(self.merged[name])
            seen.add(name)
        if len(seen) > 1:
            member = self.members.get(name, "") or self._member_of(name)
        return f"#{member}" if member else name

    def _member_of(self, name: str) -> str:
        """Return the membership number with which a name was entered in any event."""
        return next(
            (
                one.member
                for event in self.events
                for one in event.players
                if one.member and normalise(one.name) == name
            ),
            "",
        )


def fold_season(changes: Sequence[AnySeasonChange]) -> Season:
    """Return the season after its changes; a Problem if they don't fit."""
    gone, season = find_undone(changes), None
    for number, change in enumerate(changes, start=1):
        if number in gone or isinstance(change, Undone):
            continue
        if isinstance(change, SeasonOpened):
            season = Season(change.name, change.settings)
        elif season is None:
            raise Problem("season.no_season")
        else:
            season = _apply(season, change)
    if season is None:
        raise Problem("season.no_season")
    return season


def find_undone(changes: Sequence[AnySeasonChange]) -> set[int]:
    """Return the numbers of undone changes. An undo that was itself undone has no effect."""
    gone = set[int]()
    for number, change in reversed(list(enumerate(changes, start=1))):
        if isinstance(change, Undone) and number not in gone:
            if not 1 < change.number < number:
                raise Problem("season.no_change", number=change.number)
            gone.add(change.number)
    return gone


def _apply(season: Season, change: AnySeasonChange) -> Season:
    match change:
        case SeasonSettingsChanged(settings=settings):
            return replace(season, settings=settings)
        case EventAdded(event=event):
            return replace(season, events=_sort([*_without(season, event.name, event.date), event]))
        case EventRemoved(name=name, date=date):
            left = _without(season, name, date)
            if len(left) == len(season.events):
                raise Problem("season.no_event", name=name)
            return replace(season, events=tuple(left))
        case PlayersMerged(name=name, into=into):
            return replace(season, merged={**season.merged, normalise(name): into})
        case MembersTold(members=members):
            told = {normalise(name): member for name, member in members.items()}
            return replace(season, members={**season.members, **told})
        case _:
            raise Problem("season.no_season")


def _without(season: Season, name: str, date: str) -> list[EventPlaces]:
    return [one for one in season.events if (normalise(one.name), one.date) != (normalise(name), date)]


def _sort(events: Iterable[EventPlaces]) -> tuple[EventPlaces, ...]:
    return tuple(sorted(events, key=lambda event: (event.date, event.name)))


def check_class(settings: SeasonSettings, kind: str) -> None:
    """Raise a Problem if the season has no such class. The live ranking needs none."""
    if settings.by != "live" and kind not in settings.classes:
        raise Problem("season.no_class", kind=kind[:40], known=", ".join(settings.classes))


def check_merge(season: Season, name: str, into: str) -> PlayersMerged:
    """Return the merge of two players; a Problem if one is unknown, or they sat at one event together."""
    places = [(event, one) for event in season.events for one in event.players]
    known = {normalise(one.name) for _, one in places}
    for typed in (name, into):
        if normalise(typed) not in known:
            raise Problem("season.no_player", name=typed)
    first, second = (
        {season.key(one) for _, one in places if normalise(one.name) == normalise(n)} for n in (name, into)
    )
    for event in season.events:
        keys = [season.key(one) for one in event.players]
        if normalise(name) == normalise(into) or (first & set(keys) and second & set(keys)):
            raise Problem("season.both_played", name=name, into=into, event=event.name)
    return PlayersMerged(name, into)
