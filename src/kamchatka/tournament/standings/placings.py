"""Final places of an event: by the stage reached, then by the standings."""

from decimal import Decimal

import msgspec

from kamchatka.kernel.text import Text
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.formatting import format_points
from kamchatka.tournament.results.acceptance import scores_that_count
from kamchatka.tournament.standings.standings import StandingsRow, standings


class FinalPlace(msgspec.Struct, frozen=True):
    """A player's final place, and the reason for it."""

    place: int
    entrant: int
    how: Text


def final_placings(event: Event) -> tuple[FinalPlace, ...]:
    """Rank players by the stage reached, then by the place at its table, then by the regular standings.

    With `final_order=sum`, players below the final rank by their points with the semifinal, and places of several
    finals are equal.
    """
    return _by_sum(event) if event.settings.final_order == "sum" else _by_stage(event)


def _by_stage(event: Event) -> tuple[FinalPlace, ...]:
    rows = standings(event)
    base = {row.entrant: row.place for row in rows}
    reached = _find_last_rounds(event)
    order = sorted(rows, key=lambda row: (*_depth(reached, row.entrant), base[row.entrant]))
    keys = [(*_depth(reached, row.entrant), base[row.entrant]) for row in order]
    return tuple(
        FinalPlace(keys.index(key) + 1, row.entrant, _how(event, reached.get(row.entrant), row))
        for key, row in zip(keys, order, strict=True)
    )


def _by_sum(event: Event) -> tuple[FinalPlace, ...]:
    reached, sums = _find_last_rounds(event), _semifinal_points(event)
    keyed = list[tuple[tuple[int, Decimal, int], StandingsRow]]()
    for row in standings(event):
        number, place = reached.get(row.entrant, (0, 0))
        stage = event.round(number).stage if number else "round"
        total = row.total + sums.get(row.entrant, Decimal(0))
        if stage in ("final", "consolation"):
            keyed.append(((0 if stage == "final" else 1, Decimal(place), 0), row))
        else:
            keyed.append(((2, -total, row.place), row))
    keyed.sort(key=lambda one: one[0])
    keys = [key for key, _ in keyed]
    distinct = sorted(set(keys))
    found = list[FinalPlace]()
    for key, row in keyed:
        place = distinct.index(key) + 1 if key[0] == 0 else keys.index(key) + 1
        how = _how(event, reached.get(row.entrant), row)
        if key[0] == 2 and row.entrant in sums:
            how = Text("standing", "with_semifinal", points=format_points(-key[1]))
        found.append(FinalPlace(place, row.entrant, how))
    return tuple(found)


def _semifinal_points(event: Event) -> dict[int, Decimal]:
    """Return the points of each player's semifinal."""
    return {
        score.entrant: score.points
        for round in event.rounds
        if round.stage == "semifinal"
        for table in round.tables
        for score in scores_that_count(event, round, table.number)
    }


def _find_last_rounds(event: Event) -> dict[int, tuple[int, int]]:
    """Return the last round after the regular ones that each player reached, and the place at its table."""
    found = dict[int, tuple[int, int]]()
    for round in event.rounds:
        if round.stage == "round":
            continue
        for table in round.tables:
            for entrant in table.seats:
                found[entrant] = (round.number, len(table.seats))
            for score in scores_that_count(event, round, table.number):
                found[score.entrant] = (round.number, score.place)
    return found


def _depth(reached: dict[int, tuple[int, int]], entrant: int) -> tuple[int, int]:
    round, place = reached.get(entrant, (0, 0))
    return -round, place


def _how(event: Event, reached: tuple[int, int] | None, row: StandingsRow) -> Text:
    rest = Text("standing", "place", place=row.place, points=format_points(row.total))
    if reached is None:
        return rest
    number, place = reached
    stage = Text("reached", event.round(number).stage, number=number)
    return Text("standing", "reached", stage=stage, place=place, standing=rest)
