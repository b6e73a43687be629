"""Replicas of a match: they apply the entries of another match and never play."""

from kamchatka.kernel.table import Table
from kamchatka.match import Match, blank_match, match_at

KEPT = 256  # entries: more than a client can catch up with, and about as many as a scene's log covers


def copy_of(match: Match) -> Match:
    """Return an independent copy of the match."""
    table = match.table
    apart = Table(table.board, table.state.copy(), table.chance, list(table.journal or ()))
    entries = list(match.entries)
    return Match(match.edition, match.rules, match.game, apart, match.start, entries, match.forgotten, match.base)


def empty_copy(match: Match) -> Match:
    """Return the match as it was before its first entry in memory."""
    chance = match.table.chance
    options = match.rules.non_defaults()
    if match.base is not None:
        table = Table(match.table.board, match.base.copy(), chance, [])
        rules, game = match.rules, match.game
        return Match(match.edition, rules, game, table, match.start, [], match.forgotten, match.base)
    if match.start:
        return match_at(match.start, options, chance=chance, stored=True)
    return blank_match(match.edition.id, match.seats, options, chance=chance, stored=True)


class RecentEntries:
    """Bounds the memory of a match to between `KEPT` and twice as many entries.

    The state between the two halves is kept, so that it is known when the older half is forgotten.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.version = match.version
        self.state = match.state.copy()

    def trim(self) -> None:
        """Forget the older half of the entries once there are enough newer ones."""
        match = self.match
        if match.version - self.version >= KEPT:
            match.forget(self.version, self.state)
            self.version, self.state = match.version, match.state.copy()
