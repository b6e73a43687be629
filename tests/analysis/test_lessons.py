"""Each kind of lesson is shown by a scripted game and its threshold by figures; correct play gives no lesson."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from kamchatka.analysis import lessons
from kamchatka.analysis.lessons import find_lesson
from kamchatka.analysis.own_turns import OpenZone, OwnAttack, OwnTurn, OwnTurnReader, Placement
from kamchatka.kernel.edges.wire import Attack, Defend, NamedAction, Occupy, Pass, Place, Trade
from kamchatka.kernel.options import PASS, Action
from kamchatka.match import Match, apply_entry
from kamchatka.match.undoing import UndoStack
from kamchatka.odds import Throw, compare_dice
from tests.kit import faces, position

BOARD = position({}, seats=3).game.board
ALL = 99  # armies of a placement
LOST, WON = faces(1, 1, 6, 6), faces(6, 6, 1, 1)  # two dice against two
ONE_WON = faces(6, 6, 1)  # two dice against one
ONE_EACH = ("quebec", "peru", "india")  # cards with three different symbols
OCEANIA = ("indonesia", "new_guinea", "western_australia", "eastern_australia")
SOUTH_AMERICA = ("venezuela", "peru", "argentina", "brazil")


def number(place: str) -> int:
    """Return the number of a place."""
    return BOARD.places.index(place)


def zone(name: str) -> int:
    """Return the number of a zone."""
    return BOARD.zone_ids.index(name)


def stage(holdings: Mapping[str, tuple[int, int]], **more: Any) -> Match:
    """Return a position of three seats in which seat 1 holds all other places, with one army each."""
    return position({"iceland": (2, 1), **holdings}, **{"rest": (1, 1), "seats": 3, **more})


def play(match: Match, actions: Iterable[NamedAction]) -> None:
    """Play actions. `ALL` means all armies in the seat's hand."""
    for action in actions:
        is_all = isinstance(action, Place) and action.armies == ALL
        stock = int(match.state.stock[match.awaited[0]])
        match.play(msgspec.structs.replace(action, armies=stock) if is_all else action)


def read(
    holdings: Mapping[str, tuple[int, int]], actions: Sequence[NamedAction], seat: int = 0, **more: Any
) -> list[OwnTurn]:
    """Play actions from a position and read a seat's turns from the recorded entries."""
    match = stage(holdings, **more)
    play(match, actions)
    return read_again(match, stage(holdings, **more), seat)


def read_again(match: Match, start: Match, seat: int = 0) -> list[OwnTurn]:
    """Read a seat's turns in a match that began like `start`."""
    reader = OwnTurnReader(start, {seat})
    for entry in match.entries:
        apply_entry(start, entry, (reader,))
    return reader.result()


def turn(**more: Any) -> OwnTurn:
    """Return a turn with these figures, which was not the last one."""
    return OwnTurn(0, 3, 10, **{"is_last": False, **more})


# ------------------------------------------------------------------ attacks
TWO_AGAINST_TWO = compare_dice(Throw(2), Throw(2), (0, 0))


def test_attacks_below_even_odds_have_their_exact_odds() -> None:
    """Two throws are one attack, with the chance before the first and the cost of both."""
    holdings = {"alaska": (0, 4), "kamchatka": (1, 6)}
    actions = [Attack("alaska", "kamchatka", 2), Defend(2), Attack("alaska", "kamchatka", 1), Defend(1)]
    turns = read(holdings, actions, luck=[*LOST, *faces(1, 6)])
    start = stage(holdings)
    exact = start.edition.battles.forecast(start.game, start.table, number("alaska"), number("kamchatka"))
    single = compare_dice(Throw(1), Throw(1), (0, 0))
    (attack,) = turns[0].attacks
    assert exact is not None
    assert attack.wins == exact.wins < 0.5
    assert attack.cost == pytest.approx(-TWO_AGAINST_TWO.balance - single.balance)
    lesson = lessons.judge_attacks(turns)
    assert lesson is not None
    assert (lesson.count, lesson.entry, lesson.chance, lesson.cost) == (1, 0, exact.wins, attack.cost)
    assert lesson.places == (number("alaska"), number("kamchatka"))
    assert find_lesson(turns, BOARD) is None  # it cost less than three armies


