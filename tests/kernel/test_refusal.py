"""Refusals and problems: the rule, both sentences, and what was asked."""

from kamchatka.kernel.options import PASS, Action
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.refusal import Citation, Refusal


class Paragraph:
    """A paragraph of a booklet about tea."""

    def text(self, language: str) -> str:
        return {"it": "Non ora.", "en": "Not now."}[language]


def test_a_refusal_carries_the_rule_and_the_request() -> None:
    action = Action(PASS)
    refusal = Refusal("turn.not_now", Citation("tea.turn.2", Paragraph()), 2, action)
    assert (refusal.clause, refusal.rule) == ("turn.not_now", "tea.turn.2")
    assert (refusal.text("it"), refusal.text("en")) == ("Non ora.", "Not now.")
    assert (refusal.seat, refusal.action) == (2, action)
    assert str(refusal) == "tea.turn.2: Not now."


def test_a_problem_speaks_both_languages_and_names_its_rule() -> None:
    problem = Problem("card.unknown", rule="tea.seats.1", name="Tè")
    assert (problem.key, problem.fields, problem.rule) == ("card.unknown", {"name": "Tè"}, "tea.seats.1")
    assert problem.text("it") != problem.text("en") == str(problem) == "There is no card called “Tè”."
    assert problem.sentence("en") == f"{problem} [tea.seats.1]"
    assert Problem("card.unknown", name="Tè").sentence("it") == problem.text("it")
    assert Problem("card.unknown", name="Tè").rule == ""
    assert isinstance(problem, ValueError)
