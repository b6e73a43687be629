"""Learn a temper of marshals: python -m tools.tune.learn_temper modern wary --state FILE [--write 0.3] (needs numpy).

A temper is a factor for each weight of a captain. It is learned in fast games without search, against one field of
rivals: `weak` (`cautious`), `hasty` (captains and `cautious`, which leave places bare), or `wary` (patient like
marshals of the first version, with another plan every second round, and earlier versions of the learner). Each try is
played twice at the same table with the same luck, with small opposite changes of the temper. The difference in wins
shows the better direction (`tools/tune/evolution.py`). A game undecided at the turn limit counts half for the leader.

`--state` stores the run after every generation. An interrupted run can be resumed, with the same result for any number
of processes. `--further VERSION` starts from that version's temper for this kind. `--write VERSION` stores the temper
in the edition's folder, with the command and the learning curve. `--check N` plays N games of one such captain against
three of each kind, and of four among themselves. With `--against BOT` all rivals are that bot, and the kind only
selects the start for `--further`. The win rate against three of them shows how exploitable the bot is.
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
from kamchatka.bots.goals.weights import WEIGHTS, Weights
from kamchatka.bots.habits import VERSIONS
from kamchatka.bots.learned.learned import Kind, Lessons, Temper
from kamchatka.bots.learned.plans import PATIENCE, PATIENT, VARIATIONS, apply_change
from kamchatka.bots.table import play_bots
from kamchatka.editions import edition
from kamchatka.kernel.bits import members
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import Action, Options
from kamchatka.kernel.view import View
from kamchatka.players import bot, lessons_by, strategy_of
from tools.tune.evolution import Climb

EDITIONS = Path(__file__).parents[2] / "src" / "kamchatka" / "editions"
SEATS = 4
TURN_LIMIT = 80
HALF = 0.5  # value of a lead at the turn limit
EVERY = 5  # generations between two stored past selves
TABLES = 120  # per generation
# weights that aren't learned, because they matter only near the end
KEPT = {"triumph", "point", "throw", "duel", "spent"}
FIELDS = {  # rivals and their frequencies
    "weak": {"cautious": 1.0},
    "hasty": {"captain": 0.6, "cautious": 0.4},
    "wary": {"patient": 0.8, "past": 0.2},
}
STRIDE = 7  # step through the plans of a patient rival from round to round
Factors = dict[str, float]


class Course(msgspec.Struct):
    """A run: its rivals, the state of the search, past selves, and the win rate of each generation."""

    edition: str
    field: str  # a key of FIELDS, or the bot that all rivals are
    names: list[str]
    climb: Climb
    tables: int
    past: list[Factors]
    curve: list[float]
    further: str = ""  # the version whose temper it started from


class Seated(msgspec.Struct, frozen=True):
    """A player: a captain with a temper, or a bot by name; `patient` plays like the first marshals."""

    temper: Factors | None = None
    name: str = ""

    def player(self, game: Game, seed: int) -> Bot:
        if self.name == "patient":
            return patient(game, seed)
        if self.temper is None:
            return bot(self.name, game, seed)
        strategy = strategy_of(game)
        return strategy.captain(self.temper) or CaptainBot(strategy, Weights(self.temper))


class Patient(Bot):
    """A marshal of the first version without search: every second round it uses another plan."""

    def __init__(self, plans: Sequence[Bot], later: Bot, seed: int) -> None:
        self.plans = plans
        self.later = later
        self.seed = seed

    def decide(self, view: View, options: Options) -> Action:
        return self.in_round(view.state.round).decide(view, options)

    def in_round(self, number: int) -> Bot:
        """Return the bot for a round: the usual plan in every other round, and no plan after PATIENT rounds."""
        if number > PATIENT:
            return self.later
        return self.plans[(self.seed + STRIDE * number) % len(self.plans) if (self.seed + number) % 2 else 0]


def patient(game: Game, seed: int) -> Bot:
    """Return a patient rival with the plans of the first version."""
    strategy, first = strategy_of(game), VERSIONS["0.1"]
    own = [captain for plan in strategy.plans() if (captain := strategy.captain(plan)) is not None]
    if own:
        return Patient(own[1:], own[0], seed)
    plans = [CaptainBot(strategy, Weights(apply_change(PATIENCE, change), first)) for change in VARIATIONS]
    return Patient(plans, CaptainBot(strategy, Weights(habits=first)), seed)


class Job(msgspec.Struct, frozen=True):
    """A game to play."""

    edition: str
    seed: int
    seats: tuple[Seated, ...]
    turn_limit: int = TURN_LIMIT


class Ended(msgspec.Struct, frozen=True):
    """Result of a game: each seat's win, and whether the game was decided."""

    won: tuple[float, ...]
    is_decided: bool


