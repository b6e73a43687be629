"""The report of slow tests sums the times that pytest wrote, with fixtures listed separately."""

import json
from pathlib import Path

import pytest

from tools.quality import slowest

PHASES = [
    {"test": "tests/odds/test_a.py::test_one[1]", "phase": "setup", "cpu": 2.0, "wall": 3.0},
    {"test": "tests/odds/test_a.py::test_one[1]", "phase": "call", "cpu": 0.5, "wall": 0.5},
    {"test": "tests/odds/test_a.py::test_one[2]", "phase": "call", "cpu": 0.5, "wall": 0.5},
    {"test": "tests/rules/modern/test_b.py::test_two", "phase": "call", "cpu": 9.0, "wall": 9.0},
    {"test": "tests/rules/modern/test_b.py::test_two", "phase": "teardown", "cpu": 1.0, "wall": 1.0},
]


def test_times_are_added_up_by_folder_file_and_test(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "times.jsonl"
    file.write_text("".join(json.dumps(phase) + "\n" for phase in PHASES), encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["slowest", str(file)])
    slowest.main()
    rows = [line.split() for line in capsys.readouterr().out.splitlines() if line]
    assert ["10.0", "3.0", "10.0", "4.0", "3", "all"] in rows
    assert ["1.0", "2.0", "1.0", "3.0", "2", "tests/odds/test_a.py::test_one"] in rows
    folders = [row[-1] for row in rows if row[-1] in ("tests/odds", "tests/rules")]
    assert folders == ["tests/rules", "tests/odds"]


def test_a_run_without_times_is_said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["slowest", "nothing.jsonl"])
    with pytest.raises(SystemExit):
        slowest.main()
    assert "--times=" in capsys.readouterr().err
