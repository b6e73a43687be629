"""Every refusal has an example, every example still holds, and a second reader agrees with its paragraph."""

import ast
from functools import cache
from pathlib import Path

import pytest

import kamchatka
from kamchatka.editions import EDITIONS, booklets, rulebook
from kamchatka.editions.rulebook import Rule
from kamchatka.texts import phrases
from tests.refusals.examples import Example, load
from tests.refusals.page import page
from tests.refusals.telling import paragraph, phrase, tell
from tests.refusals.verdicts import DOES_NOT, digest, load_verdicts

SOURCES = Path(kamchatka.__file__).parent
ROOMS = ("kernel", "match", "words", "server", "cli", "bots", "tournament")  # in addition to the edition's own folder
ANYWHERE = ("editions/edition.py", "editions/protection.py")


@cache
def cited(booklet: str) -> list[tuple[Rule, Example]]:
    """Return every example of a booklet with the paragraph that is cited today."""
    return [(paragraph(example), example) for example in load(booklet)]


def mapped(booklet: str) -> dict[str, Rule]:
    """Return the clauses of a booklet, including narrower ones, each with its paragraph."""
    return {clause: rule for rule in rulebook(booklet).rules for clause in rule.clauses}


def general(clause: str) -> str:
    """Return a clause without the step, verb or card that has its own paragraph in a booklet."""
    return clause.partition("@")[0].partition(":")[0]


def is_narrow(clause: str) -> bool:
    """Return whether the clause has such a paragraph."""
    return general(clause) != clause


@cache
def constants(booklet: str) -> frozenset[str]:
    """Return every string in code that may cite a clause of this booklet."""
    folders = [SOURCES / room for room in ROOMS] + [SOURCES / "editions" / booklet]
    files = [path for folder in folders for path in folder.rglob("*.py")] + [SOURCES / name for name in ANYWHERE]
    return frozenset(
        node.value
        for path in files
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


# ------------------------------------------------------------------ examples
@pytest.mark.parametrize("booklet", booklets())
def test_every_example_is_refused_by_its_clause_and_paragraph(booklet: str) -> None:
    """The refusal is the same in both languages, and its paragraph is mapped to the clause."""
    known = mapped(booklet)
    for rule, example in cited(booklet):
        refusal = example.refusal()
        assert refusal is not None, example.key
        assert refusal.clause == example.clause, example.key
        ended = example.match().state.ending
        answering = {general(clause) for clause in rule.clauses}
        assert (ended or example.clause) in answering, (example.key, rule.id)
        assert rule.id in {one.id for one in known.values()}
        assert tell(example).wish
        assert phrase(example, "it") != phrase(example, "en"), example.key


@pytest.mark.parametrize("booklet", booklets())
def test_one_example_of_a_kind(booklet: str) -> None:
    """There is one example for each clause, step and verb."""
    keys = [example.key for example in load(booklet)]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("booklet", booklets())
def test_every_clause_that_can_refuse_has_an_example(booklet: str) -> None:
    """A clause can refuse if it has a refusal text; `python -m tests.refusals.make` finds examples in rule tests."""
    words = phrases("en", booklets()[booklet].home)
    refusing = {clause for clause in mapped(booklet) if not is_narrow(clause) and words.find("why", clause)}
    assert (refusing | {"game.over"}) - {example.clause for example in load(booklet)} == set()


@pytest.mark.parametrize("booklet", booklets())
def test_every_narrower_paragraph_is_cited(booklet: str) -> None:
    """A paragraph for a step or a verb is cited in some example; one for a card is the paragraph of that card."""
    names = {
        card.id.rstrip("0123456789").rstrip("_"): card.en
        for edition in EDITIONS.values()
        if edition.booklet == booklet
        for card in edition.cards
    }
    shown = {
        (narrower, rule.id)
        for rule, example in cited(booklet)
        for where in (f"@{example.step}:{example.verb}", f"@{example.step}", f":{example.verb}")
        for narrower in (example.clause + where,)
    }
    for clause, rule in mapped(booklet).items():
        card = clause.partition("@")[2]
        if card in names:
            assert names[card].rstrip(")") in rule.title, clause  # a title also contains the cost
        elif is_narrow(clause):
            assert (clause, rule.id) in shown, clause


@pytest.mark.parametrize("booklet", booklets())
def test_every_clause_of_a_booklet_is_cited_by_the_code(booklet: str) -> None:
    """No clause is mapped without being used."""
    assert {general(clause) for clause in mapped(booklet)} - constants(booklet) == set()


# ------------------------------------------------------------------ verdicts
@pytest.mark.parametrize("booklet", booklets())
def test_a_second_reader_has_judged_every_example(booklet: str) -> None:
    """Verdicts are about the current text: `python -m tests.refusals.sheet BOOKLET --open` prints what is missing."""
    judged = {(verdict.key, verdict.rule, verdict.digest) for verdict in load_verdicts(booklet)}
    assert judged == {(example.key, rule.id, digest(rule, example)) for rule, example in cited(booklet)}


@pytest.mark.parametrize("booklet", booklets())
def test_no_paragraph_is_cited_that_does_not_forbid(booklet: str) -> None:
    """Wrong citations found by a reader are corrected in the code, not recorded."""
    assert [verdict for verdict in load_verdicts(booklet) if verdict.verdict == DOES_NOT] == []


# ------------------------------------------------------------------ pages
@pytest.mark.parametrize("booklet", booklets())
def test_the_pages_are_what_the_data_says(booklet: str) -> None:
    """docs/rulebook/refusals-<booklet>.md is generated: run `make docs`."""
    written = Path(__file__).parents[2] / "docs" / "rulebook" / f"refusals-{booklet}.md"
    assert written.read_text(encoding="utf-8") == page(booklet)
