"""Options list exactly the accepted actions; a refusal changes nothing and names a rule of the booklet."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kamchatka.kernel.bits import has, members
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.notation import print_position
from kamchatka.kernel.game import REFEREE
from kamchatka.kernel.options import STOP, Action, Options
from kamchatka.kernel.refusal import Refusal
from kamchatka.kernel.table import Fact, Table
from tests.laws.tables import ALL, Setup, advance, begin, moments, setups, steady, twin

WANTED = 20_000  # random actions, legal and mutated, for each edition
BENT = 14  # consecutive ones at one decision
NO_SEATS = (-(1 << 31), -2, 1 << 31)
ODD = (-1, 0, 1, 2, 3, 5, 7, 12, 41, 42, 300, 1 << 40, -(1 << 40))


def bent(action: Action, luck: FastChance) -> Action:
    """Return a legal action with a number or two changed."""
    key = list(action.key())
    for _ in range(1 + luck.below(2)):
        key[luck.below(5)] = ODD[luck.below(len(ODD))]
    return Action(*key)


class Trial:
    """Counts actions tried at tables of one edition."""

    def __init__(self, edition: str) -> None:
        self.rules = {rule.id for rule in ALL[edition].rulebook.rules}
        self.tried = 0
        self.clauses = Counter[str]()

    def refused(self, setup: Setup, table: Table, seat: int, action: Action) -> None:
        """Check that the action is refused, with a rule and both sentences."""
        refusal = None
        try:
            setup.game.play(table, seat, action)
        except Refusal as raised:  # pytest.raises would cost more than all the rest
            refusal = raised
        assert refusal is not None, action.key()
        assert refusal.clause == setup.game.why(table, seat, action) != ""
        assert refusal.rule in self.rules
        assert refusal.text("it")
        assert refusal.text("en")
        assert refusal.text("it") != refusal.text("en")
        self.clauses[refusal.clause] += 1

    def accepted(self, setup: Setup, table: Table, seat: int, action: Action) -> None:
        """Check that the action is allowed and changes another table."""
        assert setup.game.why(table, seat, action) == ""
        journal: list[Fact] = []
        other = twin(table, 7, journal)
        setup.game.play(other, seat, action)
        assert journal

    def decision(self, setup: Setup, table: Table, luck: FastChance) -> None:
        """Check everything about one decision, without taking it."""
        game, journal, dice = setup.game, table.journal, table.chance
        assert journal is not None
        assert isinstance(dice, FastChance)
        asked = members(game.awaits(table))
        seat = asked[luck.below(len(asked))]
        offered = game.options(table, seat)
        legal = {action.key() for action in offered.expand()}
        assert legal, "a seat is asked and may do nothing"
        before = (print_position(game, table.state), dice.x, len(journal))
        for _ in range(BENT):
            action = bent(offered.sample(luck), luck)
            listed = action.key() in legal
            assert offered.allows(action) == listed
            if listed:
                self.accepted(setup, table, seat, action)
            else:
                self.refused(setup, table, seat, action)
            self.tried += 1
        sampled = offered.sample(luck)
        assert sampled.key() in legal
        self.accepted(setup, table, seat, sampled)
        self.others(setup, table, sampled)
        self.tried += 2  # `others` tries it by every other seat as well
        assert (print_position(game, table.state), dice.x, len(journal)) == before

    def others(self, setup: Setup, table: Table, action: Action) -> None:
        """Check that nobody else may do it: another seat, the referee or a seat from another game."""
        for seat in (*range(REFEREE, setup.seats + 1), *NO_SEATS):
            if not 0 <= seat < setup.seats or not has(setup.game.awaits(table), seat):
                assert not setup.game.options(table, seat).allows(action)
                self.refused(setup, table, seat, action)


@pytest.mark.parametrize("edition", ALL)
def test_listed_is_accepted_and_the_rest_is_refused_untouched(edition: str) -> None:
    trial = Trial(edition)

    @steady(90)
    @given(st.sampled_from(setups(edition)), st.integers(0, 1 << 30), moments(edition))
    def law(setup: Setup, seed: int, actions: int) -> None:
        table, luck = begin(setup, seed, []), FastChance(seed + 1)
        advance(setup.game, table, luck, actions)
        for _ in range(30):
            if table.state.over or trial.tried >= WANTED:
                return
            trial.decision(setup, table, luck)
            advance(setup.game, table, luck, 2)

    while trial.tried < WANTED:  # games may end early, so the examples run again
        law()
    assert trial.tried >= WANTED
    assert len(trial.clauses) >= 8, trial.clauses


@pytest.mark.parametrize("edition", ALL)
def test_a_game_that_is_over_accepts_nothing(edition: str) -> None:
    for setup in setups(edition)[:3]:
        table = begin(setup, 3)
        action = setup.game.options(table, members(setup.game.awaits(table))[0]).expand()[0]
        (stop,) = [known for known in setup.game.options(table, REFEREE).expand() if known.verb == STOP]
        setup.game.play(table, REFEREE, stop)
        assert setup.game.awaits(table) == 0
        for seat in range(REFEREE, setup.seats + 1):
            assert setup.game.options(table, seat).ranges == Options().ranges
            with pytest.raises(Refusal) as raised:
                setup.game.play(table, seat, action)
            assert raised.value.clause == "game.over"
