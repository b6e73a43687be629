"""Every test belongs to `make test` or to `make test-all`, and CI runs both."""

import re

import pytest

from tests.architecture.project import ROOT
from tests.tiers import FULL, JOURNEYS, is_full


@pytest.mark.parametrize("entry", [*FULL, *JOURNEYS])
def test_every_entry_names_tests_that_are_there(entry: str) -> None:
    path, _, function = entry.partition("::")
    assert (ROOT / path).exists()
    if function:
        assert f"def {function}(" in (ROOT / path).read_text(encoding="utf-8")


def test_journeys_are_in_make_test() -> None:
    assert is_full("tests/browser/test_orders.py::test_it")
    assert not any(is_full(f"{journey}[modern]") for journey in JOURNEYS)
    assert not is_full("tests/rules/modern/test_attack.py::test_it")


def test_the_two_commands_leave_nothing_out() -> None:
    """What one command deselects the other selects, and CI runs both."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    chosen = re.findall(r'^(?:FAST|FULL) := -m "(.*)"$', makefile, re.MULTILINE)
    assert sorted(chosen) == ["full and not faults", "not full and not faults"]
    ran = re.findall(r"^make (\S+)", (ROOT / ".ci" / "run").read_text(encoding="utf-8"), re.MULTILINE)
    assert ran == ["test", "test-all"]
