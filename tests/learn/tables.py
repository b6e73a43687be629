"""The tables at which learning is tested: every edition, also the small test edition, loaded like outside ones."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from kamchatka.editions import EDITIONS
from kamchatka.editions.edition import Edition
from kamchatka.encoding.play import Play
from kamchatka.kernel.options import Action
from kamchatka.learn import Setting
from tests.teaching.edition import TEACHING

ALL: dict[str, Edition] = {**EDITIONS, "teaching": TEACHING}
EVERY_EDITION = pytest.mark.parametrize("edition", ALL)
# PettingZoo warns of every environment whose observation is a dictionary, its own classic games included.
DICTIONARIES = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


def legal_code(mask: Any, luck: np.random.Generator) -> int:
    """Return a random legal code, uniformly."""
    return int(luck.choice(np.flatnonzero(np.asarray(mask))))


def wander(setting: Setting, steps: int, seed: int, visit: Callable[[Play], None]) -> None:
    """Play masked random games; `visit` is called before each decision."""
    luck, play = np.random.default_rng(seed), setting.play(max_rounds=60)
    play.begin(seed, [None] * setting.seats)
    for _ in range(steps):
        visit(play)
        legal: Any = play.prompt.legal
        play.step(legal_code(np.frombuffer(legal, np.int8), luck))
        if play.is_over():
            seed += 1
            play.begin(seed, [None] * setting.seats)


def same(one: Action, other: Action) -> bool:
    """Return whether two actions differ in their amount only."""
    return (one.verb, one.at, one.to, one.what) == (other.verb, other.at, other.to, other.what)
