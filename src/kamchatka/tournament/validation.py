"""Validate the settings of an event, also against the regulations."""

import msgspec

from kamchatka.editions import edition
from kamchatka.kernel.problem import Problem
from kamchatka.tournament.draw.pairings import PAIRINGS
from kamchatka.tournament.draw.seating import CRITERIA
from kamchatka.tournament.settings.edition_rules import rules_of
from kamchatka.tournament.settings.qualification import parse_qualification
from kamchatka.tournament.settings.regulations import departures
from kamchatka.tournament.settings.settings import EventSettings
from kamchatka.tournament.standings.tiebreaks import parse_tiebreaks

MOST = 100_000  # upper limit of every number in the settings; also excludes infinity
LEAST = {  # lower limits of numbers in the settings
    "rounds": 1,
    "minutes": 1,
    "advance": 1,
    "team_size": 1,
    "team_results": 1,
    "army_cap": 0,
    "discards": 0,
    "objective_points": 0,
    "cap_penalty": 0,
    "direct_finalists": 0,
    "most_table_points": 0,
    "prize_four": 0,
    "divisor": 1,
}


def check_settings(settings: EventSettings, before: EventSettings | None = None) -> None:
    """Raise a Problem if the settings are invalid, or break a booklet that binds the event.

    Departures that the event already has, `before`, do not block other changes.
    """
    _check_shape(settings)
    if len(set(settings.sizes)) < len(settings.sizes):
        sizes = ", ".join(map(str, settings.sizes))
        raise Problem("setting.size_twice", sizes=sizes)
    if settings.booklet:
        known = [str(one) for one in departures(before)] if before is not None and before.booklet else []
        for problem in departures(settings):
            if str(problem) not in known:
                raise problem
    _check_values(settings)


def check_sound(settings: EventSettings) -> None:
    """Raise a Problem if the settings are not valid for any event."""
    _check_shape(settings)
    _check_values(settings)


def _check_shape(settings: EventSettings) -> None:
    for name, least in LEAST.items():
        if getattr(settings, name) < least:
            raise Problem("setting.least", name=name, least=least)
    _check_sizes(settings)
    _check_words(settings)
    if settings.final_seats % settings.advance or (settings.direct_finalists and settings.advance > 1):
        raise Problem("setting.final_divided")


def _check_words(settings: EventSettings) -> None:
    """Check the settings that are lists of words."""
    parse_qualification(settings.qualification)
    for name, known in (("criteria", CRITERIA), ("semifinal_criteria", CRITERIA), ("pairing", PAIRINGS)):
        for word in getattr(settings, name):
            if word not in known or (name != "pairing" and getattr(settings, name).count(word) > 1):
                raise Problem("setting.word", name=name, word=word[:60], known=", ".join(known))


def _check_sizes(settings: EventSettings) -> None:
    """Check that the edition can be played at tables of these sizes."""
    game, sizes = edition(settings.edition), {*settings.sizes, settings.final_seats}
    sizes |= {settings.semifinal_seats} - {0}
    if settings.sizes and sizes <= set(game.seats):
        return
    if rules_of(settings).has_regulations:
        raise Problem("setting.sizes", rule="rtu.12.1a")
    for size in sorted(sizes):
        game.check_seats(size)
    raise Problem("setting.no_size")


def _check_values(settings: EventSettings) -> None:
    for name, value in msgspec.structs.asdict(settings).items():
        if not all(0 <= number <= MOST for number in _numbers(value)):
            raise Problem("setting.most", name=name, most=MOST)
    parse_tiebreaks(settings.tiebreaks)


def _numbers(value: object) -> list[float]:
    """Return the numbers in a setting, whatever its type."""
    if isinstance(value, dict):
        return [*value, *(number for entry in value.values() for number in _numbers(entry))]
    found = value if isinstance(value, tuple) else (value,)
    return [number for number in found if isinstance(number, int | float)]


def check_duration(before: EventSettings, after: EventSettings, played: int) -> None:
    """Raise a Problem if a ranking would mix games of different duration."""
    if played and before.minutes != after.minutes:
        raise Problem("setting.minutes_drawn", rule="rtu.12.2c", minutes=before.minutes)
