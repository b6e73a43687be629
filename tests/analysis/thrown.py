"""Throws for tests: an action played with every fall of the dice, and what its reader made of each."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

from kamchatka.analysis.throws import BattleThrow, ThrowReader
from kamchatka.kernel.chance import ScriptedChance
from kamchatka.kernel.edges import wire
from kamchatka.kernel.table import Fact, Table
from kamchatka.match import Entry, Match

Faces = range  # a die as the draws that may come; a die that is thrown again never rests on a one
SIX, EIGHT, NO_ONE = range(6), range(8), range(1, 6)


def play(match: Match, reader: ThrowReader, action: wire.NamedAction) -> list[BattleThrow]:
    """Play an action; the throws that were read in it."""
    before = Table(match.table.board, match.state.copy(), match.table.chance, None)
    match.play(action)
    return read(reader, before, match.entries[-1])


def read(reader: ThrowReader, before: Table, entry: Entry) -> list[BattleThrow]:
    """The throws of an entry, from the table before it."""
    reader.begin(entry)
    found = []
    for fact in entry.facts:
        if (throw := reader.hear(before, fact, 0)) is not None:
            found.append(throw)
        before.note(fact)
    return found


def every_fall(
    match: Match, actions: Sequence[wire.NamedAction], dice: Sequence[Faces]
) -> Iterator[tuple[BattleThrow, Sequence[Fact]]]:
    """The last action with every fall of these dice: the throw as it was read, and the facts of the action."""
    reader = ThrowReader(match.edition, match.game)
    *first, last = actions
    for action in first:
        play(match, reader, action)
    settled, seat, inner = reader.settled, match.awaited[0], wire.inner(match.game, last)
    for draws in product(*dice):
        table = Table(match.table.board, match.state.copy(), ScriptedChance([*draws, 0, 0, 0]), [])
        before = Table(match.table.board, match.state.copy(), table.chance, None)
        match.game.play(table, seat, inner)
        facts = tuple(table.journal or ())
        reader.settled = settled
        (throw,) = read(reader, before, Entry(seat, last, (), facts))
        yield throw, facts


def shares(throws: Sequence[BattleThrow]) -> dict[tuple[int, int], float]:
    """How often the dice cost both sides what."""
    count = Counter((throw.odds.fell.lost, throw.odds.fell.beaten) for throw in throws)
    return {cost: number / len(throws) for cost, number in count.items()}
