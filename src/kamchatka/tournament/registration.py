"""Prepare an organiser's changes between rounds: validate them and build trail entries."""

from collections.abc import Iterable

from kamchatka.tournament.events.changes import Amended, EventOpened, PlayerEntered, SettingsChanged
from kamchatka.tournament.events.entrants import LONGEST_TITLE, Entrant, check_name, check_words
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.settings.presets import preset
from kamchatka.tournament.settings.settings import with_choices
from kamchatka.tournament.validation import check_duration, check_settings


def new_event(name: str, preset_id: str, choices: list[str], date: str) -> EventOpened:
    """Create an event from a preset, with choices such as `minutes=105`."""
    check_name(name, LONGEST_TITLE)
    settings = with_choices(preset(preset_id).settings, choices)
    check_settings(settings)
    return EventOpened(name, settings, preset_id, date)


def change_settings(event: Event, choices: list[str]) -> SettingsChanged:
    """Change the settings of an event. The duration must be the same in all its rounds (rtu.12.2c)."""
    settings = with_choices(event.settings, choices)
    check_settings(settings, event.settings)
    check_duration(event.settings, settings, len(event.rounds))
    return SettingsChanged(settings)


def next_number(known: Iterable[Entrant]) -> int:
    """Return the number for the next entrant: one above the highest."""
    return max((entrant.number for entrant in known), default=0) + 1


def register_player(event: Event, name: str, club: str = "", region: str = "") -> PlayerEntered:
    """Register a player, from the next draw that is open to all entrants (draw.participants.late_arrival)."""
    check_words(name, club, region)
    return PlayerEntered(next_number(event.entrants.values()), name, club, region)


def amend_player(event: Event, number: int, name: str | None, club: str | None, region: str | None) -> Amended:
    """Correct a player's details; None keeps the current value."""
    was = event.entrant(number)
    check_words(name, club, region)
    return Amended(
        number,
        was.name if name is None else name,
        was.club if club is None else club,
        was.region if region is None else region,
    )
