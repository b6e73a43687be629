"""The page of a booklet's refusals in docs/rulebook: every example, its paragraph, and a second reader's verdict."""

from collections.abc import Iterator
from itertools import groupby

import msgspec

from kamchatka.editions import rulebook
from kamchatka.editions.rulebook import Rule
from tests.refusals.examples import Example, load
from tests.refusals.telling import paragraph, phrase, tell
from tests.refusals.verdicts import Verdict, digest, load_verdicts

HEADER = "<!-- Written by `make docs` from tests/refusals; change the rulebook, the code or the examples instead. -->"
INTRO = """\
What the table refuses, by the clause that the code cites: a situation, an action that a player tries in it, the answer
with its paragraph, and whether a second reader without knowledge of the code finds that this paragraph forbids it.
"""


def page(booklet: str) -> str:
    """Return the whole page, ending with a newline."""
    return "\n".join(_lines(booklet)) + "\n"


def _lines(booklet: str) -> Iterator[str]:
    verdicts = {verdict.digest: verdict for verdict in load_verdicts(booklet)}
    examples = sorted(load(booklet), key=lambda example: example.key)
    yield HEADER
    yield f"# Refusals · {rulebook(booklet).book.en}\n"
    yield INTRO
    for clause, group in groupby(examples, key=lambda example: example.clause):
        yield f"## {clause}\n"
        for example in group:
            rule = paragraph(example)
            yield from _section(booklet, rule, example, verdicts.get(digest(rule, example)))


def _section(booklet: str, rule: Rule, example: Example, verdict: Verdict | None) -> Iterator[str]:
    """Return one example under its clause."""
    *situation, wish = tell(example).lines()
    yield f"### {example.step or 'after the end'} · {example.verb}\n"
    yield from (f"- {line}" for line in situation)
    yield f"- **{wish}**"
    yield f"- “{phrase(example, 'en')}” · «{phrase(example, 'it')}»"
    yield f'- [{rule.title}]({booklet}.md#{rule.id} "{rule.id}"): {rule.en}'
    yield f"- {_verdict_line(verdict)}\n"
    yield "```text"
    yield example.position
    if example.options:
        yield _plain(example.options)
    yield f"{example.seat} {_plain(example.action)}"
    yield "```\n"


def _verdict_line(verdict: Verdict | None) -> str:
    if verdict is None:
        return "second reader: not asked yet"
    return f"second reader: {verdict.verdict}" + (f", {verdict.reason}" if verdict.reason else "")


def _plain(data: object) -> str:
    return msgspec.json.encode(data).decode()
