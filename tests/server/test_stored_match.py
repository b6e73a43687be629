"""Facts since a version: whether a seat has learnt anything new."""

from kamchatka.kernel.edges.wire import Raise
from kamchatka.match import Match
from kamchatka.server.tables.stored_match import StoredMatch
from tests.rules.risk2210.test_04_hire import hiring


def stored_match(match: Match) -> StoredMatch:
    """Return the stored match, without its table and store."""
    stored = StoredMatch.__new__(StoredMatch)
    stored.match = match
    return stored


def test_three_spent_in_the_open_are_news() -> None:
    """A commander costs three energy in public, so a seat on an older version is out of date."""
    stored = stored_match(hiring(7))
    stored.match.play(Raise("naval", "japan"))
    before = stored.version
    stored.match.play(Raise("space", "japan"))
    assert stored.is_undisturbed(1, stored.version)
    assert not stored.is_undisturbed(1, before)
