"""`kamchatka` without a command, and shell completion."""

import pytest
from typer.testing import CliRunner

from kamchatka.cli import app
from kamchatka.editions import EDITIONS
from tests.cli.terminal import Terminal, run

RUNNER = CliRunner()


@pytest.mark.parametrize(("locale", "sentence"), [("it_IT.UTF-8", "Gioca nel browser"), ("en_US.UTF-8", "Play in the")])
def test_the_menu_names_commands(locale: str, sentence: str) -> None:
    """In a pipe the menu is printed and nothing is asked."""
    result = run([], LANG=locale)
    assert result.returncode == 0
    assert sentence in result.stdout
    for command in ("kamchatka serve --open", "kamchatka play", "kamchatka rules modern", "kamchatka --help"):
        assert command in result.stdout
    assert result.stdout.endswith("\n\n")


def test_a_number_starts_the_choice() -> None:
    """In a terminal the menu asks, and 3 shows the rules of the modern game."""
    terminal = Terminal([])
    terminal.read_until("Enter to leave")
    terminal.type("3")
    assert "std.components.1" in terminal.rest()
    assert terminal.process.returncode == 0


def test_a_wrong_number_is_told() -> None:
    """A wrong number is reported, and nothing is started."""
    terminal = Terminal([])
    terminal.read_until("Enter to leave")
    terminal.type("9")
    assert "type a number from 1 to 4" in terminal.rest()
    assert terminal.process.returncode == 0


def complete(typed: str) -> list[str]:
    """Return the completions of a line, as bash requests them."""
    words = typed.split(" ")
    environment = {
        "_KAMCHATKA_COMPLETE": "complete_bash",
        "COMP_WORDS": "\n".join(words),
        "COMP_CWORD": str(len(words) - 1),
    }
    return run([], **environment).stdout.split()


def test_the_shell_completes_commands_and_values() -> None:
    """The shell completes commands, editions and bots."""
    assert complete("kamchatka ser") == ["serve"]
    assert complete("kamchatka rules class") == [name for name in EDITIONS if name.startswith("class")]
    assert complete("kamchatka play --edition god") == ["godstorm"]
    assert complete("kamchatka bot cap") == ["captain"]


@pytest.mark.parametrize(
    ("shell", "sign"), [("bash", "complete -o"), ("zsh", "#compdef"), ("fish", "complete --command")]
)
def test_each_shell_gets_its_own_script(shell: str, sign: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Typer asks the parent process which shell runs. The test names the shell, so that it passes without one."""
    monkeypatch.setenv("_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION", "1")
    result = RUNNER.invoke(app, ["--show-completion", shell], prog_name="kamchatka")
    assert result.exit_code == 0
    assert sign in result.stdout
    assert "_KAMCHATKA_COMPLETE" in result.stdout
