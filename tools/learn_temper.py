"""Learns the temper of a marshal in a league: python -m tools.learn_temper modern --state FILE [--write] (needs numpy).

A temper is a factor for each weight of a captain. It is learned in games without search, which take hundredths of a
second: at each table sit two learners, a little to one side and the other of the temper as it is, and two rivals out of
a league: patient captains, plain ones, `cautious`, and the learner as it was some generations ago. Who of the two wins
says which side is better (`tools/evolution.py`). A game that is not decided in time counts half for whoever leads.

`--state` keeps what is done after every generation: a run that is cut short goes on, and comes to the same temper on
any number of processes. `--write VERSION` puts the temper into the edition's folder, with the command and the curve.
`--check N` plays N games of one such captain against three of each kind, and of four among themselves. With `--against
VERSION` all rivals have the temper of that version: what is won against three of it says how far it can be exploited.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import cache
from math import exp, log
from multiprocessing import get_context
from pathlib import Path

import msgspec
import numpy as np

from kamchatka.arena import Share
from kamchatka.arena.games import leader
from kamchatka.bots.ages.weights import WEIGHTS as AGE_WEIGHTS
from kamchatka.bots.bot import Bot
from kamchatka.bots.captain.bot import CaptainBot
from kamchatka.bots.captain.weights import WEIGHTS, Weights
from kamchatka.bots.habits import LATEST, VERSIONS
from kamchatka.bots.marshal.learned import Temper
from kamchatka.bots.marshal.plans import PATIENCE, PATIENT
from kamchatka.bots.table import play_bots
from kamchatka.editions import edition
from kamchatka.kernel.bits import members
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import Action, Options
from kamchatka.kernel.view import View
from kamchatka.players import bot, strategy_of
from tools.evolution import Climb

EDITIONS = Path(__file__).parents[1] / "src" / "kamchatka" / "editions"
SEATS = 4
TURN_LIMIT = 60
HALF = 0.5  # what a lead is worth when the limit is reached
EVERY = 5  # generations between two past selves
TABLES = 400  # a generation
KEPT = {"triumph", "point", "throw", "duel", "spent"}  # weights that stay as they are: they speak where the end is near
CHANCES = {"patient": 0.35, "captain": 0.2, "cautious": 0.1, "past": 0.35}  # who a rival is
Factors = dict[str, float]


class Course(msgspec.Struct):
    """A run: where the climb is, the learner as it was, and what the two learners won of each generation's games."""

    edition: str
    names: list[str]
    climb: Climb
    tables: int
    past: list[Factors]
    curve: list[float]
    target: Factors = {}  # whom all rivals are like; {}: a league


class Seated(msgspec.Struct, frozen=True):
    """A player: a captain with a temper, or a bot by name. A temper of the first version has its habits."""

    temper: Factors | None = None
    name: str = ""

    def player(self, game: Game, seed: int) -> Bot:
        if self.temper is None:
            return bot(self.name, game, seed)
        habits = VERSIONS[self.name] if self.name else LATEST
        strategy = strategy_of(game)
        own = strategy.captain(self.temper)
        return own or Patient(*(CaptainBot(strategy, Weights(temper, habits)) for temper in (self.temper, {})))


class Patient(Bot):
    """A captain with a temper for as long as a marshal has it, then with the usual weights."""

    def __init__(self, first: Bot, later: Bot) -> None:
        self.first = first
        self.later = later

    def decide(self, view: View, options: Options) -> Action:
        return (self.first if view.state.round <= PATIENT else self.later).decide(view, options)


class Job(msgspec.Struct, frozen=True):
    """One game."""

    edition: str
    seed: int
    seats: tuple[Seated, ...]
    turn_limit: int = TURN_LIMIT


class Ended(msgspec.Struct, frozen=True):
    """How it ended: what each seat won, and whether it was decided."""

    won: tuple[float, ...]
    is_decided: bool


