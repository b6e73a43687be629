"""Processes that play batches of games, in which bots and teachers decide."""

import os
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from mmap import mmap
from multiprocessing import get_context
from typing import Any

import numpy as np

from kamchatka.encoding.setting import Setting
from kamchatka.kernel.view import view
from kamchatka.learn.batch import Batch
from kamchatka.players.admiral.shape import NetworkShape, fit
from tools.learn.casts import NET, PAST, TEACHERS, Cast, Lineups
from tools.learn.shared import CODE, ENDED, FORMER, SEAT, SEATS, WEIGHT, WON, SharedBatch

FIELDS = 4  # statistics by cast: games, wins of the network's seats, its seats, undecided games
FAR = 1_000_003  # distance between the seeds of two batches


@dataclass(frozen=True)
class Tables:
    """The games that actors play."""

    edition: str
    seats: tuple[int, ...]  # numbers of seats, dealt to the batches in turn
    games: int  # in a batch
    rounds: int  # rounds after which the referee ends a game
    hurry: float  # fraction of a win that the longest game loses
    departures: float = 0.0  # chance that a batch departs from the booklet's options
    seed: int = 1


class Desk:
    """One batch of games in an actor process."""

    def __init__(self, shared: SharedBatch, tables: Tables, casts: tuple[Cast, ...], stats: Any, seed: int) -> None:
        luck = random.Random(seed)
        self.shared, self.stats, self.tables = shared, stats, tables
        self.teaches = not any(name in (NET, PAST) for cast in casts for name in (*cast.mine, *cast.others))
        seats = tables.seats[seed % len(tables.seats)]
        setting = Setting.of(tables.edition, seats, draw_options(tables, seats, luck))
        self.lineup = Lineups(setting.game, seats, casts, self.teaches)
        self.batch = Batch(
            [setting.play(None, tables.rounds) for _ in range(tables.games)], setting.observer, self.lineup
        )
        self._fit(setting)
        for game in range(tables.games):
            self.batch.begin(game, luck.randrange(1 << 31))
        self.seated = [self.lineup.seated(one) for one in self.batch.seeds]
        self.weights = np.array([self._weights(names) for _, names in self.seated], np.float32)
        self.teachers = [self.lineup.teachers(one) for one in self.batch.seeds] if self.teaches else []
        self.decisions: list[Any] = [None] * tables.games  # a teacher decides once, then gives its codes in turn
        self.known: list[Any] = [None] * tables.games
        self.rows = np.arange(tables.games)
        self.begun = False

    def _fit(self, setting: Setting) -> None:
        """Return views of the batch, and the positions of its numbers in the shape."""
        batch: Any = self.batch
        games, seats = self.tables.games, setting.seats
        place = fit(setting)
        if -1 in place.codes:
            raise ValueError(f"{setting.edition.id} with {setting.rules.non_defaults()} has codes that its shape lacks")
        columns = np.array(place.columns)
        self.told = np.flatnonzero(columns >= 0)  # an option may add numbers that are missing in the shape
        self.columns, self.codes = columns[self.told], np.array(place.codes)
        self.own_codes = np.full(len(place.shape.codes), -1)
        self.own_codes[self.codes] = np.arange(len(self.codes))
        self.shared.meta[:, SEATS] = seats
        for at, value in place.constants:
            self.shared.seen[:, at] = value
        self.seen = np.frombuffer(batch.observations, np.int16).reshape(games, -1)
        self.masks = np.frombuffer(batch.masks, np.uint8).reshape(games, -1)
        self.asked = np.frombuffer(batch.asked, np.int64)
        self.over = np.frombuffer(batch.terminations, np.bool_)
        self.returns = np.frombuffer(batch.returns, np.float64).reshape(games, -1)

    def _weights(self, names: list[str]) -> list[float]:
        """Return how much is learned from each seat."""
        if self.teaches:
            return [float(name in TEACHERS or not set(names) & set(TEACHERS)) for name in names]
        return [FORMER if name == PAST else 1.0 for name in names]

    def step(self) -> None:
        """Play one code in every game, and write what the next decisions observe."""
        shared = self.shared
        if self.begun:
            said = shared.meta[:, CODE].astype(np.int64) if self.teaches else shared.codes
            rounds = [play.table.state.round for play in self.batch.plays]
            self.batch.clear()
            self.batch.step(self.own_codes[said].tolist())
            shared.meta[:, ENDED] = self.over
            if self.over.any():
                self._end_games(rounds)
        self.begun = True
        shared.seen[:, self.columns] = self.seen[:, self.told] if len(self.told) < self.seen.shape[1] else self.seen
        shared.masks[:, self.codes] = self.masks
        shared.meta[:, SEAT] = self.asked
        shared.meta[:, WEIGHT] = self.weights[self.rows, self.asked]
        if self.teaches:
            shared.meta[:, CODE] = self.codes[self._lessons()]

    def _end_games(self, rounds: Sequence[int]) -> None:
        """Record winners and seated players of finished games."""
        tables, seats = self.tables, self.lineup.seats
        for game in np.flatnonzero(self.over).tolist():
            won = np.maximum(self.returns[game], 0.0)
            late = min(1.0, rounds[game] / tables.rounds)
            self.shared.meta[game, WON : WON + seats] = won * (1.0 - tables.hurry * late)
            kind, names = self.seated[game]
            ours = np.array([name == NET for name in names])
            self.stats[kind] += (1, won[ours].sum(), ours.sum(), won.sum() == 0)
            seed = self.batch.seeds[game]
            self.seated[game] = self.lineup.seated(seed)
            self.weights[game] = self._weights(self.seated[game][1])
            if self.teaches:
                self.teachers[game] = self.lineup.teachers(seed)

    def _lessons(self) -> list[int]:
        """Return the codes that teachers choose."""
        codes = []
        for game, play in enumerate(self.batch.plays):
            key = (self.batch.seeds[game], play.actions)
            if self.known[game] != key:
                self.known[game] = key
                teacher = self.teachers[game][play.seat]
                self.decisions[game] = teacher.decide(view(play.table, play.seat), play.prompt.options)
            codes.append(int(play.prompt.code_for(self.decisions[game])))
        return codes


