"""The players of a round, and the results that every stage needs from earlier rounds."""

from collections.abc import Iterator

import msgspec

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.events.changes import DrawnTable, Stage
from kamchatka.tournament.events.event import Event, Round
from kamchatka.tournament.results.acceptance import scores_that_count
from kamchatka.tournament.standings.standings import StandingsRow, standings


class NothingToDraw(Problem):
    """There is no round left to draw."""


class Participants(msgspec.Struct, frozen=True):
    """The players of a round: groups that are drawn separately. Each table of a group gets one player of every band."""

    stage: Stage
    groups: tuple[tuple[int, ...], ...]
    sizes: tuple[tuple[int, ...], ...]
    bands: tuple[tuple[tuple[int, ...], ...], ...] = ()


def still_there(event: Event) -> list[StandingsRow]:
    """Return the standings of those who have played and not withdrawn."""
    return [row for row in standings(event) if not event.entrants[row.entrant].withdrawn and row.played]


def advancing(event: Event, round: Round, table: DrawnTable, count: int) -> Iterator[int]:
    """Yield the best players of a table who have not withdrawn; a Problem if an unresolved tie decides who advances."""
    there = [
        score for score in scores_that_count(event, round, table.number) if not event.entrants[score.entrant].withdrawn
    ]
    if len(there) > count and there[count - 1].place == there[count].place:
        names = [event.names[score.entrant] for score in there if score.place == there[count].place]
        where = f"{round.number}/{table.number}"
        raise Problem("draw.who_goes_on", rule="rtu.10.4a", where=where, names=", ".join(names))
    yield from (score.entrant for score in there[:count])


def check_complete(event: Event) -> None:
    """Raise a Problem that lists the tables without a counting result: the players of the next stage depend on them."""
    missing = [
        f"{round.number}/{table.number}"
        for round in event.rounds
        if round.stage != "consolation"  # no later stage depends on its results
        for table in round.tables
        if not scores_that_count(event, round, table.number)
    ]
    if missing:
        raise Problem("draw.results_missing", missing=", ".join(missing))
