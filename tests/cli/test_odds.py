"""`kamchatka odds`: the figures, the plot, and errors for invalid input."""

import json

import pytest
from typer.testing import CliRunner, Result

from kamchatka.cli import app
from kamchatka.editions import EDITIONS
from kamchatka.odds import DiceRule, Side, battle, march


def run(*words: str) -> Result:
    """Run the command on a screen of 100 columns."""
    return CliRunner().invoke(app, ["odds", *words], env={"COLUMNS": "100", "NO_COLOR": "1", "LC_ALL": "en_GB"})


def test_a_battle_is_told_and_plotted() -> None:
    """The output has the chance, the losses, a row for every outcome, and the armies needed."""
    result = run("12", "9")
    assert result.exit_code == 0
    parts = [
        "12 armies able to attack (13 on the place: one stays) against 9",
        "up to 3 dice",
        "taken: 37.04%",
        "attacker 10.08, defender 5.97",
        "taken with 12",
        "held with 9",
        "█",
        "50%: 15",
        "95%: 30",
    ]
    assert [part for part in parts if part not in result.stdout] == []


def test_italian() -> None:
    """`--lang it` prints Italian, and a limit on losses is mentioned."""
    result = run("5", "5", "--lang", "it", "--stop-at", "2")
    assert result.exit_code == 0
    parts = ("si ferma a 2 o meno", "Il territorio è preso", "tenuto con 1")
    assert [part for part in parts if part not in result.stdout] == []


def test_a_large_battle_is_plotted_in_bundles() -> None:
    """The plot of a large battle groups its rows to fit a screen; rows beyond that are not computed."""
    told = run("200", "100").stdout
    assert "held with 1–5" in told
    assert len(told.splitlines()) < 60
    assert "for a chance of" not in told


def test_json_has_the_exact_figures() -> None:
    """The JSON has the same exact figures as the package."""
    told = json.loads(run("6", "4", "--json").stdout)
    exact = battle(6, 4)
    assert told["wins"] == exact.wins
    assert told["left"] == list(exact.left)
    assert told["held"] == list(exact.held)
    assert (told["attacker_losses"], told["defender_losses"]) == (exact.attacker_losses, exact.defender_losses)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["12", "0"], "0 armies will not do: 1 to 1000."),
        (["1000000", "9"], "1000000 armies will not do: 0 to 1000."),
        (["12", "9", "--stop-at", "-1"], "-1 armies will not do"),
        (["12", "9", "--edition", "atlantis"], "There is no edition “atlantis”"),
        (["12", "9", "--through", "3,x"], "“x” is no number of armies"),
        (["12", "9", "--attack-eights", "-1"], "There are no -1 eight-sided dice"),
        (["12", "9", "--lang", "fr"], "There is no language “fr”"),
    ],
)
def test_bad_input_gets_a_sentence_and_status_2(words: list[str], sentence: str) -> None:
    """Bad input gets a sentence on stderr that names the value, and exit status 2."""
    result = run(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert sentence in result.stderr


def test_a_march_and_other_dice() -> None:
    """A march through several places, and the dice of commanders and stations, work in words and as data."""
    words = ["8", "5", "--edition", "risk2210", "--attack-eights", "1", "--defence-eights", "2", "--through", "2,1"]
    told = run(*words).stdout
    assert "attacker with 1 eight-sided, defender with 2 eight-sided" in " ".join(told.split())
    assert "Taken one after the other, to the end: 5: " in told
    exact = march(8, [5, 2, 1], DiceRule(Side(3, 1), Side(2, 2)))
    assert json.loads(run(*words, "--json").stdout)["taken"] == list(exact.taken)
    fierce = run("8", "5", "--attacker-wins-ties", "--defender-rerolls", "--best-dice", "--fast").stdout
    assert "loses ties, defender rerolls ones, both choose their dice, five at a time" in " ".join(fierce.split())


@pytest.mark.parametrize("name", EDITIONS)
def test_every_edition_has_its_odds(name: str) -> None:
    """Each edition uses its own dice: later booklets give the defender two."""
    told = run("5", "3", "--edition", name).stdout
    dice = 3 if name in ("modern", "original", "challenge") else 2
    assert f"{name} edition: the defender rolls up to {dice} dice" in told


def test_no_attackers_lose_for_certain() -> None:
    """A lone army cannot attack, so its attack is lost for certain."""
    assert "taken: 0.00%" in run("0", "3").stdout
