"""Options narrowed to what a host allows: its rules may forbid what ours do not (a link, a number, a phase)."""

from collections.abc import Iterable, Sequence

from kamchatka.kernel.options import Action, Amount, Choice, Options, Pairs, Range, Spots


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
    options = Options()
    for option in offered.ranges:
        kept = [action for action in allowed if action.verb == option.verb and option.allows(action)]
        if kept:
            for narrow in _ranges(option, kept):
                options.add(narrow)
    return options


def _ranges(option: Range, kept: list[Action]) -> Iterable[Range]:
    """A range of the same kind with these actions alone; one whose kind cannot be narrowed stays as it is."""
    if isinstance(option, Pairs):
        pairs = Pairs(option.verb)
        for at, to in dict.fromkeys((int(action.at), int(action.to)) for action in kept):
            for least, most in runs(int(action.n) for action in kept if (action.at, action.to) == (at, to)):
                pairs.add(at, to, least, most)
        return [pairs]
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


def _spots(option: Spots, kept: list[Action]) -> Iterable[Range]:
    """Places that allow the same numbers go together."""
    places: dict[tuple[int, int], list[int]] = {}
    for place in dict.fromkeys(int(action.at) for action in kept):
        for run in runs(int(action.n) for action in kept if action.at == place):
            places.setdefault(run, []).append(place)
    for (least, most), those in places.items():
        spots = Spots(option.verb, least, most, option.what)
        for place in those:
            spots.add(place)
        yield spots


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
