"""A log sent to several viewers together equals the one that each would get alone."""

from collections.abc import Sequence

import pytest

from kamchatka.editions import EDITIONS
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.table import Fact
from kamchatka.kernel.view import ONLOOKER
from kamchatka.match import Match, play_numeric
from kamchatka.words import Story, Words
from kamchatka.words.story import Stories
from tests.laws.tables import setups

ACTIONS = 250


@pytest.mark.parametrize("edition", EDITIONS)
def test_nobody_hears_what_another_one_saw(edition: str) -> None:
    """After every action each viewer of a group gets the log that it would get alone, so no secret is shared."""
    alike = 0
    for number, setup in enumerate(setups(edition)[:3]):
        match, luck = Match.new(edition, setup.seats, setup.options, seed=number), FastChance(number)
        words = Words("en", match.edition, [f"P{seat}" for seat in range(setup.seats)])
        viewers = range(ONLOOKER, setup.seats)
        together, alone = Stories(words, match), {viewer: Story(words, match, viewer) for viewer in viewers}
        together.groups_of = {viewer: [] for viewer in viewers}
        for entry in match.entries:
            check_shared(together, alone, entry.facts)
        for _ in range(ACTIONS):
            if match.is_over:
                break
            seat = match.awaited[luck.below(len(match.awaited))]
            check_shared(together, alone, play_numeric(match, match.options(seat).sample(luck), seat))
            for viewer in viewers:
                groups = together.groups_of[viewer]
                told = [sentence for group in groups[-3:] for sentence in together.tell_group(group, words)]
                assert told == alone[viewer].tell(max(0, len(alone[viewer].groups) - 3))
                assert len(groups) == len(alone[viewer].groups)
            alike += len({id(groups[-1]) for groups in together.groups_of.values()}) == 1
    assert alike > ACTIONS / 2


def check_shared(together: Stories, alone: dict[int, Story], facts: Sequence[Fact]) -> None:
    """Check that all viewers of the group get the same log."""
    for stories in (together, *alone.values()):
        stories.hear(facts)
