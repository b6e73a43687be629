"""`kamchatka bench`: measure the speed of the kernel, with a calibration loop for the speed of the machine."""

import gc
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from statistics import median
from time import process_time
from typing import Annotated, Any

import msgspec
import typer
from rich import box
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from kamchatka.bots.table import play_bots
from kamchatka.cli.commands.arena import within
from kamchatka.editions import EDITIONS
from kamchatka.editions.edition import Edition
from kamchatka.kernel import step
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.record import write_fact
from kamchatka.kernel.game import Game
from kamchatka.kernel.playout import play_out
from kamchatka.kernel.table import Fact, Table
from kamchatka.players import bot
from kamchatka.texts import phrases
from kamchatka.texts.language import language

SEATS = 4
GAME_ACTIONS = 3000  # limit for random games, which can go on for thousands of turns
ROUNDS = 5  # rounds per task; the median counts, because the machine may be busy with other things
CHECKED_ACTIONS = 400  # number of actions of each random game that are compared between builds
CHECKED_ROUNDS = 10  # rounds of a bot game, after which the referee stops it
COPIES = 1000
LOOP = 100_000


def build() -> str:
    """Return a word for the kernel's build: compiled by mypyc, or interpreted."""
    return "interpreted" if str(step.__file__).endswith(".py") else "compiled"


@dataclass(frozen=True)
class Speed:
    """Results for one edition: medians over several rounds."""

    actions: float  # validated actions per second
    journalled: float  # the same with all facts recorded
    copy_microseconds: float
    calibration: float  # million steps per second of a plain Python loop
    ratio: float  # actions per step of the plain Python loop


def bench(
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    checksums: Annotated[bool, typer.Option("--checksums", help="Play fixed games; print what they came to.")] = False,
    seconds: Annotated[float, typer.Option("--seconds", help="Seconds for each edition.")] = 5.0,
    lang: Annotated[str | None, typer.Option("--lang", help="it or en; by default that of the locale.")] = None,
) -> None:
    """Measure random play in every edition."""
    speech = language(lang)
    within("--seconds", seconds, 0.1, 600)
    if checksums:
        sums = {name: dict(checksums_of(booklet)) for name, booklet in EDITIONS.items()}
        _print_json({"build": build(), "checksums": sums}) if json else _print_sums(sums)
        return
    _calm_the_collector()
    speeds = {name: measure(booklet, seconds) for name, booklet in EDITIONS.items()}
    if json:
        _print_json({"build": build(), "seats": SEATS, "editions": speeds})
    else:
        Console().print(_table(speeds, speech))


# ------------------------------------------------------------------ speed
def _calm_the_collector() -> None:
    """Reduce garbage collection: a long journal stays alive and has no cycles, so scanning it wastes time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


def measure(booklet: Edition, seconds: float) -> Speed:
    """Measure one edition. The tasks alternate with the calibration loop, so that a busy machine slows both."""
    game = booklet.game(booklet.table_rules({}))
    each = seconds / ROUNDS / 4
    tasks: list[Callable[[int], int]] = [
        lambda _: loop(),
        lambda seed: play(game, seed, None),
        lambda seed: play(game, seed, []),
        copier(game),
    ]
    rounds = [[rate(task, each) for task in tasks] for _ in range(ROUNDS)]
    return Speed(
        actions=median(plain for _, plain, _, _ in rounds),
        journalled=median(kept for _, _, kept, _ in rounds),
        copy_microseconds=1e6 / median(copies for *_, copies in rounds),
        calibration=median(loops for loops, *_ in rounds) / 1e6,
        ratio=median(plain / loops for loops, plain, *_ in rounds),
    )


def rate(task: Callable[[int], int], seconds: float) -> float:
    """Return results per second of CPU time. `task` is called with 0, 1, … and returns the number of things it did."""
    done, calls, started = 0, 0, process_time()
    while (spent := process_time() - started) < seconds or calls == 0:
        done += task(calls)
        calls += 1
    return done / spent


def loop() -> int:
    """Run the calibration loop: integer additions and comparisons, in plain Python in every build."""
    total = 0
    for number in range(LOOP):
        if number & 3:
            total += number
    return LOOP if total else 0


def play(game: Game, seed: int, journal: list[Fact] | None) -> int:
    """Play a random game, or the beginning of a long one."""
    return int(play_out(game, game.start(SEATS, FastChance(seed), journal), FastChance(seed + 1), GAME_ACTIONS))


def copier(game: Game) -> Callable[[int], int]:
    """Create a task that copies a position from the middle of a game."""
    table = game.start(SEATS, FastChance(1))
    play_out(game, table, FastChance(2), 500)
    copy = table.state.copy

    def task(_: int) -> int:
        for _ in range(COPIES):
            copy()
        return COPIES

    return task


# ------------------------------------------------------------------ identical games in every build
def checksums_of(booklet: Edition) -> Iterator[tuple[str, str]]:
    """Yield a checksum for each number of seats, computed from the facts and final positions of some games."""
    games = [booklet.game(booklet.table_rules(options)) for options in option_sets(booklet)]
    for seats in booklet.seats:
        digest = sha256()
        for number, game in enumerate(games):
            table = game.start(seats, FastChance(number), [])
            play_out(game, table, FastChance(seats + number), CHECKED_ACTIONS)
            digest.update(story(game, table))
        table = games[0].start(seats, FastChance(seats), [])
        bots = [bot("cautious", games[0], seat) for seat in range(seats)]
        play_bots(games[0], table, bots, CHECKED_ROUNDS)
        digest.update(story(games[0], table))
        yield str(seats), digest.hexdigest()


def option_sets(booklet: Edition) -> list[dict[str, object]]:
    """Return the default options, and one set for every other value of each option."""
    sets: list[dict[str, object]] = [{}]
    for option in booklet.options:
        sets.extend({option.name: value} for value in option.values if value != option.default)
    return sets


def story(game: Game, table: Table) -> bytes:
    """Serialise all facts of a table and its final position."""
    facts = [write_fact(game, fact) for fact in table.journal or []]
    state = table.state
    stands = [[int(number) for number in row] for row in (state.owner, state.armies, state.cards, state.held)]
    return msgspec.json.encode([facts, stands, state.edition_state.rows(), state.ending], order="sorted")


# ------------------------------------------------------------------ output
def _print_json(value: Any) -> None:
    typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2))


def _print_sums(sums: dict[str, dict[str, str]]) -> None:
    for name, by_seats in sums.items():
        for seats, digest in by_seats.items():
            typer.echo(f"{name}/{seats} {digest}")


def _table(speeds: dict[str, Speed], speech: str) -> Grid:
    says = phrases(speech).branch("bench").say
    calibration = median(speed.calibration for speed in speeds.values())
    table = Grid(
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        title=says("title", seats=SEATS, build=build()),
        title_justify="left",
        caption=says("calibration", loops=calibration),
        caption_justify="left",
    )
    for name in says("columns").split(","):
        table.add_column(name, justify="right" if table.columns else "left")
    for name, speed in speeds.items():
        table.add_row(
            Text(name, "bold"),
            f"{speed.actions:,.0f}",
            f"{speed.journalled:,.0f}",
            f"{speed.copy_microseconds:.2f} µs",
            f"{speed.ratio:.4f}",
        )
    return table
