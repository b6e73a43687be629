"""The figures of a replay's charts, in every edition."""

import pytest

from kamchatka.analysis.finished import game_of
from kamchatka.editions import EDITIONS
from kamchatka.kernel.chance import FastChance
from kamchatka.match import Match, play_numeric
from kamchatka.server.presentation.replays import series_of
from kamchatka.server.protocol.payloads import Series

ACTIONS = 400
SEATS = 3


def chart_game(edition: str) -> list[Series]:
    """Return the chart figures of a game of random actions."""
    match, luck = Match.new(edition, SEATS, seed=5), FastChance(6)
    while not match.is_over and len(match.entries) < ACTIONS:
        seat = match.awaited[0]
        play_numeric(match, match.options(seat).sample(luck), seat)
    return [series_of(turn) for turn in game_of(match).turns if turn.seat is not None]


@pytest.mark.parametrize("edition", EDITIONS)
def test_whoever_ends_a_turn_had_an_income(edition: str) -> None:
    """In every edition the chart has an income for the end of every turn."""
    series = chart_game(edition)
    assert len(series) > 3
    assert all(one.turn is not None and one.income[one.turn] > 0 for one in series)
    assert max(series[0].income) < 10, "the armies that one begins with are no income"
