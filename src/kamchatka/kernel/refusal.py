"""Refusal: the error for an illegal action, with the rule that forbids it. The table stays unchanged."""

from typing import Final, final

from mypy_extensions import i64

from kamchatka.kernel.options import Action
from kamchatka.kernel.text import Worded


@final
class Citation:
    """A paragraph of the booklet in use: its id and its text."""

    def __init__(self, rule: str, paragraph: Worded) -> None:
        self.rule: Final = rule
        self.paragraph: Final = paragraph

    def text(self, language: str) -> str:
        """Return the paragraph in a language."""
        return self.paragraph.text(language)


class Refusal(Exception):
    """An illegal action. Refusing it draws no random numbers and changes nothing.

    `rule` is the id of the paragraph that forbids it, `text(language)` its wording, `clause` the key that all editions
    share, `seat` who asked. `action` holds the kernel's numbers.

    >>> from kamchatka import Attack, Match, Refusal
    >>> match = Match.new("modern", seats=3, seed=1)
    >>> try:
    ...     match.play(Attack("kamchatka", "alaska", 3))
    ... except Refusal as refusal:
    ...     print(refusal.rule, refusal.clause)
    std.setup.4 turn.not_now
    """

    def __init__(self, clause: str, citation: Citation, seat: i64, action: Action) -> None:
        super().__init__(f"{citation.rule}: {citation.text('en')}")
        self.clause: Final = clause  # key of the violated clause, shared by all editions
        self.citation: Final = citation
        self.rule: Final = citation.rule
        self.seat: Final[i64] = seat
        self.action: Final = action

    def text(self, language: str) -> str:
        """Return the rule in a language."""
        return self.citation.text(language)
