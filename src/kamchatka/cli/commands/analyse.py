"""`kamchatka analyse`: luck, win chances and turning points of a recorded game."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from kamchatka.analysis.analyse import analyse as analysed
from kamchatka.analysis.effort import AUTOMATIC, NETWORK, SEARCH, Effort
from kamchatka.analysis.report import AnalysisSeen, Reporter, SeatLuck, one_in, percent
from kamchatka.journal import read
from kamchatka.kernel.problem import Problem
from kamchatka.texts import Says, phrases
from kamchatka.texts.language import language

BARS = "▁▂▃▄▅▆▇█"
WIDEST = 60  # maximum length of a curve in characters
BEST = 12  # maximum number of choices reported; the most costly ones come first


def analyse(
    file: Annotated[Path, typer.Argument(help="The journal of a game.")],
    seat: Annotated[int | None, typer.Option(help="Choices of this seat alone (1, 2 …).")] = None,
    budget: Annotated[float, typer.Option(help="Seconds of search at most.")] = 50.0,
    worlds: Annotated[int, typer.Option(help="Worlds in which a choice is weighed.")] = 12,
    lang: Annotated[str | None, typer.Option(help="it or en; by default that of the locale.")] = None,
    search: Annotated[bool, typer.Option("--search", help="Search, even where a trained network could judge.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show each player's luck (exact), the win chances over time, and better choices, by a network or by search."""
    speech, kept = language(lang), read(file)
    if seat is not None and not 1 <= seat <= kept.match.seats:
        raise Problem("replay.no_seat", seat=seat, most=kept.match.seats)
    effort = Effort(worlds=max(2, worlds), seconds=max(0.0, budget), judge=SEARCH if search else AUTOMATIC)
    found = analysed(kept.match, effort, None if seat is None else [seat - 1])
    seen = Reporter(kept.match, [player.name for player in kept.header.players], speech).report(found)
    if json:
        typer.echo(msgspec.json.format(msgspec.json.encode(seen), indent=2))
        return
    console, says = Console(highlight=False), phrases(speech).branch("analysis").say
    for part in page(seen, says):
        console.print(part)


def page(seen: AnalysisSeen, says: Says) -> Iterator[RenderableType]:
    """Yield all sections. Each title says that its figures are exact, or which judge estimated them."""
    judge, title = says(seen.judge), "choices_title_network" if seen.judge == NETWORK else "choices_title"
    yield Text(says("luck_title"), "bold")
    yield luck_table(seen, seen.luck, says)
    if seen.duels:
        yield Text(says("duels_title"), "bold")
        yield luck_table(seen, seen.duels, says)
    yield Text(says("curve_title", judge=judge), "bold")
    yield curves(seen)
    yield Text(says("turning_title", judge=judge), "bold")
    for turn in seen.turning:
        yield Text(f"  {turn.text}")
    if not seen.turning:
        yield Text("  " + says("turning_none"))
    yield Text(says(title, decisions=seen.decisions, alike=seen.alike), "bold")
    dearest = sorted(seen.choices, key=lambda choice: -choice.cost)[:BEST]
    for choice in sorted(dearest, key=lambda choice: choice.entry):
        cost, error = percent(choice.cost), percent(choice.error)
        named = {"seat": seen.players[choice.seat], "played": choice.played, "better": choice.better}
        yield Text("  " + says("choice", number=choice.round, cost=cost, error=error, **named))
    if seen.unsearched:
        yield Text(says("unsearched", decisions=seen.unsearched), "bright_black")


def luck_table(seen: AnalysisSeen, rows: tuple[SeatLuck, ...], says: Says) -> Table:
    """Build a table with one row per player."""
    table = Table(box=None, padding=(0, 2))
    for column in ("player", "throws", "lost", "beaten", "luck", "unlikely"):
        table.add_column(says(column), justify="left" if column == "player" else "right", style="", header_style="dim")
    for row in rows:
        table.add_row(
            seen.players[row.seat],
            str(row.throws),
            says("of_average", number=row.lost, average=f"{row.lost_on_average:.1f}"),
            says("of_average", number=row.beaten, average=f"{row.beaten_on_average:.1f}"),
            f"{row.luck:+.1f}",
            says("one_in", number=one_in(row.chance)),
        )
    return table


def curves(seen: AnalysisSeen) -> Table:
    """Build a one-line bar chart of win chances for each player, with the first and the last value at its ends."""
    table = Table(box=None, padding=(0, 2), show_header=False)
    step = max(1, -(-len(seen.curve) // WIDEST))
    shown = [*seen.curve[:-1:step], *seen.curve[-1:]]
    for seat, name in enumerate(seen.players):
        chances = [point.chances[seat] for point in shown]
        bars = "".join(BARS[min(len(BARS) - 1, int(chance * len(BARS)))] for chance in chances)
        if chances:
            table.add_row(name, percent(chances[0]), bars, percent(chances[-1]))
    return table
