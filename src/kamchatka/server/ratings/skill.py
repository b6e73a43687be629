"""Ratings for games of several players: openskill's Plackett–Luce model, and the displayed points."""

from collections.abc import Sequence

import msgspec
from openskill.models import PlackettLuce

SCALE = 40.0  # displayed points per unit of the model
MIDDLE = 1500  # displayed points of a new player
SURE = 6.5  # maximum uncertainty of a listed rating, in the model's units: about fifteen games at a table of four
LISTED_GAMES = 10  # a rating is provisional below this number of rated games …
LISTED_OPPONENTS = 5  # … or below this number of distinct opponents
CAUTION = 2.0  # leaderboards sort by mu - 2 * sigma, which favours experience over luck

model = PlackettLuce()


class Skill(msgspec.Struct, frozen=True):
    """Strength and uncertainty in the model's units. The defaults are those of a new player."""

    mu: float = model.mu
    sigma: float = model.sigma

    @property
    def points(self) -> int:
        """The displayed strength."""
        return round(MIDDLE + SCALE * (self.mu - model.mu))

    @property
    def doubt(self) -> int:
        """The displayed uncertainty."""
        return round(SCALE * self.sigma)

    @property
    def cautious(self) -> float:
        """A conservative estimate of the strength."""
        return self.mu - CAUTION * self.sigma

    def leaderboard_value(self, games: int, opponents: int) -> float | None:
        """Return the key by which leaderboards sort; None while the rating is provisional."""
        is_known = self.sigma <= SURE and games >= LISTED_GAMES and opponents >= LISTED_OPPONENTS
        return self.cautious if is_known else None


def after_game(before: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """Return all skills after a game with these places. Equal places are ties.

    >>> winner, other = after_game([Skill(), Skill()], [1, 2])
    >>> winner.points > 1500 > other.points, winner.sigma < Skill().sigma
    (True, True)
    """
    teams = [[model.rating(mu=one.mu, sigma=one.sigma)] for one in before]
    rated = model.rate(teams, ranks=[float(place) for place in places])
    return [Skill(team[0].mu, team[0].sigma) for team in rated]
