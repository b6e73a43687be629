"""Problem: an error in input other than game actions, with a sentence in the catalogues."""

from typing import Final

from kamchatka.kernel.text import Text


class Problem(ValueError):
    """Invalid input that isn't an action of a game: a file, a name, a number of seats. `rule` is its paragraph, if any.

    `key` names the sentence in the catalogues (`[problem]`), `fields` its parameters. `text(language)` is the sentence.

    >>> from kamchatka import Match, Problem
    >>> try:
    ...     Match.new("modern", seats=9)
    ... except Problem as problem:
    ...     print(problem.key, problem.rule, problem.text("en"))
    edition.seats std.components.1 9 seats will not do: this game is for 3 to 6.
    """

    def __init__(self, key: str, /, rule: str = "", **fields: object) -> None:
        super().__init__(key, rule)
        self.key: Final = key
        self.fields: Final = fields
        self.rule: Final = rule

    def text(self, language: str) -> str:
        """Return the sentence in a language."""
        return Text("problem", self.key, **self.fields).text(language)

    def sentence(self, language: str) -> str:
        """Return the sentence in a language, followed by the rule id."""
        return f"{self.text(language)} [{self.rule}]" if self.rule else self.text(language)

    def __str__(self) -> str:
        return self.text("en")
