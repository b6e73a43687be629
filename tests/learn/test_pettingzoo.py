"""PettingZoo's own tests pass for every edition."""

import io
import pickle
import re
import tracemalloc
from contextlib import redirect_stdout
from copy import deepcopy
from functools import partial
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import parallel_to_aec

from kamchatka import learn
from kamchatka.editions import EDITIONS
from kamchatka.learn.aec import spaces_of
from tests.learn.tables import ALL, DICTIONARIES, EVERY_EDITION, legal_code

pytestmark = DICTIONARIES


@EVERY_EDITION
def test_its_conventions_are_kept(edition: str) -> None:
    with redirect_stdout(io.StringIO()):
        api_test(learn.env(ALL[edition]), num_cycles=200)
        parallel_api_test(learn.parallel_env(ALL[edition]), num_cycles=30)


@pytest.mark.parametrize("edition", EDITIONS)
def test_it_can_be_looked_at(edition: str) -> None:
    """The environment can be rendered as text, or printed after every step."""
    shown = io.StringIO()
    with redirect_stdout(shown):
        render_test(partial(learn.env, edition))
    assert len(re.findall(r"^P1\b", shown.getvalue(), re.MULTILINE)) > 5


def test_it_is_printed_in_parallel_too(capsys: pytest.CaptureFixture[str]) -> None:
    table = learn.parallel_env("modern", seats=3, render_mode="human")
    seen, _ = table.reset(seed=1)
    table.step({agent: int(one["action_mask"].argmax()) for agent, one in seen.items()})
    assert len(re.findall(r"^P1\b", capsys.readouterr().out, re.MULTILINE)) == 2


@EVERY_EDITION
def test_a_seed_is_a_game(edition: str) -> None:
    seed_test(partial(learn.env, ALL[edition]), num_cycles=40)
    parallel_seed_test(partial(learn.parallel_env, ALL[edition]), num_cycles=20)


@EVERY_EDITION
def test_cycles_have_their_limit(edition: str) -> None:
    """PettingZoo's test of cycles passes for the parallel environment, and for it taken in turns."""

    def in_turns(max_cycles: int) -> Any:
        return parallel_to_aec(learn.parallel_env(ALL[edition], max_cycles=max_cycles))

    max_cycles_test(SimpleNamespace(parallel_env=partial(learn.parallel_env, ALL[edition]), env=in_turns))


@EVERY_EDITION
def test_a_game_is_cut_after_so_many_sub_steps(edition: str) -> None:
    table, luck, steps = learn.env(ALL[edition], max_cycles=25), np.random.default_rng(1), 0
    table.reset(seed=1)
    for agent in table.agent_iter():
        seen, reward, over, cut, _ = table.last()
        if over or cut:
            assert (over, cut, reward) == (False, True, 0.0)
            table.step(None)
            continue
        steps += 1
        assert table.action_space(agent).contains(legal_code(seen["action_mask"], luck))
        table.step(legal_code(seen["action_mask"], luck))
    assert steps <= 25


def test_a_game_is_played_to_its_end_and_pays_winners_and_losers() -> None:
    """With three seats and a limit of rounds the referee ends the game, and the rewards add up to zero."""
    table, luck = learn.env("modern", seats=3, max_rounds=40), np.random.default_rng(5)
    got: dict[str, float] = {}
    table.reset(seed=4)
    for agent in table.agent_iter():
        seen, reward, over, cut, _ = table.last()
        assert not cut
        if over:
            got[agent] = reward
            assert not seen["action_mask"].any()
        table.step(None if over else legal_code(seen["action_mask"], luck))
    assert sorted(got) == ["player_0", "player_1", "player_2"]
    assert sum(got.values()) == pytest.approx(0.0)
    winners = table.unwrapped.play.table.state.winners
    assert {agent: reward > 0 for agent, reward in got.items()} == {
        f"player_{seat}": bool(winners >> seat & 1) for seat in range(3)
    }


def test_an_illegal_code_ends_the_game_for_who_says_it() -> None:
    table = learn.env("classic", seats=2)
    table.reset(seed=1)
    agent = table.agent_selection
    illegal = int(np.flatnonzero(table.observe(agent)["action_mask"] == 0)[0])
    table.step(illegal)
    assert all(table.terminations.values())
    assert table.rewards[agent] == -1
    left = [table.agent_selection for _ in table.agent_iter() if table.step(None) is None]
    assert len(left) == 2
    assert not table.agents


