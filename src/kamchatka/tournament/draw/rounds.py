"""Draw the next round: players to keep apart, tables, hands; and record no-shows."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Literal

from msgspec.structs import replace

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.draw.field import Participants
from kamchatka.tournament.draw.greedy import draw_greedily
from kamchatka.tournament.draw.hands import History, assign_hands
from kamchatka.tournament.draw.pairings import pair, pairing_of
from kamchatka.tournament.draw.participants import next_participants, question_before_draw
from kamchatka.tournament.draw.seating import MOST_PAIRS, MOST_TIMES, DrawProblem, DrawSolution, KeepApart, Tables
from kamchatka.tournament.draw.solver import draw_best, draw_quickly, is_installed
from kamchatka.tournament.events.changes import Absent, Drawn, DrawnTable
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.results.acceptance import scores_that_count

Method = Literal["cp-sat", "greedy"]


def next_round(
    event: Event, seed: int, method: Method | None = None, again: bool = False, anyway: bool = False
) -> Drawn:
    """Draw the next round, or redraw the last one. The same seed gives the same tables.

    `anyway`: draw even if results of earlier rounds are missing.
    """
    if again:
        if not event.rounds:
            raise Problem("draw.nothing_again")
        event = replace(event, rounds=event.rounds[:-1])
    if not anyway and not again and (silent := question_before_draw(event)) is not None:
        raise Problem("draw.unreported", silent=silent)
    field, random = next_participants(event), Random(seed)
    way = draw_greedily if method == "greedy" else draw_best if method or is_installed() else draw_quickly
    tables: Tables = ()
    drawings = list[DrawSolution]()
    for number in range(len(field.groups)):
        draw = draw_problem(event, field, number, random)
        pairing = pairing_of(event, field)
        paired = pair(event, field, pairing)
        drawings.append(_follow(draw, paired, pairing) if paired is not None else way(draw, seed))
        tables += drawings[-1].tables
    seated = assign_hands(tables, hand_history(event), random)
    numbered = tuple(DrawnTable(number, seats) for number, seats in enumerate(seated, start=1))
    methods = "+".join(sorted({one.method for one in drawings}))
    return Drawn(
        len(event.rounds) + 1,
        field.stage,
        numbered,
        seed,
        methods,
        sum(one.cost for one in drawings),
        sum(one.bound for one in drawings),
        again,
    )


def _follow(draw: DrawProblem, tables: Tables, pairing: str) -> DrawSolution:
    """Return tables that follow from the results. There are no others, so they are the best."""
    cost = draw.cost(tables)
    return DrawSolution(tables, cost, cost, pairing)


def reseat(event: Event, drawn: Drawn, tables: Tables) -> Drawn:
    """Return a draw that was changed by hand, with its new cost. Players and table sizes must be the same."""
    if tables == tuple(table.seats for table in drawn.tables):
        return drawn
    event = replace(event, rounds=event.rounds[: drawn.round - 1])
    field, cost, rest = next_participants(event), 0, tables
    for number, sizes in enumerate(field.sizes):
        part, rest = rest[: len(sizes)], rest[len(sizes) :]
        if sorted(map(len, part)) != sorted(sizes) or sorted(sum(part, ())) != sorted(field.groups[number]):
            raise _not_the_same()
        cost += draw_problem(event, field, number, Random(drawn.seed)).cost(part)
    if rest:
        raise _not_the_same()
    numbered = tuple(DrawnTable(number, seats) for number, seats in enumerate(tables, start=1))
    return replace(drawn, tables=numbered, method="by hand", cost=cost)


def _not_the_same() -> Problem:
    return Problem("draw.changed_by_hand")


def draw_problem(event: Event, field: Participants, group: int, random: Random) -> DrawProblem:
    """Build the draw problem for one group of participants."""
    players = random.sample(field.groups[group], len(field.groups[group]))
    bands = [KeepApart("band", band) for band in field.bands[group]] if field.bands else []
    semifinal = field.stage == "semifinal"
    crosses = semifinal and "region" in event.settings.semifinal_criteria
    with_regions = crosses or (event.settings.separate_regions and not event.rounds)
    apart = [*bands, *_of_clubs(event, players, with_regions), *_of_rounds(event, players)]
    criteria = event.settings.semifinal_criteria if semifinal else event.settings.criteria
    if "clubs" in criteria:
        apart += _of_meetings(event, players)
    fives = Counter(
        player
        for round in event.rounds
        for table in round.tables
        if len(table.seats) == 5
        for player in table.seats
        if player in players
    )
    groups = tuple(one for one in apart if len(one.members) > 1)
    return DrawProblem(tuple(players), field.sizes[group], groups, dict(fives), criteria)


def _of_clubs(event: Event, players: list[int], with_regions: bool) -> Iterator[KeepApart]:
    """Keep clubmates apart in every round, and players of one region in the first round or in crossed semifinals."""
    for club in sorted({event.entrants[player].club for player in players} - {""}):
        yield KeepApart("club", tuple(player for player in players if event.entrants[player].club == club))
    if with_regions:
        for region in sorted({event.entrants[player].region for player in players} - {""}):
            yield KeepApart("region", tuple(player for player in players if event.entrants[player].region == region))


def _of_rounds(event: Event, players: list[int]) -> Iterator[KeepApart]:
    """Keep players apart who have already met, and spread the winners of earlier rounds."""
    wins = Counter[int]()
    for round in event.rounds:
        for table in round.tables:
            yield KeepApart("rematch", tuple(player for player in players if player in table.seats))
            wins.update(score.entrant for score in scores_that_count(event, round, table.number) if score.winners)
    if wins and event.rounds[-1].stage == "round":
        yield KeepApart("winners", tuple(player for player in players if wins[player]))


def _of_meetings(event: Event, players: list[int]) -> Iterator[KeepApart]:
    """Keep apart the pairs of clubs that have met more often than others: all clubs shall meet equally often."""
    clubs = {player: event.entrants[player].club for player in players if event.entrants[player].club}
    met = Counter[tuple[str, str]]()
    for round in event.rounds:
        for table in round.tables:
            seated = sorted({event.entrants[seat].club for seat in table.seats} - {""})
            met.update(combinations(seated, 2))
    pairs = list(combinations(sorted(set(clubs.values())), 2))
    least = min((met[pair] for pair in pairs), default=0)
    often = sorted((two for two in pairs if met[two] > least), key=lambda two: (-met[two], two))
    for two in often[:MOST_PAIRS]:
        group = KeepApart("clubs", tuple(player for player in players if clubs.get(player) in two))
        yield from [group] * min(met[two] - least, MOST_TIMES)  # the more often they have met, the worse


def hand_history(event: Event) -> History:
    """Count the hands that each player has played, as drawn or as reported."""
    history: History = {}
    for round in event.rounds:
        for table in round.tables:
            hands = {player: hand for hand, player in enumerate(table.seats, start=1)}
            if table.number in round.reports:
                hands |= {line.entrant: line.hand for line in round.reports[table.number].lines if line.hand}
            for player, hand in hands.items():
                history.setdefault(player, Counter())[hand] += 1
    return history


# ------------------------------------------------------------------ no-shows
def mark_absent(event: Event, number: int, substitute: int = 0) -> Absent:
    """Record a no-show in the last round; a Problem if the table would be left with an invalid size (rtu.12.1b)."""
    round = event.round(len(event.rounds))
    table = round.table_of(number)
    if table is not None and not substitute and (left := len(table.seats) - 1) not in event.settings.sizes:
        raise Problem("draw.table_too_small", rule="rtu.12.1b", number=table.number, left=left)
    return Absent(round.number, number, substitute)