@cache
def game_of(name: str) -> Game:
    """Return the game of an edition, composed once per process."""
    booklet = edition(name)
    return booklet.game(booklet.table_rules({}))


def play_game(job: Job) -> Ended:
    """Play a game."""
    game = game_of(job.edition)
    table = game.start(len(job.seats), FastChance(job.seed))
    seated = [seat.player(game, job.seed + number) for number, seat in enumerate(job.seats)]
    play_bots(game, table, seated, job.turn_limit)
    winners, won = members(table.state.winners), [0.0] * len(job.seats)
    for seat in winners:
        won[seat] = 1 / len(winners)
    if not winners:
        won[leader(table.state)] = HALF
    return Ended(tuple(won), bool(winners))


Play = Callable[[Sequence[Job]], list[Ended]]


@contextmanager
def players(workers: int) -> Iterator[Play]:
    """Provide a function that plays games in parallel processes and returns results in order."""
    if workers == 1:
        yield lambda jobs: [play_game(job) for job in jobs]
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield lambda jobs: list(pool.map(play_game, jobs, chunksize=10))


# ------------------------------------------------------------------ learning
def begin(
    name: str, field: str, seed: int, generations: int, tables: int, further: str = "", against: str = ""
) -> Course:
    """Start a run from the hand-tuned patience, or from the usual plan of an edition's own captain."""
    game = game_of(name)
    names = sorted(set(AGE_WEIGHTS if game.kinds else WEIGHTS) - KEPT)
    usual = usual_temper(name, field, further)
    climb = Climb(seed, [log(usual.get(each, 1.0)) for each in names], generations)
    return Course(name, against or field, names, climb, tables, [], [], further)


def usual_temper(name: str, field: str = "", further: str = "") -> Factors:
    """Return the temper on which marshals' plans were based before, or the one that a version has learned."""
    if further:
        return lessons_by(edition(name), further).kinds[field].temper.factors
    plans = strategy_of(game_of(name)).plans()
    return plans[1] if plans else PATIENCE


def factors(names: Sequence[str], genes: Sequence[float]) -> Factors:
    """Convert genes, which are logarithms, to factors."""
    return {name: round(exp(gene), 4) for name, gene in zip(names, genes, strict=True)}


def rival(course: Course, luck: np.random.Generator) -> Seated:
    """Choose a random rival of the field."""
    chances = FIELDS.get(course.field, {course.field: 1.0})
    kind = str(luck.choice([*chances], p=[*chances.values()]))
    if kind != "past":
        return Seated(name=kind)
    return Seated(course.past[int(luck.integers(len(course.past)))]) if course.past else Seated(name="patient")


def generation(course: Course) -> tuple[list[Job], list[int]]:
    """Return the games of the next generation, forward tries first, and the learner's seat in each."""
    directions = course.climb.directions(course.tables)
    luck = np.random.default_rng((course.climb.seed, course.climb.generation, 1))
    tables = [
        (int(luck.integers(1 << 40)), int(luck.integers(SEATS)), [rival(course, luck) for _ in range(SEATS - 1)])
        for _ in range(course.tables)
    ]
    jobs = list[Job]()
    for tries in course.climb.tries(directions):
        for genes, (seed, seat, rivals) in zip(tries, tables, strict=True):
            learner = Seated(factors(course.names, genes))
            jobs.append(Job(course.edition, seed, (*rivals[:seat], learner, *rivals[seat:])))
    return jobs, [seat for _, seat, _ in tables] * 2


def advance(course: Course, play: Play) -> None:
    """Play a generation and learn from it."""
    jobs, learners = generation(course)
    won = np.array([game.won[seat] for game, seat in zip(play(jobs), learners, strict=True)])
    if course.climb.generation % EVERY == 0:
        course.past.append(factors(course.names, course.climb.mean))
    forwards, backwards = won.reshape(2, course.tables)
    course.climb.learn(course.climb.directions(course.tables), forwards - backwards)
    course.curve.append(round(float(won.mean()), 3))


def resume(state: Path | None, fresh: Course) -> Course:
    """Return the run stored in the file, or a new one."""
    if state is not None and state.is_file():
        return msgspec.json.decode(state.read_bytes(), type=Course)
    return fresh


def keep(state: Path | None, course: Course) -> None:
    """Store the run atomically."""
    if state is not None:
        new = state.with_suffix(".new")
        new.write_bytes(msgspec.json.encode(course))
        new.replace(state)


