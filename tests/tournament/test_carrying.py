"""Verona: four events of four games; the final of each is the first game of the next.

The championship is computed a second time from its regulation, from score sheets to finalists.
"""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from msgspec.structs import replace

from kamchatka.editions.tournament import PlayerResult
from kamchatka.kernel.problem import Problem
from kamchatka.tournament.carrying import carry_over
from kamchatka.tournament.draw.rounds import next_round, reseat
from kamchatka.tournament.events.changes import CarriedOver, TableReport, Withdrew
from kamchatka.tournament.events.descriptions import describe
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.folding import apply_change
from kamchatka.tournament.standings.standings import standings
from tests.tournament import regulation
from tests.tournament.kit import open_event, people, play_round, settings
from tests.tournament.regulation import Game, Line

PLAYERS = 20
EVENTS = 4


def draw(event: Event, seed: int) -> Event:
    """Return the event with its next round drawn."""
    return apply_change(next_round(event, seed, "greedy"), event, 0)


def follow(event: Event, previous: Event) -> Event:
    """Return the event with the final of the previous one carried over."""
    for change in carry_over(event, previous):
        event = apply_change(change, event, 0)
    return event


def play_event(event: Event, seed: int, previous: Event | None) -> Event:
    """Play four games and the final. Before the first draw and afterwards the previous final is carried over."""
    event = draw(follow(event, previous) if previous else event, seed)
    if previous:
        event = follow(event, previous)
    event = play_round(event, seed)
    for number in range(2, 5):
        event = play_round(draw(event, seed + number), seed + number)
    return play_round(draw(event, seed + 9), seed + 9)


# ------------------------------------------------------------------ the regulation, a second time
def games_of(event: Event, number: int) -> list[Game]:
    """Return the score sheets of a round."""
    held = event.rounds[number - 1]
    return [
        [Line(one.entrant, one.points or 0, bool(one.objective), one.eliminated) for one in held.reports[table].lines]
        for table in sorted(held.reports)
    ]


def renamed(game: Game, before: Event, after: Event) -> Game:
    """Return a score sheet of one event with the numbers of the next."""
    numbers = {name: number for number, name in after.names.items()}
    return [one._replace(player=numbers[before.names[one.player]]) for one in game]


def finalists(games: Sequence[Sequence[Game]], players: Sequence[int]) -> list[tuple[int, Fraction]]:
    """Return the first four: four games, the worst discarded; ties by wins, best win, the total without discards."""
    results: dict[int, list[Fraction]] = {player: [] for player in players}
    wins: dict[int, list[Fraction]] = {player: [] for player in players}
    for game in (one for games_of_round in games for one in games_of_round):
        made = regulation.verona(game)
        best = max(made.values())
        for player, points in made.items():
            results[player].append(points)
            wins[player] += [points] if points == best else []
    ranked = sorted(
        (one for one in players if len(results[one]) >= 3),
        key=lambda one: (
            sum(sorted(results[one], reverse=True)[:3]),
            len(wins[one]),
            max(wins[one], default=Fraction(0)),
            sum(results[one]),
        ),
        reverse=True,
    )
    return [(one, sum(sorted(results[one], reverse=True)[:3], Fraction(0))) for one in ranked[:4]]


@pytest.mark.parametrize("seed", [1, 40, 300])
def test_each_final_is_the_first_game_of_the_next_event(seed: int) -> None:
    """Tables, totals and finalists of all four events are those of the regulation."""
    previous: Event | None = None
    for number in range(EVENTS):
        names = people(PLAYERS + number, 5)
        event = play_event(open_event(settings("verona"), names, "verona"), seed + 20 * number, previous)
        games = [games_of(event, one) for one in range(1, 5)]
        if previous is not None:
            (final,) = games_of(previous, 5)
            first = renamed(final, previous, event)
            assert sorted(first) in [sorted(game) for game in games[0]]
            table = next(one for one in event.rounds[0].tables if set(one.seats) == {one.player for one in first})
            games[0] = [game for game in games[0] if {one.player for one in game} != set(table.seats)] + [first]
        expected = finalists(games, list(event.entrants))
        totals = {row.entrant: Fraction(row.total) for row in standings(event)}
        assert {one: totals[one] for one, _ in expected} == dict(expected)
        assert set(event.rounds[4].tables[0].seats) == {one for one, _ in expected}
        previous = event


