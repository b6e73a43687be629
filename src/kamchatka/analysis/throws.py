"""Read every battle throw and its odds from a game's journal, using the edition's battle model."""

from collections.abc import Iterator
from dataclasses import dataclass

from kamchatka.editions.edition import Edition
from kamchatka.kernel.edges import wire
from kamchatka.kernel.edges.record import fields
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import Action
from kamchatka.kernel.state import Frame
from kamchatka.kernel.table import Closed, Fact, Table
from kamchatka.match import Entry, Match, blank_match, match_at
from kamchatka.odds.throws import ThrowMoment, ThrowOdds


@dataclass(frozen=True)
class BattleThrow:
    """One throw: its time, opponents and places, and its odds."""

    entry: int  # index in the journal
    round: int
    turn: int  # the seat in turn
    attacker: int
    defender: int  # NOBODY for neutral armies
    source: int
    target: int
    odds: ThrowOdds


class ThrowReader:
    """Inspect every fact before it is applied and report the odds of each battle throw."""

    def __init__(self, edition: Edition, game: Game) -> None:
        self.battles = edition.battles
        self.game = game
        self.settled: Frame | None = None
        self.action: Action | None = None

    def begin(self, entry: Entry) -> None:
        """Start an entry; its facts follow."""
        self.action = None if entry.action is None else wire.inner(self.game, entry.action)

    def hear(self, table: Table, fact: Fact, entry: int) -> BattleThrow | None:
        """Return the throw that a fact records, if any. The table must be in the state before the fact."""
        if isinstance(fact, Closed):
            self.settled = table.state.agenda[-1]
        if self.settled is None:
            return None
        odds = self.battles.throw_odds(self.game, table, fact, ThrowMoment(self.settled, self.action))
        if odds is None:
            return None
        known, state = fields(fact), table.state
        source, target = int(known["source"]), int(known["target"])
        return BattleThrow(
            entry,
            int(state.round),
            int(state.turn),
            int(state.owner[source]),
            int(state.owner[target]),
            source,
            target,
            odds,
        )


def blank_copy(match: Match) -> Match:
    """Create the same table at its start, to be filled from the journal without playing."""
    chance, options = match.table.chance, match.rules.non_defaults()
    if match.start:
        return match_at(match.start, options, chance=chance, stored=True)
    return blank_match(match.edition.id, match.seats, options, chance=chance, stored=True)


def throws_of(match: Match) -> Iterator[BattleThrow]:
    """Yield every battle throw of a game in order.

    >>> list(throws_of(Match.new("modern", seats=3, seed=1)))
    []
    """
    again, reader = blank_copy(match), ThrowReader(match.edition, match.game)
    for number, entry in enumerate(match.entries):
        reader.begin(entry)
        for fact in entry.facts:
            if (found := reader.hear(again.table, fact, number)) is not None:
                yield found
            again.table.note(fact)