def test_waiting_counts_the_armies_of_one_more_turn() -> None:
    """The chance after waiting is that of the same attack with one more turn's income."""
    own = {"alaska": (1, 3), "brazil": (1, 1), "peru": (1, 1), "venezuela": (1, 1), "japan": (1, 1), "congo": (1, 1)}
    holdings = {**own, "kamchatka": (0, 4)}
    actions = [Pass(), Pass(), Place("brazil", ALL), Attack("alaska", "kamchatka", 2), Defend(2)]
    (attack,) = read(holdings, actions, seat=1, rest=(2, 1), luck=LOST)[0].attacks
    more = stage({**holdings, "alaska": (1, 3 + 2)}, rest=(2, 1))
    exact = more.edition.battles.forecast(more.game, more.table, number("alaska"), number("kamchatka"))
    assert exact is not None
    assert attack.more == 2  # six territories
    assert attack.waited == exact.wins > attack.wins


def test_attacks_are_a_lesson_only_below_even_odds_and_at_a_price() -> None:
    """Attacks are a lesson only below even odds and if they lose more armies than they destroy; costs add up."""
    bad, even, cheap = (
        OwnAttack(n, 0, 1, wins, 0.8, 3, cost) for n, (wins, cost) in enumerate([(0.41, 1.6), (0.5, 2), (0.4, -1)])
    )
    assert find_lesson([turn(attacks=[bad, even, cheap])], BOARD) is None
    lesson = find_lesson([turn(attacks=[bad, even, cheap]), turn(attacks=[replace(bad, wins=0.31)])], BOARD)
    assert lesson is not None
    assert (lesson.kind, lesson.count, lesson.cost) == ("attacks", 2, 3.2)
    assert lesson.mean == pytest.approx(0.36)


@pytest.mark.parametrize(("cost", "is_lesson"), [(2.99, False), (3.0, True)])
def test_a_lesson_must_have_cost_three_armies(cost: float, is_lesson: bool) -> None:
    """Cheaper mistakes aren't mentioned."""
    attack = OwnAttack(0, 0, 1, 0.3, 0.8, 3, cost)
    assert (find_lesson([turn(attacks=[attack])], BOARD) is not None) == is_lesson


def test_the_winning_turn_teaches_nothing() -> None:
    """A last attempt that won the game is no mistake."""
    desperate = [OwnAttack(0, 0, 1, 0.2, 0.8, 3, 9.0)]
    assert find_lesson([turn(attacks=desperate, is_last=True)], BOARD) is not None
    assert find_lesson([turn(attacks=desperate, is_last=True, is_winning=True)], BOARD) is None


# ------------------------------------------------------------------ borders
def test_a_border_with_one_army_that_falls_costs_its_continent() -> None:
    """Losing South America because of one army in Venezuela costs its bonus."""
    holdings = {place: (0, 5) for place in SOUTH_AMERICA} | {"venezuela": (0, 1), "central_america": (1, 3)}
    actions = [Pass(), Pass(), Place("ukraine", ALL), Attack("central_america", "venezuela", 2)]
    turns = read(holdings, actions, luck=ONE_WON)
    lesson = lessons.judge_borders(turns, BOARD)
    assert lesson is not None
    assert (lesson.places, lesson.zone, lesson.armies) == ((number("venezuela"),), zone("south_america"), 2)
    assert (lesson.entry, lesson.round, lesson.count) == (3, 5, 1)
    assert lesson.cost == pytest.approx(2 + 1 / 3)


def test_a_border_that_was_manned_or_kept_is_no_lesson() -> None:
    """A border with two armies, or one that holds, is no lesson."""
    holdings = {place: (0, 5) for place in SOUTH_AMERICA} | {"venezuela": (0, 2), "central_america": (1, 3)}
    actions = [Pass(), Pass(), Place("ukraine", ALL), Attack("central_america", "venezuela", 2), Defend(2)]
    assert lessons.judge_borders(read(holdings, actions, luck=WON), BOARD) is None
    holdings["venezuela"] = (0, 1)
    actions[-1:] = []
    assert lessons.judge_borders(read(holdings, actions, luck=faces(1, 1, 6)), BOARD) is None


