"""Many games at once equal single games; those that end restart; opponents answer for their own seats."""

import pickle
import sys
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from kamchatka import learn
from kamchatka.kernel.problem import Problem
from kamchatka.learn.batch import following
from kamchatka.players.protocol.outside import OutsideBot
from tests.learn.tables import ALL, EVERY_EDITION, legal_code


def random_codes(masks: Any, luck: np.random.Generator) -> Any:
    """Return a legal code for each game."""
    return (luck.random(masks.shape) * masks).argmax(axis=1)


@EVERY_EDITION
def test_games_are_those_of_single_environments(edition: str) -> None:
    """Three self-play games with the same codes give equal results beyond their ends."""
    games = learn.vector_env(ALL[edition], 3, max_cycles=60)
    tables = [learn.raw_env(ALL[edition], max_cycles=60) for _ in range(3)]
    luck = np.random.default_rng(1)
    seen, infos = games.reset(seed=5)
    for game, table in enumerate(tables):
        table.reset(seed=5 + game)
    for _ in range(70):
        for game, table in enumerate(tables):
            one = table.observe(table.agent_selection)
            assert infos["seat"][game] == table.play.seat
            assert (one["observation"] == seen["observation"][game]).all()
            assert (one["action_mask"] == seen["action_mask"][game]).all()
        codes = random_codes(seen["action_mask"], luck)
        seen, rewards, over, cut, infos = games.step(codes)
        for game, table in enumerate(tables):
            actor = table.agent_selection
            table.step(int(codes[game]))
            assert rewards[game] == table.rewards[actor]
            assert (over[game], cut[game]) == (table.terminations[actor], table.truncations[actor])
            if over[game] or cut[game]:
                assert (infos["final_obs"][game]["observation"] == table.observe(actor)["observation"]).all()
                assert infos["returns"][game].tolist() == [table.rewards[agent] for agent in table.possible_agents]
                table.reset()


def test_what_ends_begins_anew_in_the_same_step() -> None:
    games = learn.vector_env("modern", 4, seats=3, max_cycles=15)
    luck = np.random.default_rng(2)
    seen, _ = games.reset(seed=9)
    assert games.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    ends = 0
    for _ in range(40):
        before = list(games.batch.seeds)
        seen, _, over, cut, infos = games.step(random_codes(seen["action_mask"], luck))
        assert seen["action_mask"].any(axis=1).all()
        for game in np.flatnonzero(over | cut):
            ends += 1
            assert games.batch.seeds[game] == following(before[game])
            assert infos["_final_obs"][game]
            assert not infos["final_obs"][game]["action_mask"].any()
    assert ends == 8


def test_against_bots_the_learner_has_one_seat() -> None:
    games = learn.vector_env("classic", 6, seats=3, opponents=["random", "cautious"], seat=1, max_rounds=4)
    luck = np.random.default_rng(3)
    seen, infos = games.reset(seed=1)
    ended = np.zeros(6, dtype=int)
    for _ in range(400):
        assert (infos["seat"] == 1).all()
        seen, rewards, over, cut, infos = games.step(random_codes(seen["action_mask"], luck))
        ended += over
        assert not cut.any()
        for game in np.flatnonzero(over):
            assert rewards[game] == infos["returns"][game][1]
    assert ended.all()


def test_the_learner_sits_everywhere_in_turn() -> None:
    games = learn.vector_env("classic", 40, seats=4, opponents="random")
    _, infos = games.reset(seed=3)
    assert set(infos["seat"]) == {0, 1, 2, 3}


def test_a_policy_answers_for_the_others() -> None:
    """A policy is asked in batches for the other seats, with their own observations and masks."""
    luck, asked = np.random.default_rng(4), set[int]()

    def policy(observations: Any, masks: Any, seats: Any) -> Any:
        assert len(observations) == len(masks) == len(seats) > 0
        asked.update(seats.tolist())
        return random_codes(masks, luck)

    games = learn.vector_env("modern", 4, seats=3, opponents=policy, seat=2, max_cycles=200)
    seen, infos = games.reset(seed=1)
    for _ in range(120):
        assert (infos["seat"] == 2).all()
        seen, _, _, _, infos = games.step(random_codes(seen["action_mask"], luck))
    assert asked == {0, 1}


