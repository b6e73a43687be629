"""What happened since a version: whether a seat has learnt anything by it."""

from kamchatka.kernel.wire import Raise
from kamchatka.match import Match
from kamchatka.server.keeper import Keeper
from tests.rules.risk2210.test_04_hire import hiring


def keeping(match: Match) -> Keeper:
    """The keeper of a match, without its table and store."""
    keeper = Keeper.__new__(Keeper)
    keeper.match = match
    return keeper


def test_three_spent_in_the_open_are_news() -> None:
    """A commander costs three energy: who acts on what was there before is told that the table has moved on."""
    keeper = keeping(hiring(7))
    keeper.match.play(Raise("naval", "japan"))
    before = keeper.version
    keeper.match.play(Raise("space", "japan"))
    assert keeper.undisturbed(1, keeper.version)
    assert not keeper.undisturbed(1, before)
