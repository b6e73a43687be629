"""Carry the final of one event over into the next: it is the first game of its players there."""

from msgspec.structs import replace

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.events.changes import AnyChange, CarriedOver, DrawnTable, PlayerEntered, TableReport
from kamchatka.tournament.events.entrants import normalise
from kamchatka.tournament.events.event import Event, Round
from kamchatka.tournament.registration import next_number
from kamchatka.tournament.results.acceptance import accept


def carry_over(event: Event, previous: Event) -> list[AnyChange]:
    """Return the changes that carry the final of the previous event over.

    Before round 1 is drawn, its players are entered if needed and share a table of that round. Afterwards the final's
    result is the result of that table. A corrected final may be carried over again.
    """
    held, final = _final(previous)
    if event.settings.edition != previous.settings.edition:
        raise Problem("carry.other_edition", edition=previous.settings.edition)
    return _result(event, previous, held, final) if event.rounds else _players(event, previous, final)


def _final(previous: Event) -> tuple[Round, DrawnTable]:
    """Return the only table of the final."""
    held = next((one for one in previous.rounds if one.stage == "final"), None)
    if held is None or len(held.tables) != 1:
        raise Problem("carry.no_final", name=previous.name)
    return held, held.tables[0]


def _players(event: Event, previous: Event, final: DrawnTable) -> list[AnyChange]:
    known, made, seats = _numbers(event), list[AnyChange](), list[int]()
    number = next_number(event.entrants.values())
    for seat in final.seats:
        player = previous.entrants[seat]
        found = known.get(normalise(player.name))
        if found is None:
            found, number = number, number + 1
            made.append(PlayerEntered(found, player.name, player.club, player.region, player.details))
        seats.append(found)
    if not made and tuple(seats) == event.carried:
        return []
    return [*made, CarriedOver(tuple(seats), previous.name)]


def _result(event: Event, previous: Event, held: Round, final: DrawnTable) -> list[AnyChange]:
    """Return the final's result, with the players' numbers and hands, for the table of round 1."""
    known, report = _numbers(event), held.reports.get(final.number)
    if report is None:
        raise Problem("carry.no_result", name=previous.name)
    numbers = {seat: known.get(normalise(previous.entrants[seat].name), 0) for seat in final.seats}
    first = event.rounds[0]
    table = next((one for one in first.tables if set(one.seats) == set(numbers.values())), None)
    if table is None:
        raise Problem("carry.no_table", name=previous.name)
    hands = {seat: hand for hand, seat in enumerate(final.seats, start=1)}
    lines = (replace(one, entrant=numbers[one.entrant], hand=one.hand or hands[one.entrant]) for one in report.lines)
    carried = TableReport(tuple(lines))
    before = first.reports.get(table.number)
    accepted = accept(event, 1, table.number, carried, correct=before is not None)
    return [] if before == accepted.report else [accepted]


def _numbers(event: Event) -> dict[str, int]:
    return {normalise(one.name): one.number for one in event.entrants.values()}
