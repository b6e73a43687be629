"""A problem with what somebody handed in: said in one sentence, in both languages, before anything has changed."""

from typing import Final


class Problem(ValueError):
    """Bad input that is no action of a game: a file, a name, a number of seats. `rule`: its paragraph, if any."""

    def __init__(self, it: str, en: str, rule: str = "") -> None:
        super().__init__(en)
        self.it: Final = it
        self.en: Final = en
        self.rule: Final = rule

    def sentence(self, language: str) -> str:
        """The sentence in Italian or English, with the rule's id."""
        text = self.it if language == "it" else self.en
        return f"{text} [{self.rule}]" if self.rule else text
