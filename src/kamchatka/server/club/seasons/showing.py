"""The pages of a season, computed in a worker from its stored changes."""

import msgspec

from kamchatka.server.club.seasons.payloads import (
    ClubYears,
    SeasonChangeSeen,
    SeasonEventSeen,
    SeasonPlayerSeen,
    SeasonRecords,
    SeasonResultSeen,
    SeasonSeen,
    SeasonSettingSeen,
    SeasonStanding,
)
from kamchatka.server.club.seasons.season_store import StoredSeason
from kamchatka.texts import phrases
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.formatting import format_points
from kamchatka.tournament.seasons.choices import format_choice
from kamchatka.tournament.seasons.descriptions import describe_season_change
from kamchatka.tournament.seasons.ranking import (
    SeasonRow,
    clubs_of,
    find_player,
    other_names,
    records,
    season_standings,
)
from kamchatka.tournament.seasons.results import EventPlaces, places_of
from kamchatka.tournament.seasons.season import (
    AnySeasonChange,
    Season,
    SeasonOpened,
    SeasonSettings,
    check_class,
    find_undone,
    fold_season,
)
from kamchatka.tournament.seasons.season_file import write_season
from kamchatka.tournament.seasons.season_lists import standings_csv

_change: msgspec.json.Decoder[AnySeasonChange] = msgspec.json.Decoder(AnySeasonChange)


class StandingsAsked(msgspec.Struct, frozen=True):
    """The requested standings: a list, optionally with an event that is being played and its class."""

    which: str = "all"
    running: Event | None = None
    kind: str = ""


def changes_of(stored: StoredSeason) -> list[AnySeasonChange]:
    """Parse the changes of a stored season."""
    return [_change.decode(line) for line in stored.changes]


def season_of(stored: StoredSeason) -> Season:
    """Build a season from its stored changes."""
    return fold_season(changes_of(stored))


def season_json(stored: StoredSeason, asked: StandingsAsked, language: str) -> bytes:
    """Return the public view as JSON."""
    season = season_of(stored)
    running = _running(season, asked)
    seen = SeasonSeen(
        stored.id,
        len(stored.changes),
        season.name,
        season.settings.by,
        tuple(_setting(season.settings, name, language) for name in SeasonSettings.__struct_fields__),
        tuple(season.settings.classes),
        tuple(_event(event) for event in reversed(season.events)),
        tuple(_standing(row) for row in season_standings(season, running, asked.which)),
        _records(season),
        running.name if running else "",
    )
    return msgspec.json.encode(seen)


def season_csv(stored: StoredSeason, asked: StandingsAsked, language: str) -> bytes:
    """Return the standings as a national list in CSV. The byte order mark tells spreadsheets that it is UTF-8."""
    season = season_of(stored)
    rows = season_standings(season, _running(season, asked), asked.which)
    return standings_csv(rows, language).encode("utf-8-sig")


def season_file(stored: StoredSeason) -> bytes:
    """Return the season as a file for `kamchatka tournament season`."""
    return write_season(changes_of(stored))


def player_json(stored: StoredSeason, name: str) -> bytes:
    """Return a player's page as JSON; raise a Problem for an unknown name."""
    season = season_of(stored)
    row = find_player(season, name)
    clubs = tuple(ClubYears(club, years) for club, years in clubs_of(row))
    return msgspec.json.encode(SeasonPlayerSeen(season.name, _standing(row), clubs, other_names(season, row)))


def changes_seen(stored: StoredSeason, language: str) -> list[SeasonChangeSeen]:
    """Describe the changes, latest first."""
    changes = changes_of(stored)
    gone = find_undone(changes)
    return [
        SeasonChangeSeen(
            number,
            stored.times[number - 1],
            describe_season_change(change).text(language),
            not isinstance(change, SeasonOpened),
            number in gone,
        )
        for number, change in reversed(list(enumerate(changes, start=1)))
    ]


def _running(season: Season, asked: StandingsAsked) -> EventPlaces | None:
    """Return the event that is being played, with its current places."""
    if asked.running is None:
        return None
    check_class(season.settings, asked.kind)
    return places_of(asked.running, asked.kind)


def _setting(settings: SeasonSettings, name: str, language: str) -> SeasonSettingSeen:
    title = phrases(language).say("season_setting", name)
    return SeasonSettingSeen(name, title, format_choice(getattr(settings, name)))


def _event(event: EventPlaces) -> SeasonEventSeen:
    winners = ", ".join(one.name for one in event.players if one.place == 1)
    return SeasonEventSeen(event.name, event.date, event.kind, len(event.players), event.tables, winners)


def _standing(row: SeasonRow) -> SeasonStanding:
    results = tuple(
        SeasonResultSeen(one.event, one.date, one.place, one.players, format_points(one.points), one.club, one.counted)
        for one in row.results
    )
    return SeasonStanding(
        row.place, row.name, row.club, row.member, format_points(row.total), row.wins, row.games, results
    )


def _records(season: Season) -> SeasonRecords | None:
    found = records(season)
    if found is None:
        return None
    return SeasonRecords(*found.most_events, *found.most_wins, *found.largest)
