"""Looking back: the figures of a replay's charts, in every edition."""

import pytest

from kamchatka.editions import EDITIONS
from kamchatka.journal import Player, new_header
from kamchatka.kernel.chance import FastChance
from kamchatka.match import Match, play_numeric
from kamchatka.server.presentation.replays import ReplayBuilder
from kamchatka.server.protocol.payloads import Series

ACTIONS = 400
SEATS = tuple(Player(name) for name in ("Ada", "Bruno", "Carla"))


def chart_game(edition: str) -> list[Series]:
    """The figures of a game of random actions."""
    match, luck = Match.new(edition, len(SEATS), seed=5), FastChance(6)
    while not match.is_over and len(match.entries) < ACTIONS:
        seat = match.awaited[0]
        play_numeric(match, match.options(seat).sample(luck), seat)
    told = ReplayBuilder(match, new_header(edition, {}, SEATS, bytes(32)), "en")
    assert len(list(told.steps())) == len(match.entries)
    return told.series


@pytest.mark.parametrize("edition", EDITIONS)
def test_whoever_ends_a_turn_had_an_income(edition: str) -> None:
    """Every turn's end has an income in the chart, in every edition."""
    series = chart_game(edition)
    assert len(series) > 3
    assert all(one.turn is not None and one.income[one.turn] > 0 for one in series)
    assert max(series[0].income) < 10, "the armies that one begins with are no income"
