"""A captain reuses its previous evaluation while it remains valid."""

import pytest
from mypy_extensions import i64

from kamchatka.bots.captain.bot import CaptainBot
from kamchatka.bots.captain.evaluator import UNKNOWN, CaptainEvaluator, armies_of
from kamchatka.bots.captain.recall import FEW, Recall
from kamchatka.bots.evaluator import Evaluator
from kamchatka.bots.orders import best_move, best_place, best_split
from kamchatka.kernel.edges.wire import Attack, Occupy, Place, number_of, outer
from kamchatka.kernel.options import MOVE, OCCUPY, PLACE, Amount, Pairs, Spots
from kamchatka.match import Match
from kamchatka.players import bot, plain_captain, strategy_of
from tests.bots.test_habits import moving_in
from tests.kit import faces, position

OPEN_FRONT = {"brazil": (0, 9), "venezuela": (1, 3), "central_america": (1, 60), "kamchatka": (2, 60)}


def thinking(match: Match) -> tuple[CaptainBot, Recall]:
    """Return a captain at this table, and its memory."""
    recall = Recall()
    return CaptainBot(strategy_of(match.game), recall=recall), recall


def asked(match: Match, captain: CaptainBot) -> CaptainEvaluator | None:
    """Return the captain's memory after it has decided for seat 0."""
    captain.decide(match.view(0), match.options(0))
    assert captain.recall is not None
    return captain.recall.last


def test_placing_in_a_row_is_one_evaluation() -> None:
    match = position(OPEN_FRONT, rest=(0, 2), phase="Reinforce")
    captain, _ = thinking(match)
    first = asked(match, captain)
    assert first is not None
    match.play(Place("japan", 1))
    assert asked(match, captain) is first
    assert first.state.armies[number_of(match.game, "place", "japan")] == 3  # it evaluates the current position


def test_a_roll_changes_what_rivals_have_and_not_what_places_are_worth() -> None:
    match = position(OPEN_FRONT, rest=(0, 2), edition="challenge", luck=faces(6, 6, 6, 6, 1, 1))
    captain, _ = thinking(match)
    first = asked(match, captain)
    assert first is not None
    brazil, venezuela = (number_of(match.game, "place", name) for name in ("brazil", "venezuela"))
    before = first.attack(brazil, venezuela, 8, 1, first.info.battles)
    stood, hoped = first.stand(brazil, 9), first.stand_at_most(brazil, 9)
    match.play(Attack("brazil", "venezuela", 3))
    assert asked(match, captain) is first
    assert first.state.armies[venezuela] < 3
    assert first.attack(brazil, venezuela, 8, 1, first.info.battles) > before
    assert first.stand(brazil, 9) > stood
    assert first.stand_at_most(brazil, 9) > hoped


@pytest.mark.parametrize(("more", "is_kept"), [(0, False), (1, True)])
def test_few_armies_are_thought_about_each_time(more: int, is_kept: bool) -> None:
    """With up to sixty armies in total, every decision is evaluated anew."""
    match = position({**OPEN_FRONT, "japan": (0, 14 + more)}, rest=(0, 1), phase="Reinforce")
    assert armies_of(match.state, 0) == FEW + more
    captain, _ = thinking(match)
    assert (asked(match, captain) is not None) is is_kept


@pytest.mark.parametrize("change", ["seat", "round", "conquests", "owner", "hand", "objective", "phase"])
def test_whatever_else_changes_makes_it_think_anew(change: str) -> None:
    match = position(OPEN_FRONT, rest=(0, 2), phase="Reinforce")
    captain, recall = thinking(match)
    assert asked(match, captain) is not None
    seen, seat, may_fight = match.view(0).state, i64(0), True
    assert recall.find_cached(match.view(0).state, 0, True) is not None
    if change in ("round", "conquests"):
        setattr(seen, change, getattr(seen, change) + 1)
    elif change in ("owner", "hand", "objective"):
        getattr(seen, change)[0] += 1
    elif change == "seat":
        seat = 1
    else:
        may_fight = False
    assert recall.find_cached(seen, seat, may_fight) is None


