"""The table in words: what a seat knows, and every action it may take, in either language."""

from collections.abc import Iterator

import pytest

from kamchatka import learn
from kamchatka.editions import EDITIONS
from kamchatka.kernel.bits import members
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.table import Table
from kamchatka.kernel.view import view
from kamchatka.learn import Setting, describe
from tests.laws.tables import advance
from tests.laws.test_secrets import scramble


def moments_of(setting: Setting) -> Iterator[Table]:
    """Yield some moments of a game."""
    table = setting.game.start(setting.seats, FastChance(1))
    for _ in range(4):
        yield table
        advance(setting.game, table, FastChance(2), 90)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("language", ["en", "it"])
def test_every_place_and_every_action_is_told(edition: str, language: str) -> None:
    setting = Setting.of(edition)
    for table in moments_of(setting):
        if table.state.over:
            return
        seat = next(seat for seat in range(setting.seats) if setting.game.options(table, seat).ranges)
        options = setting.game.options(table, seat)
        text = describe(setting, view(table, seat), options, language)
        assert sum(line.startswith("- ") for line in text.splitlines()) == len(options.expand())
        for player in range(setting.seats):
            assert f"P{player + 1}" in text


@pytest.mark.parametrize("edition", EDITIONS)
def test_words_keep_secrets(edition: str) -> None:
    """Worlds that differ only in other seats' secrets have the same description, for every viewer and question."""
    setting = Setting.of(edition, seats=3)
    for table in moments_of(setting):
        for seat in range(0 if table.state.over else setting.seats):
            world = scramble(setting.game, table, seat, FastChance(7))
            told = [
                describe(setting, view(one, seat), setting.game.options(one, seat) if asked else None)
                for one in (table, world)
                for asked in [seat in members(setting.game.awaits(one))]
            ]
            assert told[0] == told[1]


def test_the_environment_shows_it() -> None:
    table = learn.env("modern", seats=3, render_mode="ansi")
    table.reset(seed=1)
    assert "Kamchatka –" in table.render()
    silent = learn.raw_env("modern", seats=3)
    silent.reset(seed=1)
    assert silent.render() is None