def test_arrays_are_ones_own_unless_one_wants_them_fast() -> None:
    luck = np.random.default_rng(5)
    kept, fast = learn.vector_env("modern", 2, seats=3), learn.vector_env("modern", 2, seats=3, copy=False)
    for games, is_copy in ((kept, True), (fast, False)):
        seen, _ = games.reset(seed=1)
        before = seen["action_mask"].copy()
        after, *_ = games.step(random_codes(seen["action_mask"], luck))
        assert (seen["action_mask"] is after["action_mask"]) != is_copy
        assert (seen["action_mask"] == before).all() == is_copy


def test_a_wrong_line_up_or_code_is_refused() -> None:
    with pytest.raises(ValueError, match="2 opponents; a table of 4 has 3"):
        learn.vector_env("modern", 1, seats=4, opponents=["random", "random"])
    with pytest.raises(Problem):
        learn.vector_env("modern", 1, seats=3, opponents="nobody")
    games = learn.vector_env("modern", 1, seats=3)
    seen, _ = games.reset(seed=1)
    illegal = int(np.flatnonzero(seen["action_mask"][0] == 0)[0])
    with pytest.raises(ValueError, match="is not legal"):
        games.step(np.array([illegal]))


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"num_envs": 0}, "num_envs=0: one game is the least"),
        ({"num_envs": -3}, "num_envs=-3"),
        ({"opponents": "random", "seat": 3}, "seat=3: seats are 0 to 2"),
        ({"opponents": "random", "seat": -1}, "seat=-1: seats are 0 to 2"),
        ({"seat": 1}, "seat=1: seats are for a learner with opponents"),
        ({"opponents": ["random", print]}, "the name of a bot for each"),
        ({"max_cycles": 0}, "max_cycles=0: 1 is the least"),
        ({"max_rounds": -1}, "max_rounds=-1: 1 is the least"),
    ],
)
def test_senseless_settings_are_refused(settings: dict[str, Any], said: str) -> None:
    """Settings that would leave a game without a learner or without an end are rejected."""
    with pytest.raises(ValueError, match=said):
        learn.vector_env("modern", **{"num_envs": 2, "seats": 3} | settings)


@pytest.mark.parametrize("who", ["step", "opponents"])
@pytest.mark.parametrize(
    "wrong",
    [
        lambda codes: codes[:-1],
        lambda codes: [*codes, 0],
        lambda codes: codes[:, None],
        lambda codes: codes.astype(float),
        lambda codes: None,
        lambda codes: 0,
    ],
)
def test_codes_are_one_whole_number_a_game(who: str, wrong: Callable[[Any], Any]) -> None:
    """Codes are one whole number per game: a row of another length is rejected, with the policy's name."""

    def policy(observations: Any, masks: Any, seats: Any) -> Any:
        return wrong(masks.argmax(axis=1))

    settings: dict[str, Any] = {"seat": 1, "opponents": policy} if who == "opponents" else {}
    games = learn.vector_env("modern", 3, seats=3, **settings)
    with pytest.raises(ValueError, match=f"{who}: .* whole numbers are needed, a code for each game"):
        games.step(wrong(games.reset(seed=1)[0]["action_mask"].argmax(axis=1)))


def test_one_illegal_code_moves_no_game() -> None:
    games = learn.vector_env("modern", 3, seats=3)
    seen, infos = games.reset(seed=1)
    legal = seen["action_mask"].argmax(axis=1)
    for wrong in (-1, 10_000, int(seen["action_mask"][2].argmin())):
        with pytest.raises(ValueError, match=f"step: code {wrong} is not legal in game 2"):
            games.step(np.array([*legal[:2], wrong]))
    assert list(games.batch.asked) == infos["seat"].tolist()
    games.step(legal)


def test_it_is_reset_before_it_is_stepped() -> None:
    with pytest.raises(ResetNeeded):
        learn.vector_env("modern", 1, seats=3).step(np.array([0]))


def test_after_seed_0_comes_the_seed_that_follows() -> None:
    games = learn.vector_env("modern", 1, seats=3)
    games.reset(seed=0)
    games.reset()
    assert games.batch.seeds == [following(0)]


def test_copies_and_pickles_have_the_same_settings() -> None:
    games = learn.vector_env("classic", 2, seats=3, opponents="random", seat=1, max_cycles=50, copy=False)
    seen, infos = games.reset(seed=3)
    for other in (pickle.loads(pickle.dumps(games)), deepcopy(games)):
        also, again = other.reset(seed=3)
        assert (also["observation"] == seen["observation"]).all()
        assert (again["seat"] == infos["seat"]).all()
        assert not other.copy


