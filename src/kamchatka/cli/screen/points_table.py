"""The final points of a game and their parts: one row per seat, the winner first."""

from collections.abc import Iterator, Mapping, Sequence

from rich.table import Table
from rich.text import Text

from kamchatka.cli.screen.palette import mark_of
from kamchatka.editions.display import Counter, Points
from kamchatka.kernel.bits import has
from kamchatka.kernel.game import Game
from kamchatka.kernel.state import State
from kamchatka.words import Words


def points_table(game: Game, words: Words, state: State) -> Table | None:
    """Build the table; None if points didn't decide the game. Empty parts and unused tie-breakers are left out."""
    counted = words.edition.display(game, state, -1).points
    if not counted:
        return None
    parts = _headings(words.language, [points.parts for points in counted.values()])
    ties = _headings(words.language, [points.ties for points in counted.values()]) if _is_level(counted) else {}
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="bright_black")
    for heading in ("", "", *parts.values(), words.phrases.say("screen", "points"), *ties.values()):
        table.add_column(heading, justify="right" if heading else "left")
    for seat in sorted(counted, key=lambda seat: (not has(state.winners, seat), -counted[seat].total)):
        points = counted[seat]
        table.add_row(
            mark_of(game, state, seat).badge(),
            words.names.player(seat),
            *_cells(points.parts, parts),
            Text(str(points.total), "bold"),
            *_cells(points.ties, ties),
        )
    return table


def _headings(language: str, rows: Sequence[Sequence[Counter]]) -> dict[str, str]:
    anybodys = {one.id for row in rows for one in row if one.value}
    return {one.id: one.text(language) for row in rows for one in row if one.id in anybodys}


def _is_level(counted: Mapping[int, Points]) -> bool:
    """Return True if several seats share the highest total."""
    totals = [points.total for points in counted.values()]
    return totals.count(max(totals)) > 1


def _cells(counters: Sequence[Counter], headings: Mapping[str, str]) -> Iterator[str]:
    values = {one.id: str(one.value) for one in counters}
    return (values.get(id, "–") for id in headings)
