"""The base of independent scorers: facts by name, the board, protection, caps, hands, trios.

Scorers are written from the booklets, without the rules' code: they read owners, armies and facts, and state who must
have won, when, and with how many points.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from kamchatka.editions import EDITIONS
from kamchatka.kernel.bits import members
from kamchatka.kernel.options import MOVE, TRADE, Action
from kamchatka.kernel.table import Fact, Table
from tests.laws.tables import Setup

NOBODY = -1
GRACE = 4  # rounds in which no seat may be eliminated


class Scorer:
    """Follow one game; an AssertionError says what went wrong."""

    def __init__(self, setup: Setup, table: Table) -> None:
        self.setup = setup
        defaults = {option.name: option.default for option in EDITIONS[setup.edition].options}
        self.options: dict[str, Any] = {**defaults, **setup.options}
        board = table.board
        self.zone_of = [int(zone) for zone in board.zone]
        self.zones = [str(zone) for zone in board.zone_ids]
        self.bonus = [int(bonus) for bonus in board.bonus]
        self.values = [int(value) for value in board.value]
        self.names = [str(place) for place in board.places]
        self.fallen: dict[int, int] = {}  # by whom
        self.trades = 0
        self.moves = 0
        self.conquests = 0
        self.turn = (NOBODY, 0)  # the seat and the round of the current turn
        self.shown = Counter[str]()

    # -------------------------------------------------------------- what happens
    def follow(self, table: Table, action: Action | None, facts: Sequence[Fact]) -> None:
        """Process an action and its facts, with the resulting table."""
        if action is not None:
            self.trades += action.verb == TRADE
            self.moves += action.verb == MOVE
            if action.verb == TRADE and "trios_per_turn" in self.options:
                assert self.options["trios_per_turn"] == 0 or self.trades <= 1, "two trios in a turn"
        for fact in facts:
            self.happened(table, type(fact).__name__, fact)
        self.laws(table)
        if table.state.over:
            self.shown[table.state.ending] += 1
            self.ended(table, table.state.ending, members(table.state.winners))
        else:
            self.goes_on(table)

    def happened(self, table: Table, name: str, fact: Any) -> None:
        """Process a fact: whose turn it is, and who is eliminated."""
        if name == "TurnBegan":
            self.turn = (int(fact.seat), int(fact.round))
            self.trades = self.moves = self.conquests = 0
        elif name == "Conquered":
            self.conquests += 1
        elif name == "Eliminated":
            spared = self.options.get("elimination_protection", "off") != "off"
            assert not spared or self.turn[1] > GRACE, "eliminated in the rounds of grace"
            assert self.lands(table, int(fact.seat)) == 0 or self.setup.edition in ("risk2210", "godstorm")
            self.fallen[int(fact.seat)] = int(fact.by)

    def laws(self, table: Table) -> None:
        """Check caps and limits that options set."""
        state = table.state
        cap = self.options.get("army_cap", 0)
        limit = self.hand_limit()
        for seat in range(state.seats):
            if cap:
                assert self.armies(table, seat) + state.stock[seat] <= max(cap, 0), "more armies than the cap"
            if limit:
                assert list(state.cards).count(seat) <= limit, "more cards than the limit"

    def hand_limit(self) -> int:
        """Return the maximum number of cards in a hand, or 0 for no limit."""
        return int(self.options.get("hand_limit", 0))

    def goes_on(self, table: Table) -> None:
        """Check that a running game shouldn't have ended."""
        raise NotImplementedError

    def ended(self, table: Table, ending: str, winners: list[int]) -> None:
        """Check that a finished game ended correctly, with the correct winners."""
        raise NotImplementedError

    # -------------------------------------------------------------- the bare board
    def places(self, table: Table, seat: int) -> list[int]:
        """Return the places of a seat."""
        return [place for place, owner in enumerate(table.state.owner) if owner == seat]

    def lands(self, table: Table, seat: int) -> int:
        """Return the number of its places."""
        return len(self.places(table, seat))

    def armies(self, table: Table, seat: int) -> int:
        """Return all its armies on the board."""
        return sum(int(table.state.armies[place]) for place in self.places(table, seat))

    def whole(self, table: Table, seat: int, among: Iterable[int] | None = None) -> list[int]:
        """Return the zones that a seat holds completely."""
        owner = table.state.owner
        return [
            zone
            for zone in (range(len(self.zones)) if among is None else among)
            if all(owner[place] == seat for place in range(len(owner)) if self.zone_of[place] == zone)
        ]

    def alive(self, table: Table) -> list[int]:
        """Return the seats that are still in the game."""
        return [seat for seat in range(table.state.seats) if seat not in self.fallen]

    def order(self, table: Table) -> list[int]:
        """Return the order of play from the first seat."""
        seats = [int(seat) for seat in table.state.order[: table.state.seats]]
        start = seats.index(int(table.state.first))
        return seats[start:] + seats[:start]

    def after(self, table: Table, seat: int, among: Sequence[int]) -> int:
        """Return which of the given seats plays next after a seat."""
        order = self.order(table)
        start = order.index(seat)
        return next(one for one in [*order[start + 1 :], *order[: start + 1]] if one in among)

    def wraps(self, table: Table, seat: int, following: int, base: int) -> bool:
        """Return whether going from one seat to another completes a lap that is counted from the seat `base`."""
        order = self.order(table)
        start = order.index(base)
        lap = order[start:] + order[:start]
        return lap.index(following) <= lap.index(seat)


def best(seats: Iterable[int], *measures: Sequence[int]) -> tuple[list[int], int]:
    """Return who leads by these measures, each breaking the ties of those before, and how many were needed."""
    left = list(seats)
    for taken, measure in enumerate(measures, 1):
        most = max(measure[seat] for seat in left)
        left = [seat for seat in left if measure[seat] == most]
        if len(left) == 1:
            return left, taken
    return left, len(measures) + 1
