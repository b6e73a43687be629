"""No new test depends on the speed of the machine, and those that do become fewer."""

import json
from functools import cache
from pathlib import Path

import pytest

from tools.quality.timing_risks import ALLOWED, Counts, Scan, counts, growth, risks

RISKS = [
    ("import asyncio\nasync def test() -> None:\n    await asyncio.sleep(0.1)\n", "sleep"),
    ("import time\ndef test(wait) -> None:\n    time.sleep(wait)\n", "sleep"),
    ("def test(page) -> None:\n    page.wait_for_timeout(50)\n", "sleep"),
    ("SCRIPT = 'import time; time.sleep(2)'\n", "sleep"),
    ("from time import perf_counter\nBEGUN = perf_counter()\n", "clock"),
    ("import time\ndef test(begun) -> None:\n    assert time.time() - begun < 5\n", "clock"),
    (
        "import asyncio\nasync def test(ready) -> None:\n    while not ready():\n        await asyncio.sleep(0)\n",
        "spin",
    ),
    ("import asyncio\nasync def test(event) -> None:\n    await asyncio.wait_for(event.wait(), 5)\n", "timeout"),
    ("PATIENCE = 10.0\ndef test(process) -> None:\n    process.communicate(timeout=2 * PATIENCE)\n", "timeout"),
    ("def test(page, expect) -> None:\n    expect(page).to_have_text('x', timeout=5000)\n", "timeout"),
]
HARMLESS = [
    "import asyncio\nasync def test(task) -> None:\n    await asyncio.sleep(0)\n",
    "PATIENCE = 45_000\ndef test(page, expect) -> None:\n    expect(page).to_have_text('x', timeout=2 * PATIENCE)\n",
    "import asyncio\nasync def test(event) -> None:\n    await asyncio.wait_for(event.wait(), 60)\n",
    "import time\ndef test(row) -> None:\n    assert row.due > time.time()\n",
]


def scan(text: str, folder: Path) -> list[str]:
    """The kinds of risk in a module."""
    path = folder / "tests" / "test_example.py"
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    return [risk.kind for risk in Scan(path, folder).risks]


@pytest.mark.parametrize(("text", "kind"), RISKS)
def test_a_risk_is_found(text: str, kind: str, tmp_path: Path) -> None:
    assert scan(text, tmp_path) == [kind]


@pytest.mark.parametrize("text", HARMLESS)
def test_what_waits_for_an_event_is_no_risk(text: str, tmp_path: Path) -> None:
    assert scan(text, tmp_path) == []


@cache
def today() -> Counts:
    """Count the risks of this tree."""
    return counts(risks())


def test_no_file_has_more_risks_than_before() -> None:
    """Wait for an event or inject the time (docs/testing.md): `python -m tools.quality.timing_risks`."""
    assert growth(today(), json.loads(ALLOWED.read_text(encoding="utf-8"))) == {}


def test_the_list_shrinks_with_the_risks() -> None:
    """`python -m tools.quality.timing_risks --shrink` lowers the counts."""
    assert growth(json.loads(ALLOWED.read_text(encoding="utf-8")), today()) == {}
