"""Throws for tests: play an action with every result of the dice, and read each throw."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

from kamchatka.analysis.throws import BattleThrow, ThrowReader
from kamchatka.kernel.chance import ScriptedChance
from kamchatka.kernel.edges import wire
from kamchatka.kernel.table import Fact, Table
from kamchatka.match import Entry, Match

Faces = range  # possible draws of a die; a rerolled die never ends with a one
SIX, EIGHT, NO_ONE = range(6), range(8), range(1, 6)


def play(match: Match, reader: ThrowReader, action: wire.NamedAction) -> list[BattleThrow]:
    """Play an action and return the throws that were read."""
    before = Table(match.table.board, match.state.copy(), match.table.chance, None)
    match.play(action)
    return read(reader, before, match.entries[-1])


def read(reader: ThrowReader, before: Table, entry: Entry) -> list[BattleThrow]:
    """Return the throws of an entry, read from the table before it."""
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
    """Yield the last action with every result of these dice: the throw as read, and the action's facts."""
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
    """Return how often the dice give each pair of losses."""
    count = Counter((throw.odds.fell.lost, throw.odds.fell.beaten) for throw in throws)
    return {cost: number / len(throws) for cost, number in count.items()}
