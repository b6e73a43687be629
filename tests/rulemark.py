"""`@rule("std.7.1")` says which rules of a booklet a test shows; the ledger is generated from these marks."""

import pytest


def rule(*ids: str) -> pytest.MarkDecorator:
    """Mark a test as showing the rules with these ids, so that it fails if one of them is broken."""
    return pytest.mark.rule(*ids)
