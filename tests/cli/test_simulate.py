"""`kamchatka simulate`: the summary, the JSON, and what bad input gets."""

import json

import pytest
from typer.testing import CliRunner, Result

from kamchatka.bots import MAKERS
from kamchatka.bots.bot import RandomBot
from kamchatka.cli import app

QUICK = ["--games", "4", "--workers", "1", "--turn-limit", "3", "--bots", "cautious,random,random"]


def run(*words: str) -> Result:
    """The command, on a screen of 100 columns."""
    return CliRunner().invoke(app, ["simulate", *words], env={"COLUMNS": "100", "NO_COLOR": "1", "LC_ALL": "en_GB"})


def test_the_summary_names_bots_seats_lengths_and_endings() -> None:
    """In English by the locale."""
    result = run(*QUICK)
    assert result.exit_code == 0
    parts = ["4 games of the modern edition, 3 seats", "cautious", "33.3%", "seat 2", "rounds", "games a second",
             "called off by the referee", "seed"]
    assert [part for part in parts if part not in result.stdout] == []


def test_the_summary_in_italian_cites_the_rule_of_the_ending() -> None:
    """A whole game of three, ended by an objective."""
    result = run("--seats", "3", "--games", "1", "--workers", "1", "--lang", "it")
    assert result.exit_code == 0
    parts = ("1 partite dell'edizione modern", "std.objectives.1", "giri")
    assert [part for part in parts if part not in result.stdout] == []


def test_json_has_everything() -> None:
    """And nothing else on the output; two processes give the same figures as one."""
    alone, spread = (json.loads(run(*QUICK, "--json", "--workers", n).stdout) for n in ("1", "2"))
    assert (alone["games"], alone["bots"], alone["turn_limit"]) == (4, ["cautious", "random", "random"], 3)
    assert alone["endings"] == {"referee.stop": 4}
    assert alone["rounds"] == {"median": 4.0, "p95": 4, "largest": 4}
    assert set(alone["by_bot"]["cautious"]) == {"won", "share", "low", "high", "fair"}
    timed = ("seconds", "games_per_second")
    assert {k: v for k, v in alone.items() if k not in timed} == {k: v for k, v in spread.items() if k not in timed}


def test_options_reach_the_table() -> None:
    """With a clock the turn limit is the call of time, and points decide."""
    told = json.loads(run(*QUICK, "--json", "--option", "ending=time_attack_clock").stdout)
    assert told["options"] == {"ending": "time_attack_clock"}
    assert set(told["endings"]) <= {"end.points", "end.armies", "end.objective"}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--edition", "atlantis"], "There is no edition “atlantis”"),
        (["--seats", "2"], "2 seats will not do: this game is for 3 to 6."),
        (["--seats", "-1"], "0 seats will not do"),
        (["--bots", "cautious,genius,random"], "There is no bot “genius”: choose among random, cautious."),
        (["--bots", "random,random,random", "--seats", "4"], "4 seats but 3 bots: say the one or the other."),
        (["--games", "0"], "--games 0 will not do: 1 to 10000000."),
        (["--workers", "0"], "--workers 0 will not do: 1 to 64."),
        (["--turn-limit", "-1"], "--turn-limit -1 will not do"),
        (["--option", "army_cap"], "“army_cap” is not of the form name=value"),
        (["--option", "army_cap=7"], "“7” will not do for the option army_cap"),
        (["--lang", "fr"], "There is no language “fr”"),
    ],
)
def test_bad_input_gets_a_sentence_and_status_2(words: list[str], sentence: str) -> None:
    """On the error stream, naming the value; nothing is played."""
    result = run(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert sentence in result.stderr


def test_a_failing_game_is_told_with_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Status 1: it is our fault, not the user's."""
    monkeypatch.setitem(MAKERS, "random", lambda game, seed: object())
    result = run(*QUICK, "--seed", "5", "--lang", "it")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "La partita con il seme 5 si è interrotta" in result.stderr


def test_an_interrupted_run_tells_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C in the second game: the summary of the first, and status 130."""
    made: list[int] = []

    def make(game: object, seed: int) -> RandomBot:
        made.append(seed)
        if len(made) == 5:
            raise KeyboardInterrupt
        return RandomBot(seed)

    monkeypatch.setitem(MAKERS, "random", make)
    result = run(*QUICK)
    assert result.exit_code == 130
    assert "Interrupted: these are the 1 games played so far." in result.stderr
    assert "1 games of the modern edition" in result.stdout