def test_a_state_that_goes_on_by_itself_is_never_taken_for_the_one_before() -> None:
    """A rehearsed state is never mistaken for the previous one, because it may have changed in place."""
    match = position(OPEN_FRONT, rest=(0, 2), phase="Reinforce")
    captain, recall = thinking(match)
    known = CaptainEvaluator(captain.strategy, match.state, 0, captain.weights, True)
    recall.keep(known, True)
    assert recall.find_cached(match.state, 0, True) is None


def test_preparation_is_thought_about_each_time() -> None:
    """During preparation every decision is evaluated anew, as armies and zone values change."""
    match = Match.new("classic_ancient", seats=3, seed=1)
    captains = [thinking(match) for _ in range(3)]
    asked = 0
    while match.state.round == 0:
        seat = min(match.awaited)
        captain, recall = captains[seat]
        assert not CaptainEvaluator(captain.strategy, match.view(seat).state, seat, captain.weights, True).is_lasting
        match.game.play(match.table, seat, captain.decide(match.view(seat), match.options(seat)))
        assert recall.last is None
        asked += 1
    assert asked > 20


ELSEWHERE = {name: (0, 15) for name in ("argentina", "japan", "iceland", "madagascar", "kamchatka")}
WEAK = {"brazil": (0, 6), "venezuela": (1, 2), **ELSEWHERE}  # all armies of seat 1


@pytest.mark.parametrize(("goes_to", "is_kept"), [("brazil", True), ("japan", True), ("away", False)])
def test_a_plan_is_kept_while_it_is_likely_with_the_armies_where_they_are(goes_to: str, is_kept: bool) -> None:
    match = position(WEAK, rest=(2, 4), phase="Reinforce")
    captain, recall = thinking(match)
    first = asked(match, captain)
    assert first is not None
    assert first.plan is not None
    if goes_to == "away":
        brazil, japan = (number_of(match.game, "place", name) for name in ("brazil", "japan"))
        match.state.armies[japan] += match.state.armies[brazil] - 1 + match.state.stock[0]
        match.state.armies[brazil], match.state.stock[0] = 1, 0
    else:
        match.play(Place(goes_to, 1))
    assert (recall.find_cached(match.view(0).state, 0, True) is first) is is_kept


def test_a_plan_is_made_anew_after_a_roll() -> None:
    match = position(WEAK, rest=(2, 4), edition="challenge", luck=faces(6, 6, 6, 1, 6))
    captain, recall = thinking(match)
    first = asked(match, captain)
    assert first is not None
    assert first.plan is not None
    match.play(Attack("brazil", "venezuela", 3))
    assert match.state.armies[number_of(match.game, "place", "venezuela")] == 1
    assert recall.find_cached(match.view(0).state, 0, True) is None


def test_the_end_in_sight_is_thought_about_each_time() -> None:
    """Near the end, and in duels, every decision is evaluated anew, because the position of each stack matters."""
    duel = position({"brazil": (0, 9), "venezuela": (1, 1)}, rest=(0, 4))
    captain, _ = thinking(duel)
    plan = CaptainEvaluator(captain.strategy, duel.view(0).state, 0, captain.weights, True).plan
    assert plan is not None
    assert asked(duel, captain) is None
    oceania = {"indonesia": (0, 9), "new_guinea": (0, 3), "western_australia": (0, 3), "eastern_australia": (1, 9)}
    north = "alaska northwest_territories greenland alberta ontario quebec western_united_states eastern_united_states"
    held = {name: (0, 1) for name in [*north.split(), "central_america"]} | {"japan": (0, FEW)}  # many armies in total
    end = position(held | oceania, rest=(1, 9), objectives={0: "north_america_and_oceania"})
    captain, _ = thinking(end)
    assert asked(end, captain) is None


@pytest.mark.parametrize(("edition", "seats"), [("modern", 4), ("challenge", 4), ("classic", 5), ("original", 6)])
def test_what_it_looks_up_is_as_things_are(edition: str, seats: int) -> None:
    """Through whole games no cached largest enemy next to a place is out of date, and some evaluations are reused."""
    match = Match.new(edition, seats=seats, seed=4)
    captains = [thinking(match) for _ in range(seats)]
    again = 0
    while not match.is_over and match.state.round <= 25:
        seat = min(match.awaited)
        captain, recall = captains[seat]
        before, view = recall.last, match.view(seat)
        action = captain.decide(view, match.options(seat))
        known = recall.last
        if known is not None and known.state is view.state:
            again += known is before
            for place, foe in enumerate(known.foe):
                assert foe in (UNKNOWN, known.largest_beside(place, False))
        match.game.play(match.table, seat, action)
    assert again > 20


