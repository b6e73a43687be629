"""Write an example of every decision of every edition in the bot protocol.

python -m tools.generate.decision_examples

Writes docs/bot-decisions.md from the positions in tests/stored, one for every kind of moment: `agenda` and `extra` of
the asked seat's view, the same as a table, and the answer of `cautious`.
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
from kamchatka.players.protocol.notes import read_notes
from kamchatka.players.protocol.serve import Desk, game_of, position

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "bot-decisions.md"
Value = str | int | bool

HEAD = """# Every decision, as a bot is asked

A `view` is one line of words. Two of them hold what no board shows. `agenda` is the stack of pending decisions, the
innermost last; its `step` is what is asked now. `extra` is the edition's state besides the board. A number that the
seat may not know is `"?"`.

A `table` in plain words ([bot protocol](bot-protocol.md)) may have both too: `agenda` as shown here, and `extra` by the
names below, as in the line `"extra":` of an example, which has all values that differ from the start of the game. There
places, cards and colours are ids, sets are lists, booleans are `true` and `false`, and nobody is `null`.

This page is made by `python -m tools.generate.decision_examples`; a test asks every question on it again, as a
view and, where the game has no pieces, as a table.
"""
# meaning of each name in the notes of an edition
MEANING = {
    "age": "the year or epoch under way",
    "attacked": "whether it was attacked in this turn",
    "avenged": "whether the Sky labour of this turn is done",
    "beaten": "defended territories conquered in this turn",
    "built": "whether a station or temple stands there",
    "captor": "who has just eliminated a seat",
    "captured": "the cards it took, its own secret",
    "challenge_played": "the round of its Challenge card; 0: still in hand",
    "closing": "the lap under way ends with this seat's turn",
    "contested": "conquests of this turn that count for the bonus",
    "deck_spent": "whether the last card was drawn after the agreed reshuffles",
    "declared": "invasions declared in this turn",
    "declined": "seats that want no fast battle in this turn",
    "drawn": "the round in which it last drew for a capture",
    "duel": "whether the Challenge card played in this turn still counts",
    "duel_source": "where the battle starts for which it counts; none until the first roll",
    "duel_target": "where that battle goes",
    "exchanges": "sets of cards that the whole table has traded",
    "extra_laps": "extra laps played for a tie",
    "extractions": "Energy Extraction cards that will be looked at",
    "fall_ends": "whether an elimination ends the game",
    "fervour": "added to its godwar totals in this turn",
    "gone": "kinds of gods banished in this turn",
    "hazard": "whether a marker of devastation or plague lies there",
    "held_cards": "cards in hand, by the kind of their back",
    "jammed": "seats that may not play cards in this turn",
    "kept": "territory cards kept, by terrain: land, sea, Moon",
    "king_given": "whose colour the Kingmaker card has that it gave to each seat",
    "kings": "how many Kingmaker cards of each seat's colour it holds",
    "kings_shown": "whose Kingmaker cards it has revealed",
    "landfall": "whether the Moon may attack it in this turn",
    "last_round": "the round after which the game ends; 0: time is not up",
    "maelstrom": "the two places whose sea link is closed",
    "marker": "its turn marker of this age; 0: none yet",
    "neutral_colour": "the colour of the neutral army, with two seats",
    "neutral_stock": "armies of the neutral army still to be placed",
    "opener": "who made, or was spared, the first closing throw",
    "piece": "where its piece of each kind stands",
    "points": "its points, once they are counted (-1: not yet)",
    "purse": "its energy or faith",
    "relic": "by relic: its holders in play",
    "rewarded": "the round in which it last had the extra armies of a traded card",
    "sacred": "places that may not be attacked in this turn",
    "seized": "how many cards the captor took",
    "spare_plague": "plague markers beside the board",
    "spent": "armies that fought or marched in this turn and must stay",
    "sunk": "whether Atlantis has sunk",
    "territory_card": "who holds its territory card",
    "threshold": "the last closing throw's threshold; 0: none yet",
    "tied": "seats that play an extra lap",
    "truce": "seats that the one in turn may not attack any more",
    "under": "the exchange that put it under the deck; 0: none",
}


class StoredMoment(msgspec.Struct):
    """A position stored by the tests."""

    position: str
    awaited: list[int]
    options: dict[str, Value]


@dataclass(frozen=True)
class DecisionExample:
    """One decision: its position, the asked seat, and a bot's answer."""

    edition: str
    steps: tuple[str, ...]  # steps of the agenda, the innermost last
    question: Question
    agenda: str
    extra: str
    told: str  # the notes by name, as in a table; empty if there are none
    answer: str


