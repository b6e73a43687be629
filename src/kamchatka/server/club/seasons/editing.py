"""Changes to a season, composed in a worker from its stored state."""

import msgspec

from kamchatka.server.club.desk_payloads import ListSeen
from kamchatka.server.club.list_preview import list_seen
from kamchatka.server.club.seasons.season_store import SeasonGrowth, StoredSeason
from kamchatka.server.club.seasons.showing import changes_of, season_of
from kamchatka.server.faults import Fault
from kamchatka.tournament.events.entrants import LONGEST_TITLE, check_name
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.seasons.choices import with_season_choices
from kamchatka.tournament.seasons.results import check_over, places_of
from kamchatka.tournament.seasons.season import (
    AnySeasonChange,
    EventAdded,
    EventRemoved,
    PlayersMerged,
    SeasonOpened,
    SeasonSettings,
    SeasonSettingsChanged,
    Undone,
    check_class,
    check_merge,
    fold_season,
)
from kamchatka.tournament.seasons.season_file import read_season
from kamchatka.tournament.seasons.season_lists import read_places, read_register

MOST_LINES = 20_000  # maximum rows of a register


class SeasonList(msgspec.Struct, frozen=True):
    """An uploaded list: the register of members, or the places of an event held elsewhere with name, date and class."""

    what: str
    data: bytes
    source: str
    encoding: str | None
    name: str = ""
    date: str = ""
    kind: str = ""


def open_changes(name: str, choices: list[str]) -> SeasonGrowth:
    """Return the first change of a season."""
    check_name(name, LONGEST_TITLE)
    return SeasonGrowth([SeasonOpened(name, with_season_choices(SeasonSettings(), choices))], 0)


def read_upload(data: bytes) -> tuple[str, SeasonGrowth]:
    """Return the name and the changes in a season file. Raise a Problem unless they are consistent."""
    changes = read_season(data)
    season = fold_season(changes)
    check_name(season.name, LONGEST_TITLE)
    return season.name, SeasonGrowth(changes, len(season.events))


def add_event(stored: StoredSeason, event: Event, kind: str) -> SeasonGrowth:
    """Add an event that is over. If it is already stored in the same form, nothing changes."""
    check_over(event)
    season = season_of(stored)
    check_class(season.settings, kind)
    places = places_of(event, kind)
    return _grow_season(stored, [] if places in season.events else [EventAdded(places)])


def remove_event(stored: StoredSeason, name: str, date: str) -> SeasonGrowth:
    """Remove an event from the season."""
    return _grow_season(stored, [EventRemoved(name, date)])


def merge_players(stored: StoredSeason, name: str, into: str) -> SeasonGrowth:
    """Count two names as one player."""
    checked: PlayersMerged = check_merge(season_of(stored), name, into)
    return _grow_season(stored, [checked])


def change_settings(stored: StoredSeason, choices: list[str]) -> SeasonGrowth:
    """Change settings."""
    return _grow_season(stored, [SeasonSettingsChanged(with_season_choices(season_of(stored).settings, choices))])


def undo_change(stored: StoredSeason, number: int) -> SeasonGrowth:
    """Undo a change."""
    return _grow_season(stored, [Undone(number)])


def import_list(stored: StoredSeason, form: SeasonList, preview: bool, language: str) -> tuple[SeasonGrowth, ListSeen]:
    """Read a list. For a preview, or if a row cannot be read, nothing is stored."""
    season = season_of(stored)
    if form.what == "members":
        read = read_register(season, form.data, form.source, form.encoding)
    else:
        read = read_places(season, form.data, form.source, form.encoding, form.name, form.date, form.kind)
    if len(read.sheet.rows) > MOST_LINES:
        raise Fault("too_large")
    changes: list[AnySeasonChange] = [] if read.change is None else [read.change]
    stores = not preview and not read.aside
    seen = list_seen(read.sheet, len(changes), read.aside, language, read.readable, stores and bool(changes))
    return _grow_season(stored, changes if stores else []), seen


def _grow_season(stored: StoredSeason, changes: list[AnySeasonChange]) -> SeasonGrowth:
    """Check that the changes can be applied to the season."""
    return SeasonGrowth(changes, len(fold_season([*changes_of(stored), *changes]).events))
