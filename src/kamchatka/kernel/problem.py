"""A problem with what somebody handed in: one sentence of the catalogues, before anything has changed."""

from typing import Final

from kamchatka.kernel.text import Text


class Problem(ValueError):
    """Bad input that isn't an action of a game: a file, a name, a number of seats. `rule`: its paragraph, if any.

    `key` names the sentence in the catalogues (`[problem]`), `fields` what it speaks of.
    """

    def __init__(self, key: str, /, rule: str = "", **fields: object) -> None:
        super().__init__(key, rule)
        self.key: Final = key
        self.fields: Final = fields
        self.rule: Final = rule

    def text(self, language: str) -> str:
        """The sentence in a language."""
        return Text("problem", self.key, **self.fields).text(language)

    def sentence(self, language: str) -> str:
        """The sentence in a language, with the rule's id."""
        return f"{self.text(language)} [{self.rule}]" if self.rule else self.text(language)

    def __str__(self) -> str:
        return self.text("en")
