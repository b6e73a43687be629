"""Number of sequences of one, two and three legal actions."""

import pytest

from tests.counts.make import EDITIONS, counts_file, lines


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_legal_actions_are_as_many_as_counted(edition: str) -> None:
    """A rule that allows one action more or less, anywhere near these positions, changes a count.

    If the change is intended: `python -m tests.counts.make`.
    """
    assert list(lines(edition)) == counts_file(edition).read_text(encoding="utf-8").splitlines()
