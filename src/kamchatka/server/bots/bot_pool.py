"""Bots at the server's tables think at a pace people can follow: quick ones in threads, slow ones in processes.

A thread is enough for a decision of milliseconds; a long one would hold up every table, for Python runs one thread at a
time. So a bot that was seen to be slow thinks in another process from then on, from its seat's view in notation.
"""

import asyncio
import hashlib
import multiprocessing
import os
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache

import structlog

from kamchatka.editions import edition
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.notation import parse_position, print_position
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import Action, Options
from kamchatka.kernel.table import Table
from kamchatka.kernel.view import View
from kamchatka.match import Match
from kamchatka.players import Bot, house_bot
from kamchatka.server.operations.metrics import Metrics
from kamchatka.server.work.worker import outlive_nobody

SECONDS = {"calm": 1.6, "normal": 0.8, "quick": 0.3, "instant": 0.0}
STAND_IN = "cautious"  # who plays for somebody who is away
SLOW = 0.05  # seconds of work; who takes longer …
OFTEN = 3  # … so many times in a row (the first time all bots are slow) thinks elsewhere from then on
NOTHING = FastChance(0)  # luck of a table on which nothing is rolled

log = structlog.get_logger()
Key = tuple[int, int, int, int, int]


@dataclass(frozen=True)
class BotSpec:
    """A bot at a seat: which, at what table, with what seed; enough to make it again in another process."""

    name: str
    edition: str
    options: tuple[tuple[str, bool | int | str], ...]
    seat: int
    seed: int


def bot_spec(match: Match, name: str, key: str, seat: int) -> BotSpec:
    """The bot of a seat, with a seed of its own."""
    seed = hashlib.blake2b(f"{key} {seat} {len(match.entries)}".encode(), digest_size=4).digest()
    options: Mapping[str, bool | int | str] = match.rules.changed()
    return BotSpec(name, match.edition.id, tuple(options.items()), seat, int.from_bytes(seed, "big"))


class BotPool:
    """The threads and processes, shared by all rooms."""

    def __init__(self, workers: int, seconds: float | None, metrics: Metrics | None = None) -> None:
        self.metrics = metrics or Metrics()
        self.threads = ThreadPoolExecutor(workers, thread_name_prefix="bot")
        self.workers = workers
        self.processes = self._pool()
        self.seconds = seconds
        self.slow: set[str] = set()  # names of bots that think elsewhere
        self.late: Counter[str] = Counter()  # by name: slow decisions in a row
        self.thinking = {"thread": 0, "process": 0}  # decisions under way

    def _pool(self) -> ProcessPoolExecutor:
        """Processes, none of which is started before it is needed."""
        return ProcessPoolExecutor(
            self.workers, multiprocessing.get_context("spawn"), initializer=outlive_nobody, initargs=(os.getpid(),)
        )

    @property
    def waiting(self) -> int:
        """Decisions that wait for a thread or a process."""
        return sum(max(0, under_way - self.workers) for under_way in self.thinking.values())

    def close(self) -> None:
        """No more thinking."""
        for pool in (self.threads, self.processes):
            pool.shutdown(wait=False, cancel_futures=True)

    async def decide(self, spec: BotSpec, game: Game, known: View, options: Options, pace: str) -> Action:
        """What a bot does, after about as long as a person would take. A bot that fails takes what comes first."""
        begun = time.monotonic()
        try:
            action = await self._thought(spec, game, known, options)
        except Exception as error:
            log.error("bot failed", bot=spec.name, error=repr(error))
            if isinstance(error, BrokenExecutor):
                self.processes = self._pool()
            action = options.sample(FastChance(spec.seed))
        if not options.allows(action):
            log.error("bot chose what is not allowed", bot=spec.name, action=action.key())
            action = options.sample(FastChance(spec.seed))
        wait = (SECONDS[pace] if self.seconds is None else self.seconds) - (time.monotonic() - begun)
        if wait > 0:
            await asyncio.sleep(wait)
        return action

    async def _thought(self, spec: BotSpec, game: Game, known: View, options: Options) -> Action:
        loop = asyncio.get_running_loop()
        if spec.name in self.slow:
            position = print_position(game, known.state)
            with self._timed("process"):
                return Action(*await loop.run_in_executor(self.processes, think_elsewhere, spec, position))
        with self._timed("thread"):
            action, took = await loop.run_in_executor(self.threads, _think_here, spec, game, known, options)
        self.late[spec.name] = self.late[spec.name] + 1 if took > SLOW else 0
        if self.late[spec.name] >= OFTEN:
            self.slow.add(spec.name)
        return action

    @contextmanager
    def _timed(self, where: str) -> Iterator[None]:
        begun = time.perf_counter()
        self.thinking[where] += 1
        try:
            yield
        finally:
            self.thinking[where] -= 1
            self.metrics.thoughts.labels(where).observe(time.perf_counter() - begun)


def _think_here(spec: BotSpec, game: Game, known: View, options: Options) -> tuple[Action, float]:
    """A decision in this thread, and the seconds of work it took."""
    player = _player(spec, game)
    begun = time.thread_time()
    return player.decide(known, options), time.thread_time() - begun


def think_elsewhere(spec: BotSpec, position: str) -> Key:
    """A decision in a process of its own: the view is read from notation, the options are asked again of the view."""
    game = _game(spec.edition, spec.options)
    state = parse_position(game, position)
    options = game.options(Table(game.board, state, NOTHING, None), spec.seat)
    return _player(spec, game).decide(View(spec.seat, state), options).key()


@cache
def _game(id: str, options: tuple[tuple[str, bool | int | str], ...]) -> Game:
    booklet = edition(id)
    return booklet.game(booklet.table_rules(dict(options), kept=True))


_players: dict[BotSpec, Bot] = {}


def _player(spec: BotSpec, game: Game) -> Bot:
    """The bot itself, kept as long as there are not too many: some remember what they saw."""
    if spec not in _players:
        if len(_players) > 2000:
            _players.clear()
        _players[spec] = house_bot(spec.name, game, spec.seed)
    return _players[spec]
