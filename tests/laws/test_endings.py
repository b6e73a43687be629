"""Games end when the booklet says so, and every ending names its rule."""

from collections import Counter

import pytest

from kamchatka.kernel.bits import members
from kamchatka.kernel.chance import FastChance
from tests.laws.tables import ALL, Setup, advance, begin, setups

LIMIT = 20_000  # actions: far more than random play needs


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_time_attack_by_cards_ends_by_itself(seats: int) -> None:
    setup = Setup("modern", seats, {"ending": "time_attack_cards", "time_attack_reshuffles": 0})
    endings = Counter[str]()
    for seed in range(4):
        table = begin(setup, seed)
        advance(setup.game, table, FastChance(seed + 1), LIMIT)
        assert table.state.over
        winners = members(table.state.winners)
        assert winners
        assert all(table.state.is_alive(seat) for seat in winners)
        endings[table.state.ending] += 1
    assert set(endings) <= set(ALL["modern"].citations)


def test_the_teaching_edition_always_ends() -> None:
    for setup in setups("teaching"):
        for seed in range(6):
            table = begin(setup, seed)
            advance(setup.game, table, FastChance(seed + 1), 3000)
            assert table.state.over
            assert table.state.ending in ("end.points", "end.survivor")
            assert table.state.winners
