"""`kamchatka arena`: play many games between bots, on several cores or machines, and report the results."""

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from rich import box
from rich.console import Console, Group
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from kamchatka.arena import GameFailed, Outcome, Plan, Report, Share, Spread, outcomes, outcomes_on_ray
from kamchatka.arena.pace import Pace, duration
from kamchatka.arena.page import page as html_page
from kamchatka.arena.recorded import journal_path
from kamchatka.cli.commands.results import Results
from kamchatka.cli.completion import complete_edition
from kamchatka.cli.game.seating import parse_options
from kamchatka.editions import edition as find_edition
from kamchatka.kernel.edges.plain import JsonObject
from kamchatka.kernel.problem import Problem
from kamchatka.players import TIMED
from kamchatka.texts import Says, phrases
from kamchatka.texts.language import language

if TYPE_CHECKING:  # PyArrow is an optional dependency
    from kamchatka.arena.dataset.writer import DatasetWriter

MOST_WORKERS = 64
BUDGET = r"\d+(\.\d+)?(s|ms)"


def arena(
    edition: Annotated[
        str, typer.Option("--edition", help="The edition to play.", autocompletion=complete_edition)
    ] = "modern",
    seats: Annotated[str, typer.Option("--seats", help="Who plays: captain,cautious,…; or how many captains.")] = "4",
    games: Annotated[int, typer.Option("--games", help="How many games.")] = 1000,
    workers: Annotated[int, typer.Option("--workers", help="Processes that play at the same time.")] = 2,
    option: Annotated[list[str] | None, typer.Option("--option", help="A table option: name=value.")] = None,
    turn_limit: Annotated[int, typer.Option("--turn-limit", help="Rounds until the referee ends it; 0: no.")] = 1000,
    seed: Annotated[int, typer.Option("--seed", help="The seed of the first game; the others follow.")] = 0,
    budget: Annotated[str | None, typer.Option("--budget", help="A marshal's time for a turn: 1s, 250ms.")] = None,
    out: Annotated[Path | None, typer.Option("--out", help="Results file; a run that was cut short goes on.")] = None,
    html: Annotated[Path | None, typer.Option("--html", help="Write a report with plots to this file.")] = None,
    journals: Annotated[
        Path | None, typer.Option("--journals", help="Record the games in this folder; their dice are then sealed.")
    ] = None,
    parquet: Annotated[
        Path | None, typer.Option("--parquet", help="Write the games as a dataset to this folder (docs/data.md).")
    ] = None,
    ray: Annotated[str | None, typer.Option("--ray", help="Play on this Ray cluster (local: this machine).")] = None,
    lang: Annotated[str | None, typer.Option("--lang", help="it or en; by default that of the locale.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Play many games between bots with rotating seats, and print a summary."""
    speech = language(lang)
    within("--games", games, 1, 10_000_000)
    within("--workers", workers, 1, MOST_WORKERS)
    within("--turn-limit", turn_limit, 0, 1_000_000)
    plan = Plan.create(edition, parse_options(option or []), line_up(seats, budget), turn_limit, seed)
    with ExitStack() as stack:
        folder = _journal_folder(journals, parquet, ray, stack)
        dataset = _dataset(parquet, stack)
        results = Results(out, plan)
        stack.callback(results.close)
        missing = results.missing(plan, games)
        played = outcomes(plan, missing, workers, folder) if ray is None else outcomes_on_ray(plan, missing, ray)
        try:
            report = _run(played, results, games, speech)
        except GameFailed as failure:
            typer.echo(failure.sentence(speech), err=True)
            raise typer.Exit(1) from None
        if dataset and folder:
            for path in journals_of(folder, missing):
                dataset.add(path)
    if report is not None and html is not None:
        html.write_text(html_page(plan, report), encoding="utf-8")
    if report is not None:
        _tell(plan, report, speech, json)
    if len(results.games) < games:
        raise typer.Exit(130)


def _journal_folder(journals: Path | None, parquet: Path | None, ray: str | None, stack: ExitStack) -> Path | None:
    """Return the folder for recorded games. `--parquet` alone uses a new one; without both options there is none."""
    if journals is None and parquet is None:
        return None
    if ray is not None:
        raise Problem("arena.no_journals_on_ray")
    if journals is None:
        return Path(stack.enter_context(TemporaryDirectory(prefix="kamchatka-")))
    try:
        journals.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Problem("file.not_written", path=journals, why=error.strerror) from None
    return journals


def _dataset(parquet: Path | None, stack: ExitStack) -> "DatasetWriter | None":
    """Open the dataset before the first game, so that a missing package is reported at once."""
    if parquet is None:
        return None
    from kamchatka.arena.dataset.writer import DatasetWriter

    return stack.enter_context(DatasetWriter(parquet))


def journals_of(folder: Path, seeds: Sequence[int]) -> Iterator[Path]:
    """Yield the journals of finished games."""
    for seed in seeds:
        path = journal_path(folder, seed)
        if path.exists():
            yield path


def within(name: str, number: float, least: float, most: float) -> None:
    """Raise a Problem unless an option's value is within its bounds."""
    if not least <= number <= most:
        raise Problem("arena.out_of_range", name=name, number=number, least=least, most=most)


def line_up(seats: str, budget: str | None) -> tuple[str, ...]:
    """Parse the names of the bots, or a number of captains. Marshals get the time budget."""
    if seats.removeprefix("-").isdecimal():
        return ("captain",) * int(seats)
    named = [name.strip() for name in seats.split(",")]
    if budget is not None and not re.fullmatch(BUDGET, budget):
        raise Problem("arena.budget", budget=budget)
    return tuple(f"{name}:{budget}" if name in TIMED and budget else name for name in named)


def _run(played: Iterator[Outcome], results: Results, games: int, speech: str) -> Report | None:
    """Play with a progress bar on stderr, so that JSON output stays clean. None if no game was finished."""
    says, started = phrases(speech).branch("arena").say, perf_counter()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(says("playing"), total=games, completed=len(results.games))
        try:
            for outcome in played:
                results.add(outcome)
                progress.advance(task)
        except KeyboardInterrupt:
            typer.echo(says("interrupted", games=len(results.games)), err=True)
    return Report(results.games, perf_counter() - started) if results.games else None


def _tell(plan: Plan, report: Report, speech: str, json: bool) -> None:
    """Print the report as JSON or as tables."""
    if json:
        typer.echo(msgspec.json.format(msgspec.json.encode(figures(plan, report)), indent=2))
    else:
        Console().print(page(plan, report, speech))


def figures(plan: Plan, report: Report) -> JsonObject:
    """Return the report as JSON data."""
    return {
        "edition": plan.edition,
        "options": dict(plan.options),
        "bots": plan.bots,
        "seed": plan.seed,
        "turn_limit": plan.turn_limit,
        "games": len(report.games),
        "seconds": round(report.seconds, 3),
        "games_per_second": round(report.games_per_second, 2),
        "by_bot": {name: _share(share) for name, share in report.by_bot.items()},
        "by_seat": [_share(share) for share in report.by_seat],
        "rounds": report.rounds,
        "actions": report.actions,
        "endings": report.endings,
        "longest": report.longest.seed,
        "pace": {
            name: {"decisions": _pace(pace), "turns": _pace(report.turns[name])} for name, pace in report.pace.items()
        },
        "ratings": report.ratings,
        "forfeits": report.forfeits,
    }


def _pace(pace: Pace) -> dict[str, float]:
    return {"number": pace.number, "p50": pace.within(0.5), "p95": pace.within(0.95), "longest": pace.longest}


def _share(share: Share) -> dict[str, float]:
    low, high = share.interval
    return {"won": share.won, "share": share.part, "low": low, "high": high, "fair": share.fair}


def page(plan: Plan, report: Report, speech: str) -> Group:
    """Return the report as tables."""
    says, booklet = phrases(speech).branch("arena").say, find_edition(plan.edition)
    title = says("title", games=len(report.games), edition=plan.edition, seats=len(plan.bots))
    shares = _table(says("shares"))
    for name, share in report.by_bot.items():
        shares.add_row(Text(name, "bold cyan"), *_cells(share))
    shares.add_section()
    for seat, share in enumerate(report.by_seat):
        shares.add_row(says("seat", n=seat), *_cells(share))
    lengths = _table(says("lengths"))
    for name, spread in (("rounds", report.rounds), ("actions", report.actions)):
        lengths.add_row(says(name), *_lengths(spread))
    endings = _table(says("endings"))
    for clause, count in report.endings.items():
        cited = None if clause == "referee.stop" else booklet.rulebook.citing(clause)
        title_of = says("off") if cited is None else cited.wording(speech).title
        endings.add_row(title_of, Text(cited.id if cited else "", "bright_black"), str(count))
    return Group(Text(title, "bold"), shares, lengths, endings, *paces(report, says), *remarks(report, says))


def paces(report: Report, says: Says) -> list[Table]:
    """Return tables of decision times and turn durations, and of ratings if they could be computed."""
    times = _table(says("paces"))
    for name in report.pace:
        for what, pace in (("decisions", report.pace[name]), ("turns", report.turns[name])):
            if pace.number:
                took = (pace.within(0.5), pace.within(0.95), pace.longest)
                times.add_row(name, says(what), str(pace.number), *(duration(seconds) for seconds in took))
    if report.ratings is None:
        return [times]
    rated = _table(says("ratings"))
    for name, (skill, doubt) in report.ratings.items():
        rated.add_row(name, f"{skill:.1f}", f"{doubt:.1f}")
    return [times, rated]


def remarks(report: Report, says: Says) -> list[Text]:
    """List further remarks: speed, games stopped by the turn limit, and forfeits."""
    longest, off, wrong = report.longest, report.endings.get("referee.stop", 0), report.forfeits
    told = [says("speed", rate=report.games_per_second, rounds=longest.rounds, seed=longest.seed)]
    told += [says("led", games=off)] if off else []
    told += [says("forfeits", n=len(wrong), sentence=wrong[0])] if wrong else []
    return [Text(sentence) for sentence in told]


def _table(columns: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in columns.split(","):
        table.add_column(name, justify="right" if table.columns else "left")
    return table


def _cells(share: Share) -> tuple[str, str, str, str]:
    low, high = share.interval
    return (f"{share.won:g}", f"{share.part:.1%}", f"{low:.1%} – {high:.1%}", f"{share.fair:.1%}")


def _lengths(spread: Spread) -> tuple[str, str, str]:
    return (f"{spread.median:g}", str(spread.p95), str(spread.largest))
