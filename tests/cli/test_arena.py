"""`kamchatka arena`: the summary, the JSON, result files, the page, and errors for invalid input."""

import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from kamchatka.bots.bot import Bot, RandomBot
from kamchatka.cli import app
from kamchatka.cli.commands.arena import line_up
from kamchatka.journal import keep_alone
from kamchatka.players import MAKERS

QUICK = ["--games", "4", "--workers", "1", "--turn-limit", "3", "--seats", "cautious,random,random"]


class Broken(Bot):
    """A bot that returns no action."""


def run(*words: str) -> Result:
    """Run the command on a screen of 100 columns."""
    return CliRunner().invoke(app, ["arena", *words], env={"COLUMNS": "100", "NO_COLOR": "1", "LC_ALL": "en_GB"})


def test_the_summary_names_bots_seats_lengths_and_endings() -> None:
    """The summary is in English with that locale, and names bots, seats, lengths and endings."""
    result = run(*QUICK)
    assert result.exit_code == 0
    parts = [
        "4 games of the modern edition, 3 seats",
        "cautious",
        "33.3%",
        "seat 2",
        "rounds",
        "games a second",
        "called off by the referee",
        "seed",
        "decisions",
        "turns",
        " ms",
        "In 4 games the turn limit came first",
    ]
    assert [part for part in parts if part not in result.stdout] == []


def test_the_summary_in_italian_cites_the_rule_of_the_ending() -> None:
    """A whole game of three is ended by an objective, whose rule the Italian summary cites."""
    result = run("--seats", "cautious,cautious,cautious", "--games", "1", "--workers", "1", "--lang", "it")
    assert result.exit_code == 0
    parts = ("1 partita dell’edizione modern", "std.objectives.1", "giri")
    assert [part for part in parts if part not in result.stdout] == []


def test_json_has_everything() -> None:
    """The JSON output has all figures and nothing else; two processes give the same figures as one."""
    alone, spread = (json.loads(run(*QUICK, "--json", "--workers", n).stdout) for n in ("1", "2"))
    assert (alone["games"], alone["bots"], alone["turn_limit"]) == (4, ["cautious", "random", "random"], 3)
    assert alone["endings"] == {"referee.stop": 4}
    assert alone["rounds"] == {"median": 4.0, "p95": 4, "largest": 4}
    assert set(alone["by_bot"]["cautious"]) == {"won", "share", "low", "high", "fair"}
    timed = ("seconds", "games_per_second", "pace")
    assert {k: v for k, v in alone.items() if k not in timed} == {k: v for k, v in spread.items() if k not in timed}


