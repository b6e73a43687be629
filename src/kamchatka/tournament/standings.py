"""The standings: sums of the points that count, and for every tie the reason why one stands before another."""

from decimal import Decimal
from functools import cmp_to_key
from itertools import pairwise

import msgspec
from msgspec.structs import replace

from kamchatka.tournament.event import Event, Round
from kamchatka.tournament.formats import most_discards
from kamchatka.tournament.results import counting
from kamchatka.tournament.said import Said
from kamchatka.tournament.scoring import Score, shown

ORDINALS = (
    Said("il miglior risultato", "best result"),
    Said("il secondo risultato", "second result"),
    Said("il terzo risultato", "third result"),
)


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


def standings(event: Event, after: int | None = None) -> tuple[Row, ...]:
    """The ranking after so many rounds (all of them unless said): only those that everybody plays count."""
    rounds = [round for round in event.rounds if round.stage in ("round", "knockout")][:after]
    results = _results(event, rounds)
    earlier = {row.entrant: row.place for row in standings(event, len(rounds) - 1)} if len(rounds) > 1 else {}
    rows = [_row(entrant, results.get(entrant, []), len(rounds), event) for entrant in event.entrants]
    rows.sort(key=lambda row: event.names[row.entrant])
    rows.sort(key=cmp_to_key(lambda one, other: -_compare(one, other, earlier)[0]))
    return _placed(rows, earlier)


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


def _compare(one: Row, other: Row, earlier: dict[int, int]) -> tuple[int, Said | None]:
    """1 if the first stands before the other, with the reason when their totals are equal; 0 if nothing decides."""
    if one.total != other.total:
        return (1 if one.total > other.total else -1), None
    bests = [sorted((result.score.points for result in row.results), reverse=True) for row in (one, other)]
    for place, ordinal in enumerate(ORDINALS):
        mine, theirs = (best[place] if place < len(best) else Decimal(0) for best in bests)
        if mine != theirs:
            high, low = shown(max(mine, theirs)), shown(min(mine, theirs))
            return (1 if mine > theirs else -1), Said(
                f"pari a {shown(one.total)}: {ordinal.it} è {high} contro {low}",
                f"equal at {shown(one.total)}: {ordinal.en} {high} against {low}",
            )
    mine_before, theirs_before = earlier.get(one.entrant, 0), earlier.get(other.entrant, 0)
    if mine_before != theirs_before:
        high_place, low_place = sorted((mine_before, theirs_before))
        return (1 if mine_before < theirs_before else -1), Said(
            f"pari a {shown(one.total)} e nei risultati: prima era {high_place}° contro {low_place}°",
            f"equal at {shown(one.total)} and in results: stood {high_place} against {low_place} a round earlier",
        )
    return 0, None


def _placed(rows: list[Row], earlier: dict[int, int]) -> tuple[Row, ...]:
    """The rows with their places; who cannot be told apart shares one."""
    places: list[int] = [1] * len(rows)
    ties: list[Said | None] = [None] * len(rows)
    for at, (one, other) in enumerate(pairwise(rows)):
        order, why = _compare(one, other, earlier)
        places[at + 1] = places[at] if order == 0 else at + 2
        ties[at] = why if order else _equal(one)
    return tuple(replace(row, place=place, tie=tie) for row, place, tie in zip(rows, places, ties, strict=True))


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
