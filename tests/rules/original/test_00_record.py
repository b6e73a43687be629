"""The record of this edition is copied, saved and hidden as the rest of the position is."""

import pytest

from kamchatka.editions.original.state import OriginalState, edition_state
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.state import HIDDEN
from kamchatka.match import Match
from tests.rules.original.scene import SET, scene

ROWS = [[7, 0, 3, 5, 6], [n % 4 for n in range(42)]]


def full() -> OriginalState:
    """Return a record with every field set."""
    record = OriginalState(42)
    record.load(ROWS)
    return record


def test_a_copy_has_everything_and_shares_nothing() -> None:
    record = full()
    copied = record.copy()
    assert copied.rows() == ROWS
    record.spent[0] = 9
    record.exchanges = 8
    assert copied.rows() == ROWS


def test_only_the_captor_knows_which_cards_were_captured() -> None:
    for seat in (-1, 0, 1):
        seen = full().seen_by(seat).rows()
        assert seen == [[7, 0, 3, 5 if seat == 0 else HIDDEN, 6], ROWS[1]]
    nobody = OriginalState(42)
    assert [nobody.seen_by(seat).rows() for seat in (-1, 0)] == [[[0, -1, 0, 0, 0], [0] * 42]] * 2


def test_a_position_brings_the_record_back() -> None:
    match = scene({"india": (0, 4)}, hands={0: SET})
    edition_state(match.table).load(ROWS)
    again = Match.from_position(match.position())
    assert again.state.edition_state.rows() == ROWS
    assert again.position() == match.position()


@pytest.mark.parametrize("extra", ["[[7,0,3,5,6],[1,2]]", "[[7,0,3,5],[]]", "[]"])
def test_a_record_of_another_shape_is_refused(extra: str) -> None:
    text = scene({"india": (0, 4)}).position()
    with pytest.raises(Problem):
        Match.from_position(text[: text.index("extra=")] + f"extra={extra}")
