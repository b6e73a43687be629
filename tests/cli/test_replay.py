"""`kamchatka replay`: steps forwards and back, jumps, one seat's view, and the whole story as text."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from kamchatka.cli import app
from kamchatka.journal import read
from tests.cli.terminal import Terminal, no_terminal_left

__all__ = ["no_terminal_left"]
RUNNER = CliRunner()
BOTS = "bot:cautious,bot:cautious,bot:cautious"


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the journal of a whole game between bots."""
    path = tmp_path_factory.mktemp("games") / "game.jsonl"
    result = RUNNER.invoke(app, ["play", "--players", BOTS, "--seed", "5", "--journal", str(path), "--lang", "en"])
    assert result.exit_code == 0, result.output
    return path


def replay(journal: Path, *arguments: str, typed: str = "") -> str:
    """Return what a replay prints."""
    result = RUNNER.invoke(app, ["replay", str(journal), "--lang", "en", *arguments], input=typed)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_log_is_the_whole_story(journal: Path) -> None:
    """The log tells the whole game, from the first die to the winner."""
    told = replay(journal, "--log")
    assert told.lstrip().startswith("· A die each:")
    assert "wins the game!" in " ".join(told.split())
    assert "Round 1 ·" in told


def test_steps_forwards_and_back(journal: Path) -> None:
    """Enter and n go forwards, b goes back, a number jumps, q stops."""
    last = len(read(journal).match.entries) - 1
    told = replay(journal, typed="\nn\nb\n40\nb\nq\n")
    titles = [line.split() for line in told.splitlines() if f"of {last}" in line and "─" in line]
    assert [title[1] for title in titles] == ["0", "1", "2", "1", "40", "39"]


def test_the_board_is_that_of_the_entry(journal: Path) -> None:
    """Going back shows the earlier board again, byte for byte."""
    there = replay(journal, "--from", "60", typed="q\n")
    back = replay(journal, "--from", "59", typed="n\nb\nn\nq\n")
    board = there[: there.index("60 of")]
    assert back.count(board.strip()) == 2


def test_the_next_turn(journal: Path) -> None:
    """t goes to the next entry that begins a turn; at the end it stays there."""
    told = replay(journal, typed="t\nq\n")
    assert "Round 1 ·" in told
    last = len(read(journal).match.entries) - 1
    assert f"{last} of {last}" in replay(journal, "--from", str(last), typed="t\nn\nq\n")


def test_bad_steps(journal: Path) -> None:
    """A number without an entry and an unknown key are reported, and the replay stays where it is."""
    told = replay(journal, typed="999999\nx\nq\n")
    assert "there is no 999999" in told
    assert "“x”: I do not understand." in told
    result = RUNNER.invoke(app, ["replay", str(journal), "--from", "-1", "--lang", "it"])
    assert result.exit_code == 2
    assert "la -1 non c’è" in result.stderr


def test_a_seat_sees_only_its_own(journal: Path) -> None:
    """With one seat's view the other objectives stay hidden until the game is over; without it, all are shown."""
    kept = read(journal)
    wanted = [kept.match.edition.objectives[number].en for number in kept.match.state.objective]
    own = " ".join(replay(journal, "--seat", "1", "--from", "60", typed="q\n").split())
    assert wanted[0] in own
    assert wanted[1] not in own
    assert wanted[2] not in own
    everything = " ".join(replay(journal, "--from", "60", typed="q\n").split())
    assert all(objective in everything for objective in wanted)


def test_no_such_seat(journal: Path) -> None:
    """An unknown seat gets a sentence and exit status 2."""
    result = RUNNER.invoke(app, ["replay", str(journal), "--seat", "9", "--lang", "it"])
    assert (result.exit_code, result.stderr) == (2, "Il posto 9 non c’è: da 1 a 3.\n")


def test_in_a_terminal(journal: Path) -> None:
    """A terminal shows a page per step, and leaving gives exit status 0."""
    terminal = Terminal(["replay", str(journal), "--lang", "it"])
    terminal.read_until("q esci")
    terminal.type("t")
    assert "Giro 1" in terminal.read_until("q esci")
    terminal.type("q")
    terminal.rest()
    assert terminal.process.returncode == 0
    assert b"\x1b[3J" in terminal.seen
