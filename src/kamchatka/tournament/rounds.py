"""The next round of an event: its stage, who plays it, and the draw that seats them."""
from collections import Counter
from collections.abc import Iterator
from itertools import takewhile
from random import Random
from typing import Literal

import msgspec

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.changes import Absent, Drawn, DrawnTable, Stage
from kamchatka.tournament.draw.greedy import draw_greedily
from kamchatka.tournament.draw.hands import History, dealt_hands
from kamchatka.tournament.draw.seating import Apart, Draw, Drawing, Tables
from kamchatka.tournament.draw.solver import draw_best, is_installed
from kamchatka.tournament.event import Event, Round
from kamchatka.tournament.formats import finals_of, is_small, knockout_plan, table_sizes
from kamchatka.tournament.results import counting
from kamchatka.tournament.standings import Row, standings
from kamchatka.tournament.teams import oversized

Method = Literal["cp-sat", "greedy"]


class Field(msgspec.Struct, frozen=True):
    """Who plays a round: groups drawn by themselves, each with the bands its tables take one of."""

    stage: Stage
    groups: tuple[tuple[int, ...], ...]
    sizes: tuple[tuple[int, ...], ...]
    bands: tuple[tuple[tuple[int, ...], ...], ...] = ()


# ------------------------------------------------------------------ who plays
def next_field(event: Event) -> Field:
    """The next round's players and tables; a Problem says what is missing, or that the event is over."""
    settings = event.settings
    if settings.format == "knockout":
        return _knockout_field(event)
    done = sum(round.stage == "round" for round in event.rounds)
    if done < settings.rounds:
        return _open_field(event)
    if settings.format == "finals" and not any(round.stage == "final" for round in event.rounds):
        _check_complete(event)
        if settings.semifinals and not any(round.stage == "semifinal" for round in event.rounds):
            return _semifinal_field(event)
        return _final_field(event)
    raise Problem("Il torneo è finito: non restano turni da sorteggiare.",
                  "The event is over: no round is left to draw.")


def _open_field(event: Event) -> Field:
    """Everybody who is there."""
    if event.settings.format == "teams" and (clubs := oversized(event)):
        raise Problem(f"Una squadra è di {event.settings.team_size}; troppo grandi: {', '.join(clubs)}.",
                      f"A team has {event.settings.team_size} players; too large: {', '.join(clubs)}.")
    players = tuple(entrant.number for entrant in event.playing)
    return Field("round", (players,), (table_sizes(len(players), event.settings.sizes),))


def _knockout_field(event: Event) -> Field:
    """All entrants at first, then the winners (rtu.12.3a), at tables that lead to the final (rtu.12.3c)."""
    _check_complete(event)
    if event.rounds and len(event.rounds[-1].tables) == 1:
        raise Problem("Il torneo è finito: la finale è giocata.", "The event is over: the final has been played.")
    players = tuple(entrant.number for entrant in event.playing)
    if event.rounds:
        players = tuple(entrant for table in event.rounds[-1].tables
                        for entrant in _advancing(event, event.rounds[-1], table, 1))
    plan = knockout_plan(len(players), event.settings.final_seats, event.settings.sizes)
    return Field("knockout", (players,), (plan[0].tables,))


