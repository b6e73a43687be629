"""Check that luck averages zero: python -m tools.quality.measure_luck 10000 (compiled: about a second for five games).

Cautious bots play every edition in turn. The exact odds of every throw are computed from the journals. Printed are the
attackers' average luck with its standard error, and the average luck of each seat.
"""

import argparse
import time
from collections import Counter
from math import sqrt

import msgspec

from kamchatka.analysis.luck import luck_of
from kamchatka.analysis.throws import BattleThrow, throws_of
from kamchatka.editions import EDITIONS
from kamchatka.match import Match, play_numeric
from kamchatka.players import bot

LATEST = 12  # rounds; longer games are evaluated unfinished


class Measured(msgspec.Struct):
    """Sums over games."""

    games: int = 0
    throws: int = 0
    luck: float = 0.0  # sum of the attackers' luck, in armies
    squared: float = 0.0  # squared luck per game
    variance: float = 0.0  # variance expected from the odds
    by_edition: dict[str, float] = {}
    by_seat: dict[int, float] = {}

    def add(self, edition: str, throws: list[BattleThrow]) -> None:
        """Add a game."""
        armies = [throw for throw in throws if not throw.odds.duel]
        luck = sum(throw.odds.fell.balance - throw.odds.balance for throw in armies)
        self.games += 1
        self.throws += len(armies)
        self.luck += luck
        self.squared += luck * luck
        self.variance += sum(throw.odds.variance for throw in armies)
        self.by_edition[edition] = self.by_edition.get(edition, 0.0) + luck
        for seat, found in luck_of(armies).items():
            self.by_seat[seat] = self.by_seat.get(seat, 0.0) + found.armies

    def describe(self) -> str:
        """Describe the results."""
        mean, error = self.luck / self.games, sqrt(self.squared) / self.games
        spread = sqrt(self.squared / self.variance) if self.variance else 0.0
        seats = ", ".join(f"{total / self.games:+.3f}" for _, total in sorted(self.by_seat.items()))
        return (
            f"{self.games} games, {self.throws} throws: attackers' luck {mean:+.3f} ± {error:.3f} armies a game; "
            f"it strayed {spread:.3f} times as far as the odds foresee; by seat {seats}"
        )


def play_game(edition: str, seed: int) -> Match:
    """Play a game between cautious bots."""
    booklet = EDITIONS[edition]
    match = Match.new(edition, booklet.seats[seed % len(booklet.seats)], seed=seed)
    bots = [bot("cautious", match.game, seat) for seat in range(match.seats)]
    while not match.is_over and match.state.round < LATEST:
        seat = match.awaited[0]
        play_numeric(match, bots[seat].decide(match.view(seat), match.options(seat)), seat)
    return match


def main() -> None:
    """Play games and print the results."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("games", type=int)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--seconds", type=float, default=3600.0)
    reader.add_argument("--json", action="store_true")
    asked = reader.parse_args()
    found, names, until = Measured(), list(EDITIONS), time.monotonic() + asked.seconds
    played_of: Counter[str] = Counter()
    for number in range(asked.games):
        if time.monotonic() > until:
            break
        edition = names[number % len(names)]
        found.add(edition, list(throws_of(play_game(edition, asked.seed + number))))
        played_of[edition] += 1
    print(msgspec.json.encode(found).decode() if asked.json else found.describe())


if __name__ == "__main__":
    main()
