"""Ratings over events: openskill (`kamchatka[tournaments]`) from every table, and the points of the live ranking."""

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from math import exp, floor

import msgspec

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.events.entrants import normalise
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.results.acceptance import scores_that_count
from kamchatka.tournament.results.scoring import GameScore
from kamchatka.tournament.standings.placings import final_placings
from kamchatka.tournament.standings.standings import standings

FIRST = 1.2  # factor for the winner of an event in the live ranking; the others get e^(−place/20)
TABLES = 100  # base value of an event, before its tables are counted


class Rating(msgspec.Struct, frozen=True):
    """A player's strength, its uncertainty, and a cautious estimate."""

    player: str
    club: str
    strength: float
    doubt: float
    cautious: float  # strength minus three times the uncertainty
    games: int


def ratings(events: Sequence[Event]) -> list[Rating]:
    """Rate all players over these events, in order. Players are identified by name; the strongest come first."""
    if find_spec("openskill") is None:
        raise Problem("ratings.not_installed")
    from openskill.models import PlackettLuce, PlackettLuceRating

    model = PlackettLuce()
    known, games = dict[str, PlackettLuceRating](), dict[str, int]()
    seen = dict[str, tuple[str, str]]()
    for event, table in _tables(events):
        keys = [normalise(event.names[score.entrant]) for score in table]
        for key, score in zip(keys, table, strict=True):
            seen[key] = (event.names[score.entrant], event.entrants[score.entrant].club)
            games[key] = games.get(key, 0) + 1
        teams = [[known.get(key) or model.rating(name=key)] for key in keys]
        rated = model.rate(teams, ranks=[float(score.place) for score in table])
        known.update((key, team[0]) for key, team in zip(keys, rated, strict=True))
    found = [
        Rating(*seen[key], rating.mu, rating.sigma, rating.mu - 3 * rating.sigma, games[key])
        for key, rating in known.items()
    ]
    return sorted(found, key=lambda one: (-one.cautious, one.player))


def _tables(events: Sequence[Event]) -> Iterator[tuple[Event, tuple[GameScore, ...]]]:
    for event in events:
        for round in event.rounds:
            for table in round.tables:
                if made := scores_that_count(event, round, table.number):
                    yield event, made


# ------------------------------------------------------------------ the live ranking
class LiveRow(msgspec.Struct, frozen=True):
    """A player in the live ranking, with the points of each counting event."""

    place: int
    player: str
    points: float
    events: tuple[tuple[str, float], ...]
    tables: int


def live_points(place: int, tables: int, weight: float) -> float:
    """Return the points for a place in an event with that number of tables."""
    return (TABLES + tables) * weight * (FIRST if place == 1 else exp(-place / 20))


def live_ranking(events: Sequence[Event], least_tables: int = 0) -> list[LiveRow]:
    """Rank a season by each player's best results per kind of event. The preset says how many results count."""
    made, names, played = dict[str, dict[str, list[tuple[str, float]]]](), dict[str, str](), dict[str, int]()
    for event in events:
        tables = sum(len(round.tables) for round in event.rounds)
        games = {row.entrant: row.played for row in standings(event)}
        for placing in final_placings(event):
            if games[placing.entrant]:
                key = normalise(event.names[placing.entrant])
                names[key] = event.names[placing.entrant]
                played[key] = played.get(key, 0) + games[placing.entrant]
                points = live_points(placing.place, tables, event.settings.live_class)
                made.setdefault(key, {}).setdefault(_kind(event), []).append((event.name, points))
    rows = [(key, tuple(_best_results(kinds, events))) for key, kinds in made.items() if played[key] >= least_tables]
    rows.sort(key=lambda row: (-sum(points for _, points in row[1]), names[row[0]]))
    return [
        LiveRow(place, names[key], sum(points for _, points in kept), kept, played[key])
        for place, (key, kept) in enumerate(rows, start=1)
    ]


def _kind(event: Event) -> str:
    """Return the kind of an event: its official type, or its preset."""
    return event.settings.event_type or event.preset


def _best_results(kinds: dict[str, list[tuple[str, float]]], events: Sequence[Event]) -> Iterator[tuple[str, float]]:
    for kind, results in kinds.items():
        held = [event for event in events if _kind(event) == kind]
        settings = held[-1].settings
        most = max(settings.live_least, floor(len(held) * settings.live_percent / 100))
        yield from sorted(results, key=lambda result: -result[1])[:most]
