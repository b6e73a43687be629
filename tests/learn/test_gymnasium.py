"""One seat against bots through plain Gymnasium: the same games as in batches, masks, frames, examples."""

import pickle
import subprocess
import sys
from copy import deepcopy
from typing import Any
from xml.etree import ElementTree

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from kamchatka import learn
from kamchatka.learn import KamchatkaEnv
from tests.learn.tables import ALL, EVERY_EDITION, legal_code

NAME = "kamchatka.learn:kamchatka/modern-v1"


class AnyCode(KamchatkaEnv):
    """Replace an illegal code by the first legal one, because Gymnasium's checker doesn't know masks."""

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        legal = self.action_masks()
        return super().step(int(action) if legal[action] else int(legal.argmax()))


def test_plain_gymnasium_finds_it() -> None:
    """A process that imports only Gymnasium finds it, as the id begins with the module's name."""
    program = f"""
import gymnasium
env = gymnasium.make({NAME!r}, seats=3, opponents="random", max_cycles=40)
seen, info = env.reset(seed=1)
over = cut = False
while not (over or cut):
    seen, reward, over, cut, info = env.step(env.action_space.sample(info["action_mask"]))
print(seen.shape, cut)
games = gymnasium.make_vec({NAME!r}, num_envs=2, seats=3)
print(games.reset(seed=1)[0]["observation"].shape)
"""
    done = subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, text=True)
    size = learn.Setting.of("modern", seats=3).layout.size
    assert (done.stdout, done.stderr) == (f"({size},) True\n(2, {size})\n", "")


@pytest.mark.filterwarnings("ignore:.*The environment.*is different from the unwrapped")
def test_the_checker_of_gymnasium_is_content() -> None:
    env = AnyCode("modern", 3, max_cycles=200)
    env.spec = gymnasium.spec("kamchatka/modern-v1")
    check_env(env, skip_render_check=True)


@EVERY_EDITION
def test_games_are_those_of_a_batch(edition: str) -> None:
    """Over several games the same seeds and codes give equal observations, masks, seats, rewards and ends."""
    settings: dict[str, Any] = {"opponents": "random", "max_cycles": 90}
    one, games = KamchatkaEnv(ALL[edition], **settings), learn.vector_env(ALL[edition], 1, **settings)
    luck = np.random.default_rng(1)
    seen, info = one.reset(seed=5)
    batch, infos = games.reset(seed=5)
    ends = 0
    for _ in range(120):
        assert (seen == batch["observation"][0]).all()
        assert (info["action_mask"] == batch["action_mask"][0]).all()
        assert (info["action_mask"] == one.action_masks()).all()
        assert info["seat"] == infos["seat"][0]
        code = legal_code(info["action_mask"], luck)
        seen, reward, over, cut, info = one.step(code)
        batch, rewards, overs, cuts, infos = games.step(np.array([code]))
        assert (reward, over, cut) == (rewards[0], overs[0], cuts[0])
        if over or cut:
            ends += 1
            assert (seen == infos["final_obs"][0]["observation"]).all()
            assert not info["action_mask"].any()
            assert not one.action_masks().any()
            seen, info = one.reset()
    assert ends > 0


def test_samples_are_legal_and_other_codes_refused() -> None:
    env = KamchatkaEnv("modern", 3)
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.reset(seed=2)
    for _ in range(200):
        _, _, over, _, info = env.step(env.action_space.sample())
        if over:
            _, info = env.reset()
    for wrong in (-1, 10_000, int(info["action_mask"].argmin())):
        with pytest.raises(ValueError, match=f"code {wrong} is not legal"):
            env.step(wrong)


def test_a_game_that_was_cut_needs_a_reset() -> None:
    env = KamchatkaEnv("modern", 3, max_cycles=5)
    env.reset(seed=1)
    cut = False
    while not cut:
        _, _, _, cut, _ = env.step(env.action_space.sample())
    with pytest.raises(ResetNeeded):
        env.step(0)


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"opponents": ["random"]}, "1 opponents; a table of 3 has 2"),
        ({"seat": 3}, "seat=3: seats are 0 to 2"),
        ({"render_mode": "film"}, "render_mode='film'"),
    ],
)
def test_senseless_settings_are_refused(settings: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        KamchatkaEnv("modern", 3, **settings)


def test_copies_and_pickles_have_the_same_settings() -> None:
    env = KamchatkaEnv("classic", 3, opponents=["random", "cautious"], seat=1, max_cycles=50)
    seen, info = env.reset(seed=3)
    for other in (pickle.loads(pickle.dumps(env)), deepcopy(env)):
        again, also = other.reset(seed=3)
        assert (again == seen).all()
        assert also["seat"] == info["seat"] == 1


# ------------------------------------------------------------------ frames
def test_frames_show_the_armies_of_the_table() -> None:
    """A frame shows the armies of every place, and changes with them."""
    env = KamchatkaEnv("modern", 3, render_mode="svg")
    env.reset(seed=1)
    first = env.render()
    for _ in range(60):
        env.step(env.action_space.sample())
    drawn = ElementTree.fromstring(env.render())
    words = ["".join(text.itertext()) for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    armies = [str(count) for count in env.play.table.state.armies if count]
    assert sorted(word for word in words if word.isdigit()) == sorted(armies)
    assert env.render() != first


@EVERY_EDITION
def test_every_edition_with_a_board_can_be_shown(edition: str) -> None:
    if not ALL[edition].boards:
        with pytest.raises(ValueError, match="no drawn board"):
            KamchatkaEnv(ALL[edition], render_mode="svg")
        return
    env = KamchatkaEnv(ALL[edition], render_mode="svg")
    env.reset(seed=1)
    assert env.render().count("<svg") == 1


def test_pixels_are_an_array_of_height_width_and_colours() -> None:
    pytest.importorskip("PIL")
    pytest.importorskip("resvg_py")
    env = KamchatkaEnv("modern", 3, render_mode="rgb_array", render_width=320)
    env.reset(seed=1)
    pixels = env.render()
    assert pixels.shape[1:] == (320, 3)
    assert pixels.dtype == np.uint8
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 20


def test_words_are_those_of_the_seat(capsys: pytest.CaptureFixture[str]) -> None:
    env = KamchatkaEnv("modern", 3, render_mode="ansi", seat=2)
    env.reset(seed=1)
    assert "P3" in env.render()
    KamchatkaEnv("modern", 3, render_mode="human").reset(seed=1)
    assert "P1" in capsys.readouterr().out
