"""Summarise many games: wins per bot and seat, length, and how the games ended."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from statistics import median

from kamchatka.arena.games import Outcome
from kamchatka.arena.pace import Pace
from kamchatka.arena.ratings import ratings

NORMAL_95 = 1.959964  # the quantile of a 95 % interval


@dataclass(frozen=True)
class Share:
    """Wins in a number of games. A shared win counts as a fraction."""

    won: float
    games: int
    fair: float  # the expected share of an average player

    @property
    def part(self) -> float:
        """The fraction of games won.

        >>> Share(won=30, games=100, fair=0.25).part
        0.3
        """
        return self.won / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval, which is reliable for few games and for shares near 0 and 1.

        >>> low, high = Share(won=30, games=100, fair=0.25).interval
        >>> round(low, 3), round(high, 3)
        (0.219, 0.396)
        """
        if not self.games:
            return (0.0, 1.0)
        spread = NORMAL_95**2 / self.games
        middle = (self.part + spread / 2) / (1 + spread)
        half = sqrt(self.part * (1 - self.part) * spread + spread**2 / 4) / (1 + spread)
        return (max(0.0, middle - half), min(1.0, middle + half))


@dataclass(frozen=True)
class Spread:
    """Median, 95th percentile and maximum."""

    median: float
    p95: int
    largest: int

    @classmethod
    def of(cls, numbers: Sequence[int]) -> "Spread":
        """Compute the spread of a non-empty sequence.

        >>> Spread.of([3, 1, 2, 9])
        Spread(median=2.5, p95=9, largest=9)
        """
        ranked = sorted(numbers)
        return cls(median(ranked), ranked[(len(ranked) * 95 - 1) // 100], ranked[-1])


@dataclass(frozen=True)
class Report:
    """Statistics of a series of games. `games` must not be empty."""

    games: Sequence[Outcome]
    seconds: float

    @cached_property
    def by_bot(self) -> dict[str, Share]:
        """The share of each bot over all its seats."""
        line_up = self.games[0].seated
        won = {name: 0.0 for name in sorted(set(line_up))}
        for game in self.games:
            for seat in game.winners:
                won[game.seated[seat]] += 1 / len(game.winners)
        fair = Counter(line_up)
        return {name: Share(wins, len(self.games), fair[name] / len(line_up)) for name, wins in won.items()}

    @cached_property
    def by_seat(self) -> list[Share]:
        """The share of each seat, independent of the bot that sat there."""
        seats = len(self.games[0].seated)
        won = [0.0] * seats
        for game in self.games:
            for seat in game.winners:
                won[seat] += 1 / len(game.winners)
        return [Share(wins, len(self.games), 1 / seats) for wins in won]

    @cached_property
    def rounds(self) -> Spread:
        """Length of the games in rounds."""
        return Spread.of([game.rounds for game in self.games])

    @cached_property
    def actions(self) -> Spread:
        """Length of the games in actions."""
        return Spread.of([game.actions for game in self.games])

    @cached_property
    def endings(self) -> dict[str, int]:
        """Number of games ended by each clause, most frequent first."""
        return dict(Counter(game.ending for game in self.games).most_common())

    @cached_property
    def pace(self) -> dict[str, Pace]:
        """Decision times of each bot."""
        return self.merge_pace([game.pace for game in self.games])

    @cached_property
    def turns(self) -> dict[str, Pace]:
        """Turn times of each bot; empty for games recorded without turn times."""
        return self.merge_pace([game.turns for game in self.games])

    def merge_pace(self, watched: Sequence[dict[str, Pace]]) -> dict[str, Pace]:
        """Merge the durations of many games per bot."""
        found = {name: Pace() for name in self.by_bot}
        for game in watched:
            for name, pace in game.items():
                found[name].add(pace)
        return found

    @cached_property
    def ratings(self) -> dict[str, tuple[float, float]] | None:
        """Skill and uncertainty of each bot; None without openskill."""
        return ratings(self.games)

    @cached_property
    def forfeits(self) -> list[str]:
        """Faults of external bots."""
        return [sentence for game in self.games for sentence in game.forfeits]

    @property
    def longest(self) -> Outcome:
        """The game with the most rounds."""
        return max(self.games, key=lambda game: (game.rounds, -game.seed))

    @property
    def games_per_second(self) -> float:
        """Games per second of wall-clock time, over all cores."""
        return len(self.games) / self.seconds
