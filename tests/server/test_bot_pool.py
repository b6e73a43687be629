"""Bots decide the same in another process, and many slow bots of one user delay no other table."""

import asyncio

import pytest

from kamchatka.editions import EDITIONS
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.notation import print_position
from kamchatka.match import Match, play_numeric
from kamchatka.players import bot
from kamchatka.server.bots.bot_pool import BotPool, bot_spec
from kamchatka.server.bots.thinkers import LocalThinkers
from kamchatka.server.bots.thinking import think
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
            assert think(spec, print_position(match.game, known.state)) == here.key()
        play_numeric(match, options.sample(luck), seat)


@pytest.mark.parametrize("name", ["cautious", "no such bot"])
def test_bots_think_elsewhere_and_failing_ones_take_what_comes(name: str) -> None:
    to_its_end(_elsewhere(name))


async def _elsewhere(name: str) -> None:
    bot_pool = BotPool(LocalThinkers(1), 0.0)
    try:
        match = Match.new("modern", 3, seed=1)
        for _ in range(6):
            seat = match.awaited[0]
            options = match.options(seat)
            spec = bot_spec(match, name, "00", seat)
            action = await bot_pool.decide(spec, match.game, match.view(seat), options, "normal", "Ada")
            assert options.allows(action)
            play_numeric(match, action, seat)
    finally:
        bot_pool.close()


def test_who_seats_many_bots_waits_for_them_alone() -> None:
    to_its_end(_crowded())


async def _crowded() -> None:
    """With one process, Ada's bot is served right after the first of Mallory's four, although Mallory asked first."""
    bot_pool, match, order = BotPool(LocalThinkers(1), 0.0), Match.new("modern", 3, seed=1), list[str]()

    async def decide(payer: str) -> None:
        seat = match.awaited[0]
        spec = bot_spec(match, "cautious", payer, seat)
        await bot_pool.decide(spec, match.game, match.view(seat), match.options(seat), "normal", payer)
        order.append(payer)

    try:
        await asyncio.gather(*(decide("Mallory") for _ in range(4)), decide("Ada"))
    finally:
        bot_pool.close()
    assert order == ["Mallory", "Ada", "Mallory", "Mallory", "Mallory"]
