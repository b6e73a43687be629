"""Semifinals, consolation games and finals: the players of each, in groups and bands."""

from itertools import takewhile

from msgspec.structs import replace

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.draw.field import Participants, advancing, still_there
from kamchatka.tournament.draw.formats import finals_of, is_small, table_sizes
from kamchatka.tournament.events.changes import DrawnTable
from kamchatka.tournament.events.event import Event, Round
from kamchatka.tournament.results.acceptance import scores_that_count
from kamchatka.tournament.settings.settings import EventSettings
from kamchatka.tournament.standings.qualifying import Qualified, field_size, find_qualified
from kamchatka.tournament.standings.standings import StandingsRow, standings


def who_qualifies(event: Event) -> list[Qualified]:
    """Return who would qualify by the results so far, by the event's list of rules."""
    return find_qualified(event, lambda direct: _places(event, direct))


def _places(event: Event, direct: int) -> int:
    """Return the places that the rules have to fill after the direct finalists."""
    settings, finals = event.settings, _finals(event)
    if not settings.semifinals:
        return max(0, finals * settings.final_seats - direct)
    return finals * _semifinals(settings, direct) * (settings.semifinal_seats or settings.sizes[0])


def _semifinals(settings: EventSettings, direct: int) -> int:
    """Return the semifinals of one final."""
    return max(0, settings.final_seats - direct) // settings.advance


def _finals(event: Event) -> int:
    settings, size = event.settings, field_size(event)
    seats = settings.semifinal_seats or settings.sizes[0]
    tables = _semifinals(settings, 0) * seats if settings.semifinals else settings.final_seats
    return min(finals_of(size, settings), max(1, size // max(1, tables)))


def _by_rules(event: Event) -> Participants:
    """Return the semifinalists whom the event's rules name, in bands."""
    settings, finals, found = event.settings, _finals(event), who_qualifies(event)
    direct = sum(one.rule.target == "final" for one in found)
    players = [one.entrant for one in found if one.rule.target != "final"]
    tables, seats = _semifinals(settings, direct), settings.semifinal_seats or settings.sizes[0]
    if not tables or len(players) < finals * tables * min(seats, *settings.sizes):
        needed = finals * tables * seats
        raise Problem("draw.too_few_for_semifinals", seats=seats, tables=needed, number=len(players))
    groups = tuple(tuple(players[group::finals]) for group in range(finals))
    sizes = tuple(_sizes_of(len(group), tables, seats, settings) for group in groups)
    bands = tuple(tuple(group[at : at + tables] for at in range(0, len(group), tables)) for group in groups)
    return Participants("semifinal", groups, sizes, bands)


def _sizes_of(players: int, tables: int, seats: int, settings: EventSettings) -> tuple[int, ...]:
    if players == tables * seats:
        return (seats,) * tables
    return table_sizes(players, (seats, *settings.sizes), tables)


def consolation_participants(event: Event) -> Participants:
    """Return those who lost a semifinal, for a game among themselves."""
    last = event.rounds[-1]
    through = {entrant for final in finals_participants(event).groups for entrant in final}
    seated = [seat for table in last.tables for seat in table.seats]
    players = tuple(seat for seat in seated if seat not in through and not event.entrants[seat].withdrawn)
    return Participants("consolation", (players,), (table_sizes(len(players), event.settings.sizes),))


def semifinalists(event: Event) -> Participants:
    """Return the top of the standings in seeding bands. Direct finalists of a small event skip the semifinals."""
    if event.settings.qualification:
        return _by_rules(event)
    settings, rows = event.settings, still_there(event)
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


def finals_participants(event: Event) -> Participants:
    """Return the winners of each group of semifinals, or the top of the standings if there were no semifinals."""
    settings = event.settings
    last = _last_semifinal(event)
    if last is None and settings.qualification:
        return _finals_by_rules(event)
    if last is None:
        heads = tuple(row.entrant for row in still_there(event)[: settings.final_seats])
        return Participants("final", (heads,), (table_sizes(len(heads), (settings.final_seats,)),))
    whole = settings.final_seats // settings.advance  # semifinals per final
    if settings.qualification:
        whole = max(1, -(-len(last.tables) // _finals(event)))
    groups = [last.tables[at : at + whole] for at in range(0, len(last.tables), whole)]
    finals = tuple(_finalists(event, last, group) for group in groups)
    sizes = (settings.final_seats, *settings.sizes)
    return Participants("final", finals, tuple(table_sizes(len(final), sizes, tables=1) for final in finals))


def _finalists(event: Event, last: Round, group: tuple[DrawnTable, ...]) -> tuple[int, ...]:
    """Return direct finalists, then players who advance, then the best others as substitutes for withdrawn players."""
    seats, advance = event.settings.final_seats, event.settings.advance
    rows = {row.entrant: row.place for row in still_there(event)}
    if event.settings.qualification:
        waiting = [entrant for entrant in _direct_by_rules(event, last) if entrant in rows]
    elif advance * len(group) == seats:
        waiting = []
    else:
        waiting = list(takewhile(lambda entrant: last.table_of(entrant) is None, rows))
    found = [*waiting, *(entrant for table in group for entrant in advancing(event, last, table, advance))]
    others = [
        (score.place, rows[score.entrant], score.entrant)
        for table in group
        for score in scores_that_count(event, last, table.number)
        if score.entrant in rows and score.entrant not in found
    ]
    return tuple([*found, *(entrant for _, _, entrant in sorted(others))][:seats])


def _last_semifinal(event: Event) -> Round | None:
    return next((round for round in reversed(event.rounds) if round.stage == "semifinal"), None)


def _direct_by_rules(event: Event, last: Round) -> list[int]:
    """Return the direct finalists, by the players who were there when the semifinals were drawn."""
    entrants = {number: replace(entrant, withdrawn=number in last.gone) for number, entrant in event.entrants.items()}
    found = who_qualifies(replace(event, entrants=entrants))
    return [one.entrant for one in found if one.rule.target == "final" and last.table_of(one.entrant) is None]


def _finals_by_rules(event: Event) -> Participants:
    """Return the finals of an event without semifinals: all whom the rules name, round robin."""
    settings, finals = event.settings, _finals(event)
    players = [one.entrant for one in who_qualifies(event)]
    groups = tuple(tuple(players[group::finals]) for group in range(finals))
    sizes = tuple(table_sizes(len(group), (settings.final_seats, *settings.sizes), 1) for group in groups)
    return Participants("final", groups, sizes)


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
