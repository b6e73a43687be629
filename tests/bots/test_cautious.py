"""How `cautious` judges: odds, its objective, its rivals, its cards."""

import pytest

from kamchatka.bots.battles import LARGEST, battles_by
from kamchatka.kernel.edges.wire import Attack, Defend, Move, Occupy, Pass, Place, Trade, outer
from kamchatka.kernel.facts import ArmiesGranted
from kamchatka.kernel.options import Action
from kamchatka.match import Match
from kamchatka.odds import THREE_DICE, battle
from kamchatka.players import bot, strategy_of
from tests.kit import faces, position

FAR = {0: "asia_and_south_america"}
OWN = {"alaska": (0, 9), "kamchatka": (0, 9)}


def choice(match: Match) -> object:
    """Return the bot's decision for the asked seat, in written form."""
    (seat,) = match.awaited
    action: Action = bot("cautious", match.game, 0).decide(match.view(seat), match.options(seat))
    return outer(match.game, action)


def test_it_attacks_what_it_can_take() -> None:
    """With nine armies against one, it attacks with all dice."""
    match = position({"alaska": (0, 9), "kamchatka": (1, 9), "alberta": (1, 9)}, objectives=FAR)
    assert choice(match) == Attack("alaska", "northwest_territories", 3)


def test_it_does_not_attack_at_bad_odds() -> None:
    """With three armies against three it does not attack, because the defender rolls three dice."""
    assert choice(position({"alaska": (0, 4)}, rest=(1, 3), objectives=FAR)) == Pass()


def test_it_stops_when_luck_has_turned() -> None:
    """It gives up an attack that was good with nine armies once only four are left."""
    start = {"alaska": (0, 10)}
    match = position(start, rest=(1, 3), luck=faces(1, 1, 1, 6, 6, 6) * 2, objectives=FAR)
    assert isinstance(choice(match), Attack)
    for _ in range(2):
        attack = choice(match)
        assert isinstance(attack, Attack)
        match.play(attack)
        match.play(Defend(3))
    assert choice(match) == Pass()


def test_it_dares_more_for_the_last_place_of_its_objective() -> None:
    """Odds it would never take elsewhere are good enough to win the game."""
    north = [
        "alaska",
        "northwest_territories",
        "greenland",
        "alberta",
        "ontario",
        "quebec",
        "western_united_states",
        "eastern_united_states",
        "central_america",
    ]
    holdings = {place: (0, 1) for place in north} | {
        "indonesia": (0, 5),
        "new_guinea": (0, 5),
        "western_australia": (0, 1),
        "eastern_australia": (1, 3),
    }
    match = position(holdings, rest=(1, 4), objectives={0: "north_america_and_oceania"})
    assert choice(match) == Attack("new_guinea", "eastern_australia", 3)
    assert choice(position(holdings, rest=(1, 4), objectives=FAR)) == Pass()


def test_it_hunts_the_colour_on_its_card() -> None:
    """Of two equal targets it takes the one whose armies its card tells it to destroy."""
    match = position(
        {"alaska": (0, 9), "kamchatka": (2, 2), "northwest_territories": (1, 2), "alberta": (1, 9), "japan": (2, 1)},
        objectives={0: "destroy_blue"},
        colours=["red", "green", "blue", "black"],
    )
    assert choice(match) == Attack("alaska", "kamchatka", 3)


def test_it_breaks_a_rival_near_victory() -> None:
    """Of two equal targets it takes the one in the continents of a seat that may be about to win."""
    south = {"peru": (2, 2), "argentina": (2, 2), "venezuela": (2, 2), "north_africa": (1, 2), "brazil": (0, 9)}
    board = position({}).game.board
    north = {place: (1, 9) for n, place in enumerate(board.places) if board.zone_ids[board.zone[n]] == "north_america"}
    africa = {place: (1, 9) for place in ("congo", "east_africa", "south_africa", "madagascar")}
    card, colours = {0: "destroy_black"}, ["red", "green", "blue", "yellow"]
    quiet = position(south | africa, rest=(3, 9), objectives=card, colours=colours)
    alarmed = position(south | africa | north, rest=(3, 9), objectives=card, colours=colours)
    assert choice(quiet) != Attack("brazil", "north_africa", 3)
    assert choice(alarmed) == Attack("brazil", "north_africa", 3)