def test_the_checks_are_those_of_the_wrappers() -> None:
    """Our checks equal those of PettingZoo's wrappers: same rewards and ends after an illegal code, same errors."""
    ours: Any = learn.env("classic", seats=3)
    theirs: Any = wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(
            wrappers.TerminateIllegalWrapper(learn.raw_env("classic", seats=3), illegal_reward=-1)
        )
    )
    told: list[Any] = []
    for table in (ours, theirs):
        for early, said in ((table.step, 0), (table.observe, "player_0")):
            with pytest.raises(AssertionError, match="reset"):
                early(said)
        table.reset(seed=1)
        for wrong in (10_000, None):
            with pytest.raises((AssertionError, IndexError, TypeError)):
                table.step(wrong)
        mask = table.last()[0]["action_mask"]
        table.step(int(mask.argmax()))
        table.step(int(table.last()[0]["action_mask"].argmin()))
        rewards = []
        for agent in table.agent_iter():
            seen, reward, over, cut, _ = table.last()
            rewards.append((agent, reward, over, cut, seen["observation"].tolist()))
            table.step(None)
        told.append(rewards)
    assert told[0] == told[1]
    assert len(told[0]) == 3


@pytest.mark.parametrize("make", [learn.env, learn.raw_env, learn.parallel_env])
def test_senseless_settings_are_refused(make: Any) -> None:
    for settings, said in (
        ({"max_cycles": 0}, "max_cycles=0: 1 is the least"),
        ({"max_rounds": -1}, "max_rounds=-1: 1 is the least"),
        ({"render_mode": "rgb_array"}, "render_mode='rgb_array'"),
        ({"seats": 7}, "7 seats will not do"),
    ):
        with pytest.raises(ValueError, match=said):
            make("modern", **{"seats": 3} | settings)


def test_a_code_is_a_whole_number() -> None:
    """A code must be a whole number: 111.5 is rejected, and an illegal code changes nothing."""
    table: Any = learn.raw_env("modern", seats=3)
    table.reset(seed=1)
    legal = int(table.observe(table.agent_selection)["action_mask"].argmax())
    for wrong in (legal + 0.5, str(legal), [legal]):
        with pytest.raises(TypeError):
            table.step(wrong)
    for wrong in (-1, 0, 10_000, 2**70):
        with pytest.raises(ValueError, match=f"code {wrong} is not legal"):
            table.step(wrong)
    table.step(np.int64(legal))


def test_in_parallel_what_is_not_legal_is_passed_over() -> None:
    """In parallel, an illegal code is skipped, and a finished table returns nothing more."""
    table = learn.parallel_env("modern", seats=3, max_cycles=5)
    seen, _ = table.reset(seed=1)
    for wrong in (-1, 10_000, 2**70, 0):
        again, *_ = table.step(dict.fromkeys(seen, wrong))
        assert all((again[agent]["observation"] == seen[agent]["observation"]).all() for agent in seen)
    table.step({agent: int(one["action_mask"].argmax()) for agent, one in seen.items()})
    assert table.agents == []
    assert table.step({}) == ({}, {}, {}, {}, {})


@pytest.mark.parametrize("make", [learn.env, learn.raw_env, learn.parallel_env])
def test_copies_and_pickles_have_the_same_settings(make: Any) -> None:
    table = make("classic", seats=2, max_cycles=50)
    table.reset(seed=3)
    for other in (pickle.loads(pickle.dumps(table)), deepcopy(table)):
        other.reset(seed=3)
        assert other.unwrapped.setting.seats == 2
        assert other.agents == table.agents


def test_looking_leaves_nothing_behind() -> None:
    """In either build, two thousand observations leak less memory than twenty rows take."""
    table = learn.raw_env("modern", seats=3)
    table.reset(seed=1)
    table.observe("player_0")
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(2000):
            table.observe("player_0")
        assert tracemalloc.get_traced_memory()[0] - before < 20 * 2 * table.setting.layout.size
    finally:
        tracemalloc.stop()


def test_who_is_not_asked_may_say_nothing() -> None:
    table = learn.env("modern", seats=3)
    table.reset(seed=1)
    others = [agent for agent in table.agents if agent != table.agent_selection]
    assert table.observe(table.agent_selection)["action_mask"].any()
    assert not any(table.observe(agent)["action_mask"].any() for agent in others)


def test_environments_are_in_the_registries() -> None:
    """Environments of all installed editions are found by PettingZoo's `make` and Gymnasium's `make_vec`."""
    for edition in EDITIONS:
        name = f"kamchatka/{edition}-v{learn.OBSERVATION_VERSION}"
        assert pettingzoo.make("aec", name, max_cycles=9).unwrapped.setting.edition.id == edition
        assert pettingzoo.make("parallel", name).setting.edition.id == edition
    games = gymnasium.make_vec("kamchatka/classic-v1", num_envs=3, opponents="random")
    assert games.reset(seed=1)[0]["observation"].shape[0] == 3
    assert isinstance(games.unwrapped, learn.KamchatkaVectorEnv)


def test_spaces_are_those_of_the_layout() -> None:
    setting = learn.Setting.of("godstorm", seats=2)
    seen, said = spaces_of(setting)
    assert seen["observation"].shape == (setting.layout.size,)
    assert said.n == len(setting.code_names)
