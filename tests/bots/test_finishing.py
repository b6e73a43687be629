"""How bots finish a duel since version 0.2: the plan decides where armies are placed and how many move in."""

import pytest

from kamchatka.bots.captain.muster import shares_of, stacks_of
from kamchatka.bots.captain.venture import DESPERATE
from kamchatka.bots.goals.duel import find_beaten_rival
from kamchatka.bots.goals.weights import NORMAL
from kamchatka.bots.habits import VERSIONS
from kamchatka.editions.challenge.state import ChallengeState
from kamchatka.kernel.edges.wire import Occupy, Place
from kamchatka.kernel.state import NOBODY
from kamchatka.match import Match
from tests.bots.test_habits import at, choice, evaluator, moving_in
from tests.kit import position
from tools.tune.finish_duels import DuelTally, finish

# Argentina lies behind Brazil, which borders a weak stack of the seat and a strong one.
BEHIND_BRAZIL = {"brazil": (1, 1), "peru": (1, 2), "argentina": (1, 10), "venezuela": (0, 7), "north_africa": (0, 40)}
THREE_CORNERS = {
    "brazil": (1, 9),
    "peru": (1, 9),
    "madagascar": (1, 6),
    "japan": (1, 6),
    "venezuela": (0, 2),
    "south_africa": (0, 2),
    "mongolia": (0, 2),
}
# From a game: Nunavut has just taken the Exiled States, beyond which are two places with one army. All other places
# of the rival, including those in Australia, are reached from Nunavut through the North Western Oil Emirate.
DEAD_END = {
    "american_republic": (1, 1),
    "northwestern_oil_emirate": (1, 1),
    "republique_du_quebec": (1, 1),
    "afghanistan": (1, 1),
    "alden": (1, 1),
    "angkhor_wat": (1, 1),
    "hong_kong": (1, 1),
    "japan": (1, 1),
    "khan_industrial_state": (1, 1),
    "pevek": (1, 2),
    "sakha": (1, 1),
    "siberia": (1, 5),
    "aboriginal_league": (1, 1),
    "australian_testing_ground": (1, 6),
    "java_cartel": (1, 1),
    "new_guinea": (1, 1),
    "alberta": (0, 7),
    "canada": (0, 6),
    "continental_biospheres": (0, 8),
    "nunavut": (0, 44),
    "exiled_states_of_america": (0, 0),
    "iceland_grc": (0, 10),
    "enclave_of_the_bear": (0, 3),
    "united_indiastan": (0, 3),
}


def test_the_strong_stack_goes_where_the_nearest_one_is_too_weak() -> None:
    """Armies go to the stack that can take both places; the first version strengthened Venezuela and had no plan."""
    match = position(BEHIND_BRAZIL, rest=(0, 1), seats=3, edition="original")
    before, judged = (evaluator(match, VERSIONS[version]).plan for version in ("0.1", "0.2"))
    assert before is None
    assert judged is not None
    assert list(stacks_of(judged)) == [at(match, "north_africa")]
    assert judged.chance > 0.95


def two_fights(armies: int) -> Match:
    """Return a position with two distant places of the rival, each next to an equally large stack."""
    held = {"argentina": (1, armies), "andean_nations": (0, armies), "lesotho": (1, armies), "madagascar": (0, armies)}
    return position(held, rest=(0, 1), seats=3, edition="classic")


def test_a_duel_that_is_won_is_ventured_at_long_odds() -> None:
    """A winning duel is attempted even at long odds, but only with three times the rival's armies."""
    won, even = two_fights(9), two_fights(10)
    assert (find_beaten_rival(won.state, 0), find_beaten_rival(even.state, 0)) == (1, NOBODY)
    plan = evaluator(won, VERSIONS["0.2"]).plan
    assert plan is not None
    assert DESPERATE < plan.chance < NORMAL.hazard
    assert evaluator(won, VERSIONS["0.1"]).plan is None
    assert evaluator(even, VERSIONS["0.2"]).plan is None


def placed(match: Match, name: str) -> dict[str, int]:
    """Return where a bot places all the armies in hand."""
    found: dict[str, int] = {}
    while match.state.stock[0] > 0:
        order = choice(match, name)
        assert isinstance(order, Place)
        found[order.place] = found.get(order.place, 0) + order.armies
        match.play(order, 0)
    return found


def test_each_stack_gets_what_its_part_asks_for() -> None:
    """A hundred armies are divided among the three corners to take; earlier versions put nearly all on one."""
    match = position(THREE_CORNERS, rest=(0, 1), seats=3, edition="original", phase="Reinforce")
    match.state.stock[0] = 100
    found = placed(match, "captain")
    assert set(found) == {"venezuela", "south_africa", "mongolia"}
    assert found["venezuela"] > found["south_africa"] > 15
    assert found["mongolia"] > 15


def test_the_first_version_places_as_it_did() -> None:
    match = position(THREE_CORNERS, rest=(0, 1), seats=3, edition="original", phase="Reinforce")
    match.state.stock[0] = 100
    assert placed(match, "captain@0.1") == {"mongolia": 97, "kamchatka": 3}


def test_shares_make_all_parts_as_sure_as_they_can_be() -> None:
    """All armies in hand are distributed so that all parts are as safe as possible; a part with plenty gets none."""
    match = position(THREE_CORNERS | {"mongolia": (0, 60)}, rest=(0, 1), seats=3, edition="original", phase="Reinforce")
    match.state.stock[0] = 100
    plan = evaluator(match, VERSIONS["0.2"]).plan
    assert plan is not None
    stacks = stacks_of(plan)
    shares = dict(zip(stacks, shares_of(plan, stacks, 100), strict=True))
    assert sum(shares.values()) == 100
    assert shares[at(match, "mongolia")] == 0
    assert shares[at(match, "venezuela")] > shares[at(match, "south_africa")] > 0


@pytest.mark.parametrize(("name", "most"), [("captain", 6), ("captain@0.1", 40)])
def test_few_move_into_a_dead_end(name: str, most: int) -> None:
    """Few of 44 armies move into a dead end; version 0.1 moved 33 and early 0.2 moved 28, and the rival won."""
    match = position(DEAD_END, rest=(0, 1), seats=3, edition="classic")
    match.state.round = 15
    moving_in(match, "nunavut", "exiled_states_of_america")
    order = choice(match, name)
    assert isinstance(order, Occupy)
    assert 3 <= order.armies <= most
    assert (order.armies > 20) == (name == "captain@0.1")


def test_it_holds_while_the_challenge_card_may_be_played() -> None:
    """A captain that may play the challenge card still asks its evaluator for the plan."""
    match = position(
        THREE_CORNERS, rest=(0, 1), seats=3, edition="challenge", phase="Reinforce", options={"challenge_card": "on"}
    )
    assert isinstance(match.state.edition_state, ChallengeState)
    match.state.stock[0] = 100
    assert set(placed(match, "captain")) >= {"venezuela", "south_africa", "mongolia"}


def test_armies_of_a_game_that_is_over_are_not_counted_as_idle() -> None:
    """When Brazil falls in the first turn the game is won, so no armies count as idle afterwards."""
    match = position({"brazil": (1, 1), "venezuela": (0, 60)}, rest=(0, 1), seats=3, edition="original")
    match.state.out_by[2], match.state.fallen = 0, 1
    tally = DuelTally()
    finish(match.game, match.state, "captain", 1, tally)
    assert (tally.won, tally.turns, tally.idle, tally.fighting) == (1, 0, 0, 0)
