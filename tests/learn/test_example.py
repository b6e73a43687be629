"""The training script and the page about it run as shown."""

import doctest
import re
from importlib.util import module_from_spec, spec_from_file_location
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium import Env
from gymnasium.wrappers import TimeLimit

from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import Action
from kamchatka.kernel.refusal import Refusal
from kamchatka.learn import Setting
from tests.teaching.edition import TEACHING
from tools.bench import learn as bench_learn
from tools.quality import masked_walk

ROOT = Path(__file__).parents[2]


def script(name: str = "ppo") -> Any:
    """Load a script of examples/learn."""
    spec = spec_from_file_location(name, ROOT / "examples" / "learn" / f"{name}.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_script_trains() -> None:
    net, curve = script().train("classic", seats=2, games=4, length=16, updates=2, seed=1, hidden=8)
    assert len(curve) == 2
    assert all(np.isfinite(one).all() for one in net.values())
    assert net["vw"].any()  # it started from nothing


def test_maskable_ppo_trains(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("sb3_contrib", reason="with PyTorch, for those who train")
    words = ["--edition", "classic", "--seats", "2", "--steps", "64", "--length", "32", "--games", "1"]
    monkeypatch.setattr("sys.argv", ["maskable_ppo", *words, "--save", str(tmp_path / "policy.zip")])
    script("maskable_ppo").main()
    assert "1 games: mean reward" in capsys.readouterr().out
    assert (tmp_path / "policy.zip").exists()


def test_its_gradients_are_those_of_its_loss() -> None:
    """A step along the gradient changes the loss as much as the gradient predicts."""
    ppo, luck = script(), np.random.default_rng(1)
    net = {name: one.astype(np.float64) for name, one in ppo.fresh(6, 5, 4, luck).items()}
    net["vw"] += luck.normal(size=5)
    seen, masks = luck.normal(size=(7, 6)), np.ones((7, 4), np.int8)
    masks[:, 3] = 0
    codes, gains, goals = luck.integers(0, 3, 7), luck.normal(size=7), luck.normal(size=7)
    old = ppo.forward(net, seen, masks)[1][np.arange(7), codes] * luck.uniform(0.95, 1.05, 7)

    def loss() -> float:
        _, likely, values = ppo.forward(net, seen, masks)
        ratio = likely[np.arange(7), codes] / old
        entropy = -(likely * np.log(likely + 1e-9)).sum(axis=1)
        return float(np.mean(-gains * ratio + 0.25 * (values - goals) ** 2 - ppo.ENTROPY * entropy))

    found = ppo.gradients(net, seen, masks, codes, old, gains, goals)
    for name, one in net.items():
        at = np.unravel_index(int(luck.integers(one.size)), one.shape)
        before, step = one[at], 1e-6
        one[at] = before + step
        above = loss()
        one[at] = before - step
        below = loss()
        one[at] = before
        assert np.isclose(found[name][at], (above - below) / (2 * step), atol=1e-5), name


def test_the_benchmark_measures(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["bench_learn", "--games", "2", "--seconds", "0.02", "--no-classics"])
    bench_learn.main()
    assert len(re.findall(r"kamchatka modern.* [\d,]+ steps/s", capsys.readouterr().out)) == 5


class Countdown(Env[Any, int]):
    """An environment with four steps per game, where only the code equal to the step is legal."""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[int, dict[str, Any]]:
        super().reset(seed=seed)
        self.at = 0
        return 0, self.told()

    def step(self, action: int) -> tuple[int, float, bool, bool, dict[str, Any]]:
        assert action == self.at, "an illegal code"
        self.at += 1
        return self.at, 0.0, self.at == 4, False, self.told()

    def told(self) -> dict[str, Any]:
        return {"action_mask": np.arange(5) == self.at}


class Asked(Countdown):
    """An environment whose mask must be requested, and where each step includes two opponents' moves."""

    def told(self) -> dict[str, Any]:
        return {"decisions": 3}

    def action_masks(self) -> Any:
        return np.arange(5) == self.at


class Unmasked(Countdown):
    """An environment without a mask of legal codes."""

    def told(self) -> dict[str, Any]:
        return {}


def test_the_benchmark_measures_others_environments(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = ["bench_learn", "--games", "2", "--seconds", "0.02", "--no-classics"]
    others = [f"{__name__}:Countdown", f"{__name__}:Asked", f"{__name__}:Unmasked", "no_such_module:Env"]
    monkeypatch.setattr("sys.argv", said + [word for other in others for word in ("--beside", other)])
    bench_learn.main()
    shown = capsys.readouterr().out
    assert re.findall(r":(\w+) +[1-9][\d,]* steps/s", shown) == ["Countdown", "Asked"]
    assert re.findall(r"(\w+): left out", shown) == ["Unmasked", "Env"]


def test_steps_of_others_environments_are_counted() -> None:
    assert list(islice(bench_learn.alone(Countdown()), 9)) == [1] * 9  # more than two games
    assert list(islice(bench_learn.alone(TimeLimit(Asked(), 3)), 9)) == [3] * 9  # and cut, within a wrapper


def test_a_masked_walk_can_be_walked_again() -> None:
    """A masked walk is reproducible; `make walk-learn` takes a million steps per edition, this test a few, twice."""
    first, again, other = (masked_walk.walk(TEACHING, 2000, seed, [3]) for seed in (1, 1, 2))
    assert first.steps == 2048
    assert first == again
    assert first.checksum != other.checksum


def test_a_masked_walk_ends_where_the_rules_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    """A masked walk fails where the rules refuse a code; here all codes are refused."""
    game = Setting.of(TEACHING).game
    nothing = game.refusal(game.start(3, FastChance(1)), 0, Action(0))

    def refuse(*_: object) -> None:
        raise nothing

    if not hasattr(Game.play_from, "__code__"):
        pytest.skip("compiled code does not look its methods up")
    monkeypatch.setattr(Game, "play_from", refuse)
    with pytest.raises(Refusal):
        masked_walk.walk(TEACHING, 2000, 1, [3])


def test_the_examples_of_the_page_run() -> None:
    page = ROOT / "docs" / "learn.md"
    assert doctest.testfile(str(page), module_relative=False).failed == 0
