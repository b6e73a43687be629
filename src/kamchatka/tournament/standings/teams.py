"""Team standings: the best results of a club's players."""

from decimal import Decimal

import msgspec

from kamchatka.tournament.events.event import Event
from kamchatka.tournament.standings.standings import GameResult, standings


class TeamRow(msgspec.Struct, frozen=True):
    """A team in the standings, with its counting results."""

    place: int
    team: str
    total: Decimal
    results: tuple[GameResult, ...]
    wins: int


def team_standings(event: Event) -> tuple[TeamRow, ...]:
    """Rank teams by the sum of their best results, then by their best single results; remaining ties share a place."""
    results = dict[str, list[GameResult]]()
    for row in standings(event):
        if club := event.entrants[row.entrant].club:
            results.setdefault(club, []).extend(row.results)
    keyed = sorted((_key(found, event), club) for club, found in results.items())
    keys = [key for key, _ in keyed]
    return tuple(
        TeamRow(keys.index(key) + 1, club, *_best(results[club], event), _wins(results[club])) for key, club in keyed
    )


def _key(results: list[GameResult], event: Event) -> list[Decimal]:
    total, best = _best(results, event)
    return [-total, *(-result.score.points for result in best)]


def _best(results: list[GameResult], event: Event) -> tuple[Decimal, tuple[GameResult, ...]]:
    best = sorted(results, key=lambda result: -result.score.points)[: event.settings.team_results]
    return sum((result.score.points for result in best), Decimal(0)), tuple(best)


def _wins(results: list[GameResult]) -> int:
    return sum(result.score.winners == 1 for result in results)


def find_oversized_clubs(event: Event) -> list[str]:
    """Return the clubs with more players than a team may have: those who may enter, or those who may play."""
    settings = event.settings
    clubs = [entrant.club for entrant in event.playing if entrant.club]
    return sorted({club for club in clubs if clubs.count(club) > (settings.roster or settings.team_size)})


def players_of_round(event: Event, round: int) -> tuple[int, ...]:
    """Return the players of a regular round: all who are there, or for each team those of its line-up.

    A line-up holds until the next one of its team. A team without one fields its first players by number. A
    short team of an event with `full_teams` fields nobody.
    """
    settings = event.settings
    if settings.format != "teams" or not settings.roster:
        return tuple(entrant.number for entrant in event.playing)
    found = list[int]()
    for team in dict.fromkeys(entrant.club for entrant in event.playing):
        members = [entrant.number for entrant in event.playing if entrant.club == team]
        if not team:
            found += members
            continue
        named = line_up(event, round, team)
        chosen = [one for one in (members if named is None else named) if one in members][: settings.team_size]
        if len(chosen) == settings.team_size or not settings.full_teams:
            found += chosen
    return tuple(sorted(found))


def line_up(event: Event, round: int, team: str) -> tuple[int, ...] | None:
    """Return the last line-up that a team named up to a round; None if it named none."""
    rounds = [number for number, club in event.line_ups if club == team and number <= round]
    return event.line_ups[max(rounds), team] if rounds else None
