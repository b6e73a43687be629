"""All-pairs arrays: few tables at which every two values of different options meet."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from kamchatka.editions import EDITIONS
from kamchatka.editions.rulebook import Value

Choice = tuple[str, int]  # a factor, and the number of one of its values
SEATS = "seats"


def factors(edition: str, texts: Mapping[str, str]) -> dict[str, Sequence[Value]]:
    """The values of every option of an edition: of a range its default and its ends, of a text an example or none."""
    booklet = EDITIONS[edition]
    found: dict[str, Sequence[Value]] = {SEATS: tuple(booklet.seats)}
    for option in booklet.options:
        values = option.values or ((texts[option.name],) if option.text else (option.min or 0, option.max or 0))
        found[option.name] = tuple(dict.fromkeys([option.default, *values]))
    return found


def pairs(factors: Mapping[str, Sequence[Value]]) -> set[tuple[Choice, Choice]]:
    """Every two values of different factors."""
    return {
        ((one, i), (other, j))
        for one, other in combinations(sorted(factors), 2)
        for i in range(len(factors[one]))
        for j in range(len(factors[other]))
    }


def rows(factors: Mapping[str, Sequence[Value]]) -> list[dict[str, Value]]:
    """Rows that cover all pairs. Greedy: each row starts with a missing pair and takes what covers most others."""
    missing, found = pairs(factors), list[dict[str, Value]]()
    while missing:
        row = dict(min(missing))
        for name in sorted(factors, key=lambda name: (-len(factors[name]), name)):
            if name not in row:
                gains = [_gain(missing, row, (name, i)) for i in range(len(factors[name]))]
                row[name] = gains.index(max(gains))
        missing -= {(one, other) for one, other in combinations(sorted(row.items()), 2)}
        found.append({name: factors[name][i] for name, i in row.items()})
    return found


def _gain(missing: set[tuple[Choice, Choice]], row: Mapping[str, int], choice: Choice) -> int:
    """How many missing pairs a choice makes with those of the row."""
    return sum(tuple(sorted([choice, other])) in missing for other in row.items())