def test_options_reach_the_table() -> None:
    """Options reach the table: with a clock the referee calls time at the turn limit, and points decide."""
    told = json.loads(run(*QUICK, "--json", "--option", "ending=time_attack_clock").stdout)
    assert told["options"] == {"ending": "time_attack_clock"}
    assert set(told["endings"]) <= {"end.points", "end.armies", "end.objective"}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--edition", "atlantis"], "There is no edition “atlantis”"),
        (["--seats", "2"], "2 seats will not do: this game is for 3 to 6."),
        (["--seats", "-1"], "0 seats will not do"),
        (["--seats", "cautious,genius,random"], "There is no bot “genius”: choose among random, cautious, captain"),
        (["--seats", "marshal,random,random", "--budget", "soon"], "“soon” is no time: say 1s or 250ms."),
        (["--games", "0"], "--games 0 will not do: 1 to 10000000."),
        (["--workers", "0"], "--workers 0 will not do: 1 to 64."),
        (["--turn-limit", "-1"], "--turn-limit -1 will not do"),
        (["--option", "army_cap"], "“army_cap” is not of the form name=value"),
        (["--option", "army_cap=7"], "“7” will not do for the option army_cap"),
        (["--lang", "fr"], "There is no language “fr”"),
    ],
)
def test_bad_input_gets_a_sentence_and_status_2(words: list[str], sentence: str) -> None:
    """Bad input gets a sentence on stderr that names the value, and nothing is played."""
    result = run(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert sentence in result.stderr


def test_a_failing_game_is_told_with_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A failing game is reported with its seed and exit status 1, because the fault is ours, not the user's."""
    monkeypatch.setitem(MAKERS, "random", lambda game, seed, setting: Broken())
    result = run(*QUICK, "--seed", "5", "--lang", "it")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "La partita con il seme 5 si è interrotta" in result.stderr


def test_an_interrupted_run_tells_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """After Ctrl-C in the second game the command prints the summary of the first, with exit status 130."""
    made: list[int] = []

    def make(game: object, seed: int, setting: str) -> RandomBot:
        made.append(seed)
        if len(made) == 5:
            raise KeyboardInterrupt
        return RandomBot(seed)

    monkeypatch.setitem(MAKERS, "random", make)
    result = run(*QUICK)
    assert result.exit_code == 130
    assert "Interrupted: 1 game played so far." in result.stderr
    assert "1 game of the modern edition" in result.stdout


def test_marshals_get_the_budget_and_a_number_means_captains() -> None:
    """The budget becomes part of a marshal's name, so that results show it; a number alone means captains."""
    assert line_up("3", None) == ("captain",) * 3
    assert line_up("marshal, captain,hard", "250ms") == ("marshal:250ms", "captain", "hard:250ms")
    assert line_up("marshal,captain", None) == ("marshal", "captain")


def test_a_run_cut_short_goes_on(tmp_path: Path) -> None:
    """Games in the results file are not played again, except one whose line was cut short by a crash."""
    out = tmp_path / "results.jsonl"
    first = json.loads(run(*QUICK, "--json", "--out", str(out)).stdout)
    lines = out.read_bytes().splitlines(keepends=True)
    assert len(lines) == 5
    out.write_bytes(b"".join(lines[:3]) + lines[3][:20])
    again = json.loads(run(*QUICK, "--json", "--out", str(out)).stdout)
    assert len(out.read_bytes().splitlines()) == 5
    assert (again["by_bot"], again["rounds"], again["games"]) == (first["by_bot"], first["rounds"], 4)


def test_results_of_another_plan_are_not_mixed(tmp_path: Path) -> None:
    """Results of another plan are not mixed in, and a file with other content is not overwritten."""
    out = tmp_path / "results.jsonl"
    assert run(*QUICK, "--out", str(out)).exit_code == 0
    other = run(*QUICK, "--seed", "9", "--out", str(out))
    assert (other.exit_code, other.stdout) == (2, "")
    assert "holds the games of another plan" in other.stderr
    out.write_text("a letter\n")
    assert "is no results file" in run(*QUICK, "--out", str(out)).stderr
    assert out.read_text() == "a letter\n"


def test_two_runs_do_not_write_to_the_same_results(tmp_path: Path) -> None:
    """A second run on the same results is rejected, because it would play and count the same games twice."""
    out = tmp_path / "results.jsonl"
    assert run(*QUICK, "--out", str(out)).exit_code == 0
    whole = out.read_bytes()
    with out.open("ab") as other:
        keep_alone(other, out)
        refused = run(*QUICK, "--out", str(out))
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "already open in another program" in refused.stderr
    assert out.read_bytes() == whole
    assert run(*QUICK, "--out", str(out)).exit_code == 0


def test_the_page_holds_its_plots(tmp_path: Path) -> None:
    """The page is one file with its plots, loads nothing from elsewhere, and escapes names."""
    page = tmp_path / "report.html"
    assert run(*QUICK, "--html", str(page)).exit_code == 0
    told = page.read_text()
    assert told.count("<svg") == 3
    assert "4 games of modern: cautious, random, random" in told
    assert "the player with most places counts as the winner" in told
    assert "http" not in told


def test_ray_is_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without Ray the command says what to install."""
    monkeypatch.setitem(sys.modules, "ray", None)
    result = run(*QUICK, "--ray", "local")
    assert result.exit_code == 2
    assert "pip install 'kamchatka[cluster]'" in result.stderr
