"""`kamchatka rules`: tables, one rule, JSON, Markdown, and errors for invalid input."""

import json

import pytest
import typer
from typer.testing import CliRunner, Result

from kamchatka.cli.commands.rulebook_page import page
from kamchatka.cli.commands.rules import rules
from kamchatka.editions.ledger import Ledger
from kamchatka.kernel.problem import Problem
from kamchatka.texts.language import language

APP = typer.Typer()
APP.command()(rules)


def run(*words: str, locale: str = "en_GB.UTF-8") -> Result:
    """Run the command as a user of that locale."""
    return CliRunner().invoke(APP, words, env={"LC_ALL": locale, "COLUMNS": "100", "NO_COLOR": "1"})


def test_without_an_edition_it_lists_all_booklets() -> None:
    """Without an edition the command lists all booklets, one line each."""
    result = run()
    assert result.exit_code == 0
    assert "modern" in result.stdout
    assert "95" in result.stdout


@pytest.mark.parametrize(
    ("lang", "parts"),
    [
        ("it", ["Edizione moderna", "Combattimenti", "L’attaccante sceglie da 1 a 3 dadi", "regole su 95"]),
        ("en", ["Modern edition", "Combat", "Attacker chooses 1 to 3 dice", "of 95 rules accounted for"]),
    ],
)
def test_an_edition_is_told_in_the_language_asked_for(lang: str, parts: list[str]) -> None:
    """An edition is printed in the requested language: title, phases, rules and totals."""
    result = run("modern", "--lang", lang)
    assert result.exit_code == 0
    assert [part for part in parts if part not in result.stdout] == []
    assert all(account.rule.id in result.stdout for account in Ledger.load("modern").accounts)


def test_rules_stand_under_their_phases() -> None:
    """Each heading of the booklet is followed by its own rules."""
    told = run("modern").stdout
    parts = ("std.conquest.3", "Strategic move ", "std.move.1", "Card of the turn", "std.draw.1")
    places = [told.index(part) for part in parts]
    assert places == sorted(places)


def test_one_rule_is_told_with_its_reading_and_option() -> None:
    """A single rule is found by its id, without an edition, and printed with its reading and option."""
    result = run("--id", "std.elim.3", "--lang", "it")
    assert result.exit_code == 0
    assert [part for part in ("quarto turno", "Lettura", "elimination_protection") if part not in result.stdout] == []


def test_json_has_the_totals_of_each_edition() -> None:
    """The JSON has four totals for each edition."""
    totals = Ledger.load("modern").totals()
    figures = {"total": 95, "shown": totals.shown, "unmechanised": totals.unmechanised, "open": totals.open}
    assert json.loads(run("--json").stdout)["modern"] == figures
    assert json.loads(run("modern", "--json").stdout) == {"modern": figures}


def test_json_of_one_rule_has_both_languages_and_its_tests() -> None:
    """The JSON of one rule has both languages and its tests."""
    told = json.loads(run("modern", "--id", "std.attack.10", "--json").stdout)
    assert (told["id"], told["clauses"]) == ("std.attack.10", ["attack.dice"])
    assert {"it", "en", "status", "tests"} <= told.keys()


def test_markdown_is_the_page() -> None:
    """The Markdown equals the page; with --id it is that rule's part of it."""
    assert run("modern", "--markdown").stdout == page(Ledger.load("modern"))
    part = run("--id", "std.draw.1", "--markdown").stdout
    assert part.startswith('<a id="std.draw.1">')
    assert part in page(Ledger.load("modern"))


@pytest.mark.parametrize(
    ("words", "locale", "sentence"),
    [
        (["atlantis"], "en_GB", "There is no edition “atlantis”: choose among modern"),
        (["atlantis"], "it_IT", "L’edizione «atlantis» non esiste: ci sono modern"),
        (["../modern"], "en_GB", "There is no edition “../modern”"),
        (["modern", "--id", "std.attack.99"], "en_GB", "There is no rule “std.attack.99”"),
        (["--id", ""], "it_IT.UTF-8", "La regola «» non esiste"),
        (["modern", "--lang", "fr"], "en_GB", "There is no language “fr”"),
        (["modern", "--lang", "fr"], "it_IT", "La lingua «fr» non c’è"),
        (["atlantis", "--lang", "it"], "en_GB", "L’edizione «atlantis» non esiste"),
        (["modern", "--json", "--markdown"], "it_IT", "Scegli o --json o --markdown"),
    ],
)
def test_bad_input_gets_a_sentence_and_status_2(words: list[str], locale: str, sentence: str) -> None:
    """Bad input gets a sentence on stderr in the user's language that names the value, and nothing on stdout."""
    result = run(*words, locale=locale)
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"LANG": "it_IT.UTF-8"}, "it"),
        ({"LANG": "it_IT.UTF-8", "LC_ALL": "en_US.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "it_CH"}, "it"),
        ({"LANG": "it_IT", "LC_ALL": ""}, "it"),
        ({"LANG": "C"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_is_that_of_the_locale(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], expected: str
) -> None:
    """LC_ALL comes before LC_MESSAGES, and that before LANG; empty variables are ignored."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert language(None) == expected


def test_a_language_asked_for_wins_or_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """`--lang` takes precedence over the locale, and an unknown language is rejected."""
    monkeypatch.setenv("LC_ALL", "it_IT")
    assert language("en") == "en"
    with pytest.raises(Problem, match="There is no language “fr”"):
        language("fr")
