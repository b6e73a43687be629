"""An example of every decision of every edition, as the bot protocol tells it: python -m tools.decision_examples

Writes docs/bot-decisions.md from the positions that tests keep for every kind of moment (tests/stored): what `agenda`
and `extra` of the asked seat's view hold there, and what `cautious` answers.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from kamchatka.editions import EDITIONS, edition
from kamchatka.kernel.chance import ScriptedChance
from kamchatka.kernel.edges.notation import parse_position, print_position
from kamchatka.kernel.schema.rows import TABLE, Row
from kamchatka.kernel.table import Table
from kamchatka.kernel.view import view
from kamchatka.players.protocol.messages import Question, line_of
from kamchatka.players.protocol.serve import Desk, game_of

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "bot-decisions.md"
Value = str | int | bool

HEAD = """# Every decision, as a bot is asked

A `view` is one line of words. Two of them say what no board shows: `agenda` is the stack of what is being decided, the
innermost last (its `step` is what is asked now), and `extra` is what the edition notes besides the board. A `table` in
plain words may have both too: `agenda` as it stands here, `extra` by the names below (docs/bot-protocol.md). A number
that the asked seat may not know is a `"?"`. This page is made by `python -m tools.decision_examples`; a test asks every
question on it again.
"""


class StoredMoment(msgspec.Struct):
    """A position that tests keep."""

    position: str
    awaited: list[int]
    options: dict[str, Value]


@dataclass(frozen=True)
class DecisionExample:
    """One decision: where it is asked, of whom, and what a bot answers."""

    edition: str
    steps: tuple[str, ...]  # of the agenda, the innermost last
    question: Question
    agenda: str
    extra: str
    answer: str


def examples() -> Iterator[DecisionExample]:
    """One for every kind of moment that is kept, by the newest version that keeps any."""
    newest = max((ROOT / "tests" / "stored").glob("*/positions.json"))
    for stored in msgspec.json.decode(newest.read_bytes(), type=list[StoredMoment]):
        if stored.awaited:
            yield example(stored)


def example(stored: StoredMoment) -> DecisionExample:
    """What the first seat asked there knows, and what it is answered."""
    name, seat = stored.position.partition("/")[0], stored.awaited[0]
    game = game_of(name, tuple(sorted(stored.options.items())))
    table = Table(game.board, parse_position(game, stored.position), ScriptedChance([]), None)
    line = print_position(game, view(table, seat).state)
    question = Question(seat, name, stored.options, view=line)
    answer = Desk("cautious").answer(line_of(question))
    words = dict(word.split("=", 1) for word in line.split(" ") if "=" in word)
    steps = tuple(game.steps[frame.step].name() for frame in table.state.agenda)
    told = msgspec.json.encode(answer.action).decode() if answer.action is not None else str(answer.error)
    return DecisionExample(name, steps, question, words["agenda"], words["extra"], told)


def rows_of(name: str) -> tuple[Row, ...]:
    """What the rows of an edition's notes stand for; those of its first options."""
    booklet = edition(name)
    game = booklet.game(booklet.table_rules({}))
    return type(game.blank(booklet.seats[-1], ScriptedChance([])).state.edition_state).ROWS


def page() -> str:
    """The whole page."""
    found = list(examples())
    parts = [HEAD]
    for name in EDITIONS:
        own = [each for each in found if each.edition == name]
        if own:
            parts += [f"## {name}\n", *notes(name), *(section(each) for each in own)]
    return "\n".join(parts)


def notes(name: str) -> Iterator[str]:
    """The rows of `extra`, by name."""
    rows = rows_of(name)
    if rows:
        yield "| row of `extra` | counted by | names |\n|---|---|---|"
    for number, row in enumerate(rows, 1):
        by = row.by if row.by == TABLE else f"{row.by}, {row.per}" if row.per else row.by
        yield f"| {number} | {by} | {', '.join(f'`{field}`' for field in row.fields)} |"
    yield ""


def section(each: DecisionExample) -> str:
    """One decision."""
    options = f" ({', '.join(f'{key}={value}' for key, value in each.question.options.items())})"
    title = f"### {' › '.join(each.steps)}{options if each.question.options else ''}"
    return f"{title}\n```\nagenda={each.agenda}\nextra={each.extra}\n← {each.answer}\n```\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
