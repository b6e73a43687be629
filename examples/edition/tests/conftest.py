"""`pytest --ledger-write` updates the ledger: which tests show which rule of the booklet."""

import json
from collections import defaultdict
from pathlib import Path

import pytest

from kamchatka.editions import rulebook

LEDGER = Path(__file__).parents[1] / "src" / "kamchatka_lagoon" / "ledger.json"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--ledger-write", action="store_true", help="write ledger.json from the rule marks")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Reject marks that name no rule of the booklet; write the ledger when asked."""
    shown: dict[str, set[str]] = defaultdict(set)
    for item in items:
        for rule in (rule for mark in item.iter_markers("rule") for rule in mark.args):
            shown[rulebook("lagoon").rule(rule).id].add(item.nodeid.split("[")[0])
    if config.getoption("--ledger-write"):
        ledger = {rule: sorted(tests) for rule, tests in sorted(shown.items())}
        LEDGER.write_text(json.dumps(ledger, indent=2) + "\n", encoding="utf-8")
