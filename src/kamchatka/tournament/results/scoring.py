"""Compute places, wins and counting points from a table's report, each with its reason in words."""

from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal
from itertools import groupby, pairwise

import msgspec

from kamchatka.editions.tournament import PlayerResult
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.text import Listed, Text, Worded
from kamchatka.tournament.events.changes import TableReport
from kamchatka.tournament.formatting import format_points
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
            if len(group) > 1 and (at == 0 or every_place or settings.place_points):
                raise _needed(group, names)
    ranked = [played for group in groups for played in group]
    places = [1 + sum(map(len, groups[:at])) for at, group in enumerate(groups) for _ in group]
    ties = _ties(groups, settings, names)
    return tuple(
        _score(played.line, place, len(groups[0]), len(seats), settings, tie)
        for played, place, tie in zip(ranked, places, ties, strict=True)
    )


def _groups(table: list[HandResult], settings: EventSettings) -> Groups:
    """Group the table by place. Tied players stay together if wins are shared or no tie-break separates them."""
    table = sorted(table, key=lambda played: (played.level, played.hand), reverse=True)
    equals = [list(group) for _, group in groupby(table, key=lambda played: played.level)]
    if settings.shared_wins:
        return equals
    return [part for group in equals for part in split_ties(group, tiebreaks_of(settings))]


def _needed(group: list[HandResult], names: Mapping[int, str]) -> Problem:
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
def prize_at(settings: EventSettings, size: int, winners: int) -> Decimal:
    """Victory Prize of each winner. It is lower at tables of four if the event also has tables of five (rtu.12.2.2)."""
    whole = Decimal(settings.prizes[winners - 1] if winners <= len(settings.prizes) else 0)
    if size == 4 and 5 in settings.sizes:
        whole = (whole * settings.prize_four / 100).quantize(Decimal(1), ROUND_HALF_UP)
    return whole


def _score(
    line: PlayerResult, place: int, winners: int, size: int, settings: EventSettings, tie: Text | None
) -> GameScore:
    table_points = line.points or 0
    parts: list[tuple[Decimal, Text]] = []
    if settings.place_points:
        parts += _by_place(line, place, size, settings)
    else:
        parts.append(_scaled(table_points, size, settings))
    if place == 1 and (prize := prize_at(settings, size, winners)):
        parts.append((prize, Text("score", "prize")))
    if line.penalty:
        said = Text("score", "penalty_for" if line.reason.strip() else "penalty", reason=line.reason.strip())
        parts.append((Decimal(-line.penalty), said))
    total = Decimal(0) if line.zeroed else sum((points for points, _ in parts), Decimal(0))
    how: Worded = Listed([Text("score", "part", points=format_points(points), what=said) for points, said in parts])
    if line.zeroed:
        how = Text("score", "zeroed_for" if line.reason else "zeroed", reason=line.reason, how=how)
    if line.last:
        how = Text("score", "last", how=how)
    return GameScore(line.entrant, place, winners if place == 1 else 0, table_points, total, how, tie)


def _scaled(points: int, size: int, settings: EventSettings) -> tuple[Decimal, Text]:
    """Scale the table points by the size of the table."""
    percent = settings.percent.get(size, 100)
    scaled = Decimal(points) * percent / 100
    if settings.most_table_points:
        scaled = min(scaled, Decimal(settings.most_table_points))
    if percent == 100:
        return scaled, Text("score", "table_points")
    return scaled, Text("score", "table_points_scaled", points=points, percent=percent, size=size)


def _by_place(line: PlayerResult, place: int, size: int, settings: EventSettings) -> list[tuple[Decimal, Text]]:
    """Points by place, plus a hundredth of the table points unless the player was eliminated."""
    ladder = (0, *settings.eliminated_points) if line.eliminated else settings.place_points
    whole = Decimal(ladder[place - 1] if place <= len(ladder) else 0)
    found = [(whole, Text("score", "place", place=place))]
    if not line.eliminated:
        scaled, said = _scaled(line.points or 0, size, settings)
        found.append((scaled / 100, Text("score", "hundredths", what=said)))
    return found
