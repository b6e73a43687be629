"""Compare a player's choices with a marshal's and estimate what each cost."""

from dataclasses import dataclass

from kamchatka.analysis.search import GameSearch, Promise
from kamchatka.bots.marshal.bot import MarshalBot, matters
from kamchatka.kernel.options import Action, Options
from kamchatka.kernel.table import Table
from kamchatka.kernel.view import view

LEAST = 0.01  # minimum loss of win chance that is reported


@dataclass(frozen=True)
class ChoiceReview:
    """A choice that lowered the win chance, judged by what its seat could know."""

    entry: int
    round: int
    seat: int
    played: Action
    better: Action
    cost: Promise


class Reviewer:
    """Review decisions with one marshal per seat, which plans once per turn as in a game."""

    def __init__(self, search: GameSearch, worlds: int, rehearsals: int) -> None:
        self.search = search
        self.worlds = worlds
        self.rehearsals = rehearsals
        self.marshals: dict[int, MarshalBot] = {}
        self.looked_at = 0
        self.alike = 0

    def review(self, table: Table, seat: int, played: Action, entry: int) -> ChoiceReview | None:
        """Review a decision about to be taken; None if there is nothing to report."""
        offered = self.search.game.options(table, seat)
        if not is_reviewed(table, seat, offered, played):
            return None
        self.looked_at += 1
        known, marshal = view(table, seat), self._marshal(seat)
        better = marshal.decide(known, offered)
        if alike(better, played) or not offered.allows(better):
            self.alike += 1
            return None
        cost = self.search.ahead(known, better, played, marshal.plan, self.worlds, seed=entry)
        return ChoiceReview(entry, int(known.state.round), seat, played, better, cost) if is_reported(cost) else None

    def _marshal(self, seat: int) -> MarshalBot:
        if seat not in self.marshals:
            self.marshals[seat] = self.search.marshal(seat + 1, self.rehearsals)
        return self.marshals[seat]


def is_reviewed(table: Table, seat: int, offered: Options, played: Action) -> bool:
    """Return whether a decision is worth a review: in the seat's own turn, about armies, and legal."""
    state = table.state
    if state.turn != seat or state.round == 0 or state.over:
        return False
    return matters(offered) and offered.allows(played)


def is_reported(cost: Promise) -> bool:
    """Return whether a loss is large and certain enough."""
    return cost.mean >= LEAST and cost.is_sure


def alike(one: Action, other: Action) -> bool:
    """Return whether two actions are equal apart from a number of armies or dice."""
    return (one.verb, one.at, one.to, one.what) == (other.verb, other.at, other.to, other.what)
