"""OpenSpiel's own tests accept our games, which equal those of `learn.env`."""

import random
from typing import Any

import numpy as np
import pytest

from kamchatka.editions import EDITIONS
from kamchatka.learn import env

pyspiel = pytest.importorskip("pyspiel", reason="the extra [openspiel]")
openspiel = pytest.importorskip("kamchatka.learn.openspiel")


def play(state: Any, luck: random.Random, most: int = 10_000) -> None:
    """Play at random."""
    while not state.is_terminal() and most:
        state.apply_action(luck.choice(state.legal_actions()))
        most -= 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_openspiel_accepts_every_edition(edition: str) -> None:
    """A short random game passes OpenSpiel's checks of copies, serialization, masks, observations and returns."""
    game = pyspiel.load_game(f"kamchatka_{edition}", {"max_cycles": 40})
    assert game.get_type().min_num_players >= 2
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_a_game_ends_with_a_winner() -> None:
    """A game ends with a winner, and the returns add up to zero."""
    game = pyspiel.load_game("kamchatka_risk2210(players=3)")
    state = game.new_initial_state()
    play(state, random.Random(1), 20_000)
    assert state.is_terminal()
    assert sum(state.returns()) == pytest.approx(0.0)
    assert max(state.returns()) > 0


def test_games_are_those_of_the_environment() -> None:
    """The same seed and codes give the same observations, masks and seats."""
    table = env("modern", seats=4)
    table.reset(seed=11)
    game = pyspiel.load_game("kamchatka_modern(players=4)")
    state, luck = game.new_initial_state(), random.Random(2)
    observer = game.make_py_observer()
    state.apply_action(11)
    for _ in range(300):
        seen = table.observe(table.agent_selection)
        assert table.agent_selection == f"player_{state.current_player()}"
        assert state.legal_actions() == list(np.flatnonzero(seen["action_mask"]))
        observer.set_from(state, state.current_player())
        assert np.array_equal(observer.tensor, seen["observation"])
        code = luck.choice(state.legal_actions())
        state.apply_action(code)
        table.step(code)


def test_a_copy_goes_its_own_way() -> None:
    state = pyspiel.load_game("kamchatka_modern(players=3)").new_initial_state()
    play(state, random.Random(3), 100)
    copy = state.clone()
    assert copy.history() == state.history()
    play(copy, random.Random(4), 10)
    assert len(copy.history()) == len(state.history()) + 10