def draw_options(tables: Tables, seats: int, luck: random.Random) -> dict[str, Any]:
    """Return the options of a batch: mostly the booklet's, else some departing from them."""
    edition = Setting.of(tables.edition, seats).edition
    if luck.random() >= tables.departures:
        return {}
    free = [option for option in edition.options if len(option.values) > 1 and not option.needs]
    option = luck.choice(free)
    return {option.name: luck.choice([value for value in option.values if value != option.default])}


def play_desks(desks: list[Desk], stop: Any) -> None:
    """Step each batch that has its codes, until told to stop."""
    while not stop[0]:
        idle = True
        for desk in desks:
            if not desk.shared.waits[0]:
                desk.step()
                desk.shared.waits[0] = 1
                idle = False
        if idle:
            time.sleep(0.00005)


def _work(nth: int, mine: list[SharedBatch], tables: Tables, casts: tuple[Cast, ...], stats: Any, stop: Any) -> None:
    """Run an actor process."""
    os.environ["OMP_NUM_THREADS"] = "1"
    seeds = [tables.seed * FAR + len(mine) * nth + which for which in range(len(mine))]
    play_desks([Desk(one, tables, casts, stats, seed) for one, seed in zip(mine, seeds, strict=True)], stop)


class Crew:
    """Actor processes for some casts. Each has two batches, and plays one while the network decides for the other."""

    def __init__(self, shape: NetworkShape, tables: Tables, casts: tuple[Cast, ...], workers: int) -> None:
        self.casts = casts
        self.batches = [SharedBatch(shape, tables.games) for _ in range(2 * workers)]
        memory = mmap(-1, 8 + 8 * max(1, workers) * len(casts) * FIELDS)
        self.stop = np.frombuffer(memory, np.int32, 1)
        count = workers * len(casts) * FIELDS
        self.stats = np.frombuffer(memory, np.float64, count, 8).reshape(workers, len(casts), FIELDS)
        self.processes = [
            get_context("fork").Process(
                target=_work,
                args=(nth, self.batches[2 * nth : 2 * nth + 2], tables, casts, self.stats[nth], self.stop),
                daemon=True,
            )
            for nth in range(workers)
        ]
        for process in self.processes:
            process.start()

    def dead(self) -> bool:
        """Return whether an actor has died."""
        return any(process.exitcode is not None for process in self.processes) and not self.stop[0]

    def shares(self, before: Any) -> tuple[dict[str, list[float]], Any]:
        """Return games, share of wins and share of undecided games by cast since `before`, and the new totals."""
        now = self.stats.sum(0).copy()
        told = {}
        for cast, (games, won, _, undecided) in zip(self.casts, now - before, strict=True):
            told[cast.title()] = [int(games), round(won / max(games, 1), 4), round(undecided / max(games, 1), 4)]
        return told, now

    def end(self) -> None:
        """Stop all actors."""
        self.stop[0] = 1
        for process in self.processes:
            process.join(5)
            if process.is_alive():
                process.terminate()
