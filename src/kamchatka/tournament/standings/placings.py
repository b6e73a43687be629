"""Final places of an event: by the stage reached, then by the standings."""

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
    """Rank players by the stage reached, then by the place at its table, then by the regular standings."""
    rows = standings(event)
    base = {row.entrant: row.place for row in rows}
    reached = _reached(event)
    order = sorted(rows, key=lambda row: (*_depth(reached, row.entrant), base[row.entrant]))
    keys = [(*_depth(reached, row.entrant), base[row.entrant]) for row in order]
    return tuple(
        FinalPlace(keys.index(key) + 1, row.entrant, _how(event, reached.get(row.entrant), row))
        for key, row in zip(keys, order, strict=True)
    )


def _reached(event: Event) -> dict[int, tuple[int, int]]:
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
