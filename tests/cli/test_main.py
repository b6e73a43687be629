"""`kamchatka` itself: its version, one sentence and exit status 2 for bad input, and never a traceback."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import kamchatka
from kamchatka.cli import app
from kamchatka.cli import errors as errors_module
from kamchatka.kernel import step
from tests.cli.terminal import run

RUNNER = CliRunner()


def test_the_version_says_the_build() -> None:
    """`--version` prints the version and the build, which is compiled unless the kernel is a Python file."""
    build = "interpreted" if str(step.__file__).endswith(".py") else "compiled"
    result = RUNNER.invoke(app, ["--version"])
    assert result.exit_code == 0
    assert result.stdout == f"kamchatka {kamchatka.__version__} ({build})\n"


BAD = [
    (
        ["play", "--seats", "2"],
        "2 posti non vanno bene: si gioca da 3 a 6. [std.components.1]",
        "2 seats will not do: this game is for 3 to 6. [std.components.1]",
    ),
    (["play", "--seats", "0"], "0 posti", "0 seats"),
    (["play", "--seats", "-3"], "-3 posti", "-3 seats"),
    (["play", "--seats", "1000000"], "1000000 posti", "1000000 seats"),
    (["play", "--players", "bot," * 40 + "bot"], "41 posti", "41 seats"),
    (["play", "--edition", "atlantis"], "L’edizione «atlantis» non esiste", "There is no edition “atlantis”"),
    (["play", "--option", "army_cap=7"], "il valore «7» non va bene", "“7” will not do for the option army_cap"),
    (["play", "--option", "colour=red"], "L’opzione «colour» non esiste", "There is no option “colour”"),
    (["play", "--option", "army_cap"], "non è nella forma nome=valore", "is not of the form name=value"),
    (["play", "--players", "Ada,Ada,bot"], "Due giocatori si chiamano «Ada»", "Two players are called “Ada”"),
    (["play", "--players", "Ada,,bot"], "non va bene come nome", "will not do as a name"),
    (["play", "--players", "Ada,bot:genius,bot"], "Il bot «genius» non esiste", "There is no bot “genius”"),
    (["play", "--players", "Ada,bot,bot", "--seats", "4"], "--seats dice 4 posti", "--seats says 4 seats"),
    (["play", "--resume", "nowhere.jsonl"], "non si legge", "cannot be read"),
    (["play", "--resume", "nowhere.jsonl", "--seed", "3"], "non va con altre scelte", "takes no other choices"),
    (["replay", "nowhere.jsonl"], "non si legge", "cannot be read"),
]


@pytest.mark.parametrize(("arguments", "it", "en"), BAD)
def test_bad_input_gets_a_sentence(
    arguments: list[str], it: str, en: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bad input gets a sentence in both languages on stderr with exit status 2, and no file is left behind."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for language, sentence in (("it", it), ("en", en)):
        result = RUNNER.invoke(app, [*arguments, "--lang", language])
        assert result.exit_code == 2, result.output
        assert sentence in result.stderr
        assert result.stderr.count("\n") == 1
        assert result.stdout == ""
    assert list(tmp_path.rglob("*.jsonl")) == []


def test_a_language_we_do_not_speak() -> None:
    """An unsupported language is rejected in the language of the locale."""
    result = RUNNER.invoke(app, ["play", "--lang", "fr"], env={"LC_ALL": "it_IT.UTF-8"})
    assert (result.exit_code, result.stderr) == (2, "La lingua «fr» non c’è: it o en.\n")


def test_usage_errors_are_status_2() -> None:
    """Errors that typer reports itself have exit status 2."""
    assert RUNNER.invoke(app, ["conquer"]).exit_code == 2
    assert RUNNER.invoke(app, ["play", "--seats", "many"]).exit_code == 2


def game_of(tmp_path: Path) -> Path:
    """Return the journal of a game that its player left at once."""
    path = tmp_path / "game.jsonl"
    assert RUNNER.invoke(app, ["play", "--seed", "1", "--journal", str(path)], input="quit\n").exit_code == 0
    return path


def test_a_journal_is_never_overwritten(tmp_path: Path) -> None:
    """An existing file is never overwritten by a journal."""
    path = game_of(tmp_path)
    before = path.read_bytes()
    result = RUNNER.invoke(app, ["play", "--journal", str(path), "--lang", "it"])
    assert result.exit_code == 2
    assert "c’è già: per continuare quella partita usa --resume" in result.stderr
    assert path.read_bytes() == before


def test_a_journal_that_cannot_be_written(tmp_path: Path) -> None:
    """A journal in a missing folder is rejected with a sentence."""
    result = RUNNER.invoke(app, ["play", "--journal", str(tmp_path / "no" / "game.jsonl"), "--lang", "it"])
    assert result.exit_code == 2
    assert "non si scrive" in result.stderr


@pytest.mark.parametrize("command", [["play", "--resume"], ["replay"]])
def test_bad_journals(tmp_path: Path, command: list[str]) -> None:
    """A journal that is edited, of a newer version, empty, or no journal gets a sentence that names the line."""
    path = game_of(tmp_path)
    lines = path.read_text(encoding="utf-8").splitlines()
    header = json.loads(lines[0])
    edited = lines[1].replace('"pips":5', '"pips":4')
    newer = json.dumps({**header, "journal": 99})
    for text, it, en in (
        ("\n".join([lines[0], edited, ""]), "La riga 2 del giornale non è", "Line 2 of the journal is not"),
        (newer + "\n", "versione più nuova (99", "newer version (99"),
        ("", "è vuoto", "is empty"),
        ("hello\n", "La riga 1 del giornale non è JSON", "Line 1 of the journal is no JSON"),
        ('{"a": 1}\n', "non è l’inizio di un giornale", "is not the beginning of a game journal"),
    ):
        path.write_text(text, encoding="utf-8")
        for language, sentence in (("it", it), ("en", en)):
            result = RUNNER.invoke(app, [*command, str(path), "--lang", language])
            assert result.exit_code == 2, result.output
            assert sentence in result.stderr
        assert path.read_text(encoding="utf-8") == text


def test_a_bug_is_an_apology(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bug gives exit status 1 and the game's location; the traceback appears only on request."""
    path = tmp_path / "game.jsonl"
    monkeypatch.setattr("kamchatka.cli.game.evening.Evening.turn_to", lambda self, seat: 1 // 0)
    monkeypatch.delenv(errors_module.DEBUG, raising=False)
    result = RUNNER.invoke(app, ["play", "--journal", str(path), "--lang", "it"])
    assert result.exit_code == 1
    assert "la colpa è nostra (ZeroDivisionError" in result.stderr
    assert f"kamchatka play --resume {path}" in result.stderr
    assert "Traceback" not in result.stderr
    result = RUNNER.invoke(app, ["play", "--resume", str(path)], env={errors_module.DEBUG: "1"})
    assert result.exit_code == 1
    assert "Traceback" in result.stderr


def test_the_real_command_too() -> None:
    """The real entry point, in its own process, behaves in the same way."""
    result = run(["play", "--seats", "7", "--lang", "it"])
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == "7 posti non vanno bene: si gioca da 3 a 6. [std.components.1]\n"


def test_what_the_system_forbids(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk during a game gets a sentence with the game's location, and exit status 2."""
    path = game_of(tmp_path)

    def full(self: object, game: object, entry: object, clock: int = 0) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("kamchatka.journal.Writer.write", full)
    result = RUNNER.invoke(app, ["play", "--resume", str(path), "--lang", "it"], input="1\n")
    assert result.exit_code == 2
    assert "Il sistema non lo permette: [Errno 28] No space left on device." in result.stderr
    assert str(path) in result.stderr
