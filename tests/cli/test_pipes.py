"""If the reader of a pipe goes away, the command exits silently, whatever it was printing."""

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.cli.terminal import COMMAND, PATIENCE, environment, run

NO_READER = 1  # the exit status that typer, rich and Python's documentation use for a closed pipe
COMMANDS = [
    ["--help"],
    ["play", "--help"],
    ["rules", "godstorm"],
    ["odds", "5", "3"],
    ["odds", "5", "3", "--json"],
    ["arena", "--games", "2", "--seats", "random,random,random", "--turn-limit", "2"],
    ["play", "--resume", "GAME"],
    ["replay", "GAME"],
    ["replay", "GAME", "--log"],
    ["verify", "GAME"],
]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the journal of a game that its player left."""
    path = str(tmp_path_factory.mktemp("pipes") / "game.jsonl")
    assert run(["play", "--seed", "1", "--journal", path], "1\nquit\n").returncode == 0
    return path


def cut_off(arguments: Sequence[str], taken: int) -> tuple[int, str]:
    """Run the command into a pipe that closes after `size` bytes; return its status and its standard error."""
    ours, theirs = os.pipe()
    process = subprocess.Popen(
        [*COMMAND, *arguments], stdin=subprocess.PIPE, stdout=theirs, stderr=subprocess.PIPE, env=environment()
    )
    os.close(theirs)
    if taken:
        os.read(ours, taken)
    os.close(ours)
    said = process.communicate(b"\n" * 9, timeout=PATIENCE)[1]
    return process.returncode, said.decode()


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_nobody_reads(arguments: list[str], game: str) -> None:
    """Without a reader stderr stays empty, and the exit status says that output was lost."""
    status, said = cut_off([game if word == "GAME" else word for word in arguments], 0)
    assert (status, said.strip()) == (NO_READER, "")


@pytest.mark.parametrize("arguments", [["--help"], ["rules", "godstorm"], ["replay", "GAME"]], ids=" ".join)
def test_the_reader_has_seen_enough(arguments: list[str], game: str) -> None:
    """If the reader closes the pipe early, as `| head` does, the command exits without an error message."""
    status, said = cut_off([game if word == "GAME" else word for word in arguments], 1)
    assert (status in (0, NO_READER), said) == (True, "")


def test_what_is_wrong_is_still_said_where_it_can_be(tmp_path: Path) -> None:
    """If the reader of stdout has gone, errors are still printed to stderr."""
    status, said = cut_off(["replay", str(tmp_path / "nowhere.jsonl")], 0)
    assert status == 2
    assert "cannot be read" in said
