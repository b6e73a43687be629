"""An attack continues while its odds are no worse or nearly certain, and is reconsidered otherwise."""

import pytest

from kamchatka.bots.bot import Bot
from kamchatka.bots.onslaught import SURE, ResoluteBot
from kamchatka.kernel.edges.wire import Attack, Pass, inner, outer
from kamchatka.kernel.options import Action, Options
from kamchatka.kernel.view import View
from kamchatka.match import Match
from kamchatka.players import strategy_of
from tests.kit import faces, position

BRAZIL = {"brazil": (0, 8), "north_africa": (1, 4), "japan": (0, 5)}
AFRICA = Attack("brazil", "north_africa", 3)
WINS, LOSES = faces(6, 6, 6, 1, 1, 1), faces(1, 1, 1, 6, 6, 6)


class Waverer(Bot):
    """A bot that attacks Africa the first time it is asked, and never again."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.asked = 0

    def decide(self, view: View, options: Options) -> Action:
        self.asked += 1
        return inner(self.match.game, AFRICA if self.asked == 1 else Pass())


def begin_onslaught(luck: list[int], armies: int = 8) -> tuple[Match, ResoluteBot]:
    """Return a match in which a resolute bot has attacked once with these armies and dice."""
    match = position(BRAZIL | {"brazil": (0, armies)}, rest=(2, 3), edition="challenge", luck=luck)
    resolute = ResoluteBot(Waverer(match), strategy_of(match.game).info.battles)
    assert decide_in_words(match, resolute) == AFRICA
    match.play(AFRICA)
    return match, resolute


def decide_in_words(match: Match, resolute: ResoluteBot) -> object:
    """Return what seat 0 does, in written form."""
    return outer(match.game, resolute.decide(match.view(0), match.options(0)))


@pytest.mark.parametrize(("luck", "then"), [(WINS, AFRICA), (LOSES, Pass())])
def test_it_goes_on_while_it_stands_no_worse(luck: list[int], then: object) -> None:
    match, resolute = begin_onslaught(luck)
    assert decide_in_words(match, resolute) == then


@pytest.mark.parametrize(("armies", "then"), [(20, AFRICA), (14, Pass())])
def test_it_goes_on_after_a_bad_roll_that_leaves_it_sure(armies: int, then: object) -> None:
    """After losing three armies, an attack that still succeeds nine times in ten continues without reconsidering."""
    match, resolute = begin_onslaught(LOSES, armies)
    odds = strategy_of(match.game).info.battles.win(armies - 4, 4)
    assert (odds >= SURE) == (then == AFRICA)
    assert odds < strategy_of(match.game).info.battles.win(armies - 1, 4)
    assert decide_in_words(match, resolute) == then


def test_somebody_elses_armies_make_it_think_again() -> None:
    """An attack is reconsidered in any other position, even one of another game."""
    match, resolute = begin_onslaught(WINS)
    match.state.armies[0] += 1
    assert decide_in_words(match, resolute) == Pass()


def test_it_remembers_nothing_beyond_its_last_decision() -> None:
    """A bot forgets its attack after any other decision."""
    match, resolute = begin_onslaught(LOSES + WINS)
    assert decide_in_words(match, resolute) == Pass()
    match.play(AFRICA)
    assert decide_in_words(match, resolute) == Pass()
