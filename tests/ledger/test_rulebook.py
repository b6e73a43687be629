"""A rulebook file is validated when it is read, and its faults are sentences."""

import tomllib
from importlib import resources

import pytest

from kamchatka.editions import EDITIONS, booklets, rulebook
from kamchatka.editions.edition import option_values
from kamchatka.editions.rulebook import BadRulebook, Rulebook, TableOption, UnknownClause
from kamchatka.kernel.problem import Problem

HEAD = """
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
"""


def a_rule(id: str = "toy.1", kind: str = "rule", more: str = "") -> str:
    """Return a rule of the toy booklet in TOML."""
    return f"""
[[rule]]
id = "{id}"
phase = "play"
kind = "{kind}"
title = "T"
title_it = "T"
en = "E."
it = "I."
{more}
"""


def an_option(rules: str = '["toy.1"]', values: str = "values = [0, 1]", default: str = "0") -> str:
    """Return an option of the toy booklet in TOML."""
    return f"""
[[option]]
name = "speed"
default = {default}
{values}
en = "E."
it = "I."
rules = {rules}
"""


TWO_IDS = ("toy.1", "toy.2")
WITH_OPTION = a_rule(more='option = "speed"')
ANOTHER_S_OPTION = WITH_OPTION + a_rule("toy.2") + an_option('["toy.2"]')

FAULTS = {
    "rule toy.1 is written twice": a_rule() + a_rule(),
    "clause a.b belongs to more than one rule": "".join(a_rule(id, more='clauses = ["a.b"]') for id in TWO_IDS),
    "clause a.c belongs to more than one rule": a_rule(more='clauses = ["a.c", "a.c"]'),
    "rule std.1 does not begin with toy.": a_rule("std.1"),
    "rule toy.1 is of the phase sleep, which is not there": a_rule().replace('"play"', '"sleep"'),
    "rule toy.1 is of kind rule and cannot be unmechanised": a_rule(more='unmechanised = "x"\nunmechanised_it = "x"'),
    "rule toy.1 is of kind fact and must say why it is unmechanised": a_rule(kind="fact"),
    "rule toy.1 has an ambiguity without a reading": a_rule(more='ambiguity = "x"\nambiguity_it = "x"'),
    "rule toy.1 does not say the same things in Italian and in English": a_rule(more='reading = "x"'),
    "rule toy.1 names the option speed, which does not name the rule": ANOTHER_S_OPTION,
    "rule toy.1 refers to toy.9, which is not there": a_rule(more='see = ["toy.9", "rtu.1"]'),
    "option speed is written twice": WITH_OPTION + an_option() + an_option(),
    "option speed belongs to no rule": a_rule() + an_option("[]"),
    "option speed names toy.7, which is not there": WITH_OPTION + an_option('["toy.1", "toy.7"]'),
    "option speed needs either values or both min and max, or text": WITH_OPTION + an_option(values="min = 0"),
    "option speed does not allow its own default 3": WITH_OPTION + an_option(default="3"),
    "option speed does not allow its own default False": WITH_OPTION + an_option(default="false"),
}


@pytest.mark.parametrize(("sentence", "text"), FAULTS.items(), ids=FAULTS)
def test_a_fault_is_one_sentence(sentence: str, text: str) -> None:
    """Each fault is found on its own and reported in one sentence with names."""
    with pytest.raises(BadRulebook) as caught:
        Rulebook.read(HEAD + text)
    assert caught.value.faults == [sentence]


def test_values_are_those_that_the_rules_declare() -> None:
    """A booklet may omit an option's values; if it has them, they must equal the declared ones, in any order."""
    text = HEAD + WITH_OPTION + an_option(values="")
    assert Rulebook.read(text, {"speed": (0, 1)}).options[0].values == (0, 1)
    repeated = HEAD + WITH_OPTION + an_option(values="values = [1, 0]")
    assert Rulebook.read(repeated, {"speed": (0, 1)}).options[0].values == (1, 0)
    with pytest.raises(BadRulebook, match=r"option speed allows \(1, 0\), but the rules of a table declare \(0, 3\)"):
        Rulebook.read(repeated, {"speed": (0, 3)})


def test_no_booklet_of_ours_repeats_values() -> None:
    """No booklet of ours repeats values, because the rules of a table declare them."""
    for edition in EDITIONS.values():
        declared = option_values(edition.rules)
        text = (resources.files(edition.home) / "rulebook.toml").read_text(encoding="utf-8")
        options = tomllib.loads(text)["option"]
        assert [one["name"] for one in options if "values" in one and one["name"] in declared] == []
        assert all(one.values or one.text or one.min is not None for one in edition.rulebook.options)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("[book", "cannot be read"),
        (HEAD, "rule"),
        (HEAD + a_rule(more="lines = 3"), "lines"),
        (HEAD + a_rule(kind="law"), "law"),
    ],
)
def test_a_file_of_another_shape_is_refused(text: str, part: str) -> None:
    """Broken TOML, a missing table, and an unknown field or kind are rejected."""
    with pytest.raises(BadRulebook, match=part):
        Rulebook.read(text)


def test_rules_are_found_by_id_and_by_clause() -> None:
    """Rules are found by id and by clause; an unknown one gets an error that names it."""
    book = Rulebook.read(HEAD + a_rule(more='clauses = ["attack.dice"]') + a_rule("toy.2"))
    assert book.rule("toy.2").id == "toy.2"
    assert book.citing("attack.dice").id == "toy.1"
    with pytest.raises(Problem, match=r"There is no rule “toy\.3”: `kamchatka rules toys`"):
        book.rule("toy.3")
    with pytest.raises(UnknownClause, match=r"no rule of the toys booklet answers for the clause 'attack\.sea'"):
        book.citing("attack.sea")


@pytest.mark.parametrize("name", ["atlantis", "", "../editions/modern", "Modern"])
def test_an_unknown_booklet_is_refused(name: str) -> None:
    """The error for an unknown booklet names the value and the existing editions."""
    with pytest.raises(Problem, match=r"There is no edition .*modern") as caught:
        rulebook(name)
    assert f"«{name}»" in caught.value.text("it")


@pytest.mark.parametrize("edition", booklets())
def test_packaged_booklets_are_sound(edition: str) -> None:
    """Packaged booklets can be read, have their own name, and contain no trade marks."""
    book = rulebook(edition)
    assert book.book.edition == edition
    assert "risiko" not in (book.book.it + book.book.en).lower()


def test_an_option_allows_its_values_or_its_range() -> None:
    """An option accepts its values or its range; a boolean is not a number, nor a number a boolean."""
    listed = TableOption("a", 1, "", "", ("toy.1",), values=(1, 0))
    ranged = TableOption("b", 2, "", "", ("toy.1",), min=0, max=20)
    assert [listed.allows(value) for value in (0, 1, 2, True, "1")] == [True, True, False, False, False]
    assert [ranged.allows(value) for value in (-1, 0, 20, 21, True, "3")] == [False, True, True, False, False, False]
