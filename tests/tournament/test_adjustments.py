"""Decisions from the command line: bonus points, wild cards, captains, line-ups, an event modelled on another."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from kamchatka.cli import app
from kamchatka.tournament.events.event_file import EventFile

CLUBS = ("Roma", "Bari", "Asti", "Pisa")


def run(*words: object, fails: bool = False) -> str:
    """Return the output of a command."""
    found = CliRunner().invoke(app, ["tournament", *map(str, words), "--lang", "en"])
    assert (found.exit_code != 0) is fails, found.output
    return found.output


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Create a championship of four teams with five players each."""
    path = tmp_path / "teams.kam"
    assert "It may enter 12 and names who plays each round" in run(
        "new", path, "--name", "Squadre", "--preset", "team_championship", "--set", "rounds=2"
    )
    for club in CLUBS:
        for number in range(5):
            run("enter", path, f"{club} {number}", "--club", club)
    return path


def test_a_team_fields_whom_its_captain_names(file: Path) -> None:
    """Without a line-up the first four play; a line-up holds until the next; a short team loses the round."""
    run("captain", file, "rom", "Roma 3")
    run("line-up", file, "Bari", "Bari 4,Bari 1,Bari 2,Bari 3")
    run("line-up", file, "Pisa", "Pisa 0,Pisa 1")
    run("draw", file, "--seed", 1, "--method", "greedy")
    event = EventFile.open(file).event()
    playing = {event.names[seat] for table in event.rounds[0].tables for seat in table.seats}
    assert {name for name in playing if name.startswith("Roma")} == {f"Roma {number}" for number in range(4)}
    assert {name for name in playing if name.startswith("Bari")} == {f"Bari {number}" for number in (1, 2, 3, 4)}
    assert not [name for name in playing if name.startswith("Pisa")]
    assert event.names[event.captains["Roma"]] == "Roma 3"
    assert "Round 1 is drawn already" in run("line-up", file, "Asti", "Asti 4", "--round", 1, fails=True)
    assert "No entrant is called" in run("line-up", file, "Asti", "Roma 1", fails=True)
    assert "No team, or several" in run("captain", file, "Milano", "Roma 1", fails=True)
    assert "the captain is Roma 3" in run("trail", file)


def test_points_and_wild_cards_are_in_the_trail(file: Path) -> None:
    """Point adjustments and wild cards are stored in the trail; half points count, invalid numbers are refused."""
    run("bonus", file, "Asti 1", "2,5", "--reason", "cena")
    run("wild", file, "Asti 2")
    told = run("trail", file)
    assert "Asti 1: +2.5 points (cena)" in told.replace("\n", " ")
    assert "has a wild card" in told
    for typed in ("much", "1.234", "NaN", "1e9"):
        assert "is no number of points" in run("bonus", file, "Asti 1", typed, fails=True)


def test_an_event_like_last_years(file: Path, tmp_path: Path) -> None:
    """The new event copies the preset and every setting of another."""
    run("new", tmp_path / "again.kam", "--name", "Squadre 2", "--like", file, "--set", "minutes=105")
    before, after = EventFile.open(file).event(), EventFile.open(tmp_path / "again.kam").event()
    assert (after.preset, after.settings.rounds, after.settings.minutes) == (before.preset, 2, 105)
