"""Names of places in sentences, with articles, prepositions and agreement as defined in a language's `[noun]` table."""

import re
from collections.abc import Mapping
from typing import Any, Final

PLAIN: Final = "plain"  # the noun kind of names that declare none


class PlaceName(str):
    """A name with its noun kind in one language: "Stati Uniti Occidentali" has the kind `m-pl`."""

    kind: str

    def __new__(cls, name: str, kind: str = "") -> "PlaceName":
        """Attach a noun kind to a name."""
        noun = super().__new__(cls, name)
        noun.kind = kind
        return noun


class NounKind:
    """Grammar of the names of one kind: their forms after an article or a preposition, their gender and number."""

    def __init__(self, rules: Mapping[str, Any]) -> None:
        self.gender = int(rules.get("gender", 0))  # index of the word that agrees with the name, if there are several
        self.is_plural = bool(rules.get("plural", False))
        self.forms: dict[str, list[str]] = {
            form: [text] if isinstance(text, str) else list(text)
            for form, text in rules.items()
            if form not in ("gender", "plural", "like")
        }

    def agreeing(self, words: list[str]) -> str:
        """Choose the word that agrees with a name: by number out of two words, by gender out of more."""
        if len(words) == 2:
            return words[self.is_plural]
        return words[min(self.gender, len(words) - 1)]


class Grammar:
    """The noun kinds of a language, and the initial sounds that change an article."""

    def __init__(self, tree: Mapping[str, Any]) -> None:
        tables: Mapping[str, Mapping[str, Any]] = tree.get("noun", {})
        self.sounds = [re.compile(pattern, re.IGNORECASE) for pattern in tree.get("sounds", ())]
        self.kinds = {
            kind: NounKind({**tables.get(str(rules.get("like", "")), {}), **rules}) for kind, rules in tables.items()
        }
        self.kinds.setdefault(PLAIN, NounKind({}))

    def kind(self, noun: str) -> NounKind:
        """Return the noun kind of a name. Names with an unknown kind or none are plain."""
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
        """Return the number, from 1, of the initial sound in this list that the name begins with; 0 if none matches."""
        return next((n for n, pattern in enumerate(self.sounds, 1) if pattern.match(noun)), 0)


class Inflected(str):
    """A name in a template: `{place:in}` gives "negli Stati Uniti", `{place:~tuo|tua}` the word that agrees with it."""

    noun: str
    grammar: Grammar

    def __new__(cls, noun: str, grammar: Grammar) -> "Inflected":
        """Prepare a name for use in a template."""
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
