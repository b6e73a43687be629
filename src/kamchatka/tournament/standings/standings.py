"""The standings: sums of counting points, and the reason for the order of tied players."""

import hashlib
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import groupby, zip_longest

import msgspec
from msgspec.structs import replace

from kamchatka.kernel.text import Text
from kamchatka.tournament.events.event import Event, Round
from kamchatka.tournament.formatting import format_points
from kamchatka.tournament.results.acceptance import scores_that_count
from kamchatka.tournament.results.scoring import GameScore
from kamchatka.tournament.results.tie_breaking import TieBreak, deciding_tiebreak, split_ties
from kamchatka.tournament.settings.regulations import most_discards
from kamchatka.tournament.standings.tiebreaks import PlayerGames, parse_tiebreaks


class GameResult(msgspec.Struct, frozen=True):
    """One game of a player in the standings; `counted` is False for a discard."""

    round: int
    table: int
    score: GameScore
    counted: bool = True


class StandingsRow(msgspec.Struct, frozen=True):
    """A row of the standings."""

    place: int
    entrant: int
    total: Decimal
    results: tuple[GameResult, ...]
    wins: int  # sole wins
    tie: Text | None = None  # why the player ranks before the next one with equal points
    played: int = 0
    by: str = ""  # code of the deciding tie-break; empty: the place is shared


def standings(event: Event, after: int | None = None) -> tuple[StandingsRow, ...]:
    """Rank the players after `after` rounds (default: all). Only regular and knockout rounds count."""
    rounds = [round for round in event.rounds if round.stage in ("round", "knockout")][:after]
    results = _results(event, rounds)
    earlier = {row.entrant: row.place for row in standings(event, len(rounds) - 1)} if len(rounds) > 1 else {}
    rows = [_row(entrant, results.get(entrant, []), len(rounds), event) for entrant in event.entrants]
    rows.sort(key=lambda row: (-row.total, event.names[row.entrant]))
    return tuple(_assign_places(rows, earlier, parse_tiebreaks(event.settings.tiebreaks), _seed(event)))


def _results(event: Event, rounds: list[Round]) -> dict[int, list[GameResult]]:
    found = dict[int, list[GameResult]]()
    for round in rounds:
        for table in sorted(round.reports):
            for score in scores_that_count(event, round, table):
                found.setdefault(score.entrant, []).append(GameResult(round.number, table, score))
    return found


def _row(entrant: int, results: list[GameResult], games: int, event: Event) -> StandingsRow:
    """Build a player's row. Missed games are discarded first, then the worst results (rtu.12.2.3)."""
    discards = min(event.settings.discards, most_discards(games))
    over = max(0, discards - (games - len(results)))
    if event.settings.best_games:
        over = max(over, len(results) - event.settings.best_games)
    worst = sorted(results, key=lambda result: result.score.points)[:over]
    kept = tuple(replace(result, counted=not any(result is one for one in worst)) for result in results)
    total = sum((result.score.points for result in kept if result.counted), Decimal(0))
    total += sum((one.points for one in event.bonuses.get(entrant, ())), Decimal(0))
    wins = sum(result.score.winners == 1 for result in results)
    return StandingsRow(0, entrant, total, kept, wins, None, len(results))


def _assign_places(
    rows: list[StandingsRow], earlier: dict[int, int], breaks: Sequence[TieBreak[PlayerGames]], seed: int
) -> Iterator[StandingsRow]:
    """Assign places, breaking ties with the event's tie-breaks. Ties that remain share a place."""
    known = {row.entrant: row for row in rows}
    records = {row.entrant: _record(row, earlier, seed) for row in rows}
    place = 1
    for _, equals in groupby(rows, key=lambda row: row.total):
        groups = split_ties([records[row.entrant] for row in equals], breaks)
        for group, following in zip_longest(groups, groups[1:]):
            for record in group[:-1]:
                yield replace(known[record.entrant], place=place, tie=_equal(known[record.entrant]))
            row = known[group[-1].entrant]
            found = deciding_tiebreak(group[-1], following[0], breaks) if following else None
            code, why = found or ("", None)
            yield replace(row, place=place, tie=_tie(row, why) if why else None, by=code)
            place += len(group)


def _record(row: StandingsRow, earlier: dict[int, int], seed: int) -> PlayerGames:
    scores = tuple(result.score for result in row.results)
    return PlayerGames(row.entrant, scores, earlier.get(row.entrant, 0), _lot(seed, row.entrant))


def _seed(event: Event) -> int:
    return event.rounds[0].seed if event.rounds else 0


def _lot(seed: int, entrant: int) -> int:
    """Return a player's lot from 1 to a million: the same whenever the standings are computed."""
    drawn = hashlib.blake2b(f"{seed} {entrant}".encode(), digest_size=8).digest()
    return int.from_bytes(drawn, "big") % 1_000_000 + 1


def _tie(row: StandingsRow, why: Text) -> Text:
    return Text("standing", "before", points=format_points(row.total), why=why)


def _equal(row: StandingsRow) -> Text | None:
    if not row.played:
        return None
    return Text("standing", "equal", points=format_points(row.total))
