"""A problem with what somebody handed in: one sentence of the catalogues, before anything has changed."""

from typing import Final

from kamchatka.kernel.text import Text


class Problem(ValueError):
    """Bad input that isn't an action of a game: a file, a name, a number of seats. `rule`: its paragraph, if any.

    `key` names the sentence in the catalogues (`[problem]`), `fields` what it speaks of. Rooms whose sentences are not
    in the catalogues yet give Italian and English instead, in the place of the key and after it.
    """

    def __init__(self, key: str, english: str = "", rule: str = "", **fields: object) -> None:
        super().__init__(key, english, rule)
        self.key: Final = key
        self.fields: Final = fields
        self.rule: Final = rule
        self._inline: Final = {"it": key, "en": english} if english else {}

    def text(self, language: str) -> str:
        """The sentence in a language."""
        if self._inline:
            return self._inline.get(language, self._inline["en"])
        return Text("problem", self.key, **self.fields).text(language)

    def sentence(self, language: str) -> str:
        """The sentence in a language, with the rule's id."""
        return f"{self.text(language)} [{self.rule}]" if self.rule else self.text(language)

    @property
    def it(self) -> str:
        """The sentence in Italian."""
        return self.text("it")

    @property
    def en(self) -> str:
        """The sentence in English."""
        return self.text("en")

    def __str__(self) -> str:
        return self.text("en")
