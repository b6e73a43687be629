"""Measure how bots finish won duels: `python -m tools.tune.finish_duels EDITION`, see `--help`.

Captains of the first version play until one rival is left and the seat in turn has more than three times its armies:
one position per game. From there each bot plays on against a captain of the first version. Reported for each: the
number of wins within six rounds, and after each turn that doesn't end the game, the armies that stand idle (without
rival neighbours, beyond the required one) and those that can fight.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass

from mypy_extensions import i64

from kamchatka.bots.bot import Bot
from kamchatka.bots.goals.duel import find_beaten_rival
from kamchatka.editions import edition
from kamchatka.kernel.bits import first, has
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import PLACE
from kamchatka.kernel.state import NOBODY, State
from kamchatka.kernel.table import Table
from kamchatka.kernel.view import view
from kamchatka.players import bot

RIVAL = "captain@0.1"
ROUNDS = 6
LONGEST = 100  # maximum number of rounds until a duel
APART = 1_000_003


@dataclass
class DuelTally:
    """Results of one bot's duels."""

    won: int = 0
    turns: int = 0
    idle: int = 0
    fighting: int = 0


def ask(game: Game, table: Table, bots: list[Bot]) -> None:
    """Play one decision."""
    seat = first(game.awaits(table))
    offered = game.options(table, seat)
    game.play_from(table, seat, bots[seat].decide(view(table, seat), offered), offered)


def duels(game: Game, seats: int, seed: int) -> Iterator[State]:
    """Yield a position from each game that leads to a won duel: the winner is about to place its armies."""
    while True:
        table = game.start(seats, FastChance(seed))
        bots = [bot(RIVAL, game, (seed + 1) * APART + seat) for seat in range(seats)]
        state = table.state
        while not state.over and state.round <= LONGEST:
            seat = first(game.awaits(table))
            places = any(each.verb == PLACE for each in game.options(table, seat).ranges)
            if places and state.turn == seat and state.round > 0 and find_beaten_rival(state, seat) != NOBODY:
                yield state.copy()
                break
            ask(game, table, bots)
        seed += 1


def standing(game: Game, state: State, seat: i64) -> tuple[int, int]:
    """Count idle armies (without rival neighbours, beyond one per place) and armies that can fight."""
    idle = fighting = 0
    for place in range(game.board.size):
        if state.owner[place] == seat:
            beside = [state.owner[game.board.links[i]] for i in span(game, place)]
            spare = int(state.armies[place]) - 1
            if any(owner != seat and owner != NOBODY for owner in beside):
                fighting += spare
            else:
                idle += spare
    return idle, fighting


def span(game: Game, place: i64) -> range:
    """Return the index range of a place's links."""
    return range(int(game.board.first[place]), int(game.board.first[place + 1]))


def finish(game: Game, start: State, name: str, luck: int, tally: DuelTally) -> None:
    """Play one duel to its end or for ROUNDS rounds, and add the result."""
    table = Table(game.board, start.copy(), FastChance(luck), None)
    state, winner, last = table.state, int(start.turn), int(start.round) + ROUNDS
    bots = [bot(name if seat == winner else RIVAL, game, luck * APART + seat) for seat in range(int(state.seats))]
    while not state.over and state.round < last:
        turn = state.turn
        ask(game, table, bots)
        if turn == winner != state.turn and not state.over:  # once a game is over, all remaining armies are idle
            idle, fighting = standing(game, state, winner)
            tally.turns += 1
            tally.idle += idle
            tally.fighting += fighting
    tally.won += bool(state.over and has(state.winners, winner))


def measure(name: str, positions: int, bots: list[str], seats: int, seed: int) -> dict[str, DuelTally]:
    """Play an edition's duels with each bot."""
    booklet = edition(name)
    game = booklet.game(booklet.table_rules({}))
    tallies = {each: DuelTally() for each in bots}
    found = duels(game, seats or booklet.seats[-1], seed)
    for number in range(positions):
        start = next(found)
        for each in bots:
            finish(game, start, each, number, tallies[each])
    return tallies


def main() -> None:
    """Print one line per bot."""
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("edition")
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--bots", default="captain,captain@0.1")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    for name, tally in measure(
        chosen.edition, chosen.positions, chosen.bots.split(","), chosen.seats, chosen.seed
    ).items():
        turns = max(1, tally.turns)
        print(
            f"{chosen.edition}, {name}: {tally.won} of {chosen.positions} won within {ROUNDS} rounds; "
            f"{tally.idle / turns:.1f} armies idle after a turn, {tally.fighting / turns:.1f} able to fight"
        )


if __name__ == "__main__":
    main()
