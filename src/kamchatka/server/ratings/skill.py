"""Ratings of many players at one table: openskill's Plackett–Luce model, and the figures that people are shown."""

from collections.abc import Sequence

import msgspec
from openskill.models import PlackettLuce

SCALE = 40.0  # points that people see for one of the model's
MIDDLE = 1500  # what they see of somebody of whom nothing is known
SURE = 6.5  # the model's doubt up to which a rating is no longer provisional: some fifteen games at a table of four
CAUTION = 2.0  # times the doubt that rank lists take off: who has played more stands before who has been lucky

model = PlackettLuce()


class Skill(msgspec.Struct, frozen=True):
    """Strength and doubt, as the model counts them; of a newcomer what it begins with."""

    mu: float = model.mu
    sigma: float = model.sigma

    @property
    def points(self) -> int:
        """The strength that people are shown."""
        return round(MIDDLE + SCALE * (self.mu - model.mu))

    @property
    def doubt(self) -> int:
        """How far from that it may well be."""
        return round(SCALE * self.sigma)

    @property
    def is_provisional(self) -> bool:
        """Whether too little is known for a rank."""
        return self.sigma > SURE

    @property
    def cautious(self) -> float:
        """What it very probably is at least."""
        return self.mu - CAUTION * self.sigma


def after_game(before: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """Everybody's skill after a game in which they came in at these places; equal ones tied.

    >>> winner, other = after_game([Skill(), Skill()], [1, 2])
    >>> winner.points > 1500 > other.points, winner.sigma < Skill().sigma
    (True, True)
    """
    teams = [[model.rating(mu=one.mu, sigma=one.sigma)] for one in before]
    rated = model.rate(teams, ranks=[float(place) for place in places])
    return [Skill(team[0].mu, team[0].sigma) for team in rated]
