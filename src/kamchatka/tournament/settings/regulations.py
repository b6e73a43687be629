"""List where the settings of an event depart from the regulations (sections 10 to 12 of the tournament booklet)."""

from collections.abc import Iterator
from math import ceil

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.settings.edition_rules import rules_of
from kamchatka.tournament.settings.settings import EventSettings

OFFICIAL = (4, 5)  # seats of an official table
OBJECTIVE = 100  # points of an objective reached in time
MOST_PRIZE = 100


def departures(settings: EventSettings) -> list[Problem]:
    """List where an event departs from the booklet. For an event bound to the booklet, each departure is an error."""
    if not rules_of(settings).has_regulations:
        return [_other_game(settings)]
    return [
        *_of_format(settings),
        *_of_tables(settings),
        *_of_table_points(settings),
        *_of_places(settings),
        *_of_formula(settings),
        *_of_prizes(settings),
        *_of_discards(settings),
        *_of_cap(settings),
    ]


def _other_game(settings: EventSettings) -> Problem:
    """Report that the booklet of this edition says nothing about events."""
    return Problem("regulations.none", edition=settings.edition)


# ------------------------------------------------------------------ section 12: formats and tables
def _of_format(settings: EventSettings) -> Iterator[Problem]:
    if settings.format == "teams":
        yield Problem("regulations.teams", rule="rtu.12.2a")
    if settings.format != "finals":
        return
    yield Problem("regulations.ranking_and_final", rule="rtu.12.2a")
    if settings.semifinals and settings.advance > 1:
        yield Problem("regulations.advance", rule="rtu.12.3a", advance=settings.advance)
    if settings.semifinals and (settings.direct_finalists or _goes_direct(settings)):
        yield Problem("regulations.direct_finalists", rule="rtu.12.3a")


def _goes_direct(settings: EventSettings) -> bool:
    return any(word.partition(":")[0] in ("winners", "direct", "leaders") for word in settings.qualification)


def _of_tables(settings: EventSettings) -> Iterator[Problem]:
    sizes = set(settings.sizes)
    played = sizes | {settings.final_seats} if settings.format == "finals" else sizes
    if 3 in played and played != {3}:
        yield Problem("regulations.tables_of_three", rule="rtu.12.1b")
    if settings.format == "knockout" and settings.final_seats not in sizes:
        yield Problem("regulations.final_seats", rule="rtu.12.1a", final_seats=settings.final_seats)


def _of_prizes(settings: EventSettings) -> Iterator[Problem]:
    for prize in settings.prizes:
        if not 0 <= prize <= MOST_PRIZE:
            yield Problem("regulations.prize", rule="rtu.12.2.1b", prize=prize, most=MOST_PRIZE)
    if set(OFFICIAL) <= set(settings.sizes) and any(settings.prizes) and settings.prize_four != 80:
        yield Problem("regulations.prize_four", rule="rtu.12.2.2", prize_four=settings.prize_four)


def _of_discards(settings: EventSettings) -> Iterator[Problem]:
    if settings.discards > most_discards(settings.rounds):
        games, most = settings.rounds, most_discards(settings.rounds)
        yield Problem("regulations.discards", rule="rtu.12.2.3", games=games, most=most, discards=settings.discards)
    games_of_team = settings.team_size * settings.rounds
    if settings.format == "teams" and games_of_team - settings.team_results > most_discards(games_of_team):
        yield Problem(
            "regulations.team_results",
            rule="rtu.12.2.3",
            games_of_team=games_of_team,
            team_results=settings.team_results,
        )


def most_discards(games: int) -> int:
    """Return the largest number of discards that still counts at least two thirds of the results."""
    return games - ceil(2 * games / 3)


# ------------------------------------------------------------------ sections 10 and 11: points, places, armies
def _of_table_points(settings: EventSettings) -> Iterator[Problem]:
    if settings.objective_points != OBJECTIVE:
        yield Problem(
            "regulations.objective_points",
            rule="rtu.10.5",
            objective=OBJECTIVE,
            objective_points=settings.objective_points,
        )
    scaled = {size: settings.percent.get(size, 100) for size in sorted(set(settings.sizes))}
    for size, percent in scaled.items():
        if percent == 100:
            continue
        yield Problem("regulations.percent", rule="rtu.10.2", size=size, percent=percent)
    highest = max(settings.objective_points, rules_of(settings).most_points) * max(scaled.values(), default=100) / 100
    if 0 < settings.most_table_points < highest:
        yield Problem("regulations.table_points", rule="rtu.10.2", most_table_points=settings.most_table_points)


def _of_places(settings: EventSettings) -> Iterator[Problem]:
    if settings.shared_wins:
        yield Problem("regulations.shared_wins", rule="rtu.10.4a")
    if any(settings.place_points):
        yield Problem("regulations.place_points", rule="rtu.10.1")
    if any(settings.eliminated_points):
        yield Problem("regulations.eliminated_points", rule="rtu.10.2")


def _of_formula(settings: EventSettings) -> Iterator[Problem]:
    """Yield departures by clubs' formulas: other points, other counting games, other pairings."""
    other = (settings.winner_base, settings.seat_points, settings.lost_points, settings.round_up, settings.most_points)
    if any(other) or settings.divisor > 1:
        yield Problem("regulations.formula", rule="rtu.10.1")
    if 0 < settings.best_games < ceil(2 * settings.rounds / 3):
        games, best = settings.rounds, settings.best_games
        yield Problem("regulations.best_games", rule="rtu.12.2.3", games=games, best=best)
    if any(pairing != "apart" for pairing in settings.pairing):
        yield Problem("regulations.pairing", rule="rtu.12.2a")


def _of_cap(settings: EventSettings) -> Iterator[Problem]:
    if not settings.army_cap:
        yield Problem("regulations.army_cap", rule="rtu.11.1")
