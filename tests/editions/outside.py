"""A fresh environment in which Lagoon, the edition of examples/edition, is installed as anybody would install it.

The environment is made without a network: it borrows the packages of the one that runs the tests, Kamchatka included.
"""

import os
import subprocess
import sys
import sysconfig
import venv
from dataclasses import dataclass
from pathlib import Path

import kamchatka

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "edition"
SOURCES = Path(kamchatka.__file__).parents[1]
PATIENCE = 300.0  # seconds; a busy machine is slow, not wrong


@dataclass(frozen=True)
class Environment:
    """An interpreter of its own."""

    folder: Path

    @property
    def python(self) -> str:
        """Its interpreter."""
        return str(self.folder / ("Scripts" if os.name == "nt" else "bin") / "python")

    def run(self, *words: str, cwd: Path = ROOT) -> str:
        """Return what `python WORDS` prints. If it fails, the test fails with its output."""
        return self.complete(*words, cwd=cwd).stdout

    def complete(self, *words: str, cwd: Path = ROOT) -> "subprocess.CompletedProcess[str]":
        """Run `python WORDS`, which must succeed."""
        done = subprocess.run(
            [self.python, *words],
            cwd=cwd,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=PATIENCE,
            check=False,
            env={**os.environ, "PYTHONPATH": str(SOURCES), "LANG": "en_US.UTF-8", "PYTHONUTF8": "1", "COLUMNS": "160"},
        )
        assert done.returncode == 0, f"{' '.join(words)}: {done.stdout}{done.stderr}"
        return done

    def kamchatka(self, *words: str) -> str:
        """What a command of Kamchatka prints there."""
        return self.run("-m", "kamchatka.cli", *words)


def fresh(folder: Path) -> Environment:
    """A new environment that borrows the packages of this one."""
    venv.create(folder, with_pip=False)
    made = Environment(folder)
    borrowed = sysconfig.get_path("purelib")
    own = made.run("-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    Path(own, "borrowed.pth").write_text(f"import site; site.addsitedir({borrowed!r})\n", encoding="utf-8")
    return made


def with_package(package: Path, folder: Path, *boards: str) -> Environment:
    """A fresh environment after `pip install PACKAGE`, the boards of these sheets drawn before."""
    made = fresh(folder)
    for board in boards:
        made.run("-m", "kamchatka.boards.sketch", board, cwd=package)
    pip = [sys.executable, "-m", "pip", "--python", made.python, "install", "--disable-pip-version-check", "--quiet"]
    offline = ["--no-deps", "--no-index", "--no-build-isolation"]
    subprocess.run([*pip, *offline, str(package)], check=True, timeout=PATIENCE)
    return made
