"""Compute places, wins and counting points from a table's report, each with its reason in words."""

from collections.abc import Mapping
from decimal import Decimal
from itertools import groupby, pairwise

import msgspec

from kamchatka.editions.tournament import PlayerResult
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.text import Listed, Text, Worded
from kamchatka.tournament.events.changes import TableReport
from kamchatka.tournament.formatting import format_points
from kamchatka.tournament.results.point_formulas import TableOutcome, points_of_game, prize_at
from kamchatka.tournament.results.table_tiebreaks import HandResult, tiebreaks_of
from kamchatka.tournament.results.tie_breaking import deciding_tiebreak, split_ties
from kamchatka.tournament.settings.settings import EventSettings


class GameScore(msgspec.Struct, frozen=True):
    """One player's score in one game."""

    entrant: int
    place: int  # at the table; equal where wins are shared
    winners: int  # 0: did not win; 1: won alone; 2: shared the win with one other…
    table_points: int
    points: Decimal  # that count in the standings
    how: Worded  # where the points come from
    tie: Text | None = None  # why the player ranks before or after tied players


Groups = list[list[HandResult]]


def scores(
    report: TableReport,
    seats: tuple[int, ...],
    settings: EventSettings,
    names: Mapping[int, str],
    every_place: bool = False,
) -> tuple[GameScore, ...]:
    """Return the scores of all players, best first, from a checked report. `seats` are in order of hand.

    Raise a Problem if a tie for the win cannot be broken because the points outside the objective are missing. With
    `every_place` the same applies to all places. Other ties share their place.
    """
    hands = {entrant: hand for hand, entrant in enumerate(seats, start=1)}
    hands |= {line.entrant: line.hand for line in report.lines if line.hand}
    groups = _groups([HandResult(line, hands[line.entrant]) for line in report.lines], settings)
    if not settings.shared_wins:
        for at, group in enumerate(groups):
            if len(group) > 1 and (at == 0 or every_place or settings.place_points or settings.seat_points):
                raise _ask_for_outside_points(group, names)
    ranked = [played for group in groups for played in group]
    places = [1 + sum(map(len, groups[:at])) for at, group in enumerate(groups) for _ in group]
    ties = _ties(groups, settings, names)
    outcome = TableOutcome(tuple(played.line for played in ranked), tuple(places))
    return tuple(
        _score(played.line, place, len(groups[0]), outcome, settings, tie)
        for played, place, tie in zip(ranked, places, ties, strict=True)
    )


def _groups(table: list[HandResult], settings: EventSettings) -> Groups:
    """Group the table by place. Tied players stay together if wins are shared or no tie-break separates them."""
    table = sorted(table, key=lambda played: (played.level, played.hand), reverse=True)
    equals = [list(group) for _, group in groupby(table, key=lambda played: played.level)]
    if settings.shared_wins:
        return equals
    return [part for group in equals for part in split_ties(group, tiebreaks_of(settings))]


def _ask_for_outside_points(group: list[HandResult], names: Mapping[int, str]) -> Problem:
    """Ask for the points outside the objective."""
    who, points = [names[played.line.entrant] for played in group], group[0].line.points
    names_of_equals = Listed(who, Text("list", "both"))
    return Problem("result.points_outside_needed", rule="rtu.10.4a", names=names_of_equals, points=points)


def _ties(groups: Groups, settings: EventSettings, names: Mapping[int, str]) -> list[Text | None]:
    """For each player, say which tie-break separated tied players, or that none did."""
    ranked = [(played, at) for at, group in enumerate(groups) for played in group]
    said: list[Text | None] = [None] * len(ranked)
    if settings.shared_wins:
        return said
    for upper, ((before, group), (behind, following)) in enumerate(pairwise(ranked)):
        if before.level == behind.level:
            said[upper] = said[upper + 1] = _tie(before, behind, names, None if group == following else settings)
    return said


def _tie(before: HandResult, behind: HandResult, names: Mapping[int, str], settings: EventSettings | None) -> Text:
    """Explain why one player ranks before the other; without settings they share the place."""
    first, second, points = names[before.line.entrant], names[behind.line.entrant], before.line.points
    found = None if settings is None else deciding_tiebreak(before, behind, tiebreaks_of(settings))
    if found is None:
        return Text("score", "equal", first=first, second=second, points=points)
    _, why = found
    return Text("score", "before", first=first, second=second, points=points, why=why)


# ------------------------------------------------------------------ the points that count
def _score(
    line: PlayerResult, place: int, winners: int, outcome: TableOutcome, settings: EventSettings, tie: Text | None
) -> GameScore:
    parts = points_of_game(line, place, outcome, settings)
    if place == 1 and (prize := prize_at(settings, len(outcome.lines), winners)):
        parts.append((prize, Text("score", "prize")))
    made = sum((points for points, _ in parts), Decimal(0))
    if settings.most_points and made > settings.most_points:
        parts.append((settings.most_points - made, Text("score", "most", most=settings.most_points)))
    if line.penalty:
        said = Text("score", "penalty_for" if line.reason.strip() else "penalty", reason=line.reason.strip())
        parts.append((Decimal(-line.penalty), said))
    parts = [(points / settings.divisor, said) for points, said in parts] if settings.divisor > 1 else parts
    total = Decimal(0) if line.zeroed else sum((points for points, _ in parts), Decimal(0))
    how: Worded = Listed([Text("score", "part", points=format_points(points), what=said) for points, said in parts])
    if line.zeroed:
        how = Text("score", "zeroed_for" if line.reason else "zeroed", reason=line.reason, how=how)
    if line.last:
        how = Text("score", "last", how=how)
    return GameScore(line.entrant, place, winners if place == 1 else 0, line.points or 0, total, how, tie)
