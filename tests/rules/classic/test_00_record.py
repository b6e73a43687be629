"""What the record of this edition stores in addition to the board."""

import pytest

from kamchatka.editions.classic.state import ClassicState, edition_state
from kamchatka.kernel.problem import Problem
from kamchatka.match import Match
from tests.rules.classic.scene import BOARDS, scene

ROWS = [[7, 3, 2], [1, 2, 3], [4, 5, 6], [n % 5 for n in range(44)]]


def test_a_copy_has_everything_and_shares_nothing() -> None:
    kept = ClassicState(3, 44)
    assert kept.rows() == [[0, 0, -1], [0] * 3, [0] * 3, [0] * 44]
    kept.load(ROWS)
    copied = kept.copy()
    kept.under[0], kept.drawn[0], kept.rewarded[0] = 9, 9, 9
    assert copied.rows() == ROWS
    assert copied.seen_by(1).rows() == ROWS


@pytest.mark.parametrize("edition", BOARDS)
def test_a_position_brings_the_record_back(edition: str) -> None:
    match = scene({}, edition, rest=(0, 2), seats=3)
    edition_state(match.table).load(ROWS)
    again = Match.from_position(match.position())
    assert again.edition.id == edition
    assert again.state.edition_state.rows() == ROWS


@pytest.mark.parametrize("extra", ["[[7,3,2],[1],[4,5,6],[]]", "[[7],[],[],[]]", "[]"])
def test_a_record_of_another_shape_is_refused(extra: str) -> None:
    text = scene({}, rest=(0, 2), seats=3).position()
    with pytest.raises(Problem):
        Match.from_position(text[: text.index("extra=")] + f"extra={extra}")
