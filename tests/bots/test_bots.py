"""All bots: they are found by name, answer every question with a legal action, see no secret, and end their games."""

import pytest

from kamchatka.bots.cautious.aims import Aims
from kamchatka.bots.table import play_bots
from kamchatka.editions import edition
from kamchatka.editions.challenge.objectives import HoldMarked
from kamchatka.kernel.bits import first
from kamchatka.kernel.chance import Chance, FastChance
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import BID, CHOOSE, DEFEND, OCCUPY, PLAY_CARD, Amount, Choice, Options, Spots
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.table import Table
from kamchatka.kernel.view import View, imagine, view
from kamchatka.players import bot, strategy_of
from tests.kit import position
from tests.teaching import scene

MODERN = edition("modern")
PLAYERS = ("random", "cautious", "captain", "marshal:2x", "easy")  # rehearsals, so that nothing is timed
OTHER_TABLES: list[dict[str, object]] = [
    {option.name: value} for option in MODERN.rulebook.options for value in option.values if value != option.default
]


def game(options: dict[str, object] | None = None) -> Game:
    """Return the modern game."""
    return MODERN.game(MODERN.table_rules(options or {}))


def play_game(game: Game, names: list[str], seed: int, turn_limit: int = 0) -> Table:
    """Play a game between bots; a Refusal here is an illegal action."""
    table = game.start(len(names), FastChance(seed))
    play_bots(game, table, [bot(name, game, seed * 10 + seat + 1) for seat, name in enumerate(names)], turn_limit)
    return table


def test_an_unknown_bot_is_a_problem() -> None:
    """An unknown bot is a Problem that names it and lists the existing bots, in both languages."""
    with pytest.raises(Problem, match="There is no bot “genius”: choose among random, cautious, captain") as raised:
        bot("genius", game(), 0)
    assert "Il bot «genius» non esiste: ci sono random, cautious, captain, marshal" in raised.value.text("it")


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("seed", [1, 2])
def test_cautious_seats_end_every_game(seats: int, seed: int) -> None:
    """Games of cautious bots with the traditional ending end within sixty rounds without a referee."""
    state = play_game(game(), ["cautious"] * seats, seed).state
    assert state.ending in ("end.objective", "end.survivor")
    assert state.round < 60


@pytest.mark.parametrize("options", OTHER_TABLES, ids=str)
def test_bots_play_at_every_table_without_an_illegal_action(options: dict[str, object]) -> None:
    """Bots play legally with every value of every option; the referee ends long games."""
    state = play_game(game(options), ["cautious", "random", "cautious", "random"], 3, turn_limit=12).state
    assert state.over


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("seed", range(3))
def test_bots_play_editions_they_were_not_made_for(name: str, seed: int) -> None:
    """Bots play the teaching edition, which has bids, hidden treasures, reactions and cards for all seats."""
    assert play_game(scene.game(), [name] * 3, seed).state.over


@pytest.mark.parametrize("name", PLAYERS)
def test_any_range_gets_one_of_its_actions(name: str) -> None:
    """A bot answers a verb that it has no plans for with one of its actions, in each kind of range."""
    match = position({"alaska": (0, 3)})
    spots, choice = Spots(PLAY_CARD, 2, 4, what=5), Choice(CHOOSE)
    spots.add(3)
    choice.add(7)
    for option in (Amount(BID, 2, 9, what=1), Amount(OCCUPY, 2, 3), Amount(DEFEND, 1, 3), spots, choice):
        options = Options().add(option)
        assert options.allows(bot(name, match.game, 1).decide(match.view(0), options))


def test_the_referee_says_time_is_up_where_there_is_a_clock() -> None:
    """When the clock runs out, points decide; a game without a clock is called off without a winner."""
    clocked = play_game(game({"ending": "time_attack_clock"}), ["random"] * 3, 1, turn_limit=3).state
    assert (clocked.ending, clocked.round) == ("end.points", 4)
    off = play_game(game(), ["random"] * 3, 1, turn_limit=3).state
    assert (off.ending, off.winners, off.round) == ("referee.stop", 0, 4)


@pytest.mark.parametrize("name", PLAYERS)
def test_a_bot_does_not_look_at_what_it_may_not_know(name: str) -> None:
    """Redealing or revealing hidden information doesn't change a bot's decisions during a whole game."""
    played, luck = game(), FastChance(99)
    table = played.start(4, FastChance(5))
    bots = [(bot(name, played, seat), bot(name, played, seat)) for seat in range(4)]
    for _ in range(90):
        seat = first(played.awaits(table))
        options, honest = played.options(table, seat), view(table, seat)
        action = bots[seat][0].decide(honest, options)
        assert bots[seat][1].decide(laid_open(played, honest, luck), options).key() == action.key()
        played.play_from(table, seat, action, options)


def laid_open(game: Game, honest: View, luck: Chance) -> View:
    """Return the view with a whole imagined world in it, so that a bot could peek at others' cards and objectives."""
    return View(honest.seat, imagine(game, honest, luck).state)


def test_one_cautious_beats_three_random() -> None:
    """One cautious bot beats three random ones in nine games of ten; `kamchatka arena` measures 1,000 games."""
    wins = 0
    for seed in range(20):
        names = ["random"] * 4
        names[seed % 4] = "cautious"
        wins += play_game(game(), names, seed, turn_limit=200).state.winners == 1 << seed % 4
    assert wins >= 18


def test_the_same_seed_plays_the_same_game() -> None:
    """The same seed gives the same game, because bots draw only from their own random source."""
    states = [play_game(game(), ["cautious", "random", "cautious"], 8, turn_limit=20).state for _ in range(2)]
    assert list(states[0].armies) == list(states[1].armies)
    assert states[0].round == states[1].round


def test_a_tournament_card_makes_its_places_wanted() -> None:
    """A tournament card makes its marked places worth more than any others, most of all those not held yet."""
    game = edition("challenge").game(edition("challenge").table_rules({}))
    match = position({"alaska": (0, 3), "japan": (0, 3)}, edition="challenge", objectives={0: game.objectives[7]})
    info, state = strategy_of(match.game).info, match.state
    card = info.objectives[7]
    assert isinstance(card, HoldMarked)
    aims = Aims(match.game.board.size)
    aims.seek(info, state, 0, card)
    marked = list(card.places)
    others = [aims.worth[place] for place in range(len(state.owner)) if place not in marked]
    assert min(aims.worth[place] for place in marked) > max(others)
    beyond_points = {place: aims.worth[place] - 0.4 * float(match.game.board.value[place]) for place in marked}
    held = [place for place in marked if state.owner[place] == 0]
    assert len(held) == 2
    assert all(beyond_points[place] == pytest.approx(1.0) for place in held)
    assert all(beyond_points[place] > 1.5 for place in marked if place not in held)
