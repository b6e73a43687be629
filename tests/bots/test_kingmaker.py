"""Kingmaker cards in a captain's hand: given, kept, revealed, and spared on the board (rtu.king)."""

import pytest

from kamchatka.bots.goals.goals import Goals
from kamchatka.bots.goals.weights import NORMAL
from kamchatka.editions import edition
from kamchatka.editions.challenge.bots.kingmaker import spare_the_king
from kamchatka.editions.challenge.bots.points import likely_points
from kamchatka.editions.challenge.kingmaker import GiveKings
from kamchatka.editions.challenge.scoring import Scored
from kamchatka.kernel.bits import first
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.wire import TakeColour, outer
from kamchatka.kernel.options import ATTACK, COLOUR, PLACE
from kamchatka.kernel.view import View, imagine, view
from kamchatka.match import Match
from kamchatka.players import bot, strategy_of
from tests.rules.challenge.scenes import COLOURS, marked, own, table

KINGS = {"kingmaker": True}
FIRST = "objective_1"


def giving(strong: int) -> Match:
    """Deal a position in which one seat holds nearly everything; seat 3 is the weakest, and cards are given now."""
    few = {"alaska": (0, 3), "brazil": (1, 3), "peru": (1, 3), "japan": (2, 3), "siberia": (2, 3), "madagascar": (3, 3)}
    match = table(few, rest=(strong, 2), options=KINGS, colours=COLOURS[:4])
    step = next(step for step in match.game.steps if isinstance(step, GiveKings))
    match.table.open(step.frame(0))
    return match


def gifts_of(match: Match, seat: int) -> dict[int, int]:
    """Return whose colour each seat gets when a captain in this seat gives."""
    captain = bot("captain", match.game, 0)
    while seat in match.awaited:
        action = outer(match.game, captain.decide(match.view(seat), match.options(seat)))
        assert isinstance(action, TakeColour)
        match.play(action, seat)
    row = list(own(match).given)[4 * seat : 4 * seat + 4]
    return dict(enumerate(row))


@pytest.mark.parametrize("strong", [1, 2])
def test_the_colour_that_promises_most_is_kept(strong: int) -> None:
    """A captain keeps the colour that promises most, because some of its points will be the captain's own."""
    assert gifts_of(giving(strong), 0)[0] == strong


def test_the_strongest_rival_gets_the_colour_that_promises_least() -> None:
    """The strongest rival gets the least valuable colour, and a seat near victory gets no card."""
    assert gifts_of(giving(strong=1), 0)[1] == 3


def test_who_leads_gives_its_own_colour_to_the_weakest() -> None:
    """A leader gives its own colour, which it must give away, to the weakest seat."""
    assert gifts_of(giving(strong=0), 0)[3] == 0


def test_the_colour_of_the_seat_itself_is_no_matter_of_kings() -> None:
    """Before the deal a captain picks the first colour."""
    match = Match.new("challenge", 4, KINGS, seed=3)
    (seat,) = match.awaited
    action = bot("captain", match.game, 0).decide(match.view(seat), match.options(seat))
    assert match.options(seat).allows(action)


@pytest.mark.parametrize(
    ("points", "kings", "revealed"),
    [
        ((10, 40, 30, 20), (0, 1, 1, 2), "yellow"),  # 10, 7 and twice 5
        ((10, 40, 30, 20), (0, 1, 2, 1), "green"),  # 10, twice 7 and 5
        ((10, 40, 30, 30), (0, 1, 0, 3), "blue"),
    ],
)
def test_the_colour_revealed_is_the_one_that_adds_most(
    points: tuple[int, ...], kings: tuple[int, ...], revealed: str
) -> None:
    """The revealed colour adds most: points divided by the number of seats, rounded down, times the cards."""
    match = table(
        {"alaska": (0, 3), "japan": (2, 3), "peru": (3, 2)},
        colours=COLOURS[:4],
        options=KINGS | {"kingmaker_reveal": "player_choice"},
    )
    for seat in range(4):
        match.table.note(Scored(seat, points[seat], 0))
        for king in range(4):
            own(match).kings[4 * seat + king] = kings[king] if seat == 0 else 1 if king != seat else 0
    step = next(step for step in match.game.steps if step.name() == "RevealKings")
    match.table.open(step.frame(0))
    action = bot("captain", match.game, 0).decide(match.view(0), match.options(0))
    assert outer(match.game, action) == TakeColour(revealed)


def place_losses(last_round: int) -> list[float]:
    """Return how much value each place loses for seat 0, which holds three cards of seat 1's colour."""
    match = table({"alaska": (0, 3), "japan": (2, 3), "peru": (3, 2)}, rest=(1, 2), options=KINGS)
    own(match).last_round = last_round
    for king, cards in enumerate((0, 3, 1, 0)):
        own(match).kings[king] = cards
    goals = Goals(strategy_of(match.game).info, match.view(0).state, 0, NORMAL)
    for place in range(match.game.board.size):
        goals.worth[place] = 50.0
    spare_the_king(goals, own(match))
    return [50.0 - goals.worth[place] for place in range(match.game.board.size)]


def test_once_time_is_up_the_king_one_will_reveal_is_spared() -> None:
    """Once time is up, places of the colour that the seat will reveal lose the value that they may count for it."""
    places = list(table({}).game.board.places)
    late, early = place_losses(last_round=6), place_losses(last_round=0)
    assert late[places.index("china")] > 0.5
    assert late[places.index("japan")] == late[places.index("peru")] == 0.0
    assert set(early) == {0.0}


def test_ones_own_points_are_known_and_those_of_rivals_estimated() -> None:
    """A seat knows its own points (86 with all places of the card) and estimates those of its rivals lower."""
    match = table({place: (0, 1) for place in marked(1)}, rest=(1, 1), objectives={0: FIRST})
    info = strategy_of(match.game).info
    assert likely_points(info, match.view(0).state, 0, 0) == 86.0
    assert 0.0 < likely_points(info, match.view(1).state, 1, 0) <= 86.0


def test_a_table_that_counts_a_hundred_has_objectives_too() -> None:
    """A captain knows the objective cards whether the table ends at an objective or at a hundred points."""
    match = table({}, options=KINGS | {"kingmaker_on_objective": "score_hundred"})
    assert len(strategy_of(match.game).info.objectives) == 16


def test_a_captain_looks_at_no_king_but_its_own() -> None:
    """Redealing or revealing hidden information changes neither the cards that a captain gives nor its battles."""
    table_rules = edition("challenge").table_rules(KINGS)
    played, luck = edition("challenge").game(table_rules), FastChance(4)
    game = played.start(3, FastChance(2))
    captain, seen = bot("captain", played, 0), set[int]()
    for _ in range(160):
        seat = first(played.awaits(game))
        options, honest = played.options(game, seat), view(game, seat)
        action = captain.decide(honest, options)
        open_view = View(seat, imagine(played, honest, luck).state)
        assert captain.decide(open_view, options).key() == action.key()
        seen.add(int(action.verb))
        played.play_from(game, seat, action, options)
    assert {COLOUR, PLACE, ATTACK} <= seen
