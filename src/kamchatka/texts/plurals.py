"""Which form of a word goes with a number: CLDR's plural rules in its notation, `n % 10 = 2..4 and n % 100 != 12..14`.

Only whole numbers are counted in our sentences, so `n` and `i` are the number and every other operand is 0.
"""

import re
from collections.abc import Mapping
from functools import cache, lru_cache

NUMBERS = 1000  # whose forms a language remembers

RELATION = re.compile(
    r"(?P<operand>[nivwftce])(?: % (?P<modulus>\d+))? (?P<sign>!?=) (?P<ranges>\d+(?:(?:\.\.|,)\d+)*)"
)


class Plural:
    """The forms of a language in their order: those that have a rule, then the one for all other numbers."""

    def __init__(self, rules: Mapping[str, str]) -> None:
        self.categories = (*rules, "other")
        self.rules = tuple(rules.values())
        self.form = lru_cache(NUMBERS)(self._form)  # the same few numbers are counted again and again

    def _form(self, number: int) -> int:
        """The number of the form: that of the first rule that holds."""
        return next((n for n, rule in enumerate(self.rules) if holds(rule, abs(number))), len(self.rules))


def holds(rule: str, number: int) -> bool:
    """Whether a rule speaks of a number: relations joined by "and", and those by "or"."""
    return any(all(_is_true(relation, number) for relation in part.split(" and ")) for part in rule.split(" or "))


def _is_true(relation: str, number: int) -> bool:
    operand, modulus, sign, ranges = _parsed(relation.strip())
    value = number if operand in "ni" else 0
    value = value % modulus if modulus else value
    return any(least <= value <= most for least, most in ranges) == (sign == "=")


@cache
def _parsed(relation: str) -> tuple[str, int, str, tuple[tuple[int, int], ...]]:
    found = RELATION.fullmatch(relation)
    if found is None:
        raise ValueError(f"{relation!r} is not a relation of CLDR's plural rules")
    bounds = (part.split("..") for part in found["ranges"].split(","))
    ranges = tuple((int(pair[0]), int(pair[-1])) for pair in bounds)
    return found["operand"], int(found["modulus"] or 0), found["sign"], ranges


TWO_FORMS = Plural({"one": "n = 1"})  # Italian, English and most languages of Western Europe
