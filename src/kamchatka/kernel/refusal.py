"""A refusal: which rule forbids an action, in both languages. Raised before anything has changed."""

from typing import Final, final

from mypy_extensions import i64

from kamchatka.kernel.options import Action


@final
class Citation:
    """A paragraph of the booklet in play: its id and its sentence, Italian and English."""

    def __init__(self, rule: str, it: str, en: str) -> None:
        self.rule: Final = rule
        self.it: Final = it
        self.en: Final = en


class Refusal(Exception):
    """An action that is not among the options. It consumes no luck and leaves the state as it was."""

    def __init__(self, clause: str, citation: Citation, seat: i64, action: Action) -> None:
        super().__init__(f"{citation.rule}: {citation.en}")
        self.clause: Final = clause  # what was broken, in words that all editions share
        self.rule: Final = citation.rule
        self.it: Final = citation.it
        self.en: Final = citation.en
        self.seat: Final[i64] = seat
        self.action: Final = action
