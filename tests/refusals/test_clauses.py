"""Every clause that a game's code can cite has a paragraph in its booklet and a text in a catalogue."""

import pytest

from kamchatka.editions import EDITIONS
from kamchatka.texts import phrases
from tests.laws.tables import setups
from tests.refusals.clauses import ending, refusing

# Clauses in code that a game shares with others, which it can't return in any position.
UNREACHABLE = {
    "colour.retired": "every colour of the box can be chosen (classic has its own list)",
    "defence.dice": "the table excludes choosing dice before the step is asked",
    "first.plague": "no site of this edition bars a piece by plague",
    "game.over": "the ending of the game is cited instead",
    "trio.forced": "no optional action of this edition compels",
    "trio.per_turn": "no limit on trios",
}
EXEMPT = {
    "modern": {"colour.retired", "game.over", "trio.forced"},
    "original": {"colour.retired", "game.over", "trio.forced", "trio.per_turn"},
    "challenge": {"colour.retired", "defence.dice", "game.over", "trio.forced"},
    "classic": {"game.over", "trio.per_turn"},
    "classic_ancient": {"game.over", "trio.per_turn"},
    "risk2210": {"colour.retired", "first.plague", "game.over", "trio.forced"},
    "godstorm": {"game.over"},
}


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_clause_that_can_refuse_is_mapped(edition: str) -> None:
    """Whatever the code can return, with any option, is in the rulebook or listed as never returned."""
    mapped = {*EDITIONS[edition].citations}
    found = set[str]().union(*(refusing(setup.game) for setup in setups(edition)))
    assert found - mapped == EXEMPT[edition]
    assert EXEMPT[edition] <= {*UNREACHABLE}


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_clause_with_a_sentence_can_refuse(edition: str) -> None:
    """Reading the code finds every clause with a paragraph and a refusal text, so the reading is complete."""
    booklet = EDITIONS[edition]
    others = [other for other in EDITIONS.values() if other.booklet == booklet.booklet]
    words = phrases("en", booklet.home)
    worded = {clause for clause in booklet.citations if clause.isascii() and words.find("why", clause)}
    tables = [setup for other in others for setup in setups(other.id)]
    assert worded - set[str]().union(*(refusing(setup.game) for setup in tables)) == set()


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_ending_is_mapped(edition: str) -> None:
    """Actions after the end are refused by the clause of the ending."""
    endings = set[str]().union(*(ending(setup.game) for setup in setups(edition)))
    assert "end.survivor" in endings
    assert endings - {*EDITIONS[edition].citations} == set()
