"""Phrases that hide their subject may only become fewer."""

import pytest

from tools.quality.prose import ROOT, compare_counts, count_tree, read_limits


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="the files that git tracks are counted")
def test_no_count_has_grown() -> None:
    """`python -m tools.quality.prose` shows the counts; english that names its subject keeps them down."""
    assert compare_counts(count_tree(), read_limits()) == []


def test_a_new_phrase_is_reported() -> None:
    grown = compare_counts({"src/kamchatka/cli": {"whoever": 1}}, {})
    assert grown == ['src/kamchatka/cli: "whoever" 1 times, at most 0']
