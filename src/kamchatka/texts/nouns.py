"""Names of places in sentences, with articles, prepositions and agreement as a language's `[noun]` table has them."""

import re
from collections.abc import Mapping
from typing import Any, Final

PLAIN: Final = "plain"  # the kind of a name that declares none


class PlaceName(str):
    """A name with its kind in one language: "Stati Uniti Occidentali", kind `m-pl`."""

    kind: str

    def __new__(cls, name: str, kind: str = "") -> "PlaceName":
        """Attach a kind to a name."""
        noun = super().__new__(cls, name)
        noun.kind = kind
        return noun


class NounKind:
    """How names of one kind behave: their form with an article or a preposition, their gender and their number."""

    def __init__(self, rules: Mapping[str, Any]) -> None:
        self.gender = int(rules.get("gender", 0))  # which of several words agrees with the name
        self.is_plural = bool(rules.get("plural", False))
        self.forms: dict[str, list[str]] = {
            form: [text] if isinstance(text, str) else list(text)
            for form, text in rules.items()
            if form not in ("gender", "plural", "like")
        }

    def agreeing(self, words: list[str]) -> str:
        """Choose the word that agrees with a name: of two words by number, of more by gender."""
        if len(words) == 2:
            return words[self.is_plural]
        return words[min(self.gender, len(words) - 1)]


class Grammar:
    """The kinds of names in a language, and the first sounds that change an article."""

    def __init__(self, tree: Mapping[str, Any]) -> None:
        tables: Mapping[str, Mapping[str, Any]] = tree.get("noun", {})
        self.sounds = [re.compile(pattern, re.IGNORECASE) for pattern in tree.get("sounds", ())]
        self.kinds = {
            kind: NounKind({**tables.get(str(rules.get("like", "")), {}), **rules}) for kind, rules in tables.items()
        }
        self.kinds.setdefault(PLAIN, NounKind({}))

    def kind(self, noun: str) -> NounKind:
        """Return the kind of a name; names without one, or with an unknown one, are plain."""
        return self.kinds.get(getattr(noun, "kind", PLAIN), self.kinds[PLAIN])

    def form(self, noun: str, form: str) -> str | None:
        """Return a name after an article or preposition; None if the language has no such form.

        A form with a capital letter begins a sentence.
        """
        if form not in self.kinds[PLAIN].forms:
            lower = form[:1].lower() + form[1:]
            begun = self.form(noun, lower) if lower != form else None
            return None if begun is None else begun[:1].upper() + begun[1:]
        if not noun:
            return ""
        texts = self.kind(noun).forms.get(form) or self.kinds[PLAIN].forms[form]
        return texts[min(self._sound(noun), len(texts) - 1)] + str(noun)

    def _sound(self, noun: str) -> int:
        """Return the number of the first sound that the name begins with, from 1; 0 if none matches."""
        return next((n for n, pattern in enumerate(self.sounds, 1) if pattern.match(noun)), 0)


class Inflected(str):
    """A name inside a template: `{place:in}` gives "negli Stati Uniti", `{place:~tuo|tua}` the word that agrees."""

    noun: str
    grammar: Grammar

    def __new__(cls, noun: str, grammar: Grammar) -> "Inflected":
        """Prepare a name for a template."""
        inflected = super().__new__(cls, noun)
        inflected.noun = noun
        inflected.grammar = grammar
        return inflected

    def __format__(self, spec: str) -> str:
        """Return the name, one of its forms, or the word that agrees with it."""
        if not spec:
            return str(self)
        if spec.startswith("~"):
            return self.grammar.kind(self.noun).agreeing(spec[1:].split("|"))
        form = self.grammar.form(self.noun, spec)
        return str.__format__(self, spec) if form is None else form
