"""A race of plans: beaten plans drop out, and equal plans don't prolong the race."""

import pytest

from kamchatka.bots.learned.learned import Temper
from kamchatka.bots.marshal.race import FEWEST, TRIFLE, Race


def raced(*worlds: tuple[float, ...]) -> Race:
    """Run a race through these worlds, given each plan's promise in every world; dropped plans aren't asked again."""
    race = Race([*range(len(worlds[0]))])
    for promised in worlds:
        race.run([promised[plan] for plan in race.plans])
    return race


def test_a_beaten_plan_drops_out_after_a_few_worlds() -> None:
    """A beaten plan drops out after a few worlds, but not before four, which prove little."""
    worlds = [(0.2, 0.5), (0.1, 0.6), (0.3, 0.5), (0.2, 0.4), (0.2, 0.5)]
    assert raced(*worlds[: FEWEST - 1]).is_open()
    assert raced(*worlds).plans == [1]


def test_luck_is_not_taken_for_merit() -> None:
    """A lead that the next world may reverse doesn't end the race."""
    assert raced(*[(0.2, 0.6), (0.6, 0.3)] * 4).is_open()


def test_worlds_are_compared_one_by_one() -> None:
    """Worlds are compared pairwise: a small lead in each of them is clear, because good worlds help all plans."""
    assert raced((0.12, 0.1), (0.92, 0.9), (0.52, 0.5), (0.22, 0.2), (0.72, 0.7)).plans == [0]


def test_of_equals_the_first_is_kept() -> None:
    """Of equal plans the first is kept without further worlds, which would not tell them apart."""
    assert raced(*[(0.3, 0.3, 0.3)] * FEWEST).plans == [0]


def test_a_trifle_is_not_pursued() -> None:
    """Two plans closer than half the threshold count as equal; three times that difference is pursued."""
    for gain, still in ((TRIFLE / 2, False), (3 * TRIFLE, True)):
        race = raced(*[(0.3, 0.3 + gain * swing) for swing in (1.5, -1.5, 1.5, -1.5, 1.5)])
        assert race.is_open() == still


def test_only_so_many_go_on() -> None:
    """Only a limited number of plans continue, the best first; they may be any of a longer list."""
    race = Race([7, 3, 5])
    race.run([0.1, 0.4, 0.3])
    race.cut(2)
    assert race.plans == [3, 5]


@pytest.mark.parametrize("worlds", [1, 2, 30])
@pytest.mark.parametrize(("promised", "chosen"), [(0.6, 3), (0.7, 4)])
def test_the_usual_plan_has_a_head_start(worlds: int, promised: float, chosen: int) -> None:
    """The usual plan has a head start: another must promise more than that, however many worlds were played."""
    race = Race([3, 4], head_start=0.15)
    for _ in range(worlds):
        race.run([0.5, promised][: len(race.plans)])
    race.cut(1)
    assert race.plans == [chosen]


def test_without_a_head_start_one_world_decides() -> None:
    """Without a head start a single world decides, as in earlier versions and where nothing was learned."""
    assert Temper().head_start == 0.0
    race = Race([3, 4])
    race.run([0.5, 0.51])
    race.cut(1)
    assert race.plans == [4]