def test_a_border_lesson_counts_each_continent_once() -> None:
    """Two borders of one continent cost its bonus once."""
    places = frozenset(map(number, ("venezuela", "brazil")))
    lost = turn(held=places, bare=places, lost=dict.fromkeys(places, 20), zones=frozenset({zone("south_america")}))
    lesson = lessons.judge_borders([lost], BOARD)
    assert lesson is not None
    assert lesson.count == 2
    assert lesson.cost == pytest.approx(2 + 2 / 3)
    assert lessons.judge_borders([replace(lost, held=frozenset())], BOARD) is None  # conquered in this turn


def test_a_border_without_a_continent_counts_while_armies_are_idle() -> None:
    """As many places as armies beyond two stood inside: a border with one army is often right."""
    holdings = {place: (0, 1) for place in SOUTH_AMERICA} | {"brazil": (1, 3), "alaska": (0, 2)}
    actions = [Pass(), Pass(), Place("ukraine", ALL), Attack("brazil", "venezuela", 2)]
    idle = {"indonesia": (0, 1), "eastern_australia": (0, 5), "new_guinea": (0, 1), "western_australia": (0, 1)}
    assert lessons.judge_borders(read(holdings, actions, luck=ONE_WON), BOARD) is None  # nothing is idle
    lesson = lessons.judge_borders(read({**holdings, **idle}, actions, luck=ONE_WON), BOARD)
    assert lesson is not None
    assert (lesson.zone, lesson.armies, lesson.count) == (-1, 3, 1)
    assert lesson.cost == pytest.approx(1 / 3)


def test_a_place_behind_the_border_is_no_border() -> None:
    """Peru has one army and only own neighbours: it was no mistake to leave it so."""
    holdings = {place: (0, 3) for place in SOUTH_AMERICA} | {"peru": (0, 1)}
    (passed,) = read(holdings, [Pass(), Pass()])
    assert passed.bare == frozenset()


# ------------------------------------------------------------------ turns
def test_a_turn_followed_by_another_is_not_the_last() -> None:
    """Two turns of a seat: only the second one is its last."""
    holdings = {"alaska": (0, 2), "peru": (0, 2)}
    match = stage(holdings)
    while match.state.round == 5:
        offered = match.options(match.awaited[0])
        play(match, [Pass() if offered.allows(Action(PASS)) else Place("ukraine", ALL)])
    first, second = read_again(match, stage(holdings))
    assert (first.round, first.is_last) == (5, False)
    assert (second.round, second.is_last) == (6, True)


# ------------------------------------------------------------------ cards
def hold_cards(*actions: NamedAction) -> list[OwnTurn]:
    """Yield turns of a seat that holds a trio at the beginning."""
    return read({"alaska": (0, 5)}, actions, phase="Reinforce", hands={0: ONE_EACH})


def test_a_trio_that_is_never_traded_costs_all_its_armies() -> None:
    """A trio that is never traded costs all its armies, here in a game that ends for its holder without a trade."""
    turns = hold_cards(Pass(), Pass())
    assert turns[0].offer is not None
    assert turns[0].traded == 0
    lesson = lessons.judge_cards(turns)
    assert lesson is not None
    assert (lesson.turns, lesson.armies, lesson.cost) == (0, turns[0].offer[1], turns[0].offer[1])
    assert lesson.cost >= 8
    turns[-1].is_winning = True
    assert lessons.judge_cards(turns) is None


def test_a_trio_that_is_traded_is_no_lesson() -> None:
    """A traded trio is no lesson, and its armies are not income."""
    turns = read({"alaska": (0, 5)}, [Trade(ONE_EACH), Place("alaska", ALL)], phase="Reinforce", hands={0: ONE_EACH})
    assert turns[0].traded >= 8
    assert lessons.judge_cards(turns) is None


