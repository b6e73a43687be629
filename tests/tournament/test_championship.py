"""A team championship of 31 clubs: rosters, line-ups, substitutions, checked against a second implementation."""

from fractions import Fraction
from random import Random

from kamchatka.tournament.draw.rounds import next_round
from kamchatka.tournament.events.changes import LinedUp, Withdrew
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.folding import apply_change
from kamchatka.tournament.standings.teams import line_up, players_of_round, team_standings
from tests.tournament import regulation
from tests.tournament.kit import open_event, play_round, settings
from tests.tournament.regulation import Line

CLUBS = [f"Club {number:02}" for number in range(31)]
ROSTER = 6


def championship() -> Event:
    """Create 31 teams of six, of whom four play."""
    names = [f"{club} {player}/{club}" for club in CLUBS for player in range(ROSTER)]
    return open_event(settings("team_championship"), names, "team_championship")


def members(event: Event, club: str) -> list[int]:
    """Return the players of a club."""
    return [one.number for one in event.entrants.values() if one.club == club]


def test_a_championship_of_31_clubs() -> None:
    """31 clubs play three rounds with new line-ups: the best nine of twelve results count, short teams are out."""
    event, random = championship(), Random(31)
    expected: list[set[int]] = []
    for number in range(3):
        for club in CLUBS:
            if random.random() < 0.6:
                event = apply_change(LinedUp(number + 1, club, tuple(random.sample(members(event, club), 4))), event, 0)
        short = CLUBS[number]
        event = apply_change(LinedUp(number + 1, short, tuple(members(event, short)[:3])), event, 0)
        if number == 1:  # a player of the line-up leaves: the team is short until its captain names another
            gone = players_of_round(event, 2)[-1]
            event = apply_change(Withdrew(gone), event, 0)
            rest = [one for one in members(event, event.entrants[gone].club) if one != gone][:4]
            event = apply_change(LinedUp(2, event.entrants[gone].club, tuple(rest)), event, 0)
        plays = set[int]()
        for club in CLUBS:
            named = line_up(event, number + 1, club) or members(event, club)[:4]
            here = [one for one in named if not event.entrants[one].withdrawn]
            plays |= set(here) if len(here) == 4 else set()
        expected.append(plays)
        event = play_round(apply_change(next_round(event, number + 1, "greedy"), event, 0), number + 5)
    for plays, round in zip(expected, event.rounds, strict=True):
        assert {seat for table in round.tables for seat in table.seats} == plays
        for table in round.tables:
            clubs = [event.entrants[seat].club for seat in table.seats]
            assert len(set(clubs)) == len(clubs)
    results: dict[str, list[Fraction]] = {}
    for round in event.rounds:
        for report in round.reports.values():
            game = [Line(one.entrant, one.points or 0, bool(one.objective), one.eliminated) for one in report.lines]
            for player, points in regulation.gufo(game).items():
                results.setdefault(event.entrants[player].club, []).append(points)
    best = {club: sorted(points, reverse=True)[:9] for club, points in results.items()}
    order = sorted(best, key=lambda club: (-sum(best[club]), [-one for one in best[club]], club))
    rows = team_standings(event)
    assert [row.team for row in rows] == order
    assert {row.team: Fraction(row.total) for row in rows} == {club: sum(points) for club, points in best.items()}
    assert len(rows) == 31
