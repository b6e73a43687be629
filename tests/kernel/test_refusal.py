"""Refusals and problems: a rule, both sentences, and what was asked."""

from kamchatka.kernel.options import PASS, Action
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.refusal import Citation, Refusal


class Paragraph:
    """What a booklet of tea says."""

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
    problem = Problem("Male.", "Bad.", "tea.seats.1")
    assert (problem.it, problem.en, problem.rule, str(problem)) == ("Male.", "Bad.", "tea.seats.1", "Bad.")
    assert (problem.sentence("it"), problem.sentence("en")) == ("Male. [tea.seats.1]", "Bad. [tea.seats.1]")
    assert Problem("Male.", "Bad.").sentence("it") == "Male."
    assert Problem("Male.", "Bad.").rule == ""
    assert isinstance(problem, ValueError)
