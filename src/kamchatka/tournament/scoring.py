"""From a table's report to places, wins and the points that count, each with the reason in words."""

from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal
from itertools import pairwise

import msgspec

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.report import Line, Report
from kamchatka.tournament.said import Said, joined
from kamchatka.tournament.settings import Settings


class Score(msgspec.Struct, frozen=True):
    """What one player has from one game."""

    entrant: int
    place: int  # at the table; equal where wins are shared
    winners: int  # 0: did not win; 1: won alone; 2: won with another…
    table_points: int
    points: Decimal  # that count in the standings
    how: Said  # where the points come from
    tie: Said | None = None  # what put the player before or after equals


def scores(report: Report, seats: tuple[int, ...], settings: Settings, names: Mapping[int, str]) -> tuple[Score, ...]:
    """Everybody's score, best first, from a report that has been checked; `seats` in the order of hand."""
    hands = {entrant: hand for hand, entrant in enumerate(seats, start=1)}
    hands |= {line.entrant: line.hand for line in report.lines if line.hand}
    ranked = sorted(report.lines, key=lambda line: (*_strength(line), hands[line.entrant]), reverse=True)
    placed, ties = _places(ranked, settings), _ties(ranked, settings, names)
    winners = placed.count(1)
    return tuple(
        _score(line, place, winners, len(seats), settings, tie)
        for line, place, tie in zip(ranked, placed, ties, strict=True)
    )


def _strength(line: Line) -> tuple[bool, bool, int, int]:
    """What ranks a table: objective, survival, points, then points outside (rtu.8.2a, rtu.10.1, rtu.10.4a)."""
    return bool(line.objective), not line.eliminated, line.points or 0, line.outside or 0


def _level(line: Line) -> tuple[bool, bool, int]:
    return _strength(line)[:3]


def _places(ranked: list[Line], settings: Settings) -> list[int]:
    """The place of each: 1, 2, 3… or shared between equals where the event shares wins."""
    if not settings.shared_wins:
        return list(range(1, len(ranked) + 1))
    levels = [_level(line) for line in ranked]
    return [levels.index(level) + 1 for level in levels]


def _ties(ranked: list[Line], settings: Settings, names: Mapping[int, str]) -> list[Said | None]:
    """For each player what decided against an equal; a Problem where the points that decide were not handed in."""
    said: list[Said | None] = [None] * len(ranked)
    for upper, (line, rival) in enumerate(pairwise(ranked)):
        if settings.shared_wins or _level(line) != _level(rival) or line.eliminated:
            continue
        matters = upper == 0 or bool(settings.place_points)
        said[upper] = said[upper + 1] = _tie(line, rival, names, matters)
    return said


def _tie(line: Line, rival: Line, names: Mapping[int, str], matters: bool) -> Said:
    first, second = names[line.entrant], names[rival.entrant]
    if (line.outside is None or rival.outside is None) and matters:
        raise Problem(
            f"{first} e {second} sono pari a {line.points}: servono i punti fuori obiettivo di entrambi.",
            f"{first} and {second} are equal at {line.points}: the points outside the objective of both are needed.",
            "rtu.10.4a",
        )
    if line.outside != rival.outside:
        return Said(
            f"{first} prima di {second}, pari a {line.points}: fuori obiettivo {line.outside} a "
            f"{rival.outside} (rtu.10.4a)",
            f"{first} before {second}, equal at {line.points}: outside the objective {line.outside} to "
            f"{rival.outside} (rtu.10.4a)",
        )
    return Said(
        f"{first} prima di {second}, pari in tutto: era più tardi di mano (rtu.10.4b)",
        f"{first} before {second}, equal in all: played a later hand (rtu.10.4b)",
    )


# ------------------------------------------------------------------ the points that count
def prize_at(settings: Settings, size: int, winners: int) -> Decimal:
    """The Victory Prize of each winner; less at tables of four where the event has fives too (rtu.12.2.2)."""
    whole = Decimal(settings.prizes[winners - 1] if winners <= len(settings.prizes) else 0)
    if size == 4 and 5 in settings.sizes:
        whole = (whole * settings.prize_four / 100).quantize(Decimal(1), ROUND_HALF_UP)
    return whole


def _score(line: Line, place: int, winners: int, size: int, settings: Settings, tie: Said | None) -> Score:
    table_points = line.points or 0
    parts: list[tuple[Decimal, Said]] = []
    if settings.place_points:
        parts += _by_place(line, place, size, settings)
    else:
        parts.append(_scaled(table_points, size, settings))
    if place == 1 and (prize := prize_at(settings, size, winners)):
        parts.append((prize, Said("premio vittoria", "victory prize")))
    if line.penalty:
        said = Said(f"penalità {line.reason}".strip(), f"penalty {line.reason}".strip())
        parts.append((Decimal(-line.penalty), said))
    total = Decimal(0) if line.zeroed else sum((points for points, _ in parts), Decimal(0))
    how = joined([Said(f"{shown(points)} {said.it}", f"{shown(points)} {said.en}") for points, said in parts])
    if line.zeroed:
        how = Said(f"partita azzerata {line.reason} (era: {how.it})", f"game zeroed {line.reason} (was: {how.en})")
    return Score(line.entrant, place, winners if place == 1 else 0, table_points, total, how, tie)


def _scaled(points: int, size: int, settings: Settings) -> tuple[Decimal, Said]:
    """The table points by the size of the table."""
    percent = settings.percent.get(size, 100)
    scaled = Decimal(points) * percent / 100
    if settings.most_table_points:
        scaled = min(scaled, Decimal(settings.most_table_points))
    if percent == 100:
        return scaled, Said("punti al tavolo", "table points")
    return scaled, Said(
        f"punti al tavolo ({points} al {percent}%, tavolo da {size})",
        f"table points ({points} at {percent} %, table of {size})",
    )


def _by_place(line: Line, place: int, size: int, settings: Settings) -> list[tuple[Decimal, Said]]:
    """Points by place, and a hundredth of the table points unless eliminated."""
    ladder = (0, *settings.eliminated_points) if line.eliminated else settings.place_points
    whole = Decimal(ladder[place - 1] if place <= len(ladder) else 0)
    found = [(whole, Said(f"per il {place}° posto", f"for place {place}"))]
    if not line.eliminated:
        scaled, said = _scaled(line.points or 0, size, settings)
        found.append((scaled / 100, Said(f"centesimi di {said.it}", f"hundredths of {said.en}")))
    return found


def shown(points: Decimal) -> str:
    """A number as people write it: no useless zeros, no exponent."""
    text = f"{points:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
