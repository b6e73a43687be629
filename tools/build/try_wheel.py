"""Try a wheel as a user would, in a fresh environment per Python: `python -m tools.build.try_wheel build/wheel/*.whl`.

Each environment gets the wheel with the extra [web] and nothing else. Every check starts the installed command in an
empty folder, so nothing comes from the working tree. The exit status is 1 if any check fails.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Callable
from pathlib import Path

from uv import find_uv_bin

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
HUNG = 300.0  # timeout of a command in seconds


def find_pythons() -> list[str]:
    """Return the supported Pythons that uv finds on this machine."""
    return [version for version in PYTHONS if _uv("python", "find", "--no-python-downloads", version).returncode == 0]


def _uv(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([find_uv_bin(), *words], text=True, capture_output=True)


def of_wheel(wheel: Path) -> tuple[str, ...]:
    """Return what to install for a wheel with the extra [web]."""
    return (f"kamchatka[web] @ {wheel.resolve().as_uri()}",)


def install(wanted: tuple[str, ...], python: str, home: Path) -> Path:
    """Create an environment with the package; return the folder of its commands."""
    steps = (
        ("venv", "--quiet", "--no-python-downloads", "--python", python, str(home)),
        ("pip", "install", "--quiet", "--python", str(home), *wanted),
    )
    for step in steps:
        done = _uv(*step)
        if done.returncode:
            raise SystemExit(f"uv {step[0]} failed for Python {python}:\n{done.stderr}")
    return home / ("Scripts" if os.name == "nt" else "bin")


def run(commands: Path, *words: str) -> str:
    """Run the installed command in an empty folder and return its output; a failure raises CalledProcessError."""
    with tempfile.TemporaryDirectory() as folder:
        # no package of the working tree, no settings of this user
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "KAMCHATKA"))
        }
        return subprocess.run(
            [commands / "kamchatka", *words],
            cwd=folder,
            env={**environment, "PYTHONUTF8": "1", "XDG_DATA_HOME": folder},
            text=True,
            capture_output=True,
            check=True,
            stdin=subprocess.DEVNULL,
            timeout=HUNG,
        ).stdout


def check_version(commands: Path) -> str:
    """Check version and build."""
    return run(commands, "--version").strip()


def check_menu(commands: Path) -> str:
    """Check that the bare command lists what a newcomer can do."""
    assert "kamchatka serve --open" in run(commands)
    return "menu"


def check_odds(commands: Path) -> str:
    """Check the exact odds of three armies against two."""
    assert run(commands, "odds", "3", "2")
    return "odds"


def check_bot(commands: Path) -> str:
    """Check that a game between bots runs to its end in the terminal."""
    players = "bot:random,bot:random,bot:random"
    assert "journal" in run(commands, "play", "--players", players, "--seed", "1", "--lang", "en").lower()
    return "game"


def check_server(commands: Path) -> str:
    """Check that the server starts on a free port, becomes ready and serves the page."""
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [commands / "kamchatka", "serve", "--port", "0", "--lang", "en", "--quiet"],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split(" is at ")[1].split()[0].rstrip("/")
            for path in ("/readyz", "/", "/api/editions"):
                with urllib.request.urlopen(address + path, timeout=HUNG) as answer:
                    assert answer.status == 200, path
        finally:
            server.terminate()
            server.wait(HUNG)
    return "server"


CHECKS: tuple[Callable[[Path], str], ...] = (check_version, check_menu, check_odds, check_bot, check_server)


def try_python(wanted: tuple[str, ...], python: str) -> list[str]:
    """Run every check with one Python; return their results."""
    home = Path(tempfile.mkdtemp(prefix="kamchatka-wheel-"))
    try:
        commands = install(wanted, python, home)
        return [check(commands) for check in CHECKS]
    finally:
        shutil.rmtree(home, ignore_errors=True)


def main() -> None:
    """Try the wheel with the named Pythons, or with every installed one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("wheel", type=Path)
    parser.add_argument("--python", nargs="*", help="versions, such as 3.12")
    told = parser.parse_args()
    failed = False
    for python in told.python or find_pythons():
        try:
            print(f"Python {python}: {', '.join(try_python(of_wheel(told.wheel), python))}")
        except (AssertionError, subprocess.CalledProcessError, OSError) as error:
            failed = True
            print(f"Python {python}: FAILED {error} {getattr(error, 'stderr', '') or ''}")
    sys.exit(failed)


if __name__ == "__main__":
    main()