def run(course: Course, state: Path | None, play: Play, last: int = 0) -> None:
    """Run generations until all, or `last`, are done."""
    while not course.climb.is_done() and (last == 0 or course.climb.generation < last):
        advance(course, play)
        keep(state, course)
        done = f"{course.edition} {course.field} {course.climb.generation}"
        print(f"{done}: the learner won {course.curve[-1]:.1%}", flush=True)


# ------------------------------------------------------------------ evaluation
def check(course: Course, games: int, play: Play) -> Iterator[str]:
    """Play one against three of each kind, and report how many games among four equals stay undecided."""
    found = Seated(factors(course.names, course.climb.mean))
    fields = {
        "patient ones": Seated(name="patient"),
        "captains": Seated(name="captain"),
        "cautious": Seated(name="cautious"),
        "its like": found,
    }
    if course.field not in FIELDS:
        fields = {course.field: Seated(name=course.field)}
    for name, other in fields.items():
        seats = [tuple(found if seat == at else other for seat in range(SEATS)) for at in range(SEATS)]
        ended = play([Job(course.edition, seed, seats[seed % SEATS]) for seed in range(games)])
        won = sum(game.won[seed % SEATS] for seed, game in enumerate(ended))
        low, high = Share(won, games, 1 / SEATS).interval
        open_ = sum(not game.is_decided for game in ended)
        yield f"against three {name}: {won / games:.1%} ({low:.1%} – {high:.1%}), {open_} of {games} not decided"


def make_temper(course: Course, before: Temper, head_start: float, impulses: bool) -> Temper:
    """Return the learned temper, with its commands and learning curve."""
    climb = course.climb
    command = f"python -m tools.tune.learn_temper {course.edition} {course.field} --generations {climb.generations}"
    command += f" --tables {course.tables} --seed {climb.seed}"
    if course.further:
        command += f" --further {course.further}"
    if not climb.is_done():
        command += f" --stop {climb.generation}"
    command += f" --head-start {head_start}" + " --impulses" * impulses
    curve = tuple(course.curve)
    if course.further:
        command, curve = f"{before.command} && {command}", (*before.curve, *curve)
    return Temper(command, curve, factors(course.names, climb.mean), head_start, impulses)


def store_lesson(course: Course, version: str, rounds: int, head_start: float, impulses: bool) -> None:
    """Store the temper beside the version's other lessons for the edition."""
    known = lessons_by(edition(course.edition), version)
    before = known.kinds.get(course.field, Kind(Temper()))
    temper = make_temper(course, before.temper, head_start, impulses)
    kinds = {**known.kinds, course.field: msgspec.structs.replace(before, temper=temper)}
    write(msgspec.structs.replace(known, kinds=kinds, rounds=rounds), course.edition, version)


def write(lessons: Lessons, name: str, version: str) -> None:
    """Write lessons to the file that marshals of the version read."""
    file = EDITIONS / edition(name).booklet / f"lessons_{name}_{version}.json"
    file.write_bytes(msgspec.json.format(msgspec.json.encode(lessons)) + b"\n")


def main() -> None:
    """Learn, and optionally evaluate and write."""
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("edition")
    parser.add_argument("field", choices=FIELDS, nargs="?", default="wary")
    parser.add_argument("--generations", type=int, default=40)
    parser.add_argument("--stop", type=int, default=0, help="stop after this number of generations")
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--state", type=Path)
    parser.add_argument("--check", type=int, default=0)
    parser.add_argument("--write", default="")
    parser.add_argument("--rounds", type=int, default=PATIENT, help="for how many rounds marshals shall have it")
    parser.add_argument("--head-start", type=float, default=0.0, help="of the plan that is nothing but the temper")
    parser.add_argument("--impulses", action="store_true", help="try a captain's own plans, too, where there is time")
    parser.add_argument("--further", default="", help="begin from what this version has learned of the kind")
    parser.add_argument("--against", default="", help="a bot that all rivals are")
    chosen = parser.parse_args()
    if chosen.against and chosen.write:
        parser.error("what was learned against one bot is no temper for a marshal: --write goes without --against")
    fresh = begin(
        chosen.edition, chosen.field, chosen.seed, chosen.generations, chosen.tables, chosen.further, chosen.against
    )
    course = resume(chosen.state, fresh)
    with players(chosen.workers) as play:
        run(course, chosen.state, play, chosen.stop)
        print(factors(course.names, course.climb.mean))
        if chosen.write:
            store_lesson(course, chosen.write, chosen.rounds, chosen.head_start, chosen.impulses)
        if chosen.check:
            for line in check(course, chosen.check, play):
                print(line, flush=True)


if __name__ == "__main__":
    main()
