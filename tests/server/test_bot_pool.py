"""Bots think the same in a thread and in a process, and a slow one holds nobody up."""

import pytest

from kamchatka.editions import EDITIONS
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.notation import print_position
from kamchatka.match import Match
from kamchatka.players import bot
from kamchatka.server.bots.bot_pool import BotPool, bot_spec, think_elsewhere
from tests.server.together import to_its_end


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_view_in_notation_is_all_that_a_bot_needs(edition: str) -> None:
    match, luck = Match.new(edition, EDITIONS[edition].seats[0], seed=3), FastChance(4)
    for moment in range(150):
        if match.is_over:
            break
        seat = match.awaited[0]
        known, options = match.view(seat), match.options(seat)
        if moment % 5 == 0:
            spec = bot_spec(match, "cautious", "00", seat)
            here = bot("cautious", match.game, spec.seed).decide(known, options)
            assert think_elsewhere(spec, print_position(match.game, known.state)) == here.key()
        match.play_inner(options.sample(luck), seat)


@pytest.mark.parametrize("name", ["cautious", "no such bot"])
def test_slow_bots_think_elsewhere_and_failing_ones_take_what_comes(name: str) -> None:
    to_its_end(_elsewhere(name))


async def _elsewhere(name: str) -> None:
    bot_pool = BotPool(1, 0.0)
    try:
        match = Match.new("modern", 3, seed=1)
        for slow in (False, True):
            bot_pool.slow = {name} if slow else set()
            for _ in range(6):
                seat = match.awaited[0]
                options = match.options(seat)
                spec = bot_spec(match, name, "00", seat)
                action = await bot_pool.decide(spec, match.game, match.view(seat), options, "normal")
                assert options.allows(action)
                match.play_inner(action, seat)
    finally:
        bot_pool.close()
