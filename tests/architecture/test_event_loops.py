"""Tests of the server and of browsers share processes: none may want the main thread's event loop for itself."""

from pathlib import Path

import pytest

TESTS = sorted(Path(__file__).parents[1].rglob("test_*.py"))


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.stem)
def test_coroutines_run_in_a_thread_of_their_own(path: Path) -> None:
    """After a browser test Playwright's loop still runs: `to_its_end` and `together` know a way round it."""
    assert "asyncio" + ".run(" not in path.read_text(encoding="utf-8")
