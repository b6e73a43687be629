"""The gate: every refusal has an example, every example still holds, and a second reader agrees with what it cites."""

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
ROOMS = ("kernel", "match", "words", "server", "cli", "bots", "tournament")  # besides the edition's own folder
ANYWHERE = ("editions/edition.py", "editions/protection.py")


@cache
def cited(booklet: str) -> list[tuple[Rule, Example]]:
    """Every example of a booklet with the paragraph that is cited today."""
    return [(paragraph(example), example) for example in load(booklet)]


def mapped(booklet: str) -> dict[str, Rule]:
    """The clauses of a booklet, narrower ones too, each with its paragraph."""
    return {clause: rule for rule in rulebook(booklet).rules for clause in rule.clauses}


def general(clause: str) -> str:
    """A clause without the step, verb or card for which a booklet has a paragraph of its own."""
    return clause.partition("@")[0].partition(":")[0]


def is_narrow(clause: str) -> bool:
    """Whether it has one."""
    return general(clause) != clause


@cache
def constants(booklet: str) -> frozenset[str]:
    """Every string that stands in the code which may cite a clause of this booklet."""
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
    """Asked again, the table says the same, in both languages, and cites a paragraph that maps the clause."""
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
    """A clause in a step for a verb is shown once."""
    keys = [example.key for example in load(booklet)]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("booklet", booklets())
def test_every_clause_that_can_refuse_has_an_example(booklet: str) -> None:
    """One refuses that has a sentence why not; `python -m tests.refusals.make` looks for examples in rule tests."""
    words = phrases("en", booklets()[booklet].home)
    refusing = {clause for clause in mapped(booklet) if not is_narrow(clause) and words.find("why", clause)}
    assert (refusing | {"game.over"}) - {example.clause for example in load(booklet)} == set()


@pytest.mark.parametrize("booklet", booklets())
def test_every_narrower_paragraph_is_cited(booklet: str) -> None:
    """One for a step or a verb is cited in some example; one for a card stands in the paragraph of that card."""
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
            assert names[card].rstrip(")") in rule.title, clause  # a title also says the cost
        elif is_narrow(clause):
            assert (clause, rule.id) in shown, clause


@pytest.mark.parametrize("booklet", booklets())
def test_every_clause_of_a_booklet_is_cited_by_the_code(booklet: str) -> None:
    """What nothing cites is not mapped."""
    assert {general(clause) for clause in mapped(booklet)} - constants(booklet) == set()


# ------------------------------------------------------------------ verdicts
@pytest.mark.parametrize("booklet", booklets())
def test_a_second_reader_has_judged_every_example(booklet: str) -> None:
    """As it is today: `python -m tests.refusals.sheet BOOKLET --open` prints what is left."""
    judged = {(verdict.key, verdict.rule, verdict.digest) for verdict in load_verdicts(booklet)}
    assert judged == {(example.key, rule.id, digest(rule, example)) for rule, example in cited(booklet)}


@pytest.mark.parametrize("booklet", booklets())
def test_no_paragraph_is_cited_that_does_not_forbid(booklet: str) -> None:
    """What a reader found wrong is put right at its root, not recorded."""
    assert [verdict for verdict in load_verdicts(booklet) if verdict.verdict == DOES_NOT] == []


# ------------------------------------------------------------------ pages
@pytest.mark.parametrize("booklet", booklets())
def test_the_pages_are_what_the_data_says(booklet: str) -> None:
    """docs/rulebook/refusals-<booklet>.md is the generated text: run `make docs`."""
    written = Path(__file__).parents[2] / "docs" / "rulebook" / f"refusals-{booklet}.md"
    assert written.read_text(encoding="utf-8") == page(booklet)