def test_it_defends_with_all_its_dice() -> None:
    """It defends with three dice where three armies stand."""
    match = position({"alaska": (0, 9), "kamchatka": (1, 5)})
    match.play(Attack("alaska", "kamchatka", 3))
    assert choice(match) == Defend(3)


def test_it_moves_on_with_the_stack_when_nothing_is_left_behind_to_fear() -> None:
    """It moves in all armies but one if the source borders only its own places."""
    match = position(
        {"argentina": (0, 12), "peru": (0, 1), "venezuela": (0, 1)},
        rest=(1, 1),
        luck=faces(6, 6, 6, 1),
        objectives={0: "asia_and_africa"},
    )
    match.play(Attack("argentina", "brazil", 3))
    assert choice(match) == Occupy(11)


def test_it_places_armies_where_they_reach_what_it_wants() -> None:
    """It places armies in the corner next to the continent on its card."""
    corners = {"argentina": (0, 3), "siam": (0, 3), "peru": (2, 2), "brazil": (2, 2), "venezuela": (2, 2)}
    match = position(
        corners,
        rest=(1, 2),
        phase="Reinforce",
        objectives={0: "north_america_and_oceania"},
        options={"special_reinforcement": True},
    )
    match.table.note(ArmiesGranted(0, 5, "reinforce.special"))
    placed = choice(match)
    assert isinstance(placed, Place)
    assert placed.place == "siam"


def test_it_fills_the_garrisons_that_win() -> None:
    """With 18 places, its next army goes to the only place with a single army."""
    places = list(position({}).game.board.places)[:18]
    holdings = {place: (0, 2) for place in places} | {places[4]: (0, 1)}
    match = position(holdings, rest=(1, 9), phase="Reinforce", objectives={0: "eighteen_territories"})
    placed = choice(match)
    assert isinstance(placed, Place)
    assert placed.place == places[4]


def test_it_moves_idle_armies_towards_the_front() -> None:
    """An inland stack moves one step towards the front; armies at the front stay."""
    match = position(
        {"argentina": (0, 9), "peru": (0, 2), "venezuela": (0, 2), "brazil": (0, 2)},
        rest=(1, 4),
        phase="StrategicMove",
        objectives={0: "asia_and_africa"},
    )
    move = choice(match)
    assert isinstance(move, Move)
    assert (move.source, move.target) == ("argentina", "brazil")


def of_symbol(match: Match, symbol: int) -> list[str]:
    """Return the cards with a symbol that show other seats' places."""
    trios = strategy_of(match.game).info.trios
    assert trios is not None
    return [card for n, card in enumerate(match.game.cards) if trios.symbols[n] == symbol and card not in OWN]


def with_hand(*symbols: int) -> Match:
    """Return the reinforcement phase with these numbers of cards by symbol (cannon, infantry, cavalry, joker)."""
    known = position(OWN)
    hand = [card for symbol, count in enumerate(symbols) for card in of_symbol(known, symbol)[:count]]
    return position(OWN, phase="Reinforce", hands={0: hand}, objectives=FAR)


def test_the_best_trio_is_played() -> None:
    """The best trio is played: cannon, infantry and cavalry bring ten armies, three cannons bring four."""
    match = with_hand(3, 1, 1)
    trio = choice(match)
    assert isinstance(trio, Trade)
    trios = strategy_of(match.game).info.trios
    assert trios is not None
    assert {trios.symbols[match.game.cards.index(card)] for card in trio.cards} == {0, 1, 2}


def test_a_poor_trio_waits_while_the_hand_is_small() -> None:
    """Three cannons are kept with a small hand, and traded with five cards."""
    assert not isinstance(choice(with_hand(3)), Trade)
    assert not isinstance(choice(with_hand(3, 1)), Trade)
    assert isinstance(choice(with_hand(5)), Trade)


def test_the_odds_it_uses_are_the_exact_ones() -> None:
    """The flat tables hold the exact odds of every battle; larger battles are scaled down."""
    battles = battles_by(THREE_DICE)
    for attackers, defenders in ((1, 1), (5, 3), (30, 12), (LARGEST, LARGEST)):
        exact = battle(attackers, defenders)
        assert battles.win(attackers, defenders) == pytest.approx(exact.wins)
        assert battles.losses(attackers, defenders) == pytest.approx(exact.attacker_losses)
    assert battles.win(0, 1) == 0
    assert battles.win(600, 100) > 0.99
    assert battles.win(100, 600) < 0.01
    assert battles.losses(240, 120) == pytest.approx(battle(240, 120).attacker_losses, rel=0.05)
