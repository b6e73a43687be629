"""Prepare an organiser's changes between rounds: validate them and build trail entries."""

from collections.abc import Iterable
from decimal import Decimal, InvalidOperation

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.events.changes import Amended, EventOpened, PlayerEntered, SettingsChanged
from kamchatka.tournament.events.entrants import LONGEST_TITLE, Entrant, check_name, check_words, normalise
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.settings.presets import preset
from kamchatka.tournament.settings.settings import with_choices
from kamchatka.tournament.validation import check_duration, check_settings

MOST_BONUS = 100_000  # points


def new_event(name: str, preset_id: str, choices: list[str], date: str, like: Event | None = None) -> EventOpened:
    """Create an event from a preset or like another event, with choices such as `minutes=105`."""
    check_name(name, LONGEST_TITLE)
    preset_id, base = (like.preset, like.settings) if like else (preset_id, preset(preset_id).settings)
    settings = with_choices(base, choices)
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


def find_team(event: Event, typed: str) -> str:
    """Return the team with that name, or the only one that begins like it."""
    teams = list(dict.fromkeys(entrant.club for entrant in event.entrants.values() if entrant.club))
    wanted = normalise(typed)
    found = [team for team in teams if normalise(team) == wanted]
    found = found or [team for team in teams if wanted and normalise(team).startswith(wanted)]
    if len(found) != 1:
        raise Problem("entrant.no_team", typed=typed[:60], known=", ".join(found or teams))
    return found[0]


def hundredths(typed: str) -> int:
    """Return typed points as hundredths."""
    try:
        points = Decimal(typed.replace(",", "."))
    except InvalidOperation:
        raise Problem("command.no_bonus", typed=typed[:40]) from None
    if not points.is_finite() or abs(points) > MOST_BONUS or points * 100 != int(points * 100):
        raise Problem("command.no_bonus", typed=typed[:40])
    return int(points * 100)
