"""The vector environment on several cores: each worker process plays a part of the games and writes shared arrays."""

import multiprocessing
import traceback
from itertools import pairwise
from multiprocessing.connection import Connection
from operator import index
from typing import Any, NamedTuple

import numpy as np
from gymnasium.utils import EzPickle
from numpy.typing import NDArray

from kamchatka.editions.edition import Edition
from kamchatka.kernel.edges.plain import JsonObject
from kamchatka.learn.vector import KamchatkaVectorEnv

Array = NDArray[Any]
SPAWN = multiprocessing.get_context("spawn")  # the same on every system, and safe beside threads
# Messages to a worker; it answers with nothing, or with the sentence of an error.
STEP, BEGIN, QUIT = b"s", b"b", b"q"
PATIENCE_S = 60.0  # for a worker to leave


class SharedArray(NamedTuple):
    """An array that several processes write and read."""

    memory: Any
    kind: str
    shape: tuple[int, ...]

    @classmethod
    def of(cls, kind: Any, *shape: int) -> "SharedArray":
        """Allocate zeros."""
        bytes_needed = int(np.prod(shape)) * np.dtype(kind).itemsize
        return cls(SPAWN.RawArray("b", bytes_needed), np.dtype(kind).str, shape)

    def array(self) -> Array:
        """Return the memory as an array."""
        return np.frombuffer(self.memory, self.kind).reshape(self.shape)


class WorkerVectorEnv(KamchatkaVectorEnv):
    """The same games as `KamchatkaVectorEnv`, in `num_workers` processes. Opponents are bots, not policies.

    A step costs some 10 µs for every worker, so each should have hundreds of games. Close the environment after use.
    """

    def __init__(
        self, edition: str | Edition, num_envs: int, seats: int | None = None, *, num_workers: int, **settings: Any
    ) -> None:
        if callable(settings.get("opponents")):
            raise ValueError("num_workers: a policy answers in one process; name bots as opponents")
        self.num_workers = min(index(num_workers), max(1, index(num_envs)))
        self.part_settings = {**settings, "copy": False}
        self.pipes: list[Connection] = []
        self.processes: list[Any] = []
        super().__init__(edition, num_envs, seats, **settings)
        EzPickle.__init__(self, edition, num_envs, seats, num_workers=num_workers, **settings)

    def _attach(self) -> None:
        """Allocate the arrays and start the workers."""
        games, seats = self.num_envs, self.setting.seats
        shared = {
            "_observations": SharedArray.of(np.int16, games, self.setting.layout.size),
            "_finals": SharedArray.of(np.int16, games, self.setting.layout.size),
            "_masks": SharedArray.of(np.int8, games, int(self.setting.codes.size)),
            "_seats": SharedArray.of(np.int64, games),
            "_rewards": SharedArray.of(np.float64, games),
            "_returns": SharedArray.of(np.float64, games, seats),
            "_terminations": SharedArray.of(np.bool_, games),
            "_truncations": SharedArray.of(np.bool_, games),
        }
        codes = SharedArray.of(np.int64, games)
        for name, one in shared.items():
            setattr(self, name, one.array())
        self._codes = codes.array()
        edition = self._ezpickle_args[0]
        bounds = [games * nth // self.num_workers for nth in range(self.num_workers + 1)]
        for low, high in pairwise(bounds):
            pipe, theirs = SPAWN.Pipe()
            work = (theirs, edition, (low, high), self._ezpickle_args[2], self.part_settings, shared, codes)
            process = SPAWN.Process(target=_work, args=work, daemon=True)
            process.start()
            theirs.close()
            self.pipes.append(pipe)
            self.processes.append(process)

    def _begin_games(self, seed: int | None) -> None:
        self._tell_all(BEGIN if seed is None else BEGIN + str(seed).encode())

    def _step_games(self, actions: Array) -> bool:
        codes = self._numbers(actions, self._games, "step")
        known = (codes >= 0) & (codes < self._masks.shape[1])
        legal = known & (self._masks[self._games, np.where(known, codes, 0)] > 0)
        if not legal.all():
            wrong = int(np.flatnonzero(~legal)[0])
            raise ValueError(f"step: code {codes[wrong]} is not legal in game {wrong}")
        self._codes[:] = codes
        self._tell_all(STEP)
        return bool(self._terminations.any() or self._truncations.any())

    def _tell_all(self, message: bytes) -> None:
        """Send a message to all workers and wait for them."""
        faults: list[str] = []
        for send in (True, False):
            for pipe in self.pipes:
                try:
                    if send:
                        pipe.send_bytes(message)
                    else:
                        faults.append(pipe.recv_bytes().decode())
                except (EOFError, OSError):
                    faults.append("a worker process has died")
        told = [fault for fault in faults if fault]
        if told:
            self.close()
            raise RuntimeError(told[0])

    def close_extras(self, **kwargs: Any) -> None:
        """End the worker processes."""
        for pipe in self.pipes:
            try:
                pipe.send_bytes(QUIT)
            except OSError:
                continue  # it is gone
        for process in self.processes:
            process.join(PATIENCE_S)
            if process.is_alive():
                process.kill()
                process.join()
        for pipe in self.pipes:
            pipe.close()
        self.pipes, self.processes = [], []


def _work(
    pipe: Connection,
    edition: str | Edition,
    part: tuple[int, int],
    seats: int | None,
    settings: JsonObject,
    shared: dict[str, SharedArray],
    codes: SharedArray,
) -> None:
    """Play a part of the games until told to quit or left alone."""
    low, high = part
    theirs = {name: one.array()[low:high] for name, one in shared.items()}
    said = codes.array()[low:high]
    games: KamchatkaVectorEnv | None = None
    while True:
        try:
            message = pipe.recv_bytes()
        except EOFError:
            message = QUIT
        if message == QUIT:
            if games is not None:
                games.close()
            return
        try:
            if games is None:
                games = KamchatkaVectorEnv(edition, high - low, seats, **settings)
            if message == STEP:
                games.batch.clear()
                games.batch.step(said.tolist())
            else:
                games.reset(seed=int(message[1:]) + low if message[1:] else None)
            for name, array in theirs.items():
                if name not in ("_finals", "_returns") or games.batch.ended:
                    array[:] = getattr(games, name)
            fault = b""
        except Exception:
            fault = traceback.format_exc().encode()
        pipe.send_bytes(fault)


def vector_env(
    edition: str | Edition, num_envs: int, seats: int | None = None, num_workers: int = 0, **settings: Any
) -> KamchatkaVectorEnv:
    """Create an environment with N games of an edition; see `KamchatkaVectorEnv` for the settings.

    `num_workers` processes play the same games and share the arrays; 0 plays them in this process.

    >>> games = vector_env("modern", 8, seats=4, opponents="random")
    >>> seen, infos = games.reset(seed=1)
    >>> seen["observation"].shape[0]
    8
    """
    if index(num_workers) < 0:
        raise ValueError(f"num_workers={num_workers}: 0 plays in this process")
    if not num_workers:
        return KamchatkaVectorEnv(edition, num_envs, seats, **settings)
    return WorkerVectorEnv(edition, num_envs, seats, num_workers=num_workers, **settings)
