"""`kamchatka simulate`: many games of bots on several cores, and what came of them."""

from time import perf_counter
from typing import Annotated, Any

import msgspec
import typer
from rich import box
from rich.console import Console, Group
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from kamchatka.bots.arena import GameFailed, Outcome, Plan, Report, Share, Spread, outcomes
from kamchatka.cli.seating import chosen
from kamchatka.editions import edition as find_edition
from kamchatka.kernel.problem import Problem
from kamchatka.words.language import language

MOST_WORKERS = 64
SAYS = {
    "en": {
        "title": "{games} games of the {edition} edition, {seats} seats", "playing": "playing", "won": "won",
        "shares": ",games won,share,95 % interval,fair share", "seat": "seat {n}",
        "lengths": ",median,95 % within,longest", "rounds": "rounds", "actions": "actions",
        "endings": "how they ended,rule,games", "off": "called off by the referee",
        "speed": "{rate:.1f} games a second. The longest lasted {rounds} rounds: seed {seed}.",
        "interrupted": "Interrupted: these are the {games} games played so far.",
    },
    "it": {
        "title": "{games} partite dell'edizione {edition}, {seats} posti", "playing": "si gioca", "won": "vinte",
        "shares": ",partite vinte,quota,intervallo al 95 %,quota equa", "seat": "posto {n}",
        "lengths": ",mediana,il 95 % entro,la più lunga", "rounds": "giri", "actions": "azioni",
        "endings": "come sono finite,regola,partite", "off": "interrotta dall'arbitro",
        "speed": "{rate:.1f} partite al secondo. La più lunga è durata {rounds} giri: seme {seed}.",
        "interrupted": "Interrotto: queste sono le {games} partite giocate fin qui.",
    },
}


def simulate(
    edition: Annotated[str, typer.Option("--edition", help="The edition to play.")] = "modern",
    seats: Annotated[int | None, typer.Option("--seats", help="How many cautious bots play; or name them all.")] = None,
    bots: Annotated[str | None, typer.Option("--bots", help="Who plays: cautious,random,…; seats rotate.")] = None,
    games: Annotated[int, typer.Option("--games", help="How many games.")] = 1000,
    workers: Annotated[int, typer.Option("--workers", help="Processes that play at the same time.")] = 2,
    option: Annotated[list[str] | None, typer.Option("--option", help="A table option: name=value.")] = None,
    turn_limit: Annotated[int, typer.Option("--turn-limit", help="Rounds until the referee ends it; 0: no.")] = 1000,
    seed: Annotated[int, typer.Option("--seed", help="The seed of the first game; the others follow.")] = 0,
    lang: Annotated[str | None, typer.Option("--lang", help="it or en; by default that of the locale.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Play many games between bots and sum them up."""
    speech = language(lang)
    within("--games", games, 1, 10_000_000)
    within("--workers", workers, 1, MOST_WORKERS)
    within("--turn-limit", turn_limit, 0, 1_000_000)
    plan = Plan.checked(edition, chosen(option or []), _line_up(seats, bots), turn_limit, seed)
    try:
        _run(plan, games, workers, speech, json)
    except GameFailed as failure:
        typer.echo(failure.sentence(speech), err=True)
        raise typer.Exit(1) from None


def within(name: str, number: float, least: float, most: float) -> None:
    """A Problem unless the number that somebody gave is in its bounds."""
    if not least <= number <= most:
        raise Problem(f"{name} {number} non va bene: da {least} a {most}.",
                      f"{name} {number} will not do: {least} to {most}.")


def _line_up(seats: int | None, bots: str | None) -> tuple[str, ...]:
    """The bots by name, or so many cautious ones."""
    if bots is None:
        return ("cautious",) * (4 if seats is None else seats)
    named = tuple(name.strip() for name in bots.split(","))
    if seats is not None and seats != len(named):
        raise Problem(f"{seats} posti ma {len(named)} bot: di' gli uni o gli altri.",
                      f"{seats} seats but {len(named)} bots: say the one or the other.")
    return named


def _run(plan: Plan, games: int, workers: int, speech: str, json: bool) -> None:
    """Play with a progress bar (on the error stream, so that JSON stays clean), then tell."""
    says, done, started, interrupted = SAYS[speech], list[Outcome](), perf_counter(), False
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(says["playing"], total=games)
        try:
            for outcome in outcomes(plan, games, workers):
                done.append(outcome)
                progress.advance(task)
        except KeyboardInterrupt:
            interrupted = True
    if interrupted:
        typer.echo(says["interrupted"].format(games=len(done)), err=True)
    if done:
        report = Report(done, perf_counter() - started)
        if json:
            typer.echo(msgspec.json.format(msgspec.json.encode(figures(plan, report)), indent=2))
        else:
            Console().print(page(plan, report, speech))
    if interrupted:
        raise typer.Exit(130)


def figures(plan: Plan, report: Report) -> dict[str, Any]:
    """The report as JSON data."""
    return {
        "edition": plan.edition, "options": dict(plan.options), "bots": plan.bots, "seed": plan.seed,
        "turn_limit": plan.turn_limit, "games": len(report.games), "seconds": round(report.seconds, 3),
        "games_per_second": round(report.games_per_second, 2),
        "by_bot": {name: _share(share) for name, share in report.by_bot.items()},
        "by_seat": [_share(share) for share in report.by_seat],
        "rounds": report.rounds, "actions": report.actions, "endings": report.endings, "longest": report.longest.seed,
    }


def _share(share: Share) -> dict[str, float]:
    low, high = share.interval
    return {"won": share.won, "share": share.part, "low": low, "high": high, "fair": share.fair}


def page(plan: Plan, report: Report, speech: str) -> Group:
    """The report for people."""
    says, booklet = SAYS[speech], find_edition(plan.edition)
    title = says["title"].format(games=len(report.games), edition=plan.edition, seats=len(plan.bots))
    shares = _table(says["shares"])
    for name, share in report.by_bot.items():
        shares.add_row(Text(name, "bold cyan"), *_cells(share))
    shares.add_section()
    for seat, share in enumerate(report.by_seat):
        shares.add_row(says["seat"].format(n=seat), *_cells(share))
    lengths = _table(says["lengths"])
    for name, spread in (("rounds", report.rounds), ("actions", report.actions)):
        lengths.add_row(says[name], *_lengths(spread))
    endings = _table(says["endings"])
    for clause, count in report.endings.items():
        cited = None if clause == "referee.stop" else booklet.rulebook.citing(clause)
        title_of = says["off"] if cited is None else cited.wording(speech).title
        endings.add_row(title_of, Text(cited.id if cited else "", "bright_black"), str(count))
    longest = report.longest
    speed = says["speed"].format(rate=report.games_per_second, rounds=longest.rounds, seed=longest.seed)
    return Group(Text(title, "bold"), shares, lengths, endings, Text(speed))


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
