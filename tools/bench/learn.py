"""Measure steps per second of learning environments on one core: ours, PettingZoo's and others.

    make bench-learn                        # interpreted and compiled; installs what the classics need
    python -m tools.bench.learn --edition modern challenge --games 64 --seconds 5
    PYTHONPATH=where/it/lies python -m tools.bench.learn --beside some_package:SomeEnv

All environments play random legal codes, drawn by NumPy in the same way. PettingZoo's games run through its own loop
(`last`, `step`), one at a time. Ours run through that loop as well, many at once, and with the bot `random` at all
seats but one. `--beside` accepts any Gymnasium environment for one agent with an action mask: in its observation, in
`info["action_mask"]`, or from a method `action_masks()` as in sb3-contrib. Moves of its built-in opponents happen
within a step and aren't counted, unless `info["decisions"]` gives their number. Times are CPU seconds, so other load on
the machine matters little. Environments that aren't installed are named and skipped.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from time import perf_counter, process_time
from typing import Any

import numpy as np

from kamchatka import learn
from kamchatka.kernel import game as kernel

CLASSICS = ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4", "texas_holdem_v4", "go_v5", "chess_v6", "hanabi_v5")
Steps = Iterator[int]  # number of steps since the last item
Makers = dict[str, Callable[[], Steps]]  # by the name that is printed


def draw_code(luck: np.random.Generator, mask: Any) -> int:
    """Draw one of the legal codes."""
    return int((luck.random(mask.shape) * mask).argmax())


def legal(table: Any, seen: Any, info: Any) -> Any:
    """Return the action mask of an environment, wherever it is provided."""
    for place in (seen, info):
        if isinstance(place, dict) and "action_mask" in place:
            return place["action_mask"]
    return table.get_wrapper_attr("action_masks")()


def in_turns(table: Any) -> Steps:
    """Play an AEC environment, game after game."""
    luck = np.random.default_rng(1)
    while True:
        table.reset(seed=int(luck.integers(1 << 30)))
        for _ in table.agent_iter():
            seen, _, over, cut, info = table.last()
            if over or cut:
                table.step(None)
                continue
            table.step(draw_code(luck, legal(table, seen, info)))
            yield 1


def alone(table: Any) -> Steps:
    """Play a single-agent Gymnasium environment, game after game."""
    luck = np.random.default_rng(1)
    while True:
        seen, info = table.reset(seed=int(luck.integers(1 << 30)))
        over = cut = False
        while not (over or cut):
            seen, _, over, cut, info = table.step(draw_code(luck, legal(table, seen, info)))
            yield info.get("decisions", 1)


def together(games: learn.KamchatkaVectorEnv) -> Steps:
    """Play a vector of games."""
    luck = np.random.default_rng(1)
    seen, _ = games.reset(seed=1)
    while True:
        masks = seen["action_mask"]
        seen, *_ = games.step((luck.random(masks.shape, dtype=np.float32) * masks).argmax(axis=1))
        yield games.num_envs


def without_numpy(games: learn.KamchatkaVectorEnv) -> Steps:
    """Yield the cost of the batch itself: no random draws, the first and the last legal code in turn."""
    games.reset(seed=1)
    masks, batch, turn = games._masks, games.batch, 0
    while True:
        turn += 1
        codes = masks.argmax(axis=1) if turn % 2 else masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
        chosen = codes.tolist()
        batch.clear()
        batch.step(chosen)
        yield games.num_envs


def rate(steps: Steps, seconds: float, clock: Callable[[], float] = process_time) -> float:
    """Measure steps per second, after a warm-up of a tenth of the time."""
    warm = clock() + seconds / 10
    while clock() < warm:
        next(steps)
    made, began = 0, clock()
    while clock() - began < seconds:
        made += next(steps)
    return made / (clock() - began)


def ours(edition: str, seats: int, games: int) -> Makers:
    """Measure our environments."""

    def vector(games: int = games, opponents: str | None = None) -> learn.KamchatkaVectorEnv:
        return learn.vector_env(edition, games, seats, opponents=opponents, max_cycles=5000, copy=False)

    return {
        f"kamchatka {edition}, {games} games": lambda: together(vector()),
        f"kamchatka {edition}, {games} games, codes given": lambda: without_numpy(vector()),
        f"kamchatka {edition}, {games} games, against random": lambda: together(vector(opponents="random")),
        f"kamchatka {edition}, one game, against random": lambda: together(vector(1, "random")),
        f"kamchatka {edition}, AEC": lambda: in_turns(learn.env(edition, seats, max_cycles=5000)),
    }


def workers(edition: str, seats: int, processes: int, games: int) -> Makers:
    """Measure our environment in several processes and in one, with as many games, by wall clock: all cores count."""

    def steps(number: int) -> Steps:
        table = learn.vector_env(edition, processes * games, seats, num_workers=number, max_cycles=5000, copy=False)
        table.reset(seed=1)
        masks, turn = table._masks, 0
        try:
            while True:
                turn += 1
                table.step(masks.argmax(axis=1) if turn % 2 else masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1))
                yield table.num_envs
        finally:
            table.close()

    name = f"kamchatka {edition}, {processes * games} games, codes given"
    return {f"{name}, {number or 'no'} workers": lambda number=number: steps(number) for number in (0, 1, processes)}  # type: ignore[misc]


def classics() -> Makers:
    """Measure PettingZoo's environments."""
    found: Makers = {}
    for name in CLASSICS:
        try:
            module = import_module(f"pettingzoo.classic.{name}")
            module.env().close()
        except Exception as error:  # each needs other packages and reports missing ones differently
            print(f"{name}: left out ({error})")
            continue
        found[f"pettingzoo {name}"] = lambda module=module: in_turns(module.env())  # type: ignore[misc]
    return found


def beside(places: Sequence[str]) -> Makers:
    """Measure further environments as MODULE:NAME, where NAME is a callable that creates one."""
    found: Makers = {}
    for place in places:
        try:
            module, _, name = place.partition(":")
            make = getattr(import_module(module), name)
            table = make()
            next(alone(table))  # check that it has an action mask and makes a step
            table.close()
        except Exception as error:  # third-party environments fail in many ways
            print(f"{place}: left out ({error!r})")
            continue
        found[place] = lambda make=make: alone(make())  # type: ignore[misc]
    return found


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edition", nargs="+", default=["modern"])
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--games", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each environment")
    parser.add_argument("--no-classics", action="store_true", help="nothing of PettingZoo's")
    parser.add_argument("--workers", type=int, default=0, help="measure this number of processes, too")
    parser.add_argument("--beside", action="append", default=[], metavar="MODULE:NAME", help="may be said again")
    chosen = parser.parse_args()
    print("kernel:", "compiled" if not str(kernel.__file__).endswith(".py") else "interpreted")
    rates: dict[str, float] = {}
    makers: Makers = {}
    for edition in chosen.edition:
        makers |= ours(edition, chosen.seats, chosen.games)
    makers |= beside(chosen.beside) | ({} if chosen.no_classics else classics())
    for edition in chosen.edition if chosen.workers else []:
        for name, make in workers(edition, chosen.seats, chosen.workers, 256).items():
            print(f"{name:60} {rate(make(), chosen.seconds, perf_counter):12,.0f} steps/s", flush=True)
    for name, make in makers.items():
        rates[name] = rate(make(), chosen.seconds)
        best = rates[next(iter(rates))]
        print(f"{name:45} {rates[name]:12,.0f} steps/s {best / rates[name]:10.1f} ×", flush=True)


if __name__ == "__main__":
    main()
