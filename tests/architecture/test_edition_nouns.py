"""Shared rooms and the page don't mention what only one edition has: its gods, commanders, moons or plagues."""

import pytest

from tests.architecture.edition_nouns import edition_nouns, page_words, python_words, uses
from tests.architecture.project import ROOT

# Words of one edition's texts that also have a general meaning. Reviewed one by one; a new one fails the test.
ORDINARY_TEXT = """
announced anywhere applie arise attacking blank book born built carried cease challenge claimed click
collected collection comparison completed compulsory consent convert dead decline decoy defended deliver
destiny destroy duty earn enemie exchanged extract fallen fifth fighting fire fly forbidden force forced
gained garrison gate get gold ground group growing halve handed holding horse invoke jam jammed landing
length lie life lit magic marched meet men minimum obtain obtained original raise reduction reserve
reveal rise saying scale scout shift sink site stock storm strengthen symbol tablet tear thing timing
toml traded transfer transferred trap tree triple true twelve uneven unit vacant vision walk wasted
watched water weapon wine world yourself
"""
ORDINARY = frozenset(ORDINARY_TEXT.split())
# Words that board files may contain, in the rooms that draw boards.
DRAWN = (
    "src/kamchatka/boards/",
    "src/kamchatka/cli/commands/",
    "src/kamchatka/match/",
    "src/kamchatka/server/presentation/",
    "web/src/board/",
    "web/src/play/",
)
ALLOWED = {noun: DRAWN for noun in ("heaven", "maelstrom", "moon", "sunken", "underworld")} | {
    "energy": ("src/kamchatka/bots/ages/",),  # a key in the weights of editions' files
    "god": ("src/kamchatka/server/protocol/", "web/src/play/fight/"),  # a field of the protocol, whose name is stable
    "plague": ("src/kamchatka/kernel/rules/",),  # a clause that rulebooks of stored games cite
}


def test_shared_code_has_no_nouns_of_editions() -> None:
    """Every edition's word in shared code has been reviewed. Add it to ORDINARY if it has a general meaning."""
    found = [(name, word) for name, words in uses().items() for word in words if word not in ORDINARY]
    assert [(name, word) for name, word in found if not name.startswith(ALLOWED.get(word, ()))] == []


@pytest.mark.parametrize("noun", ["god", "temple", "commander", "station", "faith", "plague", "relic", "underworld"])
def test_nouns_are_known(noun: str) -> None:
    """The nouns of editions are found in their catalogues."""
    assert noun in edition_nouns()


def test_comments_and_docstrings_may_give_examples() -> None:
    """Only names and texts count: comments and docstrings may give examples from editions."""
    path = ROOT / "src/kamchatka/odds/dice.py"
    assert "commanders" in path.read_text(encoding="utf-8")
    assert "commander" not in python_words(path)
    assert "god" not in page_words(ROOT / "web/src/play/model/sinceTurn.ts")
