"""`kamchatka bench`: figures for every edition, and checksums that every build must share."""

import json

import pytest
from typer.testing import CliRunner, Result

from kamchatka.cli import app
from kamchatka.cli.commands import bench
from kamchatka.cli.commands.bench import LOOP, build, checksums_of, loop, option_sets, rate
from kamchatka.editions import EDITIONS
from kamchatka.kernel import step


def run(*words: str) -> Result:
    """Run the command on a screen of 100 columns."""
    return CliRunner().invoke(app, ["bench", *words], env={"COLUMNS": "100", "NO_COLOR": "1", "LC_ALL": "en_GB"})


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure each figure once, not five times."""
    monkeypatch.setattr(bench, "ROUNDS", 1)


@pytest.mark.usefixtures("at_once")
def test_json_has_the_figures_of_every_edition() -> None:
    """The JSON has actions per second with and without journal, copies, the calibration, their ratio and the build."""
    told = json.loads(run("--json", "--seconds", "0.1").stdout)
    assert told["build"] == ("interpreted" if str(step.__file__).endswith(".py") else "compiled")
    assert set(told["editions"]) == set(EDITIONS)
    for figures in told["editions"].values():
        assert set(figures) == {"actions", "journalled", "copy_microseconds", "calibration", "ratio"}
        assert all(figure > 0 for figure in figures.values())


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(("lang", "part"), [("en", "Random play, 4 seats, one core"), ("it", "Gioco a caso, 4 posti")])
def test_the_table(lang: str, part: str) -> None:
    """The table is printed in both languages and names the build."""
    result = run("--seconds", "0.1", "--lang", lang)
    assert result.exit_code == 0
    assert [word for word in (part, build(), "State.copy", "modern") if word not in result.stdout] == []


def test_checksums_are_the_same_every_time() -> None:
    """Each number of seats has the same checksum every time, from the same seeded games."""
    told = json.loads(run("--checksums", "--json").stdout)
    assert (told["build"], list(told["checksums"])) == (build(), list(EDITIONS))
    modern = told["checksums"]["modern"]
    assert list(modern) == ["3", "4", "5", "6"]
    assert len(set(modern.values())) == 4
    assert next(checksums_of(EDITIONS["modern"])) == ("3", modern["3"])


def test_checksums_cover_every_option() -> None:
    """Checksums cover every option: each of its other values has a table."""
    sets = option_sets(EDITIONS["modern"])
    assert sets[0] == {}
    assert {"ending": "time_attack_cards"} in sets
    assert {"army_cap": 120} in sets


def test_rates_count_what_a_task_says_it_did() -> None:
    """A rate counts what the task reports, with at least one call, however short the time."""
    calls: list[int] = []

    def task(number: int) -> int:
        calls.append(number)
        return loop()

    assert rate(task, 0.0) > 0
    assert calls == [0]
    assert loop() == LOOP


@pytest.mark.parametrize("seconds", ["0", "-1", "10000"])
def test_absurd_seconds_get_a_sentence(seconds: str) -> None:
    """An absurd duration gets a sentence and exit status 2."""
    result = run("--seconds", seconds)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--seconds" in result.stderr
