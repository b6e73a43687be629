"""A captain's answers to side questions of booklets: fast battles, armies for a card, neutral armies."""

import pytest

from kamchatka.bots.table import play_bots
from kamchatka.editions import edition as find_edition
from kamchatka.editions.classic.bots import hindrance
from kamchatka.editions.classic.cards import Rewarding
from kamchatka.editions.original.bots import haste
from kamchatka.kernel.bits import bit
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.wire import Attack, Choose, FastAttack, Place, number_of, outer
from kamchatka.match import Match
from kamchatka.players import bot, strategy_of
from tests.kit import position

FAST = {"fast_battles": True}


def choice(match: Match, seat: int = 0) -> object:
    """Return what a captain would do for a seat, in written form."""
    return outer(match.game, bot("captain", match.game, 0).decide(match.view(seat), match.options(seat)))


def siege(attackers: int, defenders: int) -> Match:
    """Seat 0 in Siam before the last place of the only rival, India."""
    return position(
        {"india": (1, defenders), "siam": (0, attackers)}, rest=(0, 1), edition="original", seats=3, options=FAST
    )


@pytest.mark.parametrize(
    ("edition", "options", "seats"),
    [
        ("challenge", {"kingmaker": True, "kingmaker_reveal": "player_choice"}, 3),
        ("challenge", {"challenge_card": "on"}, 3),
        ("challenge", {"kingmaker": True, "kingmaker_on_objective": "score_hundred"}, 3),
        ("original", {"fast_battles": True}, 3),
        ("classic", {}, 2),
    ],
)
def test_captains_play_such_tables_to_the_end(edition: str, options: dict[str, object], seats: int) -> None:
    """Captains play such tables to the end with legal answers only; the referee may end the game early."""
    booklet = find_edition(edition)
    game = booklet.game(booklet.table_rules(options))
    table = game.start(seats, FastChance(6))
    play_bots(game, table, [bot("captain", game, seat) for seat in range(seats)], turn_limit=2)
    assert table.state.over


# ------------------------------------------------------------------ fast battles
def test_who_needs_luck_proposes_a_fast_battle() -> None:
    """A weak attacker proposes a fast battle, where it wins more often; a strong one rolls normally."""
    weak, strong = siege(40, 24), siege(60, 24)
    assert isinstance(choice(weak), FastAttack)
    assert isinstance(choice(strong), Attack)


@pytest.mark.parametrize(("attackers", "answer"), [(24, 0), (60, 1)])
def test_a_fast_battle_is_granted_unless_the_attacker_gains(attackers: int, answer: int) -> None:
    """The defender accepts a fast battle unless it helps the attacker."""
    match = siege(attackers, 24)
    match.play(FastAttack("siam", "india", 3))
    assert choice(match, seat=1) == Choose(answer)


def test_haste_is_the_difference_of_exact_chances() -> None:
    """The gain from a fast battle is the difference of exact chances: positive for the weaker side, else negative."""
    weak, strong = siege(24, 24), siege(60, 24)
    chances = [
        haste(
            strategy_of(match.game).info,
            match.state,
            number_of(match.game, "place", "siam"),
            number_of(match.game, "place", "india"),
        )
        for match in (weak, strong)
    ]
    assert chances[0] > 0.05 > 0.0 > chances[1]


# ------------------------------------------------------------------ armies for a traded card
def test_the_armies_of_a_set_go_where_they_do_most() -> None:
    """The extra armies of a set go to the place at the front, whatever the order of the traded cards."""
    names = position({}, edition="classic", seats=3).game.board.places
    for front, inland in ((0, 9), (9, 0)):
        beside = neighbours(names[front])
        holdings = {name: (0, 1) for name in names} | {name: (1, 2) for name in beside} | {names[front]: (0, 2)}
        match = position(holdings, edition="classic", seats=3, phase="Reinforce")
        step = next(step for step in match.game.steps if step.name() == "Reward")
        match.table.open(Rewarding(step.index, 0, bit(front) | bit(inland)))
        assert choice(match) == Choose(place=names[front])


def neighbours(name: str) -> list[str]:
    """Return the places adjacent to a place."""
    board = position({}, edition="classic", seats=3).game.board
    place = board.places.index(name)
    return [board.places[board.links[i]] for i in range(board.first[place], board.first[place + 1])]


# ------------------------------------------------------------------ nobody's armies
def test_neutral_armies_hinder_the_rival() -> None:
    """Neutral armies go to the neutral place that matters most to the rival, not only to the seat's own border."""
    match = Match.new("classic", 2, seed=5)
    captain = bot("captain", match.game, 0)
    seen = 0
    while match.state.round == 0:
        (seat,) = match.awaited
        action = captain.decide(match.view(seat), match.options(seat))
        placed = outer(match.game, action)
        if isinstance(placed, Place) and match.owner(placed.place) is None:
            info = strategy_of(match.game).info
            free = [n for n, name in enumerate(match.game.board.places) if match.owner(name) is None]
            here = hindrance(info, match.state, seat, action.at)
            assert here == max(hindrance(info, match.state, seat, place) for place in free)
            seen += 1
        match.play(placed, seat)
    assert seen > 5


def test_a_neutral_army_between_the_rivals_places_is_worth_more() -> None:
    """A neutral army is worth more next to the rivals' places and in a zone that they hold."""
    match = Match.new("classic", 2, seed=5)
    board, info = match.game.board, strategy_of(match.game).info
    for i in range(board.first[0], board.first[1]):
        match.state.owner[board.links[i]] = 1
    match.state.armies[0] = 1
    few = hindrance(info, match.state, 0, 0)
    assert few > 0.0 > hindrance(info, match.state, 1, 0)
    match.state.armies[0] = 4  # one more army among many changes less
    assert hindrance(info, match.state, 0, 0) < few
