"""Narrow options to what a host allows. Its rules may forbid what ours allow, such as a link, a number or a phase."""

from collections.abc import Callable, Iterable, Sequence

from kamchatka.kernel.bits import size
from kamchatka.kernel.options import Action, Amount, Choice, Options, Pairs, Range, Spots
from kamchatka.kernel.parties import Parties, Party

Ends = tuple[int, ...]  # the grouping key of actions: source, target, pieces


def narrow_options(offered: Options, allowed: Sequence[Action]) -> Options:
    """Keep only the allowed actions in the offered ranges.

    >>> from kamchatka.kernel.options import ATTACK
    >>> attacks = Pairs(ATTACK)
    >>> attacks.add(0, 1, 1, 3)
    >>> attacks.add(0, 2, 1, 3)
    >>> only = narrow_options(Options().add(attacks), [Action(ATTACK, 0, 1, 3), Action(ATTACK, 0, 1, 2)])
    >>> [(span.at, span.to, span.least, span.most) for span in only.ranges[0].spans()]
    [(0, 1, 2, 3)]
    """
    options, listed = Options(), {action.key(): action for action in allowed}.values()
    for option in offered.ranges:
        kept = [action for action in listed if action.verb == option.verb and option.allows(action)]
        if kept:
            for narrow in _ranges(option, kept):
                options.add(narrow)
    return options


def _ranges(option: Range, kept: list[Action]) -> Iterable[Range]:
    """Return the ranges of the same kind with only these actions."""
    if isinstance(option, Parties):
        return _parties(option, kept)
    if isinstance(option, Pairs):
        return _pairs(option, kept)
    if isinstance(option, Spots):
        return _spots(option, kept)
    if isinstance(option, Amount):
        return [Amount(option.verb, least, most, option.what) for least, most in runs(int(one.n) for one in kept)]
    if isinstance(option, Choice):
        choice = Choice(option.verb)
        for what in dict.fromkeys(int(action.what) for action in kept):
            choice.add(what)
        return [choice]
    return [option]


def _group(kept: list[Action], by: Callable[[Action], Ends]) -> Iterable[tuple[Ends, list[int]]]:
    """Group the numbers of actions by a key, in order of first occurrence."""
    found: dict[Ends, list[int]] = {}
    for action in kept:
        found.setdefault(by(action), []).append(int(action.n))
    return found.items()


def _pairs(option: Pairs, kept: list[Action]) -> Iterable[Range]:
    """Return ranges of pairs. Each has a pair only once, so numbers after a gap go into the next range."""
    ranges: list[Pairs] = []
    for (at, to), numbers in _group(kept, lambda one: (int(one.at), int(one.to))):
        for nth, (least, most) in enumerate(runs(numbers)):
            if nth == len(ranges):
                ranges.append(Pairs(option.verb))
            ranges[nth].add(at, to, least, most)
    return ranges


def _spots(option: Spots, kept: list[Action]) -> Iterable[Range]:
    """Group places that allow the same numbers."""
    places: dict[tuple[int, int], list[int]] = {}
    for (place,), numbers in _group(kept, lambda one: (int(one.at),)):
        for run in runs(numbers):
            places.setdefault(run, []).append(place)
    for (least, most), those in places.items():
        spots = Spots(option.verb, least, most, option.what)
        for place in those:
            spots.add(place)
        yield spots


def _parties(option: Parties, kept: list[Action]) -> Iterable[Range]:
    """Keep unrestricted choices as they are; otherwise each set of pieces gets its own numbers."""
    whole, untouched = Parties(option.verb, option.units, option.led), set[Ends]()
    for (at, to), numbers in _group(kept, lambda one: (int(one.at), int(one.to))):
        party = option.between(at, to)
        if party is not None and _size(option, party) == len(numbers):
            whole.add(at, to, party.least, party.most, party.pieces, party.forced, party.units)
            untouched.add((at, to))
    yield whole
    rest = [action for action in kept if (int(action.at), int(action.to)) not in untouched]
    for (at, to, what), numbers in _group(rest, lambda one: (int(one.at), int(one.to), int(one.what))):
        for least, most in runs(numbers):
            some = Parties(option.verb, least + size(what))  # minimum in units: `least` armies plus the pieces
            some.add(at, to, 0, most, what, what)
            yield some


def _size(option: Parties, party: Party) -> int:
    """Return the number of actions in a choice of parties."""
    return sum(int(option.most(party, what) - option.fewest(party, what)) + 1 for what in option.sets(party))


def runs(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Group numbers into runs without gaps.

    >>> runs([3, 1, 2, 7])
    [(1, 3), (7, 7)]
    """
    found: list[tuple[int, int]] = []
    for number in sorted(set(numbers)):
        if found and found[-1][1] == number - 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return found
