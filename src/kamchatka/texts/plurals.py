"""Plural forms by CLDR's rules and in its notation, such as `n % 10 = 2..4 and n % 100 != 12..14`.

Sentences count only whole numbers, so `n` and `i` are the number and every other operand is 0.
"""

import re
from collections.abc import Mapping
from functools import cache, lru_cache

NUMBERS = 1000  # cache size per language

RELATION = re.compile(
    r"(?P<operand>[nivwftce])(?: % (?P<modulus>\d+))? (?P<sign>!?=) (?P<ranges>\d+(?:(?:\.\.|,)\d+)*)"
)


class Plural:
    """The plural forms of a language, in order: those with a rule, then the form for all other numbers."""

    def __init__(self, rules: Mapping[str, str]) -> None:
        self.categories = (*rules, "other")
        self.rules = tuple(rules.values())
        self.form = lru_cache(NUMBERS)(self._form)  # cached because the same few numbers recur

    def _form(self, number: int) -> int:
        """Return the index of the first form whose rule matches."""
        return next((n for n, rule in enumerate(self.rules) if holds(rule, abs(number))), len(self.rules))


def holds(rule: str, number: int) -> bool:
    """Return True if a rule matches a number. Relations are joined by "and", alternatives by "or"."""
    return any(all(_is_true(relation, number) for relation in part.split(" and ")) for part in rule.split(" or "))


def _is_true(relation: str, number: int) -> bool:
    operand, modulus, sign, ranges = _parse(relation.strip())
    value = number if operand in "ni" else 0
    value = value % modulus if modulus else value
    return any(least <= value <= most for least, most in ranges) == (sign == "=")


@cache
def _parse(relation: str) -> tuple[str, int, str, tuple[tuple[int, int], ...]]:
    found = RELATION.fullmatch(relation)
    if found is None:
        raise ValueError(f"{relation!r} is not a relation of CLDR's plural rules")
    bounds = (part.split("..") for part in found["ranges"].split(","))
    ranges = tuple((int(pair[0]), int(pair[-1])) for pair in bounds)
    return found["operand"], int(found["modulus"] or 0), found["sign"], ranges


TWO_FORMS = Plural({"one": "n = 1"})  # Italian, English and most Western European languages
