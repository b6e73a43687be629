"""`@rule("std.7.1")` says which rules of a booklet a test shows; the ledger is made of these marks."""

import pytest


def rule(*ids: str) -> pytest.MarkDecorator:
    """Mark a test as showing the rules with these ids: it would fail if one of them were broken."""
    return pytest.mark.rule(*ids)