@cache
def game_of(name: str) -> Game:
    """The game of an edition, composed once in each process."""
    booklet = edition(name)
    return booklet.game(booklet.table_rules({}))


def played(job: Job) -> Ended:
    """Play it."""
    game = game_of(job.edition)
    table = game.start(len(job.seats), FastChance(job.seed))
    play_bots(game, table, [seat.player(game, job.seed) for seat in job.seats], job.turn_limit)
    winners, won = members(table.state.winners), [0.0] * len(job.seats)
    for seat in winners:
        won[seat] = 1 / len(winners)
    if not winners:
        won[leader(table.state)] = HALF
    return Ended(tuple(won), bool(winners))


Play = Callable[[Sequence[Job]], list[Ended]]


@contextmanager
def players(workers: int) -> Iterator[Play]:
    """Games in so many processes, in the order in which they were asked for."""
    if workers == 1:
        yield lambda jobs: [played(job) for job in jobs]
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield lambda jobs: list(pool.map(played, jobs, chunksize=10))


# ------------------------------------------------------------------ learning
def begun(name: str, seed: int, generations: int, tables: int, target: Factors | None = None) -> Course:
    """A new run: from the patience that was found by hand, or the usual plan of an edition's own captain."""
    game = game_of(name)
    names = sorted(set(AGE_WEIGHTS if game.kinds else WEIGHTS) - KEPT)
    usual = usual_temper(name)
    climb = Climb(seed, [log(usual.get(each, 1.0)) for each in names], generations)
    return Course(name, names, climb, tables, [], [], target or {})


def usual_temper(name: str) -> Factors:
    """What a marshal's plans were made around before."""
    plans = strategy_of(game_of(name)).plans()
    return plans[1] if plans else PATIENCE


def target_of(name: str, version: str) -> Factors:
    """What a version's plans are made around."""
    return edition(name).temper(version).factors or usual_temper(name)


def factors(names: Sequence[str], genes: Sequence[float]) -> Factors:
    """Genes are logarithms."""
    return {name: round(exp(gene), 4) for name, gene in zip(names, genes, strict=True)}


def rival(course: Course, luck: np.random.Generator) -> Seated:
    """Somebody of the league, or the target."""
    if course.target:
        return Seated(course.target)
    kind = str(luck.choice([*CHANCES], p=[*CHANCES.values()]))
    if kind == "past" and course.past:
        return Seated(course.past[int(luck.integers(len(course.past)))])
    if kind in ("captain", "cautious"):
        return Seated(name=kind)
    return Seated(usual_temper(course.edition), "0.1")


def generation(course: Course) -> tuple[list[Job], list[tuple[int, int]]]:
    """The games of the next generation, and where the two learners of each sit."""
    directions = course.climb.directions(course.tables)
    luck = np.random.default_rng((course.climb.seed, course.climb.generation, 1))
    jobs, learners = list[Job](), list[tuple[int, int]]()
    for forwards, backwards in zip(*course.climb.tries(directions), strict=True):
        players = [Seated(factors(course.names, genes)) for genes in (forwards, backwards)]
        players += [rival(course, luck) for _ in range(SEATS - len(players))]
        order = [int(seat) for seat in luck.permutation(SEATS)]
        seats = tuple(players[player] for player in order)
        jobs.append(Job(course.edition, int(luck.integers(1 << 40)), seats))
        learners.append((order.index(0), order.index(1)))
    return jobs, learners


def advance(course: Course, play: Play) -> None:
    """Play a generation and learn from it."""
    jobs, learners = generation(course)
    ended = play(jobs)
    won = np.array([[game.won[seat] for seat in pair] for game, pair in zip(ended, learners, strict=True)])
    if course.climb.generation % EVERY == 0:
        course.past.append(factors(course.names, course.climb.mean))
    course.climb.learn(course.climb.directions(course.tables), won[:, 0] - won[:, 1])
    course.curve.append(round(float(won.sum() / len(won)), 3))


