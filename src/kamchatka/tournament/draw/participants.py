"""Select the players of the next round: all entrants, winners, semifinalists in seeding bands, or finalists."""

from collections.abc import Iterator
from itertools import takewhile

import msgspec

from kamchatka.kernel.problem import Problem
from kamchatka.kernel.text import Text
from kamchatka.tournament.draw.formats import finals_of, is_small, knockout_plan, table_sizes
from kamchatka.tournament.events.changes import DrawnTable, Stage
from kamchatka.tournament.events.event import Event, Round
from kamchatka.tournament.results.acceptance import scores_that_count
from kamchatka.tournament.standings.standings import StandingsRow, standings
from kamchatka.tournament.standings.teams import oversized_clubs


class NothingToDraw(Problem):
    """There is no round left to draw."""


class Participants(msgspec.Struct, frozen=True):
    """The players of a round: groups that are drawn separately. Each table of a group gets one player of every band."""

    stage: Stage
    groups: tuple[tuple[int, ...], ...]
    sizes: tuple[tuple[int, ...], ...]
    bands: tuple[tuple[tuple[int, ...], ...], ...] = ()


def participants_of(event: Event, stage: Stage) -> Participants:
    """Return the players of a stage that depends on earlier results."""
    if stage == "knockout":
        return _knockout_participants(event)
    _check_complete(event)
    return _semifinalists(event) if stage == "semifinal" else _finals_participants(event)


def next_participants(event: Event) -> Participants:
    """Return the next round's players and tables; a Problem says what is missing, or that the event is over."""
    settings = event.settings
    if settings.format == "knockout":
        return _knockout_participants(event)
    if _rounds_drawn(event) < settings.rounds:
        return _everybody(event)
    if settings.format == "finals" and not any(round.stage == "final" for round in event.rounds):
        _check_complete(event)
        if settings.semifinals and not any(round.stage == "semifinal" for round in event.rounds):
            return _semifinalists(event)
        return _finals_participants(event)
    raise NothingToDraw("draw.no_round_left")


def unreported(event: Event) -> Text | None:
    """Return the warning to confirm before the next regular round is drawn: an earlier round has no results at all."""
    silent = [round.number for round in event.rounds if round.stage == "round" and not round.reports]
    if not silent or _rounds_drawn(event) >= event.settings.rounds:
        return None
    numbers = ", ".join(map(str, silent))
    return Text("draw", "unreported", rounds=numbers)


def late_arrival(event: Event) -> Text | None:
    """Say when a player who enters now will first play; None before the first draw, as all start in round 1."""
    if not event.rounds:
        return None
    last, number = event.rounds[-1], len(event.rounds)
    if event.settings.format != "knockout" and _rounds_drawn(event) < event.settings.rounds:
        return Text("draw", "late_from", round=number + 1)
    if (last.stage == "round" or number == 1) and not last.reports and not last.games:
        return Text("draw", "late_if_again", round=number)
    rule = " (rtu.12.3a)" if event.settings.format == "knockout" else ""
    return Text("draw", "late_never", rule=rule)


def _rounds_drawn(event: Event) -> int:
    """Count the regular rounds (those that all entrants play) drawn so far."""
    return sum(round.stage == "round" for round in event.rounds)


def _everybody(event: Event) -> Participants:
    """Return all entrants who have not withdrawn."""
    if event.settings.format == "teams" and (clubs := oversized_clubs(event)):
        raise Problem("draw.team_too_large", team_size=event.settings.team_size, clubs=", ".join(clubs))
    players = tuple(entrant.number for entrant in event.playing)
    return Participants("round", (players,), (table_sizes(len(players), event.settings.sizes),))


def _knockout_participants(event: Event) -> Participants:
    """Return all entrants, later the winners (rtu.12.3a), at tables that lead to a full final (rtu.12.3c)."""
    _check_complete(event)
    if event.rounds and len(event.rounds[-1].tables) == 1:
        raise NothingToDraw("draw.final_played")
    players = tuple(entrant.number for entrant in event.playing)
    if event.rounds:
        players = tuple(
            entrant for table in event.rounds[-1].tables for entrant in _advancing(event, event.rounds[-1], table, 1)
        )
    plan = knockout_plan(len(players), event.settings.final_seats, event.settings.sizes)
    return Participants("knockout", (players,), (plan[0].tables,))


