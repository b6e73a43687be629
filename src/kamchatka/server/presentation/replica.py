"""Second matches of one game: they take up the entries of the first, and never play."""

from kamchatka.kernel.table import Table
from kamchatka.match import Match


def copy_of(match: Match) -> Match:
    """The same game as it stands: from here on either goes its own way."""
    table = match.table
    apart = Table(table.board, table.state.copy(), table.chance, list(table.journal or ()))
    return Match(match.edition, match.rules, match.game, apart, match.start, list(match.entries))


def empty_copy(match: Match) -> Match:
    """The same table before anything happened."""
    chance = match.table.chance
    options = match.rules.changed()
    if match.start:
        return Match.from_position(match.start, options, chance=chance, kept=True)
    return Match.blank(match.edition.id, match.seats, options, chance=chance, kept=True)
