"""A refusal: which rule forbids an action. Raised before anything has changed."""

from typing import Final, final

from mypy_extensions import i64

from kamchatka.kernel.options import Action
from kamchatka.kernel.text import Worded


@final
class Citation:
    """A paragraph of the booklet in play: its id, and what has its words."""

    def __init__(self, rule: str, paragraph: Worded) -> None:
        self.rule: Final = rule
        self.paragraph: Final = paragraph

    def text(self, language: str) -> str:
        """The paragraph in a language."""
        return self.paragraph.text(language)


class Refusal(Exception):
    """An action that is not among the options. It consumes no luck and leaves the state as it was."""

    def __init__(self, clause: str, citation: Citation, seat: i64, action: Action) -> None:
        super().__init__(f"{citation.rule}: {citation.text('en')}")
        self.clause: Final = clause  # what was broken, in words that all editions share
        self.citation: Final = citation
        self.rule: Final = citation.rule
        self.seat: Final[i64] = seat
        self.action: Final = action

    def text(self, language: str) -> str:
        """The rule in a language."""
        return self.citation.text(language)
