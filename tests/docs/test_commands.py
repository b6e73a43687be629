"""Every command in README and docs exists, with its options; those that terminate are run as written."""

import lzma
import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.core import TyperGroup
from typer.testing import CliRunner

from kamchatka import Match
from kamchatka.cli import app
from kamchatka.cli.lazy import LazyCommand, load_command
from tests.docs.commands import ROOT, Shown, commands_of, pages

SHOWN = [command for page in pages() for command in commands_of(page)]
RUN = ("arena", "analyse", "board", "odds", "replay", "rules", "tournament", "verify")  # these terminate
PAGES = ("docs/analysis.md", "docs/boards.md", "docs/bots.md", "docs/tournaments.md", "docs/tutorials/write-a-bot.md")
GAME = ROOT / "tests/stored/0.1.0/journals/golden-modern-stopped.jsonl.xz"
PATIENCE = 600.0  # seconds; only a command that hangs takes as long
OPTION = re.compile(r"--[a-z][\w-]*")
PLACEHOLDER = re.compile(r"[A-Z]+…?|…|<\w+>")
PLAYERS = ("Ada", "Bruno", "Carla", "Dino")  # number of players in the sample club


def command_id(command: Shown) -> str:
    """Return a readable test id."""
    return f"{command.page}: {command.line}"


def missing_options(words: list[str], known: str) -> list[str]:
    """Return the options among the words that the program's text doesn't mention."""
    return [word for word in OPTION.findall(" ".join(words)) if word not in known]


def find_command(group: TyperGroup, name: str) -> Any:
    """Return the command of that name with its options, or None."""
    command = group.get_command(typer.Context(group), name)
    return load_command(command.module, name) if isinstance(command, LazyCommand) else command


def check_kamchatka(words: list[str]) -> str:
    """Return the problem of a `kamchatka` command, or ""."""
    group = typer.main.get_command(app)
    arguments = words[1:]
    while arguments and isinstance(group, TyperGroup):
        if PLACEHOLDER.fullmatch(arguments[0]) or arguments[0].startswith("-"):
            break
        command = find_command(group, arguments[0])
        if command is None:
            return f"no command {arguments[0]}"
        group, arguments = command, arguments[1:]
    known = {"--help", *(name for parameter in group.params for name in (*parameter.opts, *parameter.secondary_opts))}
    unknown = [word.split("=")[0] for word in arguments if OPTION.match(word) and word.split("=")[0] not in known]
    return f"{group.name} has no option {unknown}" if unknown else ""


def check_python(words: list[str]) -> str:
    """Return the problem of a `python` command, or "": the module or file must exist and mention the options."""
    if words[1] == "-c":
        return ""
    if words[1] == "-m":
        spec = find_spec(words[2])
        if spec is not None and spec.origin is None:  # a folder without __init__.py
            spec = find_spec(f"{words[2]}.__main__")
        if spec is None or spec.origin is None:
            return f"no module {words[2]}"
        file, arguments = Path(spec.origin), words[3:]
    else:
        file, arguments = ROOT / words[1], words[2:]
        if not file.is_file():
            return f"no file {words[1]}"
    files = file.parent.glob("*.py") if file.name in ("__init__.py", "__main__.py") else [file]
    unknown = missing_options(arguments, "".join(one.read_text(encoding="utf-8") for one in files))
    return f"{file.name} has no option {unknown}" if unknown else ""


def check_make(words: list[str]) -> str:
    """Return the problem of a `make` command, or "": its targets must exist."""
    targets = set(re.findall(r"^([a-z][\w-]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    unknown = [word for word in words[1:] if "=" not in word and word not in targets]
    return f"no target {unknown}" if unknown else ""


def check_pip(words: list[str]) -> str:
    """Return the problem of a `pip` command, or "": it may not get our packages from PyPI, and extras must exist."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    for word in words[2:]:
        if word.startswith("kamchatka") and not word.endswith(".whl"):
            return "there is no release on PyPI: install from a clone or a wheel"
        for extra in re.findall(r"\[([\w,]+)\]", word):
            if unknown := set(extra.split(",")) - set(extras):
                return f"no extra {sorted(unknown)}"
    return ""


CHECKS = {
    "kamchatka": check_kamchatka,
    "python": check_python,
    "python3": check_python,
    "make": check_make,
    "pip": check_pip,
}


@pytest.mark.parametrize("command", SHOWN, ids=command_id)
def test_the_command_exists_with_its_options(command: Shown) -> None:
    assert CHECKS[command.words[0]](command.words) == ""


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("kamchatka arena --bots random", "arena has no option ['--bots']"),
        ("kamchatka fly", "no command fly"),
        ("kamchatka tournament fly", "no command fly"),
        ("make dev", "no target ['dev']"),
        ("pip install 'kamchatka[web]'", "there is no release on PyPI: install from a clone or a wheel"),
        ("pip install '.[wings]'", "no extra ['wings']"),
        ("python -m tools.wings", "no module tools.wings"),
        ("python -m tools.quality.prose --wings", "prose.py has no option ['--wings']"),
    ],
)
def test_a_wrong_command_is_found(line: str, problem: str) -> None:
    words = Shown("page.md", line, is_block=True).words
    assert CHECKS[words[0]](words) == problem


def prepare(folder: Path) -> None:
    """Create the files that the commands of the pages read."""
    shutil.copytree(ROOT / "examples" / "bots", folder / "examples" / "bots")
    (folder / "game.jsonl").write_bytes(lzma.decompress(GAME.read_bytes()))
    (folder / "position.txt").write_text(Match.new("modern", seats=3, seed=1).position(), encoding="utf-8")
    (folder / "people.csv").write_text("name\n" + "".join(f"{name}\n" for name in PLAYERS), encoding="utf-8")
    play_event(folder / "first.kam", folder / "people.csv")


def play_event(file: Path, people: Path) -> None:
    """Play an event of Verona to its final."""
    steps = [["new", "--name", "Verona I", "--preset", "verona"], ["import", "entrants", str(people)]]
    steps += [["draw"], ["result", "1", "Ada=54", "Bruno=30", "Carla=out", "Dino=12"]] * 5
    for name, *words in steps:
        assert CliRunner().invoke(app, ["tournament", name, str(file), *words]).exit_code == 0


def run(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a line in a shell, with the tested program first on the path."""
    script = folder / "bin" / "kamchatka"
    if not script.exists():
        script.parent.mkdir()
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m kamchatka.cli "$@"\n', encoding="utf-8")
        script.chmod(0o755)
    path = os.pathsep.join([str(script.parent), str(Path(sys.executable).parent), os.environ["PATH"]])
    sources = os.pathsep.join(entry for entry in sys.path if entry)
    environment = {**os.environ, "PATH": path, "PYTHONPATH": sources, "LANG": "en_US.UTF-8", "PYTHONUTF8": "1"}
    return subprocess.run(
        ["sh", "-c", line], cwd=folder, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
    )


@pytest.mark.parametrize("page", PAGES)
def test_commands_that_end_run_as_written(page: str, tmp_path: Path) -> None:
    prepare(tmp_path)
    failed = []
    for command in commands_of(ROOT / page):
        if command.is_block and command.words[0] == "kamchatka" and command.words[1] in RUN:
            done = run(command.line, tmp_path)
            if done.returncode != 0:
                failed.append(f"{command.line}\n{done.stdout}{done.stderr}")
    assert failed == []
