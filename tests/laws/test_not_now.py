"""A refusal blames the phase only if the phase is the reason, never in a step that offers the verb."""

from collections import defaultdict

import pytest

from kamchatka.editions import EDITIONS
from kamchatka.kernel.bits import members
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.options import DEFEND, VERBS, Action
from tests.laws.tables import begin, setups

DECISIONS = 90  # of a random game at each table
ASKED_BY_CARDS = {"Resolution", "Unfold"}  # steps in which a played card asks for its targets
NOT_IN_THE_BOX = {"challenge": {DEFEND}}  # verbs that no table of an edition offers


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_phase_is_blamed_only_where_it_is_the_reason(edition: str) -> None:
    """A verb that a step offers at some moment is never refused in that step because of the phase."""
    offered: defaultdict[str, set[int]] = defaultdict(set)
    refused: defaultdict[str, set[int]] = defaultdict(set)
    for number, setup in enumerate(setups(edition)):
        game, table, luck = setup.game, begin(setup, number), FastChance(number)
        for _ in range(DECISIONS):
            if table.state.over:
                break
            asked = members(game.awaits(table))
            seat = asked[luck.below(len(asked))]
            ranges = game.options(table, seat)
            step = game.steps[table.state.agenda[-1].step].name()
            here = {int(option.verb) for option in ranges.ranges}
            offered[step] |= here
            for verb in set(range(len(VERBS))) - here:
                action = Action(verb, luck.below(table.board.size), luck.below(table.board.size), 1, luck.below(3))
                if game.why(table, seat, action) == "turn.not_now":
                    refused[step].add(verb)
            game.play_from(table, seat, ranges.sample(luck), ranges)
    hidden = {
        (step, VERBS[verb])
        for step in offered.keys() - ASKED_BY_CARDS
        for verb in offered[step] & refused[step]  # at another table, or at another moment
    }
    assert hidden == set()


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_a_table_excludes_it_never_offers_and_others_do(edition: str) -> None:
    """An option excludes it with a clause of its own, for every seat at any time."""
    for number, setup in enumerate(setups(edition)):
        game, table, luck = setup.game, begin(setup, number), FastChance(number)
        for _ in range(DECISIONS // 3):
            if table.state.over:
                break
            asked = members(game.awaits(table))
            ranges = game.options(table, asked[0])
            assert not {int(option.verb) for option in ranges.ranges} & {*game.excluded}
            for verb, clause in game.excluded.items():
                for seat in range(setup.seats):
                    assert game.why(table, seat, Action(verb)) == clause
            game.play_from(table, asked[0], ranges.sample(luck), ranges)
    always = set.intersection(*({*setup.game.excluded} for setup in setups(edition)))
    assert always == NOT_IN_THE_BOX.get(edition, set())