def resumed(state: Path | None, fresh: Course) -> Course:
    """The run that the file holds, or a fresh one."""
    if state is not None and state.is_file():
        return msgspec.json.decode(state.read_bytes(), type=Course)
    return fresh


def keep(state: Path | None, course: Course) -> None:
    """Write the run down, whole or not at all."""
    if state is not None:
        new = state.with_suffix(".new")
        new.write_bytes(msgspec.json.encode(course))
        new.replace(state)


def run(course: Course, state: Path | None, play: Play, last: int = 0) -> None:
    """Generation after generation, until all are done, or the last one that is asked for."""
    while not course.climb.is_done() and (last == 0 or course.climb.generation < last):
        advance(course, play)
        keep(state, course)
        print(f"{course.edition} {course.climb.generation}: the two learners won {course.curve[-1]:.1%}", flush=True)


# ------------------------------------------------------------------ looking
def check(course: Course, games: int, play: Play) -> Iterator[str]:
    """One against three of each kind, and how many games four among themselves do not decide."""
    found = Seated(factors(course.names, course.climb.mean))
    fields = {
        "patient captains": Seated(usual_temper(course.edition), "0.1"),
        "captains": Seated(name="captain"),
        "cautious": Seated(name="cautious"),
        "its like": found,
    }
    if course.target:
        fields = {"targets": Seated(course.target)}
    for name, other in fields.items():
        seats = [tuple(found if seat == at else other for seat in range(SEATS)) for at in range(SEATS)]
        ended = play([Job(course.edition, seed, seats[seed % SEATS]) for seed in range(games)])
        won = sum(game.won[seed % SEATS] for seed, game in enumerate(ended))
        low, high = Share(won, games, 1 / SEATS).interval
        open_ = sum(not game.is_decided for game in ended)
        yield f"against three {name}: {won / games:.1%} ({low:.1%} – {high:.1%}), {open_} of {games} not decided"


def learned(course: Course, rounds: int, head_start: float) -> Temper:
    """What was learned, and how."""
    climb = course.climb
    command = f"python -m tools.learn_temper {course.edition} --generations {climb.generations}"
    command += f" --tables {course.tables} --seed {climb.seed}"
    if not climb.is_done():
        command += f" --stop {climb.generation}"
    command += f" --rounds {rounds} --head-start {head_start}"
    return Temper(command, tuple(course.curve), factors(course.names, climb.mean), rounds, head_start)


def write(found: Temper, name: str, version: str) -> None:
    """Put it where marshals of the version find it."""
    file = EDITIONS / edition(name).booklet / f"temper_{name}_{version}.json"
    file.write_bytes(msgspec.json.format(msgspec.json.encode(found)) + b"\n")


def main() -> None:
    """Learn, perhaps look and write."""
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("edition")
    parser.add_argument("--generations", type=int, default=40)
    parser.add_argument("--stop", type=int, default=0, help="after so many generations, though more were meant")
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--state", type=Path)
    parser.add_argument("--check", type=int, default=0)
    parser.add_argument("--write", default="")
    parser.add_argument("--rounds", type=int, default=PATIENT, help="for how many rounds marshals shall have it")
    parser.add_argument("--head-start", type=float, default=0.0, help="of the plan that is nothing but the temper")
    parser.add_argument("--against", choices=VERSIONS)
    chosen = parser.parse_args()
    target = target_of(chosen.edition, chosen.against) if chosen.against else None
    fresh = begun(chosen.edition, chosen.seed, chosen.generations, chosen.tables, target)
    course = resumed(chosen.state, fresh)
    with players(chosen.workers) as play:
        run(course, chosen.state, play, chosen.stop)
        print(factors(course.names, course.climb.mean))
        if chosen.write:
            write(learned(course, chosen.rounds, chosen.head_start), course.edition, chosen.write)
        if chosen.check:
            for line in check(course, chosen.check, play):
                print(line, flush=True)


if __name__ == "__main__":
    main()