@pytest.mark.parametrize(("waited", "traded", "cost"), [(1, 8, 2), (3, 8, 6), (5, 8, 8), (2, 10, 2), (1, 12, -2)])
def test_waiting_costs_a_quarter_a_turn_less_what_it_gained(waited: int, traded: int, cost: float) -> None:
    """A delayed trade costs a quarter of its armies per turn, less what a better later trio gained."""
    held = [OwnTurn(0, n, 10 * n, offer=(10 * n, 8), is_last=False) for n in range(waited)]
    lesson = lessons.judge_cards([*held, OwnTurn(0, 9, 99, offer=(99, traded), traded=traded)])
    assert lesson is not None
    assert (lesson.cost, lesson.turns, lesson.entry) == (cost, waited, 0)


# ------------------------------------------------------------------ placements
def test_armies_inside_are_idle() -> None:
    """On a place without foreign neighbours, armies beyond two are idle; on a border none are."""
    holdings = {place: (0, 1) for place in SOUTH_AMERICA} | {"central_america": (0, 1), "north_africa": (0, 1)}
    match = stage(holdings, phase="Reinforce")
    income = int(match.state.stock[0])
    assert income >= 4
    actions = [Place("peru", income - 1), Place("north_africa", 1)]
    play(match, actions)
    (placed,) = read_again(match, stage(holdings, phase="Reinforce"))
    peru, africa = placed.placed
    assert (peru.armies, peru.idle) == (income - 1, income - 2)
    assert (africa.armies, africa.idle) == (1, 0)


def place(spots: Sequence[tuple[int, int]], idle: int = 0) -> OwnTurn:
    """Return a turn with these armies placed by place, of which `idle` are idle in the first."""
    return turn(placed=[Placement(10 + n, at, armies, 0 if n else idle) for n, (at, armies) in enumerate(spots)])


def test_a_scattered_placement_costs_a_quarter_of_the_small_groups() -> None:
    """A placement of six armies on four or more places costs a quarter of the small groups, and all idle armies."""
    spread = place([(n, 3) for n in range(6)])
    lesson = lessons.judge_placements([spread])
    assert lesson is not None
    assert (lesson.cost, lesson.armies, lesson.most, lesson.places) == (3.0, 18, 6, ())
    assert lessons.judge_placements([place([(n, 4) for n in range(3)])]) is None  # three places
    assert lessons.judge_placements([place([(n, 1) for n in range(5)])]) is None  # five armies
    inside = lessons.judge_placements([place([(7, 6), (8, 2)], idle=5)])
    assert inside is not None
    assert (inside.cost, inside.armies, inside.places) == (5.0, 5, (7,))
    assert find_lesson([spread], BOARD, has_pieces=True) is None


def test_a_placement_taken_back_did_not_happen() -> None:
    """An undo removes the placement from the turn."""
    holdings = {place: (0, 1) for place in SOUTH_AMERICA}
    match = stage(holdings, phase="Reinforce")
    undo = UndoStack(match)
    for action in (Place("peru", 1), Place("brazil", 1)):
        match.play(action)
        undo.follow()
    undo.take_back(0)
    (placed,) = read_again(match, stage(holdings, phase="Reinforce"))
    assert [one.place for one in placed.placed] == [number("peru")]


# ------------------------------------------------------------------ continents
def test_a_continent_one_likely_attack_away_is_a_lesson() -> None:
    """Passing with twelve armies next to the last place of Oceania, with one army, is a lesson."""
    holdings = {place: (0, 12) for place in OCEANIA} | {"new_guinea": (1, 1)}
    turns = read(holdings, [Pass(), Pass()])
    (found,) = turns[0].open_zones
    assert (found.zone, found.bonus, found.target) == (zone("oceania"), 2, number("new_guinea"))
    assert found.wins > 0.99
    assert lessons.judge_zones(turns) is None  # the bonus would have come with the next turn, which there was not
    turns[0].is_last = False
    lesson = lessons.judge_zones(turns)
    assert lesson is not None
    assert lesson.cost == pytest.approx(2 * found.wins - max(0.0, found.cost))
    assert (lesson.zone, lesson.places[1], lesson.entry) == (zone("oceania"), number("new_guinea"), 0)


