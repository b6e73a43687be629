"""Offensives of `captain`: taking all places of a rival, or of its objective, in one turn."""

import pytest

from kamchatka.bots.captain.offensive import Offensive, pool_armies
from kamchatka.bots.captain.venture import venture
from kamchatka.bots.captain.ways import ENDLESS
from kamchatka.bots.goals.goals import Goals
from kamchatka.bots.goals.objectives import places_of
from kamchatka.bots.goals.weights import NORMAL
from kamchatka.kernel.edges.wire import Attack, Occupy, Pass, Place, Trade, number_of, outer
from kamchatka.match import Match
from kamchatka.players import bot, strategy_of
from tests.kit import faces, position

OCEANIA = ["indonesia", "new_guinea", "western_australia", "eastern_australia"]
SOUTH = ["venezuela", "peru", "brazil", "argentina"]
CARDS = ["alaska", "brazil", "japan", "egypt", "ukraine"]


def offensive(match: Match, victim: int) -> Offensive:
    """Return a plan of seat 0 for all places of another seat."""
    goals = Goals(strategy_of(match.game).info, match.state, 0, NORMAL)
    wanted = places_of(goals, victim)
    plan = Offensive(goals.info, match.state, 0, pool_armies(match.state, 0), 1.0)
    assert plan.cover(wanted, ENDLESS, 0.0)
    return plan


def at(match: Match, name: str) -> int:
    """Return the number of a place."""
    return number_of(match.game, "place", name)


def choice(match: Match) -> object:
    """Return a captain's decision for the asked seat."""
    (seat,) = match.awaited
    return outer(match.game, bot("captain", match.game, 0).decide(match.view(seat), match.options(seat)))


def test_one_stack_takes_a_row_of_places() -> None:
    """One stack takes four places in a row; the chance rises with its armies."""
    few, many = (
        position({place: (1, 2) for place in OCEANIA} | {"siam": (0, armies)}, rest=(2, 3)) for armies in (14, 25)
    )
    plan = offensive(many, 1)
    assert plan.count[at(many, "siam")] == 4
    assert plan.has(at(many, "siam"), at(many, "indonesia"))
    assert not plan.has(at(many, "indonesia"), at(many, "new_guinea"))
    assert 0.7 < offensive(few, 1).chance < 0.9 < plan.chance


def test_several_stacks_share_the_work() -> None:
    """Distant places are taken by the stacks next to them, and the plan needs all to succeed."""
    match = position({"indonesia": (1, 1), "alaska": (1, 1), "siam": (0, 5), "kamchatka": (0, 4)}, rest=(2, 3))
    plan = offensive(match, 1)
    assert (plan.count[at(match, "siam")], plan.count[at(match, "kamchatka")]) == (1, 1)
    parts = plan.part(at(match, "siam"), 5) * plan.part(at(match, "kamchatka"), 4)
    assert plan.chance == pytest.approx(parts)


def test_the_way_leads_through_others() -> None:
    """To reach a last place behind another rival's, the plan takes that one first."""
    match = position({"indonesia": (2, 1), "new_guinea": (1, 1), "siam": (0, 12)}, rest=(2, 3))
    plan = offensive(match, 1)
    assert plan.before[at(match, "new_guinea")] == at(match, "indonesia")
    assert plan.has(at(match, "siam"), at(match, "indonesia"))


def test_without_a_stack_there_is_no_way() -> None:
    """Stacks of one army take nothing, so there is no plan."""
    match = position({"indonesia": (1, 1), "siam": (0, 1)}, rest=(2, 3))
    goals = Goals(strategy_of(match.game).info, match.state, 0, NORMAL)
    assert not Offensive(goals.info, match.state, 0, pool_armies(match.state, 0), 1.0).cover(
        places_of(goals, 1), ENDLESS, 0.0
    )
    assert venture(goals, 1.0) is None


def test_a_rival_falls_for_its_cards() -> None:
    """A rival with five cards is eliminated place by place; without cards the attack isn't worth the armies."""
    holdings = {"indonesia": (1, 3), "new_guinea": (1, 1), "siam": (0, 16), "china": (0, 2)}
    rich, poor = (
        position(holdings, rest=(2, 4), hands={1: hand}, objectives={0: "europe_south_america_and_another"})
        for hand in (CARDS, [])
    )
    plans = [venture(Goals(strategy_of(match.game).info, match.state, 0, NORMAL), 3.0) for match in (rich, poor)]
    assert plans[0] is not None
    assert plans[1] is None
    assert choice(rich) == Attack("siam", "indonesia", 3)


def test_the_armies_of_the_turn_go_where_the_offensive_lacks_them() -> None:
    """New armies go to the weaker of two stacks, which needs them for the offensive."""
    holdings = {"indonesia": (1, 1), "alaska": (1, 2), "siam": (0, 7), "kamchatka": (0, 3)} | {
        place: (0, 2) for place in SOUTH
    }
    match = position(holdings, rest=(2, 6), phase="Reinforce", hands={1: CARDS})
    placed = choice(match)
    assert isinstance(placed, Place)
    assert placed.place == "kamchatka"


def test_armies_move_on_to_where_the_next_place_is() -> None:
    """After the first conquest of a row, the armies that the next ones need move in, not only the three that rolled."""
    match = position(
        {place: (1, 1) for place in OCEANIA} | {"siam": (0, 14)}, rest=(2, 3), luck=faces(6, 6, 6, 1), hands={1: CARDS}
    )
    match.play(Attack("siam", "indonesia", 3))
    moved = choice(match)
    assert isinstance(moved, Occupy)
    assert moved.armies >= 8


def test_a_trio_is_traded_when_it_makes_a_rival_fall() -> None:
    """In the classic game small hands are kept, unless their armies eliminate a seat."""
    known = position({}, edition="classic", seats=3)
    trios, board = strategy_of(known.game).info.trios, known.game.board
    assert trios is not None
    infantry = [card for n, card in enumerate(known.game.cards) if trios.symbols[n] == 1]
    home, prey = board.places[0], board.places[board.links[board.first[0]]]
    for defenders, trades in ((5, True), (30, False)):
        match = position(
            {home: (0, 2), prey: (1, defenders)},
            rest=(2, 9),
            edition="classic",
            seats=3,
            phase="Reinforce",
            hands={0: infantry[:3], 1: infantry[3:7]},
        )
        assert isinstance(choice(match), Trade) == trades


def test_nothing_is_ventured_at_bad_odds() -> None:
    """A rival that is too strong for the adjacent stack is not attacked."""
    match = position({place: (1, 6) for place in OCEANIA} | {"siam": (0, 7)}, rest=(2, 6))
    assert choice(match) == Pass()
