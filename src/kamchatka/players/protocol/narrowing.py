"""Options narrowed to what a host allows: its rules may forbid what ours do not (a link, a number, a phase)."""

from collections.abc import Callable, Iterable, Sequence

from kamchatka.kernel.bits import size
from kamchatka.kernel.options import Action, Amount, Choice, Options, Pairs, Range, Spots
from kamchatka.kernel.parties import Parties, Party

Ends = tuple[int, ...]  # what actions may agree in: where from, where to, with what


def narrowed(offered: Options, allowed: Sequence[Action]) -> Options:
    """The ranges of what is offered, with only those actions in them that are allowed too.

    >>> from kamchatka.kernel.options import ATTACK
    >>> attacks = Pairs(ATTACK)
    >>> attacks.add(0, 1, 1, 3)
    >>> attacks.add(0, 2, 1, 3)
    >>> only = narrowed(Options().add(attacks), [Action(ATTACK, 0, 1, 3), Action(ATTACK, 0, 1, 2)])
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
    """Ranges of the same kind with these actions alone."""
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


def _grouped(kept: list[Action], by: Callable[[Action], Ends]) -> Iterable[tuple[Ends, list[int]]]:
    """The numbers of actions that agree in something, in the order in which it first comes."""
    found: dict[Ends, list[int]] = {}
    for action in kept:
        found.setdefault(by(action), []).append(int(action.n))
    return found.items()


def _pairs(option: Pairs, kept: list[Action]) -> Iterable[Range]:
    """A range has each pair once: where numbers have a gap, what comes after it is in the next range."""
    ranges: list[Pairs] = []
    for (at, to), numbers in _grouped(kept, lambda one: (int(one.at), int(one.to))):
        for nth, (least, most) in enumerate(runs(numbers)):
            if nth == len(ranges):
                ranges.append(Pairs(option.verb))
            ranges[nth].add(at, to, least, most)
    return ranges


def _spots(option: Spots, kept: list[Action]) -> Iterable[Range]:
    """Places that allow the same numbers go together."""
    places: dict[tuple[int, int], list[int]] = {}
    for (place,), numbers in _grouped(kept, lambda one: (int(one.at),)):
        for run in runs(numbers):
            places.setdefault(run, []).append(place)
    for (least, most), those in places.items():
        spots = Spots(option.verb, least, most, option.what)
        for place in those:
            spots.add(place)
        yield spots


def _parties(option: Parties, kept: list[Action]) -> Iterable[Range]:
    """A choice of which everything is kept stays one; of the others each set of pieces goes with its own numbers."""
    whole, untouched = Parties(option.verb, option.units, option.led), set[Ends]()
    for (at, to), numbers in _grouped(kept, lambda one: (int(one.at), int(one.to))):
        party = option.between(at, to)
        if party is not None and _size(option, party) == len(numbers):
            whole.add(at, to, party.least, party.most, party.pieces, party.forced, party.units)
            untouched.add((at, to))
    yield whole
    rest = [action for action in kept if (int(action.at), int(action.to)) not in untouched]
    for (at, to, what), numbers in _grouped(rest, lambda one: (int(one.at), int(one.to), int(one.what))):
        for least, most in runs(numbers):
            some = Parties(option.verb, least + size(what))  # that many units at least: `least` of them armies
            some.add(at, to, 0, most, what, what)
            yield some


def _size(option: Parties, party: Party) -> int:
    """How many actions a choice of parties is."""
    return sum(int(option.most(party, what) - option.fewest(party, what)) + 1 for what in option.sets(party))


def runs(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Numbers as stretches without a gap.

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
