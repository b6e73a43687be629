"""Every rule of every booklet has a test or a reason, and the generated pages are up to date."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from kamchatka.cli.commands.rulebook_page import page
from kamchatka.editions import booklets, rulebook
from kamchatka.editions.ledger import Ledger, Totals
from kamchatka.editions.rulebook import Rulebook

ROOT = Path(__file__).parents[2]

SMALL = """
[book]
id = "toy"
edition = "toys"
en = "Toys"
it = "Giochi"
seats = { min = 2, max = 2 }

[[phase]]
id = "play"
en = "Play"
it = "Gioco"

[[rule]]
id = "toy.1"
phase = "play"
kind = "rule"
title = "One"
title_it = "Uno"
en = "Do one thing."
it = "Fai una cosa."

[[rule]]
id = "toy.2"
phase = "play"
kind = "rule"
title = "Two"
title_it = "Due"
en = "Do two things."
it = "Fai due cose."

[[rule]]
id = "toy.3"
phase = "play"
kind = "fact"
title = "Three"
title_it = "Tre"
en = "There are three things."
it = "Ci sono tre cose."
unmechanised = "It is a fact."
unmechanised_it = "È un fatto."
"""


@pytest.mark.parametrize("edition", booklets())
def test_every_enforced_rule_is_shown_by_a_test(edition: str) -> None:
    """A rule of kind `rule` or `optional` is open until a test is marked with its id."""
    accounts = Ledger.load(edition).accounts
    assert not [account.rule.id for account in accounts if account.rule.is_enforced and account.status != "shown"]
    assert not [account.rule.id for account in accounts if account.status == "open"]


def test_the_recorded_ledgers_are_what_the_tests_say(stale: list[str] | None) -> None:
    """Each edition's ledger.json equals the marks of all tests, of this run or of a fresh collection."""
    if stale is not None:
        assert stale == [], "run `make ledger`"
        return
    collect = [sys.executable, "-m", "pytest", "--collect-only", "-qq", "--ledger-check", "-p", "no:cacheprovider"]
    done = subprocess.run(collect, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]


@pytest.mark.parametrize("edition", booklets())
def test_the_pages_are_what_the_ledgers_say(edition: str) -> None:
    """docs/rulebook/<edition>.md equals the generated text: run `make docs`."""
    written = (ROOT / "docs" / "rulebook" / f"{edition}.md").read_text(encoding="utf-8")
    assert written == page(Ledger.load(edition))


def test_no_page_is_left_of_a_booklet_that_is_gone() -> None:
    """Every page belongs to a booklet of the package."""
    pages = {path.stem for path in (ROOT / "docs" / "rulebook").glob("*.md")}
    assert pages == {kind + booklet for booklet in booklets() for kind in ("", "refusals-")}


def test_every_clause_the_code_cites_is_in_a_booklet() -> None:
    """Every clause in the code, such as "attack.dice", is in a booklet, so that a refusal can name its rule."""
    known = {clause for edition in booklets() for rule in rulebook(edition).rules for clause in rule.clauses}
    subjects = "|".join(sorted({clause.split(".")[0] for clause in known}))
    clause = re.compile(rf'"((?:{subjects})\.[a-z_]+)"')
    rooms = (path for room in ("kernel", "editions") for path in (ROOT / "src" / "kamchatka" / room).rglob("*.py"))
    sentences = re.compile(r'(?:Problem|because)\(\s*"[a-z_.]+"')  # these have keys in the catalogues
    texts = (sentences.sub("", path.read_text(encoding="utf-8")) for path in rooms)
    assert {found for text in texts for found in clause.findall(text)} - known == set()


def test_the_status_of_a_rule_comes_from_its_tests_and_its_reason() -> None:
    """A rule is shown by a test, not mechanised with a reason, or open."""
    ledger = Ledger.of(Rulebook.read(SMALL), {"toy.1": ["tests/a.py::test_one"], "other.1": ["tests/b.py::test_b"]})
    assert [account.status for account in ledger.accounts] == ["shown", "open", "unmechanised"]
    assert ledger.totals() == Totals(total=3, shown=1, unmechanised=1, open=1)
    assert ledger.account("toy.1").tests == ("tests/a.py::test_one",)


def test_a_fact_shown_by_a_test_counts_as_shown() -> None:
    """A rule with both a test and a reason for having none counts as shown."""
    ledger = Ledger.of(Rulebook.read(SMALL), {"toy.3": ["tests/a.py::test_three"]})
    assert ledger.account("toy.3").status == "shown"


def test_the_page_tells_rules_and_tests_in_both_languages() -> None:
    """The page has anchor, wording, reason and tests, in both languages."""
    text = page(Ledger.of(Rulebook.read(SMALL), {"toy.1": ["tests/a.py::test_one"]}))
    for part in ('<a id="toy.1"></a>', "Fai una cosa.", "Do one thing.", "`tests/a.py::test_one`", "È un fatto."):
        assert part in text
    assert text.endswith("\n")
