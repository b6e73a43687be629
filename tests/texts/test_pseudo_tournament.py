"""An event in the terminal is translated into the pseudo-language: every command, and its errors."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from kamchatka import EDITIONS
from kamchatka.cli import app
from kamchatka.tournament.events.event_file import EventFile
from kamchatka.tournament.settings.presets import presets
from kamchatka.tournament.settings.settings import EventSettings
from kamchatka.tournament.standings.tiebreaks import TIEBREAKS
from tests.pseudo import CODE, left

RUNNER = CliRunner()
NAMES = ["Б", "Г", "Д", "Ж", "Ш", "Э", "Ю", "Я"]  # their names can't be mistaken for English words
TYPED = (
    "undo",
    "settle",
    "questions",
    "penalty",
    "greedy",
    "cp-sat",
    "Serata",
    "Zoe",
    "(table)",
)  # input and names of people

pytestmark = pytest.mark.usefixtures("spoken")


def command_output(*words: object, code: int = 0) -> str:
    """Return the output of a command without names of files."""
    result = RUNNER.invoke(app, ["tournament", *map(str, words), "--lang", CODE], env={"COLUMNS": "400"})
    assert result.exit_code == code, result.output
    said = result.stdout if code == 0 else result.stderr
    assert "⟦" in said
    for word in words:
        said = said.replace(str(word), " ") if "/" in str(word) else said
    return said


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Create an event of two tables, drawn, with one reported and an invalid row in a list."""
    path, people, results = tmp_path / "e.kam", tmp_path / "p.csv", tmp_path / "r.csv"
    people.write_text("name,club\n" + "".join(f"{name},{number}\n" for number, name in enumerate(NAMES)) + "Б,\n")
    results.write_text("player,table,points\nБ,x,3\nБ,1,2,3\n")
    said = command_output("new", path, "--name", "Serata", "--preset", "evening", "--who", "Zoe")
    said += command_output("import", path, "entrants", people, "--who", "Zoe")
    said += command_output("draw", path, "--seed", 1, "--method", "greedy", "--who", "Zoe")
    said += command_output("import", path, "results", results, "--who", "Zoe")
    assert left(said, *TYPED, "p.csv", "r.csv") == []
    return path


def seated(file: Path) -> list[int]:
    """Return the players of the first table."""
    return list(EventFile.open(file).event().rounds[-1].tables[0].seats)


def test_an_event_is_told_in_it(file: Path, tmp_path: Path) -> None:
    """Everything from tables to standings is translated, with penalties, ties, doubts, clocks and the trail."""
    first, second, third, fourth = seated(file)
    elsewhere = min(set(range(1, 9)) - {first, second, third, fourth})
    said = [
        command_output(
            "result", file, 1, f"{first}=30+8", f"{second}=30+9", f"{third}=out", f"{fourth}=objective", "--who", "Zoe"
        ),
        command_output("penalty", file, 1, first, 10, "--zero", "--last", "--who", "Zoe"),
        command_output("enter", file, "Σ", "--who", "Zoe"),
        command_output("absent", file, elsewhere, "--substitute", "Σ", "--who", "Zoe"),
        command_output("withdraw", file, third, "--who", "Zoe"),
        command_output("amend", file, third, "--club", "Ψ", "--who", "Zoe"),
        command_output("clock", file, "start", "--who", "Zoe"),
        command_output("tables", file),
        command_output("where", file, first),
        command_output("entrants", file),
        command_output("questions", file),
        command_output("standings", file),
        command_output("cap", file, "Б=190"),
        command_output("plan", 64),
        command_output("sdadata", "1,2,4", 2),
        command_output("sdadata", "1,2,4", 2, "--conquests", 3),
        command_output("export", file, "standings", "--out", tmp_path / "s.csv"),
        command_output("undo", file, len(EventFile.open(file).entries()), "--who", "Zoe"),
        command_output("trail", file),
    ]
    assert [left(text, *TYPED, "p.csv", "r.csv", "r.csv:2") for text in said] == [[]] * len(said)
    assert left((tmp_path / "s.csv").read_text().partition("\n")[2]) == []


def test_settings_and_presets(file: Path) -> None:
    """Titles and reasons are translated; settings keep the names that are typed."""
    assert left(command_output("presets"), "kamchatka", "modern", "classic", *presets()) == []
    settings = EventSettings.__struct_fields__
    shown = command_output("settings", file, "--set", "minutes=90", "--who", "Zoe")
    reasons = "".join(line for line in shown.splitlines(keepends=True) if not line.strip().startswith(settings))
    assert left(reasons, *TYPED) == []


WRONG: list[tuple[list[object], tuple[str, ...]]] = [
    (["new", "FILE", "--name", "Serata"], ()),
    (["new", "OTHER", "--name", "Serata", "--preset", "atlantis"], ("atlantis", *presets())),
    (["settings", "FILE", "--set", "tiebreaks=luck"], ("tiebreaks", "luck", "win", *TIEBREAKS)),
    (["settings", "FILE", "--set", "sizes=2"], ()),
    (["settings", "FILE", "--set", "edition=atlantis"], ("atlantis", *EDITIONS)),
    (["enter", "FILE", "Б"], ()),
    (["where", "FILE", "Ω"], ()),
    (["draw", "FILE"], ("anyway",)),
    (["draw", "FILE", "--method", "luck"], ("luck", "cp-sat", "greedy")),
    (["draw", "FILE", "--again"], ()),
    (["tables", "FILE", "--round", "7"], ()),
    (["result", "FILE", "1", "Б=3"], ()),
    (["result", "FILE", "9", "Б=3"], ()),
    (["result", "FILE", "1", "Б"], ()),
    (["penalty", "FILE", "1", "Б", "4"], ()),
    (["settle", "FILE", "77"], ()),
    (["undo", "FILE", "1"], ()),
    (["undo", "FILE", "2"], ()),
    (["undo", "FILE", "x"], ()),
    (["clock", "FILE", "turn"], ("turn", "show", "start", "stop")),
    (["plan", "64", "--sizes", "9"], ()),
    (["sdadata", "1,2", "7"], ()),
    (["export", "FILE", "tea", "--out", "x.csv"], ("tea", "entrants", "results", "standings")),
    (["trail", "OTHER"], ()),
]


@pytest.mark.parametrize(("words", "allowed"), WRONG, ids=lambda one: " ".join(map(str, one))[:40])
def test_problems(words: list[object], allowed: tuple[str, ...], file: Path, tmp_path: Path) -> None:
    """Every error about invalid input is translated."""
    places = {"FILE": file, "OTHER": tmp_path / "other.kam"}
    given = [places.get(str(word), word) for word in words]
    if words == ["draw", "FILE", "--again"]:
        command_output("result", file, 1, *(f"{seat}={10 + seat}" for seat in seated(file)))
    assert left(command_output(*given, code=2), *allowed) == []