def test_programs_are_sent_away_when_their_game_is_over() -> None:
    """Outside programs end with their game, so that no processes are left behind."""
    program = f"exec:{sys.executable} {Path(__file__).parents[2] / 'examples' / 'bots' / 'bold.py'}"
    games = learn.vector_env("classic", 1, seats=2, opponents=program, seat=0, max_cycles=3)
    luck = np.random.default_rng(1)
    seen, _ = games.reset(seed=1)
    (play,) = games.batch.plays
    seated = [play.bots[1]]
    while len(seated) < 3:
        seen, *_ = games.step(random_codes(seen["action_mask"], luck))
        if play.bots[1] is not seated[-1]:
            seated.append(play.bots[1])
    games.close()
    for bot in seated:
        assert isinstance(bot, OutsideBot)
        assert bot.program.returncode is not None


def test_what_ends_is_told_as_gymnasium_tells_it() -> None:
    games, luck = learn.vector_env("modern", 3, seats=3, max_cycles=10), np.random.default_rng(1)
    watched = RecordEpisodeStatistics(games)
    seen, infos = watched.reset(seed=1)
    for _ in range(12):
        seen, _, _, cut, infos = watched.step(random_codes(seen["action_mask"], luck))
        if cut.any():
            break
    assert (infos["_final_info"] == cut).all()
    assert (infos["final_info"]["returns"] == infos["returns"]).all()
    assert (infos["episode"]["l"][cut] == 10).all()


def test_spaces_hold_what_is_given() -> None:
    games, luck = learn.vector_env("godstorm", 3), np.random.default_rng(6)
    seen, _ = games.reset(seed=1)
    for _ in range(100):
        assert games.observation_space.contains(seen)
        assert games.single_action_space.contains(legal_code(seen["action_mask"][0], luck))
        seen, *_ = games.step(random_codes(seen["action_mask"], luck))


# ------------------------------------------------------------------ worker processes
def test_workers_play_the_games_of_one_process() -> None:
    """Seven games on two processes equal those of one process, beyond ends and a second reset."""
    settings: dict[str, Any] = {"seats": 3, "opponents": "random", "max_cycles": 70}
    alone, shared = learn.vector_env("modern", 7, **settings), learn.vector_env("modern", 7, num_workers=2, **settings)
    luck, ends = np.random.default_rng(1), 0
    try:
        for seed in (5, None):
            seen, infos = alone.reset(seed=seed)
            also, told = shared.reset(seed=seed)
            for _ in range(60):
                assert (seen["observation"] == also["observation"]).all()
                assert (seen["action_mask"] == also["action_mask"]).all()
                assert (infos["seat"] == told["seat"]).all()
                codes = random_codes(seen["action_mask"], luck)
                seen, *numbers, infos = alone.step(codes)
                also, *others, told = shared.step(codes)
                assert all((one == other).all() for one, other in zip(numbers, others, strict=True))
                assert infos.keys() == told.keys()
                for game in np.flatnonzero(numbers[1] | numbers[2]):
                    ends += 1
                    assert (infos["returns"][game] == told["returns"][game]).all()
                    pair = [one["final_obs"][game]["observation"] for one in (infos, told)]
                    assert (pair[0] == pair[1]).all()
        with pytest.raises(ValueError, match="step: code 10000 is not legal in game 6"):
            shared.step(np.array([*seen["action_mask"][:6].argmax(axis=1), 10_000]))
    finally:
        shared.close()
    assert ends > 7


def test_the_death_of_a_worker_is_told_and_ends_the_others() -> None:
    shared: Any = learn.vector_env("modern", 2, seats=3, num_workers=2)
    processes = list(shared.processes)
    shared.reset(seed=1)
    processes[0].kill()
    processes[0].join()
    with pytest.raises(RuntimeError, match="a worker process has died"):
        shared.reset()
    assert not shared.processes
    assert not any(process.is_alive() for process in processes)


def test_the_fault_of_a_worker_is_told() -> None:
    """A worker's error is raised with its traceback, here for a code that only this process accepts."""
    shared: Any = learn.vector_env("modern", 2, seats=3, num_workers=1)
    shared.reset(seed=1)
    shared._masks = np.ones((2, 100_000), np.int8)
    with pytest.raises(RuntimeError, match="ValueError: code 77777 is not legal here"):
        shared.step(np.array([77777, 77777]))


def test_workers_take_bots_and_no_policies() -> None:
    with pytest.raises(ValueError, match="name bots as opponents"):
        learn.vector_env("modern", 4, seats=3, num_workers=2, opponents=lambda *_: np.zeros(0))
    with pytest.raises(ValueError, match="num_workers=-1"):
        learn.vector_env("modern", 4, seats=3, num_workers=-1)
