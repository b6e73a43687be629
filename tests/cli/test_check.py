"""`kamchatka check` finds nothing in a sound edition, and names what an unfinished one lacks."""

from dataclasses import replace

import msgspec
import pytest

from kamchatka.boards import Sheet
from kamchatka.cli.commands.check import Trial
from kamchatka.editions import EDITIONS
from kamchatka.editions.display import Display
from kamchatka.editions.edition import Edition
from kamchatka.kernel.game import Game
from kamchatka.kernel.state import State
from kamchatka.match import Match
from tests.cli.terminal import run


def problems_of(monkeypatch: pytest.MonkeyPatch, edition: Edition) -> str:
    """Return the problems of an edition."""
    monkeypatch.setitem(EDITIONS, edition.id, edition)
    trial = Trial(edition)
    trial.play(3, 1, longest=400)
    return "\n".join(trial.faults)


def test_a_sound_edition_passes() -> None:
    done = run(["check", "classic", "--games", "1", "--lang", "en"])
    assert done.returncode == 0, done.stdout
    assert "4 games" in done.stdout
    assert done.stdout.strip().endswith("nothing amiss.")


def test_an_unknown_edition_is_refused_in_a_sentence() -> None:
    done = run(["check", "atlantis", "--lang", "it"])
    assert done.returncode != 0
    assert "atlantis" in done.stderr


def test_a_clause_without_a_rule_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = replace(EDITIONS["classic"])
    known = {clause: cited for clause, cited in broken.citations.items() if clause != "attack.adjacent"}
    broken.__dict__["citations"] = known
    assert "no rule of the booklet has the clause 'attack.adjacent'" in problems_of(monkeypatch, broken)


def test_the_clause_of_a_fact_without_a_rule_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = replace(EDITIONS["classic"])
    broken.__dict__["citations"] = {
        clause: cited for clause, cited in broken.citations.items() if clause != "reinforce.territories"
    }
    assert "the clause of ArmiesGranted: LookupError: no rule" in problems_of(monkeypatch, broken)


def test_options_and_boards_are_looked_over() -> None:
    """The check finds an option missing from the booklet, an option without texts, and a place that is not drawn."""
    classic, modern = EDITIONS["classic"], EDITIONS["modern"]
    trial = Trial(replace(classic, rules=modern.rules, sheets=modern.sheets, package="kamchatka.editions.classic"))
    trial.edition.__dict__["rulebook"] = classic.rulebook
    trial.look_over()
    assert any("the booklet has no [[option]]" in fault for fault in trial.faults)
    trial = Trial(replace(classic, sheets=(replace_places(classic.sheets[0]),)))
    trial.look_over()
    assert any("not drawn: nowhere" in fault for fault in trial.faults)
    trial = Trial(replace(modern, package="kamchatka.editions.classic"))
    trial.edition.__dict__["rulebook"] = modern.rulebook
    trial.look_over()
    assert any("no words for option." in fault for fault in trial.faults)


def replace_places(sheet: Sheet) -> Sheet:
    """Return the sheet with one more place."""
    return msgspec.structs.replace(
        sheet, places=(*sheet.places, msgspec.structs.replace(sheet.places[0], id="nowhere"))
    )


def test_missing_words_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the texts of another booklet, exactly those that only this booklet has are missing."""
    edition = replace(EDITIONS["classic"], package="kamchatka.editions.modern")
    edition.__dict__["rulebook"] = EDITIONS["modern"].rulebook
    assert "no words for" in problems_of(monkeypatch, edition)


def test_a_display_that_fails_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(game: Game, state: State, viewer: int) -> Display:
        raise ArithmeticError("nothing to show")

    assert "the display in" in problems_of(monkeypatch, replace(EDITIONS["classic"], display=fails))


def test_a_change_that_is_no_fact_is_noticed() -> None:
    match = Match.new("classic", 3, seed=1)
    Trial(match.edition).folds(match)
    match.state.armies[0] += 1
    with pytest.raises(ValueError, match="lead to another position"):
        Trial(match.edition).folds(match)
