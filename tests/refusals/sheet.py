"""`python -m tests.refusals.sheet BOOKLET [--open]`: the sheet for a second reader without knowledge of the code.

Paragraphs of the booklet, each with the situations in which it is cited. `--open` omits those with a verdict.
"""

import sys
from collections.abc import Iterable, Iterator
from itertools import groupby

from kamchatka.editions import rulebook
from kamchatka.editions.rulebook import Rule
from tests.refusals.examples import Example, load
from tests.refusals.telling import paragraph, tell
from tests.refusals.verdicts import digest, load_verdicts

HEAD = """\
A player asks for something, the table says no and cites a paragraph of the booklet. Judge for each numbered case
whether that paragraph is what forbids it: taken with its example and reading, would a fair player who hears it read out
at the table agree that this action, in this situation, is ruled out by it? It also forbids by saying what alone
is allowed then (who acts, in which order, how many, from where). It does not forbid if it is about something else, only
permits, or if another paragraph would have to be read out. Whether the action is forbidden is not in question.
Answer with one line a case: its NUMBER as printed, `yes` or `no`, and a reason in a few words (for a no: what it is
about instead, or which paragraph should be cited, if you know it).
"""


def ordered(booklet: str) -> list[tuple[Rule, Example]]:
    """Return every pair of paragraph and example, in the order of the booklet."""
    rules = {rule.id: number for number, rule in enumerate(rulebook(booklet).rules)}
    pairs = [(paragraph(example), example) for example in load(booklet)]
    return sorted(pairs, key=lambda pair: (rules[pair[0].id], pair[1].key))


def label(number: int, rule: Rule, example: Example) -> str:
    """Return the label for a reader's answer: a number, and a mark of what is judged, to prevent mix-ups."""
    return f"{number}-{digest(rule, example)[:5]}"


def cited(rule: Rule) -> Iterator[str]:
    """Return the paragraph in English."""
    yield f"## {rule.id} · {rule.title}"
    yield rule.en
    for name, text in (("Example", rule.example), ("Reading", rule.reading)):
        if text:
            yield f"{name}: {text}"


def case(number: int, rule: Rule, example: Example) -> Iterator[str]:
    """Return one situation and the question about it."""
    first, *rest = tell(example).lines()
    yield f"{label(number, rule, example)} | {first}"
    yield from (f"    {line}" for line in rest)


def sheet(booklet: str, is_open: bool) -> Iterator[str]:
    """Return the lines of the sheet."""
    judged = {verdict.digest for verdict in load_verdicts(booklet)} if is_open else set()
    numbered = enumerate(ordered(booklet), 1)
    left = [(number, rule, example) for number, (rule, example) in numbered if digest(rule, example) not in judged]
    yield HEAD
    for _, group in groupby(left, key=lambda one: one[1].id):
        cases = list(group)
        yield from cited(cases[0][1])
        yield from _cases(cases)


def _cases(cases: Iterable[tuple[int, Rule, Example]]) -> Iterator[str]:
    for number, rule, example in cases:
        yield ""
        yield from case(number, rule, example)
    yield "\n"


if __name__ == "__main__":
    print("\n".join(sheet(sys.argv[1], "--open" in sys.argv[2:])))