# ------------------------------------------------------------------ what can go wrong
def play_to_final(seed: int = 3) -> Event:
    """Return an event with its final."""
    return play_event(open_event(settings("verona"), people(12, 4), "verona"), seed, None)


def test_missing_players_are_entered_and_everybody_else_is_drawn() -> None:
    """The finalists share a table of round 1, also if the next event has other numbers for them."""
    previous = play_to_final()
    finals = [previous.names[one] for one in previous.rounds[4].tables[0].seats]
    others = [one for one in people(12, 4) if one[:4] not in finals]
    event = follow(open_event(settings("verona"), [*others, finals[0]], "verona"), previous)
    assert [event.names[one] for one in event.carried] == finals
    assert carry_over(event, previous) == []
    drawn = draw(event, 5)
    assert [set(event.carried) == set(one.seats) for one in drawn.rounds[0].tables].count(True) == 1
    assert sorted(seat for one in drawn.rounds[0].tables for seat in one.seats) == sorted(event.entrants)
    text = describe(CarriedOver(event.carried, "Serata"), event.names).text("en")
    assert text == f"the final of “Serata” is the first game of {', '.join(finals)}"


def test_a_corrected_final_is_carried_over_again() -> None:
    previous = play_to_final()
    event = follow(draw(follow(open_event(settings("verona"), people(12, 4), "verona"), previous), 5), previous)
    assert carry_over(event, previous) == []
    final = previous.rounds[4]
    first, *rest = final.reports[1].lines
    lines = (PlayerResult(first.entrant, 2), *(PlayerResult(one.entrant, 4 + 2 * at) for at, one in enumerate(rest)))
    changed = previous.with_round(replace(final, reports={1: TableReport(lines)}))
    (corrected,) = carry_over(event, changed)
    again = apply_change(corrected, event, 0)
    (table,) = [one for one in again.rounds[0].tables if set(one.seats) == set(event.carried)]
    assert [one.points for one in again.rounds[0].reports[table.number].lines] == [2, 4, 6, 8]


def test_what_cannot_be_carried_over_is_named() -> None:
    fresh = open_event(settings("verona"), people(12, 4), "verona")
    with pytest.raises(Problem, match="no final with one table"):
        carry_over(fresh, fresh)
    previous = play_to_final()
    with pytest.raises(Problem, match="No table of round 1"):
        carry_over(draw(fresh, 5), previous)
    with pytest.raises(Problem, match="carried over before"):
        apply_change(CarriedOver((1, 2, 3, 4)), draw(fresh, 5), 0)
    with pytest.raises(Problem, match="twice"):
        apply_change(CarriedOver((1, 1, 3, 4)), fresh, 0)
    other = open_event(settings("points", "edition=original"), people(12, 4), "points")
    with pytest.raises(Problem, match="another edition: challenge"):
        carry_over(other, previous)
    silent = draw(play_three(fresh), 9)
    drawn = draw(follow(open_event(settings("verona"), people(12, 4), "verona"), silent), 5)
    with pytest.raises(Problem, match="no result yet"):
        carry_over(drawn, silent)


def play_three(event: Event) -> Event:
    """Return an event after its four games, before the final."""
    for number in range(4):
        event = play_round(draw(event, number + 1), number)
    return event


def test_the_carried_table_stays_whole_when_a_draw_is_changed_by_hand() -> None:
    previous = play_to_final()
    event = follow(open_event(settings("verona"), people(12, 4), "verona"), previous)
    drawn = next_round(event, 5, "greedy")
    one, two, three = (table.seats for table in drawn.tables)
    assert set(three) == set(event.carried)
    with pytest.raises(Problem, match="same players"):
        reseat(event, drawn, ((three[0], *one[1:]), two, (one[0], *three[1:])))
    gone = apply_change(Withdrew(event.carried[0]), event, 0)
    assert set(next_round(gone, 5, "greedy").tables[-1].seats) == set(event.carried[1:])
