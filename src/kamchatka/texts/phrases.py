"""Templates: sentences with fields in braces, found by their path in a catalogue's tree."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from kamchatka.kernel.edges.plain import JsonObject
from kamchatka.texts.nouns import Grammar, Inflected
from kamchatka.texts.plurals import TWO_FORMS, Plural

Tree = JsonObject
Says = Callable[..., str]  # a function that turns a path and fields into a sentence

LISTED: Final = 3  # ranges of up to this many numbers are listed in full

_FORMS: Final = re.compile(r"\{\w+:")  # a field with plural forms, an article or agreement
_ARTICLELESS: Final = Grammar({})


@lru_cache(4096)
def _has_forms(template: str) -> bool:
    return _FORMS.search(template) is not None


class Count(int):
    """A number in a template: `{armies:army|armies}` gives "1 army" or "3 armies", `{armies:~is|are}` only the word.

    Forms follow the order of the language's plural rules; the last form is used for missing ones.
    """

    plural: Plural

    def __new__(cls, value: int, plural: Plural = TWO_FORMS) -> "Count":
        count = super().__new__(cls, value)
        count.plural = plural
        return count

    def __format__(self, spec: str) -> str:
        if "|" not in spec:
            return int.__format__(self, spec)
        forms = spec.removeprefix("~").split("|")
        word = forms[min(self.plural.form(self), len(forms) - 1)]
        return word if spec.startswith("~") else f"{int(self)} {word}"


class Phrases:
    """The sentences of one language by path. A leaf is a template; a branch holds variants."""

    def __init__(self, tree: Tree, plural: Plural = TWO_FORMS, grammar: Grammar = _ARTICLELESS) -> None:
        self.tree = tree
        self.plural = plural
        self.grammar = grammar

    def find(self, *path: str) -> str | None:
        """Return the template at a path, or None."""
        node: Any = self.tree
        for step in path:
            node = node.get(step) if isinstance(node, dict) else None
        return node if isinstance(node, str) else None

    def say(self, *path: str, **fields: object) -> str:
        """Fill in the template at a path."""
        template = self.find(*path)
        if template is None:
            raise LookupError(f"no words for {'.'.join(path)}")
        if not _has_forms(template):
            return template.format_map(fields)
        return template.format_map({name: self._inflect(value) for name, value in fields.items()})

    def branch(self, *path: str) -> "Phrases":
        """Return the sentences below a path."""
        node = self.tree
        for step in path:
            node = node[step]
        return Phrases(node, self.plural, self.grammar)

    def join_items(self, items: Sequence[str], last: str = "and") -> str:
        """Join items as a list, such as "one, two and three"."""
        if len(items) < 2:
            return "".join(items)
        return f"{', '.join(items[:-1])} {self.say('list', last)} {items[-1]}"

    def span(self, least: int, most: int) -> str:
        """Describe a range of numbers, such as "2", "1 or 2", "1, 2 or 3" or "from 1 to 4"."""
        if most < least:
            return self.say("list", "none")
        if most - least < LISTED:
            return self.join_items([str(number) for number in range(least, most + 1)], "or")
        return self.say("list", "span", least=least, most=most)

    def leaves(self) -> Iterator[tuple[str, ...]]:
        """Yield the path of every template."""
        yield from _leaves(self.tree, ())

    def _inflect(self, value: object) -> object:
        if isinstance(value, str):
            return Inflected(value, self.grammar)
        return Count(value, self.plural) if isinstance(value, int) else value


def _leaves(node: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for name, below in node.items():
        if isinstance(below, dict):
            yield from _leaves(below, (*path, name))
        else:
            yield (*path, name)
