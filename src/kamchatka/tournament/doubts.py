"""Doubts: entries of an event that rest on something that has changed since, or that need a decision."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from kamchatka.kernel.problem import Problem
from kamchatka.kernel.text import Text, Worded
from kamchatka.tournament.draw.participants import participants_of
from kamchatka.tournament.events.changes import Settled
from kamchatka.tournament.events.descriptions import round_title
from kamchatka.tournament.events.event import Event, Round
from kamchatka.tournament.results.acceptance import scores_that_count
from kamchatka.tournament.results.scoring import GameScore


class Doubt(msgspec.Struct, frozen=True):
    """A question about an entry of the trail: a draw or a result.

    Once settled, it stays settled until `mark` changes.
    """

    entry: int
    mark: str
    round: int
    table: int  # 0: the whole round
    said: Text
    again: bool = False  # whether drawing the round again would settle it


def doubts(event: Event) -> list[Doubt]:
    """Return all unsettled doubts, in the order of the rounds."""
    found = [doubt for round in event.rounds for doubt in (*_of_draw(event, round), *_of_results(event, round))]
    return [doubt for doubt in found if (doubt.entry, doubt.mark) not in event.settled]


def settle_entry(event: Event, entry: int, note: str) -> list[Settled]:
    """Settle every doubt about an entry, or the line that was set aside there."""
    found = [Settled(entry, note, doubt.mark) for doubt in doubts(event) if doubt.entry == entry]
    return found or [Settled(entry, note)]


# ------------------------------------------------------------------ draws
def _of_draw(event: Event, round: Round) -> Iterator[Doubt]:
    """Yield a doubt if the results would now select other players, or other finals, from the entrants present then."""
    if round.stage == "round" or round.number == 1:
        return
    entrants = {number: replace(entrant, withdrawn=number in round.gone) for number, entrant in event.entrants.items()}
    before = replace(event, rounds=event.rounds[: round.number - 1], entrants=entrants)
    tables = [frozenset(table.seats) for table in round.drawn]
    try:
        groups = [frozenset(group) for group in participants_of(before, round.stage).groups]
    except Problem as problem:
        yield _stale(event, round, str(problem), problem)
        return
    then, now = frozenset[int]().union(*tables), frozenset[int]().union(*groups)
    if then != now:
        yield _stale(event, round, f"{sorted(now)}", _others(event, now - then, then - now))
    elif round.stage == "final" and set(groups) != set(tables):
        others = Text("doubt", "other_finals")
        yield _stale(event, round, f"{sorted(map(sorted, groups))}", others)


def _others(event: Event, missing: frozenset[int], extra: frozenset[int]) -> Text:
    come, go = (", ".join(event.names[one] for one in sorted(group)) or "—" for group in (missing, extra))
    return Text("doubt", "other_players", come=come, go=go)


def _stale(event: Event, round: Round, mark: str, why: Worded) -> Doubt:
    """Describe the outdated draw and what can be done about it."""
    again = round.number == len(event.rounds) and not round.reports and not round.games
    name = round_title(round.stage, round.number)
    key = "draw_open" if again else "draw_played"
    said = Text("doubt", key, round=name, entry=round.entry, why=why)
    return Doubt(round.entry, f"draw {mark}", round.number, 0, said, again)


# ------------------------------------------------------------------ results
def _of_results(event: Event, round: Round) -> Iterator[Doubt]:
    for table in sorted(round.reports):
        scores = scores_that_count(event, round, table)
        zeroed = {line.entrant for line in round.reports[table].lines if line.zeroed}
        goes_on = event.settings.advance if round.stage == "semifinal" else 1
        for score in scores:
            if score.entrant in zeroed and score.place <= goes_on:
                yield _ask_about_zeroed(event, round, table, score)
        if round.stage != "round":
            yield from _ask_about_ties(event, round, table, scores)


def _ask_about_zeroed(event: Event, round: Round, table: int, score: GameScore) -> Doubt:
    """Ask whether a player whose game was zeroed keeps the place: points and places are separate penalties."""
    name, where = event.names[score.entrant], f"{round.number}/{table}"
    said = Text("doubt", "zeroed", table=where, name=name, place=score.place)
    return Doubt(round.entries[table], f"zeroed {score.entrant}", round.number, table, said)


def _ask_about_ties(event: Event, round: Round, table: int, scores: tuple[GameScore, ...]) -> Iterator[Doubt]:
    """Ask about ties at tables where places decide, if their results predate the points outside the objective."""
    places = [score.place for score in scores]
    for place in sorted({place for place in places if places.count(place) > 1}):
        names = ", ".join(event.names[score.entrant] for score in scores if score.place == place)
        where = f"{round.number}/{table}"
        said = Text("doubt", "untold", table=where, names=names, place=place)
        yield Doubt(round.entries[table], f"untold {place}", round.number, table, said)
