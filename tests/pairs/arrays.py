"""All-pairs arrays: a small number of tables that cover every two values of different options."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from kamchatka.editions import EDITIONS
from kamchatka.editions.rulebook import Value

Choice = tuple[str, int]  # an option, and the index of one of its values
SEATS = "seats"


def factors(edition: str, texts: Mapping[str, str]) -> dict[str, Sequence[Value]]:
    """Return the values of every option of an edition: a range's default and limits, a text's example or none."""
    booklet = EDITIONS[edition]
    found: dict[str, Sequence[Value]] = {SEATS: tuple(booklet.seats)}
    for option in booklet.options:
        values = option.values or ((texts[option.name],) if option.text else (option.min or 0, option.max or 0))
        found[option.name] = tuple(dict.fromkeys([option.default, *values]))
    return found


def pairs(factors: Mapping[str, Sequence[Value]]) -> set[tuple[Choice, Choice]]:
    """Return every two values of different options."""
    return {
        ((one, i), (other, j))
        for one, other in combinations(sorted(factors), 2)
        for i in range(len(factors[one]))
        for j in range(len(factors[other]))
    }


def rows(factors: Mapping[str, Sequence[Value]]) -> list[dict[str, Value]]:
    """Yield rows that cover all pairs. Each starts with a missing pair and greedily adds values that cover most."""
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
    """Return how many missing pairs a value makes with those of the row."""
    return sum(tuple(sorted([choice, other])) in missing for other in row.items())
