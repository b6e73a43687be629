"""The formulas that make the points of a game: table points, points by place, gaps to the winner, shares."""

from decimal import ROUND_CEILING, ROUND_HALF_UP, Decimal

import msgspec

from kamchatka.editions.tournament import PlayerResult
from kamchatka.kernel.text import Text
from kamchatka.tournament.settings.settings import EventSettings

WHOLE = Decimal(1)
HUNDREDTH = Decimal("0.01")
FULL = 100  # what a win by objective counts in a gap
Parts = list[tuple[Decimal, Text]]


class TableOutcome(msgspec.Struct, frozen=True):
    """The table that a game's points depend on: its players, best first, and their places."""

    lines: tuple[PlayerResult, ...]
    places: tuple[int, ...]

    def sharing(self, place: int) -> int:
        """Count the players at a place."""
        return self.places.count(place)


def points_of_game(line: PlayerResult, place: int, outcome: TableOutcome, settings: EventSettings) -> Parts:
    """Return what a game is worth before prize and penalties, in parts that add up."""
    size = len(outcome.lines)
    if settings.winner_base:
        return _by_gap(line, place, outcome, settings)
    if settings.seat_points:
        return [*_by_seats(place, outcome, settings), *_share(line, outcome, settings)]
    if settings.place_points:
        return _by_place(line, place, outcome, settings)
    if settings.lost_points and place > 1:
        return [_points_of_loser(line, outcome, settings)]
    return [_scale(line.points or 0, size, settings)]


def prize_at(settings: EventSettings, size: int, winners: int) -> Decimal:
    """Return each winner's Victory Prize, lower at tables of four if the event also has tables of five (rtu.12.2.2)."""
    whole = Decimal(settings.prizes[winners - 1] if winners <= len(settings.prizes) else 0)
    if size == 4 and 5 in settings.sizes:
        whole = (whole * settings.prize_four / 100).quantize(WHOLE, ROUND_HALF_UP)
    return whole


def _scale(points: int, size: int, settings: EventSettings) -> tuple[Decimal, Text]:
    """Scale the table points by the size of the table."""
    percent = settings.percent.get(size, 100)
    scaled = Decimal(points) * percent / 100
    if settings.round_up:
        scaled = scaled.quantize(WHOLE, ROUND_CEILING)
    if settings.most_table_points:
        scaled = min(scaled, Decimal(settings.most_table_points))
    if percent == 100:
        return scaled, Text("score", "table_points")
    return scaled, Text("score", "table_points_scaled", points=points, percent=percent, size=size)


def _by_place(line: PlayerResult, place: int, outcome: TableOutcome, settings: EventSettings) -> Parts:
    """Return the points by place, plus a part of the table points unless the player was eliminated."""
    ladder = (0, *settings.eliminated_points) if line.eliminated else settings.place_points
    whole = _points_of_place(ladder, place, outcome, settings)
    if place == 1 and line.objective and settings.place_objective:
        whole = Decimal(settings.place_objective)
    found = [(whole, Text("score", "place", place=place))]
    if not line.eliminated and settings.hundredths:
        scaled, said = _scale(line.points or 0, len(outcome.lines), settings)
        part = Text("score", "hundredths" if settings.hundredths == 100 else "fraction", what=said)
        found.append((scaled / settings.hundredths, part))
    return found


def _points_of_place(ladder: tuple[int, ...], place: int, outcome: TableOutcome, settings: EventSettings) -> Decimal:
    """Return the points of a place; players who share it get those of the better place, or the mean."""
    taken = outcome.sharing(place) if settings.mean_places else 1
    points = [ladder[at] if at < len(ladder) else 0 for at in range(place - 1, place - 1 + taken)]
    return Decimal(sum(points)) if taken == 1 else (Decimal(sum(points)) / taken).quantize(HUNDREDTH, ROUND_HALF_UP)


def _by_seats(place: int, outcome: TableOutcome, settings: EventSettings) -> Parts:
    ladder = settings.seat_points.get(len(outcome.lines), ())
    return [(_points_of_place(ladder, place, outcome, settings), Text("score", "place", place=place))]


def _share(line: PlayerResult, outcome: TableOutcome, settings: EventSettings) -> Parts:
    """Divide a sum in proportion to the table points; the Ghost of a table of three takes its part."""
    points = [Decimal(max(0, one.points or 0)) for one in outcome.lines]
    whole = sum(points, Decimal(0))
    if len(points) == 3 and settings.ghost_percent:
        whole += whole / 3 * settings.ghost_percent / 100
    if not settings.share_points or not whole:
        return []
    own = Decimal(max(0, line.points or 0)) * settings.share_points / whole
    return [(own.quantize(HUNDREDTH, ROUND_HALF_UP), Text("score", "share", points=line.points or 0))]


def _by_gap(line: PlayerResult, place: int, outcome: TableOutcome, settings: EventSettings) -> Parts:
    """Spartac: the winner adds the table points to the base, the others lose their gap to the winner."""
    own, base = line.points or 0, Decimal(settings.winner_base)
    if place == 1:
        return [(base, Text("score", "winner")), _scale(own, len(outcome.lines), settings)]
    best = outcome.lines[0].points or 0
    counted = FULL if best >= settings.winner_top else best
    return [(base - (counted - own), Text("score", "gap", gap=counted - own, base=settings.winner_base))]


def _points_of_loser(line: PlayerResult, outcome: TableOutcome, settings: EventSettings) -> tuple[Decimal, Text]:
    """Return the fixed points of a loser: survivor, beaten by an objective, eliminated."""
    by_objective = bool(outcome.lines[0].objective)
    key, at = ("lost_out", 2) if line.eliminated else ("lost_objective", 1) if by_objective else ("lost", 0)
    points = settings.lost_points[min(at, len(settings.lost_points) - 1)]
    return Decimal(points), Text("score", key)
