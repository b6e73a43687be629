"""Tests of the server and of browsers share processes, so none may need the main thread's event loop."""

from pathlib import Path

import pytest

TESTS = sorted(Path(__file__).parents[1].rglob("test_*.py"))


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.stem)
def test_coroutines_run_in_a_thread_of_their_own(path: Path) -> None:
    """`to_its_end` and `together` work although Playwright's loop is still running after a browser test."""
    assert "asyncio" + ".run(" not in path.read_text(encoding="utf-8")