# ------------------------------------------------------------------ few ways
class Wish(Evaluator):
    """Value each army on one chosen place at one, up to a limit."""

    def __init__(self, match: Match, liked: int, enough: int = 10**6) -> None:
        super().__init__(match.view(0).state, 0)
        self.liked = liked
        self.enough = enough
        self.looks = 0

    def stand(self, place: i64, armies: i64) -> float:
        self.looks += 1
        return float(min(armies, self.enough)) if place == self.liked else 0.0


def looks_at(is_brisk: bool, armies: int) -> int:
    """Count how often a bot that splits these armies evaluates one of the two places."""
    match = position({"brazil": (0, armies + 1), "peru": (0, 0)}, rest=(1, 4))
    wish = Wish(match, number_of(match.game, "place", "peru"), enough=1)
    wish.is_brisk = is_brisk
    moving_in(match, "brazil", "peru")
    wish.state = match.state
    best_split(wish, Amount(OCCUPY, 1, armies))
    return wish.looks


def test_who_is_brisk_looks_at_fewer_ways_to_divide_many_armies_and_at_all_to_divide_few() -> None:
    assert looks_at(True, 20) == looks_at(False, 20)
    assert looks_at(True, 200) < looks_at(False, 200)


@pytest.mark.parametrize(("is_brisk", "placed", "moved_in"), [(True, 30, 30), (False, 28, 30)])
def test_who_is_brisk_places_all_at_once(is_brisk: bool, placed: int, moved_in: int) -> None:
    """A brisk bot places all 30 armies at once; otherwise eight steps up from the minimum leave two for later."""
    match = position({"brazil": (0, 31), "peru": (0, 0)}, rest=(1, 4))
    brazil, peru = (number_of(match.game, "place", name) for name in ("brazil", "peru"))
    wish = Wish(match, peru)
    wish.is_brisk = is_brisk
    spots = Spots(PLACE, 1, 30)
    for place in (brazil, peru):
        spots.add(place)
    assert best_place(wish, spots).n == placed
    match.state.owner[peru] = 0
    moving_in(match, "brazil", "peru")
    wish.state = match.state
    assert best_split(wish, Amount(OCCUPY, 3, 30)).n == moved_in


def test_who_is_brisk_looks_at_fewer_amounts_of_a_move() -> None:
    match = position({"brazil": (0, 65), "peru": (0, 1)}, rest=(1, 4))
    brazil, peru = (number_of(match.game, "place", name) for name in ("brazil", "peru"))
    pairs, looks = Pairs(MOVE), []
    pairs.add(brazil, peru, 1, 64)
    for is_brisk in (False, True):
        wish = Wish(match, peru)
        wish.is_brisk = is_brisk
        order = best_move(wish, pairs)
        assert order is not None
        assert order.n == 64
        looks.append(wish.looks)
    assert looks[1] < looks[0]


@pytest.mark.parametrize(("remembers", "follow"), [(True, Occupy(3)), (False, None)])
def test_who_fights_on_stays_out_of_a_place_behind(remembers: bool, follow: Occupy | None) -> None:
    """A captain with recall moves the minimum into a place that borders no rival if the source borders one."""
    match = position({"venezuela": (0, 9), "peru": (0, 0), "central_america": (1, 5)}, rest=(0, 1))
    moving_in(match, "venezuela", "peru")
    match.state.lands[2], match.state.owner[0] = 1, 2  # with a third seat it is no duel
    captain = thinking(match)[0] if remembers else CaptainBot(strategy_of(match.game))
    order = captain.close_up(match.view(0), match.options(0))
    assert (None if order is None else outer(match.game, order)) == follow


def test_plain_captains_and_former_versions_remember_nothing() -> None:
    match = position(OPEN_FRONT, rest=(0, 2))
    for made in (plain_captain(match.game), bot("captain@0.2", match.game, 0)):
        assert isinstance(made, CaptainBot)
        assert made.recall is None
