"""`make kill-everything` reports its findings however it ends."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import asyncpg
import pytest

from tests.cluster.evening import evening
from tests.cluster.parts import LocalPlatform
from tests.server.running import ROOT
from tests.server.together import together
from tools.cluster.fault_report import Outcome, line_of, read, summary
from tools.cluster.kill_everything import describe_error

SMALL = ["--tables=1", "--sockets=2", "--servers=1", "--thinkers=0", "--only=leap_clock", "--least=0.1", "--most=0.2"]
PATIENCE = 180.0  # seconds; generous, for busy machines


def test_reports_of_several_runs_are_summed(tmp_path: Path) -> None:
    calm = Outcome(1, 1, "kill_bus", away=3.0, again=1.0, computed=0.2, acknowledged=20, entries=40)
    slow = Outcome(1, 2, "kill_bus", away=3.0, again=12.0, computed=11.5, acknowledged=30, entries=60)
    lost = Outcome(2, 1, "fill_disk", 5.0, 2.0, computed=0.5, acknowledged=7, entries=9, wrong="a line is missing")
    files = [tmp_path / "1", tmp_path / "2"]
    files[0].write_bytes(line_of(calm) + line_of(slow))
    files[1].write_bytes(line_of(lost))

    told = "\n".join(summary(read(files)))
    assert "kill_bus                 2             1      6.5 s    12.0 s" in told
    assert "in all                   3             2      2.0 s    12.0 s" in told
    assert "37 acknowledged actions in 2 run(s); 1 fault(s) after which something was wrong" in told
    assert "WRONG  seed 2, 1: fill_disk: a line is missing" in told
    assert "slow   seed 1, 2: kill_bus: away 3.0 s, playing again after 12.0 s" in told
    assert "nothing lost" in "\n".join(summary([calm]))


def test_what_is_found_is_always_told() -> None:
    """Even without pytest's rewritten assertions: an empty message would look like success."""
    assert describe_error(AssertionError()) == "AssertionError()"
    assert describe_error(AssertionError("a line is missing")) == "a line is missing"


@together
async def test_a_journal_with_a_gap_is_found_in_words(parts: LocalPlatform) -> None:
    """In this fault an acknowledged line is removed from the journal."""
    async with evening(parts, ("modern",)) as there:
        await there.goes_on()
        await there.check()
        connection = await asyncpg.connect(parts.plain_database)
        await connection.execute("DELETE FROM entries WHERE table_id = $1 AND n = 1", there.tables[0])
        await connection.close()
        with pytest.raises(AssertionError, match="the journal has lines"):
            await there.check()


def test_a_run_that_is_cut_short_says_what_it_saw(parts: LocalPlatform, tmp_path: Path) -> None:
    """The run is stopped by SIGTERM here; with `--seconds` it stops in the same way after its last fault."""
    report = tmp_path / "report"
    command = [sys.executable, "-m", "tools.cluster.kill_everything", *SMALL, "--report", str(report)]
    paths = os.pathsep.join([str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")])
    running = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env={**os.environ, "PYTHONPATH": paths}
    )
    begun = time.monotonic()
    while not report.exists():
        assert time.monotonic() - begun < PATIENCE
        assert running.poll() is None
        time.sleep(0.05)
    running.send_signal(signal.SIGTERM)
    told, _ = running.communicate(timeout=PATIENCE)
    assert running.returncode == 0
    assert "cut short" in told
    assert "leap_clock" in told.partition("cut short")[2]
    assert "nothing lost, nothing doubled" in told
