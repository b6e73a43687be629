"""Run tests in random order: folders, files of a folder, tests of a file. Neighbours still share their fixtures."""

import random
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

import pytest

T = TypeVar("T")
OPTION = "order_seed"
NUMBERS = 2**32


def add_option(parser: pytest.Parser) -> None:
    """Add `--order-seed=N`."""
    text = "repeat a random order; 0 keeps the order of the files"
    parser.addoption("--order-seed", metavar="N", type=int, default=None, help=text)


def choose_seed(config: pytest.Config) -> None:
    """Choose a seed, unless one was given; workers of xdist have the seed of the process that starts them."""
    if hasattr(config, "workerinput"):
        setattr(config.option, OPTION, config.workerinput[OPTION])
    elif config.getoption(OPTION) is None:
        setattr(config.option, OPTION, random.SystemRandom().randrange(1, NUMBERS))


def seed_line(config: pytest.Config) -> str:
    """Return how to repeat this order."""
    return f"random order: --order-seed={config.getoption(OPTION)}"


def shuffle(items: list[pytest.Item], seed: int) -> None:
    """Shuffle the collected tests in place; no seed keeps them as they are."""
    if seed:
        luck = random.Random(seed)
        files = shuffled_groups(items, lambda item: item.path, luck)
        by_folder = shuffled_groups(files, lambda tests: tests[0].path.parent, luck)
        items[:] = [item for folder in by_folder for file in folder for item in luck.sample(file, len(file))]


def shuffled_groups(values: Iterable[T], key: Callable[[T], Path], luck: random.Random) -> list[list[T]]:
    """Group values by a path, in random order; the values of a group stay as they were."""
    groups = defaultdict[Path, list[T]](list)
    for value in values:
        groups[key(value)].append(value)
    return luck.sample([*groups.values()], len(groups))