def examples() -> Iterator[DecisionExample]:
    """Return one example for every kind of stored moment, from the newest version that has any."""
    newest = max((ROOT / "tests" / "stored").glob("*/positions.json"))
    for stored in msgspec.json.decode(newest.read_bytes(), type=list[StoredMoment]):
        if stored.awaited:
            yield example(stored)


def example(stored: StoredMoment) -> DecisionExample:
    """Return the view of the first asked seat, and the bot's answer."""
    name, seat = stored.position.partition("/")[0], stored.awaited[0]
    game = game_of(name, tuple(sorted(stored.options.items())))
    table = Table(game.board, parse_position(game, stored.position), ScriptedChance([]), None)
    line = print_position(game, view(table, seat).state)
    question = Question(seat, name, stored.options, view=line)
    answer = Desk("cautious").answer(line_of(question))
    words = dict(word.split("=", 1) for word in line.split(" ") if "=" in word)
    steps = tuple(game.steps[frame.step].name() for frame in table.state.agenda)
    said = msgspec.json.encode(answer.action).decode() if answer.action is not None else str(answer.error)
    notes = {} if game.kinds else read_notes(game, position(game, question))
    told = msgspec.json.encode(notes).decode() if notes else ""
    return DecisionExample(name, steps, question, words["agenda"], words["extra"], told, said)


# without these options it has no notes
NOTED_WITH: dict[str, dict[str, Value]] = {"modern": {"ending": "time_attack_cards"}}


def rows_of(name: str) -> tuple[Row, ...]:
    """Return the rows of an edition's notes, with options that enable them."""
    booklet = edition(name)
    game = booklet.game(booklet.table_rules(NOTED_WITH.get(name, {})))
    return type(game.blank(booklet.seats[-1], ScriptedChance([])).state.edition_state).ROWS


def page() -> str:
    """Render the whole page."""
    found = list(examples())
    parts = [HEAD]
    for name in EDITIONS:
        own = [each for each in found if each.edition == name]
        if own:
            parts += [f"## {name}\n", *notes(name), *(section(each) for each in own)]
    return "\n".join(parts)


def notes(name: str) -> Iterator[str]:
    """Render the rows of `extra` by name."""
    rows, needed = rows_of(name), NOTED_WITH.get(name, {})
    if needed:
        yield f"Only with an option such as {', '.join(f'`{key}={value}`' for key, value in needed.items())}:\n"
    if rows:
        yield "| row of `extra` | counted by | name | what it is |\n|---|---|---|---|"
    for number, row in enumerate(rows, 1):
        by = row.by if row.by == TABLE else f"{row.by}, {row.per}" if row.per else row.by
        for field in row.fields:
            yield f"| {number} | {by} | `{field}` | {MEANING[field]} |"
    yield ""


def section(each: DecisionExample) -> str:
    """Render one decision."""
    options = f" ({', '.join(f'{key}={value}' for key, value in each.question.options.items())})"
    title = f"### {' › '.join(each.steps)}{options if each.question.options else ''}"
    told = f'"extra":{each.told}\n' if each.told else ""
    return f"{title}\n```\nagenda={each.agenda}\nextra={each.extra}\n{told}← {each.answer}\n```\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
