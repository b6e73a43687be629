"""Phrases that hide their subject, and functions named by participles, may only become fewer."""

import pytest

from tools.quality.names import find_participles
from tools.quality.prose import ROOT, compare_counts, count_tree, read_limits


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="the files that git tracks are counted")
def test_no_count_has_grown() -> None:
    """`python -m tools.quality.prose` finds no folder with more such phrases than recorded."""
    assert compare_counts(count_tree(), read_limits()) == []


def test_a_new_phrase_is_reported() -> None:
    grown = compare_counts({"src/kamchatka/cli": {"whoever": 1}}, {})
    assert grown == ['src/kamchatka/cli: "whoever" 1 times, at most 0']


SOURCE = """
class Player:
    @property
    def hidden(self): ...
    @functools.cached_property
    def seated(self): ...
    def _undone(self): ...
    def speed(self): ...
    def is_chosen(self): ...

@pytest.fixture(scope="session")
def begun(): ...

async def opened_for(player):
    def redrawn(): ...
    def reset(): ...

def describe_opened(): ...
"""


def test_functions_named_by_a_participle_are_found() -> None:
    """Functions named by a participle are found, but not properties, fixtures, and participles later in a name."""
    assert {name for _, name in find_participles(SOURCE)} == {"_undone", "opened_for", "redrawn"}
