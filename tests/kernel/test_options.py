"""Options: `allows` accepts exactly what `expand` lists, and `sample` returns all of it and nothing else."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kamchatka.kernel.chance import FastChance, ScriptedChance
from kamchatka.kernel.options import (
    ATTACK,
    BID,
    CHOOSE,
    DEFEND,
    MOVE,
    PASS,
    PLACE,
    STOP,
    TRADE,
    Action,
    Amount,
    Bare,
    Choice,
    Options,
    Pairs,
    Range,
    Spots,
)

TOP = 2**31 - 1


def pairs() -> Pairs:
    """Return four pairs with different amounts; 255 is the last place that a pair can name."""
    made = Pairs(ATTACK)
    made.add(0, 1, 1, 3)
    made.add(1, 0, 2, 2)
    made.add(255, 254, 0, 1)
    made.add(2, 255, 4, 4)
    return made


def spots() -> Spots:
    """Return two places with one to three of something."""
    made = Spots(PLACE, 1, 3, 7)
    made.add(4)
    made.add(0)
    return made


def choice() -> Choice:
    """Return two things, one of them a set with a high member."""
    made = Choice(TRADE)
    made.add(5)
    made.add(2**43 + 2**41 + 1)
    return made


RANGES: list[tuple[Range, list[tuple[int, ...]]]] = [
    (Bare(STOP), [(STOP, -1, -1, 0, 0)]),
    (
        pairs(),
        [
            (ATTACK, 0, 1, 1, 0),
            (ATTACK, 0, 1, 2, 0),
            (ATTACK, 0, 1, 3, 0),
            (ATTACK, 1, 0, 2, 0),
            (ATTACK, 255, 254, 0, 0),
            (ATTACK, 255, 254, 1, 0),
            (ATTACK, 2, 255, 4, 0),
        ],
    ),
    (
        spots(),
        [
            (PLACE, 4, -1, 1, 7),
            (PLACE, 4, -1, 2, 7),
            (PLACE, 4, -1, 3, 7),
            (PLACE, 0, -1, 1, 7),
            (PLACE, 0, -1, 2, 7),
            (PLACE, 0, -1, 3, 7),
        ],
    ),
    (Amount(BID, 0, 2, 3), [(BID, -1, -1, 0, 3), (BID, -1, -1, 1, 3), (BID, -1, -1, 2, 3)]),
    (Amount(DEFEND, 2, 2), [(DEFEND, -1, -1, 2, 0)]),
    (choice(), [(TRADE, -1, -1, 0, 5), (TRADE, -1, -1, 0, 2**43 + 2**41 + 1)]),
]
IDS = ["bare", "pairs", "spots", "amount", "one amount", "choice"]


@pytest.mark.parametrize(("option", "keys"), RANGES, ids=IDS)
def test_expand_lists_every_action(option: Range, keys: list[tuple[int, ...]]) -> None:
    assert [action.key() for action in option.expand()] == keys
    assert [action.key() for action in Options().add(option).expand()] == keys


@pytest.mark.parametrize(("option", "keys"), RANGES, ids=IDS)
def test_allows_is_membership_in_expand(option: Range, keys: list[tuple[int, ...]]) -> None:
    grid = product(
        (-2, -1, 0, 1, 2, 3, 4, 5, 254, 255, 256, 511),
        (-257, -1, 0, 1, 254, 255, 256),
        (-1, 0, 1, 2, 3, 4, 2**32),
        (-1, 0, 3, 5, 7, 2**43 + 2**41 + 1),
    )
    tried = 0
    for at, to, n, what in grid:
        action = Action(option.verb, at, to, n, what)
        assert option.allows(action) == (action.key() in keys)
        assert Options().add(option).allows(action) == (action.key() in keys)
        assert not Options().add(option).allows(Action(MOVE, at, to, n, what))
        tried += 1
    assert tried == 12 * 7 * 7 * 6
    assert all(option.allows(Action(*key)) for key in keys)


@pytest.mark.parametrize(("option", "keys"), RANGES, ids=IDS)
def test_sample_reaches_everything_and_nothing_else(option: Range, keys: list[tuple[int, ...]]) -> None:
    chance, options = FastChance(3), Options().add(option)
    assert {options.sample(chance).key() for _ in range(300)} == set(keys)


def test_sample_is_uniform_over_the_main_choices_then_over_the_amount() -> None:
    options = Options().add(pairs()).may(PASS).add(spots()).add(Amount(BID, 0, 2, 3)).add(choice())
    # 4 pairs, pass, 2 spots, an amount, 2 things: ten main choices
    drawn = [
        options.sample(ScriptedChance(script)).key()
        for script in ([0, 2], [1, 0], [2, 1], [3, 0], [4], [5, 0], [6, 2], [7, 1], [8], [9])
    ]
    assert drawn == [
        (ATTACK, 0, 1, 3, 0),
        (ATTACK, 1, 0, 2, 0),
        (ATTACK, 255, 254, 1, 0),
        (ATTACK, 2, 255, 4, 0),
        (PASS, -1, -1, 0, 0),
        (PLACE, 4, -1, 1, 7),
        (PLACE, 0, -1, 3, 7),
        (BID, -1, -1, 1, 3),
        (TRADE, -1, -1, 0, 5),
        (TRADE, -1, -1, 0, 2**43 + 2**41 + 1),
    ]
    with pytest.raises(ValueError, match=r"does not fit below\(10\)"):
        options.sample(ScriptedChance([10]))


@given(st.integers(0, 255), st.integers(0, 255), st.integers(0, 2**16 - 1), st.integers(0, TOP))
def test_pairs_hold_large_armies(at: int, to: int, least: int, extra: int) -> None:
    most = min(least + extra, TOP)
    option = Pairs(MOVE)
    option.add(at, to, least, most)
    assert option.count() == 1
    for n in (least, most, (least + most) // 2):
        assert option.allows(Action(MOVE, at, to, n))
    for n in (least - 1, most + 1, -1):
        assert not option.allows(Action(MOVE, at, to, n))
    assert option.nth(0, ScriptedChance([most - least])).key() == (MOVE, at, to, most, 0)
    assert option.nth(0, ScriptedChance([0])).key() == (MOVE, at, to, least, 0)


def test_empty_ranges_are_dropped() -> None:
    places = Spots(PLACE, 1, 0)
    places.add(3)
    for option in (Pairs(ATTACK), Spots(PLACE, 1, 3), places, Choice(CHOOSE), Amount(BID, 1, 0)):
        assert option.count() == 0
        assert option.expand() == []
        assert Options().add(option).ranges == []
    with pytest.raises(ValueError, match="one below 0 is asked"):
        Options().sample(ScriptedChance([]))
    with pytest.raises(ValueError, match=r"^nothing may be done$"):
        Options().sample(FastChance(1))


def test_ranges_of_one_verb_stand_beside_each_other() -> None:
    options = Options().add(Amount(BID, 1, 2, 4)).add(Amount(BID, 5, 6, 8)).may(STOP)
    allowed = {(n, what) for n, what in product(range(9), range(9)) if options.allows(Action(BID, -1, -1, n, what))}
    assert allowed == {(1, 4), (2, 4), (5, 8), (6, 8)}
    assert options.allows(Action(STOP))
    assert not options.allows(Action(PASS))
    assert options.may(PASS).allows(Action(PASS))


def test_an_action_is_empty_unless_told_otherwise() -> None:
    assert Action(PASS).key() == (PASS, -1, -1, 0, 0)
    assert Action(MOVE, 1, 2, 3, 4).key() == (MOVE, 1, 2, 3, 4)


def test_a_range_must_be_one_of_the_kinds() -> None:
    bare = Range(PASS)
    assert bare.count() == 1
    for ask in (lambda: bare.expand(), lambda: bare.allows(Action(PASS)), lambda: bare.nth(0, ScriptedChance([]))):
        with pytest.raises(NotImplementedError):
            ask()


def test_pairs_give_their_rows_unpacked() -> None:
    """Pairs give their rows unpacked: the limits of every field, with spans equal to the single actions."""
    wide = Pairs(MOVE)
    wide.add(255, 0, 65_535, 1_000_000_000)
    wide.add(0, 255, 0, 0)
    assert [(one.at, one.to, one.least, one.most) for one in wide.spans()] == [
        (255, 0, 65_535, 1_000_000_000),
        (0, 255, 0, 0),
    ]
    spelled = [(one.at, one.to, n) for one in pairs().spans() for n in range(one.least, one.most + 1)]
    assert spelled == [(one.at, one.to, one.n) for one in pairs().expand()]
