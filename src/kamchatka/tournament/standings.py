"""The standings: sums of the points that count, and for every tie the reason why one stands before another."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import groupby, zip_longest

import msgspec
from msgspec.structs import replace

from kamchatka.tournament.booklet import most_discards
from kamchatka.tournament.event import Event, Round
from kamchatka.tournament.results import counting
from kamchatka.tournament.said import Said, shown
from kamchatka.tournament.scoring import Score
from kamchatka.tournament.tiebreaks import Record, breaks_of
from kamchatka.tournament.ties import TieBreak, decided, told_apart


class Result(msgspec.Struct, frozen=True):
    """One game of a player in the standings; `counted` is False for a discard."""

    round: int
    table: int
    score: Score
    counted: bool = True


class Row(msgspec.Struct, frozen=True):
    """A line of the standings."""

    place: int
    entrant: int
    total: Decimal
    results: tuple[Result, ...]
    wins: int  # alone
    tie: Said | None = None  # why before the next, who has as many points
    played: int = 0
    by: str = ""  # the code of the tie-break that says so; none: they share the place


def standings(event: Event, after: int | None = None) -> tuple[Row, ...]:
    """The ranking after so many rounds (all of them unless said): only those that everybody plays count."""
    rounds = [round for round in event.rounds if round.stage in ("round", "knockout")][:after]
    results = _results(event, rounds)
    earlier = {row.entrant: row.place for row in standings(event, len(rounds) - 1)} if len(rounds) > 1 else {}
    rows = [_row(entrant, results.get(entrant, []), len(rounds), event) for entrant in event.entrants]
    rows.sort(key=lambda row: (-row.total, event.names[row.entrant]))
    return tuple(_placed(rows, earlier, breaks_of(event.settings.tiebreaks)))


def _results(event: Event, rounds: list[Round]) -> dict[int, list[Result]]:
    found = dict[int, list[Result]]()
    for round in rounds:
        for table in sorted(round.reports):
            for score in counting(event, round, table):
                found.setdefault(score.entrant, []).append(Result(round.number, table, score))
    return found


def _row(entrant: int, results: list[Result], games: int, event: Event) -> Row:
    """A player's row: games missed are the first to be discarded, then the worst results (rtu.12.2.3)."""
    discards = min(event.settings.discards, most_discards(games))
    worst = sorted(results, key=lambda result: result.score.points)[: max(0, discards - (games - len(results)))]
    kept = tuple(replace(result, counted=not any(result is one for one in worst)) for result in results)
    total = sum((result.score.points for result in kept if result.counted), Decimal(0))
    wins = sum(result.score.winners == 1 for result in results)
    return Row(0, entrant, total, kept, wins, None, len(results))


def _placed(rows: list[Row], earlier: dict[int, int], breaks: Sequence[TieBreak[Record]]) -> Iterator[Row]:
    """The rows with their places, each tie told apart by the event's tie-breaks; who cannot be shares a place."""
    known = {row.entrant: row for row in rows}
    records = {row.entrant: _record(row, earlier) for row in rows}
    place = 1
    for _, equals in groupby(rows, key=lambda row: row.total):
        groups = told_apart([records[row.entrant] for row in equals], breaks)
        for group, following in zip_longest(groups, groups[1:]):
            for record in group[:-1]:
                yield replace(known[record.entrant], place=place, tie=_equal(known[record.entrant]))
            row = known[group[-1].entrant]
            found = decided(group[-1], following[0], breaks) if following else None
            code, why = found or ("", None)
            yield replace(row, place=place, tie=_tie(row, why) if why else None, by=code)
            place += len(group)


def _record(row: Row, earlier: dict[int, int]) -> Record:
    return Record(row.entrant, tuple(result.score for result in row.results), earlier.get(row.entrant, 0))


def _tie(row: Row, why: Said) -> Said:
    return Said(f"pari a {shown(row.total)}: {why.it}", f"equal at {shown(row.total)}: {why.en}")


def _equal(row: Row) -> Said | None:
    if not row.played:
        return None
    return Said(
        f"pari a {shown(row.total)} e in tutto: stesso posto", f"equal at {shown(row.total)} and in all: same place"
    )


# ------------------------------------------------------------------ the end of an event
class Placing(msgspec.Struct, frozen=True):
    """A player's final place, and what made it."""

    place: int
    entrant: int
    how: Said


def final_placings(event: Event) -> tuple[Placing, ...]:
    """The order of the event: by the stage reached, the place at its table, then the standings of the rounds."""
    rows = standings(event)
    base = {row.entrant: row.place for row in rows}
    reached = _reached(event)
    order = sorted(rows, key=lambda row: (*_depth(reached, row.entrant), base[row.entrant]))
    keys = [(*_depth(reached, row.entrant), base[row.entrant]) for row in order]
    return tuple(
        Placing(keys.index(key) + 1, row.entrant, _how(event, reached.get(row.entrant), row))
        for key, row in zip(keys, order, strict=True)
    )


def _reached(event: Event) -> dict[int, tuple[int, int]]:
    """For who played semifinals, finals or an elimination: the last of those rounds and the place at its table."""
    found = dict[int, tuple[int, int]]()
    for round in event.rounds:
        if round.stage == "round":
            continue
        for table in round.tables:
            for entrant in table.seats:
                found[entrant] = (round.number, len(table.seats))
            for score in counting(event, round, table.number):
                found[score.entrant] = (round.number, score.place)
    return found


def _depth(reached: dict[int, tuple[int, int]], entrant: int) -> tuple[int, int]:
    round, place = reached.get(entrant, (0, 0))
    return -round, place


def _how(event: Event, reached: tuple[int, int] | None, row: Row) -> Said:
    rest = Said(
        f"{row.place}° in classifica con {shown(row.total)}", f"{row.place} in the standings with {shown(row.total)}"
    )
    if reached is None:
        return rest
    number, place = reached
    stages = {
        "semifinal": Said("semifinale", "semifinal"),
        "final": Said("finale", "final"),
        "knockout": Said(f"turno {number}", f"round {number}"),
    }
    stage = stages[event.round(number).stage]
    return Said(f"{stage.it}: {place}° al tavolo; {rest.it}", f"{stage.en}: {place} at the table; {rest.en}")