def _semifinalists(event: Event) -> Participants:
    """Return the top of the standings in seeding bands. Direct finalists of a small event skip the semifinals."""
    settings, rows = event.settings, _still_there(event)
    direct = len(_direct(event, rows))
    tables = settings.final_seats // settings.advance - direct
    played = sum(row.played > 0 for row in standings(event))
    seats = settings.sizes[0]
    finals = min(finals_of(played, settings), max(1, len(rows) // (tables * seats)))
    rows = rows[direct : direct + finals * tables * seats]
    if len(rows) < tables * seats:
        raise Problem("draw.too_few_for_semifinals", seats=seats, tables=tables * seats, number=len(rows))
    groups = tuple(tuple(row.entrant for row in rows[group::finals]) for group in range(finals))
    bands = tuple(tuple(group[at : at + tables] for at in range(0, len(group), tables)) for group in groups)
    return Participants("semifinal", groups, ((seats,) * tables,) * finals, bands)


def _finals_participants(event: Event) -> Participants:
    """Return the winners of each group of semifinals, or the top of the standings if there were no semifinals."""
    settings = event.settings
    last = event.rounds[-1]
    if last.stage != "semifinal":
        heads = tuple(row.entrant for row in _still_there(event)[: settings.final_seats])
        return Participants("final", (heads,), (table_sizes(len(heads), (settings.final_seats,)),))
    whole = settings.final_seats // settings.advance  # semifinals per final
    groups = [last.tables[at : at + whole] for at in range(0, len(last.tables), whole)]
    finals = tuple(_finalists(event, last, group) for group in groups)
    sizes = (settings.final_seats, *settings.sizes)
    return Participants("final", finals, tuple(table_sizes(len(final), sizes, tables=1) for final in finals))


def _finalists(event: Event, last: Round, group: tuple[DrawnTable, ...]) -> tuple[int, ...]:
    """Return direct finalists, then players who advance, then the best others as substitutes for withdrawn players."""
    seats, advance = event.settings.final_seats, event.settings.advance
    rows = {row.entrant: row.place for row in _still_there(event)}
    waiting = [] if advance * len(group) == seats else takewhile(lambda entrant: last.seated(entrant) is None, rows)
    found = [*waiting, *(entrant for table in group for entrant in _advancing(event, last, table, advance))]
    others = [
        (score.place, rows[score.entrant], score.entrant)
        for table in group
        for score in scores_that_count(event, last, table.number)
        if score.entrant in rows and score.entrant not in found
    ]
    return tuple([*found, *(entrant for _, _, entrant in sorted(others))][:seats])


def _direct(event: Event, rows: list[StandingsRow]) -> list[int]:
    """Return leaders of a small event who won every game; they skip the semifinals."""
    played = sum(row.played > 0 for row in standings(event))
    most = event.settings.direct_finalists if is_small(played, event.settings) else 0
    found = list[int]()
    for row in rows[:most]:
        if row.wins < event.settings.rounds:
            break
        found.append(row.entrant)
    return found


def _still_there(event: Event) -> list[StandingsRow]:
    return [row for row in standings(event) if not event.entrants[row.entrant].withdrawn and row.played]


def _advancing(event: Event, round: Round, table: DrawnTable, count: int) -> Iterator[int]:
    """Yield the best players of a table who have not withdrawn; a Problem if an unresolved tie decides who advances."""
    there = [
        score for score in scores_that_count(event, round, table.number) if not event.entrants[score.entrant].withdrawn
    ]
    if len(there) > count and there[count - 1].place == there[count].place:
        names = [event.names[score.entrant] for score in there if score.place == there[count].place]
        where = f"{round.number}/{table.number}"
        raise Problem("draw.who_goes_on", rule="rtu.10.4a", where=where, names=", ".join(names))
    yield from (score.entrant for score in there[:count])


def _check_complete(event: Event) -> None:
    """Raise a Problem that lists the tables without a counting result: the players of the next stage depend on them."""
    missing = [
        f"{round.number}/{table.number}"
        for round in event.rounds
        for table in round.tables
        if not scores_that_count(event, round, table.number)
    ]
    if missing:
        raise Problem("draw.results_missing", missing=", ".join(missing))