def _semifinal_field(event: Event) -> Field:
    """The best of the standings, in bands; leaders who won every game of a small event wait in the final."""
    settings, rows = event.settings, _still_there(event)
    direct = len(_direct(event, rows))
    tables = settings.final_seats // settings.advance - direct
    played = sum(row.played > 0 for row in standings(event))
    seats = settings.sizes[0]
    finals = min(finals_of(played, settings), max(1, len(rows) // (tables * seats)))
    rows = rows[direct:direct + finals * tables * seats]
    if len(rows) < tables * seats:
        raise Problem(f"Per {tables} semifinali da {seats} servono {tables * seats} giocatori, e sono {len(rows)}: "
                      "si può giocare senza semifinali (semifinals=false).",
                      f"{tables} semifinals of {seats} need {tables * seats} players, and there are {len(rows)}: "
                      "the event can do without them (semifinals=false).")
    groups = tuple(tuple(row.entrant for row in rows[group::finals]) for group in range(finals))
    bands = tuple(tuple(group[at:at + tables] for at in range(0, len(group), tables)) for group in groups)
    return Field("semifinal", groups, ((seats,) * tables,) * finals, bands)


def _final_field(event: Event) -> Field:
    """The winners of each group of semifinals, or the head of the standings where there were none."""
    settings = event.settings
    last = event.rounds[-1]
    if last.stage != "semifinal":
        heads = tuple(row.entrant for row in _still_there(event)[:settings.final_seats])
        return Field("final", (heads,), (table_sizes(len(heads), (settings.final_seats,)),))
    whole = settings.final_seats // settings.advance    # semifinals of one final
    groups = [last.tables[at:at + whole] for at in range(0, len(last.tables), whole)]
    finals = tuple(_finalists(event, last, group) for group in groups)
    sizes = (settings.final_seats, *settings.sizes)
    return Field("final", finals, tuple(table_sizes(len(final), sizes, tables=1) for final in finals))


def _finalists(event: Event, last: Round, group: tuple[DrawnTable, ...]) -> tuple[int, ...]:
    """Who waited for the final, who won the way there, and the best of the rest for those who have gone home."""
    seats, advance = event.settings.final_seats, event.settings.advance
    rows = {row.entrant: row.place for row in _still_there(event)}
    waiting = [] if advance * len(group) == seats else takewhile(lambda entrant: last.seated(entrant) is None, rows)
    found = [*waiting, *(entrant for table in group for entrant in _advancing(event, last, table, advance))]
    others = [(score.place, rows[score.entrant], score.entrant) for table in group
              for score in counting(event, last, table.number) if score.entrant in rows and score.entrant not in found]
    return tuple([*found, *(entrant for _, _, entrant in sorted(others))][:seats])


def _direct(event: Event, rows: list[Row]) -> list[int]:
    """Leaders with a win in every game, in an event small enough."""
    played = sum(row.played > 0 for row in standings(event))
    most = event.settings.direct_finalists if is_small(played, event.settings) else 0
    found = list[int]()
    for row in rows[:most]:
        if row.wins < event.settings.rounds:
            break
        found.append(row.entrant)
    return found


def _still_there(event: Event) -> list[Row]:
    return [row for row in standings(event) if not event.entrants[row.entrant].withdrawn and row.played]


def _advancing(event: Event, round: Round, table: DrawnTable, count: int) -> Iterator[int]:
    """The best of a table who are still there."""
    there = [score.entrant for score in counting(event, round, table.number)
             if not event.entrants[score.entrant].withdrawn]
    yield from there[:count]


def _check_complete(event: Event) -> None:
    """A Problem that names the tables without a result that counts: those who go on depend on all of them."""
    missing = [f"{round.number}/{table.number}" for round in event.rounds for table in round.tables
               if not counting(event, round, table.number)]
    if missing:
        raise Problem(f"Mancano risultati (turno/tavolo): {', '.join(missing)}.",
                      f"Results are missing (round/table): {', '.join(missing)}.")


# ------------------------------------------------------------------ the draw
def next_round(event: Event, seed: int, method: Method | None = None, again: bool = False) -> Drawn:
    """The draw of the next round, or again that of the last; the same seed gives the same tables."""
    if again:
        if not event.rounds:
            raise Problem("Non c'è alcun sorteggio da rifare.", "There is no draw to make again.")
        event = msgspec.structs.replace(event, rounds=event.rounds[:-1])
    field, random = next_field(event), Random(seed)
    chosen = method or ("cp-sat" if is_installed() else "greedy")
    tables: Tables = ()
    drawings = list[Drawing]()
    for number in range(len(field.groups)):
        draw = posed(event, field, number, random)
        drawings.append(draw_best(draw, seed) if chosen == "cp-sat" else draw_greedily(draw, seed))
        tables += drawings[-1].tables
    seated = dealt_hands(tables, hand_history(event), random)
    numbered = tuple(DrawnTable(number, seats) for number, seats in enumerate(seated, start=1))
    methods = "+".join(sorted({one.method for one in drawings}))
    return Drawn(len(event.rounds) + 1, field.stage, numbered, seed, methods,
                 sum(one.cost for one in drawings), sum(one.bound for one in drawings), again)


def posed(event: Event, field: Field, group: int, random: Random) -> Draw:
    """The draw of one group of a field, as a problem."""
    players = random.sample(field.groups[group], len(field.groups[group]))
    bands = [Apart("band", band) for band in field.bands[group]] if field.bands else []
    apart = [*bands, *_of_clubs(event, players), *_of_rounds(event, players)]
    fives = Counter(player for round in event.rounds for table in round.tables if len(table.seats) == 5
                    for player in table.seats if player in players)
    return Draw(tuple(players), field.sizes[group], tuple(one for one in apart if len(one.members) > 1), dict(fives))


def _of_clubs(event: Event, players: list[int]) -> Iterator[Apart]:
    """Clubmates apart always, people of one region in the first round."""
    for club in sorted({event.entrants[player].club for player in players} - {""}):
        yield Apart("club", tuple(player for player in players if event.entrants[player].club == club))
    if event.settings.separate_regions and not event.rounds:
        for region in sorted({event.entrants[player].region for player in players} - {""}):
            yield Apart("region", tuple(player for player in players if event.entrants[player].region == region))


def _of_rounds(event: Event, players: list[int]) -> Iterator[Apart]:
    """Who has met apart; and the winners of the round before."""
    wins = Counter[int]()
    for round in event.rounds:
        for table in round.tables:
            yield Apart("rematch", tuple(player for player in players if player in table.seats))
            wins.update(score.entrant for score in counting(event, round, table.number) if score.winners)
    if wins and event.rounds[-1].stage == "round":
        yield Apart("winners", tuple(player for player in players if wins[player]))


def hand_history(event: Event) -> History:
    """Which hands everybody has played, as drawn or as reported."""
    history: History = {}
    for round in event.rounds:
        for table in round.tables:
            hands = {player: hand for hand, player in enumerate(table.seats, start=1)}
            if table.number in round.reports:
                hands |= {line.entrant: line.hand for line in round.reports[table.number].lines if line.hand}
            for player, hand in hands.items():
                history.setdefault(player, Counter())[hand] += 1
    return history


# ------------------------------------------------------------------ who does not come
def absence(event: Event, number: int, substitute: int = 0) -> Absent:
    """A no-show of the last round; a Problem if the table left is none of the event's (rtu.12.1b)."""
    round = event.round(len(event.rounds))
    table = round.seated(number)
    left = 0 if table is None else len(table.seats) - 1
    if table is not None and not substitute and left not in event.settings.sizes:
        raise Problem(f"Al tavolo {table.number} resterebbero in {left}: metti un sostituto o rifai il sorteggio.",
                      f"Table {table.number} would be left with {left}: give a substitute or draw again.", "rtu.12.1b")
    return Absent(round.number, number, substitute)