def test_a_continent_out_of_reach_is_none() -> None:
    """Without an army to attack with, or with two places missing, there is no lesson."""
    holdings = {place: (0, 1) for place in OCEANIA} | {"new_guinea": (1, 1), "alaska": (0, 5)}
    assert read(holdings, [Pass(), Pass()])[0].open_zones == []
    holdings = {place: (0, 9) for place in OCEANIA} | {"new_guinea": (1, 1), "indonesia": (1, 1)}
    assert read(holdings, [Pass(), Pass()])[0].open_zones == []


@pytest.mark.parametrize(("wins", "is_lesson"), [(0.74, False), (0.75, True)])
def test_an_unlikely_continent_is_no_lesson(wins: float, is_lesson: bool) -> None:
    """A continent is a lesson only if its attack would win three times in four."""
    asia = OpenZone(11, zone("asia"), 7, number("siam"), number("china"), wins, 1.0)
    lesson = find_lesson([turn(open_zones=[asia])], BOARD)
    assert (lesson is not None) == is_lesson


# ------------------------------------------------------------------ conquests
def test_a_turn_that_conquers_more_than_it_can_hold() -> None:
    """Four conquests with one army each, three of which fall in the next turn, are a lesson."""
    holdings = {"ukraine": (0, 12), "northern_europe": (1, 9), "china": (1, 9)}
    taken = ["scandinavia", "southern_europe", "urals", "middle_east"]
    actions: list[NamedAction] = []
    for target in taken:
        actions += [Attack("ukraine", target, 1), Occupy(1)]
    actions += [Pass(), Pass(), Place("china", ALL)]
    for source, target in [
        ("northern_europe", "scandinavia"),
        ("northern_europe", "southern_europe"),
        ("china", "urals"),
    ]:
        actions += [Attack(source, target, 1), Occupy(1)]
    turns = read(holdings, actions, luck=[*faces(*[6, 1] * 4), 0, *faces(*[6, 1] * 3)])
    assert set(turns[0].conquered) == set(map(number, taken))
    assert set(turns[0].lost) == set(map(number, taken[:3]))
    lesson = lessons.judge_conquests(turns)
    assert lesson is not None
    assert (lesson.most, lesson.armies, lesson.count) == (4, 4, 3)
    assert lesson.cost >= 4.0


@pytest.mark.parametrize(("conquests", "lost", "is_lesson"), [(4, 3, True), (3, 3, False), (6, 2, False)])
def test_few_conquests_or_losses_do_not_overextend(conquests: int, lost: int, is_lesson: bool) -> None:
    """Fewer than four conquests, or fewer than three losses, are no lesson."""
    taken = {place: 11 for place in range(conquests)}
    found = turn(conquered=taken, bare=frozenset(taken), lost={place: 20 for place in range(lost)})
    assert (lessons.judge_conquests([found]) is not None) == is_lesson


# ------------------------------------------------------------------ the one
def test_the_most_expensive_lesson_is_chosen() -> None:
    """The lesson that cost most armies is chosen."""
    attacks = [OwnAttack(0, 0, 1, 0.3, 0.8, 3, 5.0)]
    cards = (12, 10)
    lesson = find_lesson([turn(attacks=attacks, offer=cards)], BOARD)
    assert lesson is not None
    assert lesson.kind == "cards"
    lesson = find_lesson([turn(attacks=[replace(attacks[0], cost=11.0)], offer=cards)], BOARD)
    assert lesson is not None
    assert lesson.kind == "attacks"


@pytest.mark.parametrize(("good", "bad", "is_praised"), [(5, 0, True), (4, 0, False), (4, 1, True), (5, 2, False)])
def test_well_chosen_attacks_are_praised(good: int, bad: int, is_praised: bool) -> None:
    """Five attacks, of which four have even odds or better, are praised."""
    chances = [0.5] * good + [0.4] * bad
    attacks = [OwnAttack(n, 0, 1, wins, 0.8, 3, 0.1) for n, wins in enumerate(chances)]
    lesson = find_lesson([turn(attacks=attacks)], BOARD)
    assert (
        lesson is not None and (lesson.kind, lesson.count, lesson.most) == ("praise", good, good + bad)
    ) == is_praised


def test_a_game_without_turns_has_no_lesson() -> None:
    """A game that was called off before it began has no lesson."""
    assert find_lesson([], BOARD) is None
