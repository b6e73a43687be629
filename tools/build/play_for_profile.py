"""play_for_profile.py: play typical games in a build instrumented for gcc's profile-guided optimisation.

The seeds are fixed, so that the same sources give the same wheel. Every edition is played at random under each of its
options, by captains, and by marshals with a budget in rehearsals instead of seconds.
"""

import sys

from kamchatka.bots.table import play_bots
from kamchatka.editions import EDITIONS
from kamchatka.editions.edition import Edition
from kamchatka.kernel import step
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.game import Game
from kamchatka.kernel.playout import play_out
from kamchatka.odds.battle import battle
from kamchatka.players import bot

RANDOM_GAMES = 60  # per edition, with default options
RANDOM_ACTIONS = 3000  # maximum per game
COPIES = 20_000  # copies of a position; simulations copy one for every try
OPTION_ACTIONS = 500  # actions in the game under one other option
CAPTAIN_GAMES = 5
CAPTAIN_ROUNDS = 40  # rounds after which the referee ends the game
MARSHAL_ROUNDS = 2
ARMIES = 40  # armies on both sides of the battles whose odds are computed


def play_randomly(game: Game, seats: int, seed: int, actions: int) -> None:
    """Play the same random game without and with a journal."""
    play_out(game, game.start(seats, FastChance(seed)), FastChance(seed + 1), actions)
    play_out(game, game.start(seats, FastChance(seed), []), FastChance(seed + 1), actions)


def play_with(game: Game, seats: int, seed: int, name: str, rounds: int) -> None:
    """Play a game between bots of this name, with a limit on rounds."""
    table = game.start(seats, FastChance(seed), [])
    play_bots(game, table, [bot(name, game, seat) for seat in range(seats)], rounds)


def play_options(booklet: Edition, actions: int) -> None:
    """Play a game under each value of each option."""
    for option in booklet.options:
        for value in option.values:
            play_randomly(booklet.game(booklet.table_rules({option.name: value})), booklet.seats[-1], 1, actions)


def play_edition(booklet: Edition) -> None:
    """Play all games of one edition."""
    game = booklet.game(booklet.table_rules({}))
    seats = booklet.seats
    for seed in range(RANDOM_GAMES):
        play_randomly(game, seats[seed % len(seats)], seed, RANDOM_ACTIONS)
    play_options(booklet, OPTION_ACTIONS)
    for seed in range(CAPTAIN_GAMES):
        play_with(game, seats[-1 - seed % len(seats)], seed, "captain", CAPTAIN_ROUNDS)
    play_with(game, seats[0], 1, "marshal:20x", MARSHAL_ROUNDS)
    state = game.start(seats[-1], FastChance(1)).state
    for _ in range(COPIES):
        state.copy()


def main() -> None:
    """Play everything in the compiled kernel."""
    if str(step.__file__).endswith(".py"):
        sys.exit("The kernel here is interpreted: there is nothing to make a profile of.")
    for booklet in EDITIONS.values():
        play_edition(booklet)
    for armies in range(1, ARMIES):
        battle(ARMIES, armies)


if __name__ == "__main__":
    main()
