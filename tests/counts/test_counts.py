"""How many legal actions there are, one, two and three actions deep."""

from tests.counts.make import COUNTS, lines


def test_the_legal_actions_are_as_many_as_counted() -> None:
    """A rule that allows one action more or less, anywhere near these positions, changes a count.

    If it is meant: `python -m tests.counts.make`.
    """
    assert list(lines()) == COUNTS.read_text(encoding="utf-8").splitlines()
