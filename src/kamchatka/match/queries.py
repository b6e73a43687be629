"""Queries about a table, by name."""

from abc import ABC, abstractmethod

from kamchatka.editions.edition import Edition
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.wire import number_of
from kamchatka.kernel.game import Game
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.state import State
from kamchatka.kernel.table import Table
from kamchatka.odds.forecast import Forecast


class TableQueries(ABC):
    """Queries that a match shares with a bot's view of it. An unknown name raises a Problem."""

    edition: Edition
    game: Game

    @property
    @abstractmethod
    def state(self) -> State:
        """The state that the queries read."""

    @property
    def seats(self) -> int:
        """Number of seats.

        >>> from kamchatka import Match
        >>> Match.new("original", seats=5).seats
        5
        """
        return self.state.seats

    @property
    def round(self) -> int:
        """The round, from 1; 0 during the preparation.

        >>> from kamchatka import Match
        >>> Match.new("modern", seats=3, seed=1).round
        0
        """
        return self.state.round

    def owner(self, place: str) -> int | None:
        """Return the seat that owns a place; None if nobody does.

        >>> from kamchatka import Match
        >>> match = Match.new("modern", seats=3, seed=1)
        >>> print(match.owner("kamchatka"))  # before the deal
        None
        >>> while match.round == 0:
        ...     facts = match.play(match.legal_actions[0])
        >>> match.owner("kamchatka")
        2
        """
        seat = int(self.state.owner[self._place(place)])
        return seat if seat >= 0 else None

    def armies(self, place: str) -> int:
        """Return the number of armies on a place.

        >>> from kamchatka import Match
        >>> match = Match.new("modern", seats=3, seed=1)
        >>> while match.round == 0:
        ...     facts = match.play(match.legal_actions[0])
        >>> match.armies("kamchatka"), match.armies("alaska")
        (1, 22)
        """
        return int(self.state.armies[self._place(place)])

    def neighbours(self, place: str) -> list[str]:
        """Return the places that the board links to a place, in board order.

        Cards and stations of some editions add further ways to attack: `legal_actions` lists those too.

        >>> from kamchatka import Match
        >>> Match.new("modern", seats=3).neighbours("alaska")
        ['northwest_territories', 'alberta', 'kamchatka']
        """
        board, at = self.game.board, self._place(place)
        return [board.places[board.links[i]] for i in range(board.first[at], board.first[at + 1])]

    def territories(self, seat: int | None = None) -> list[str]:
        """Return the places of a seat, or all places of the board.

        >>> from kamchatka import Match
        >>> match = Match.new("modern", seats=3, seed=1)
        >>> while match.round == 0:
        ...     facts = match.play(match.legal_actions[0])
        >>> match.territories(seat=0)[:2], len(match.territories(seat=0)), len(match.territories())
        (['northwest_territories', 'greenland'], 14, 42)
        """
        places = self.game.board.places
        if seat is None:
            return list(places)
        if not 0 <= seat < self.seats:
            raise Problem("match.no_seat", seat=seat, most=self.seats - 1)
        return [place for place, owner in zip(places, self.state.owner, strict=True) if owner == seat]

    def cards(self, seat: int) -> list[str]:
        """Return the known cards of a seat: all in a match, only the bot's own in its view.

        >>> from kamchatka import Match
        >>> Match.new("modern", seats=3, seed=1).cards(0)  # nobody has won a card yet
        []
        """
        return [card for card, where in zip(self.game.cards, self.state.cards, strict=True) if where == seat >= 0]

    def objective(self, seat: int) -> str | None:
        """Return the secret objective of a seat; None if it has none or a bot may not know it.

        >>> from kamchatka import Match
        >>> match = Match.new("modern", seats=3, seed=1)
        >>> while match.round == 0:
        ...     facts = match.play(match.legal_actions[0])
        >>> match.objective(0), match.seat_view(0).objective(0), match.seat_view(0).objective(1)
        ('destroy_red', 'destroy_red', None)
        """
        number = self.state.objective[seat]
        return self.game.objectives[number] if number >= 0 else None

    def odds(self, source: str, target: str) -> Forecast:
        """Return the exact odds of an attack that is fought to the end with all dice.

        They depend on the armies and pieces on both places. Whether the rules allow the attack now isn't checked.
        Raises a Problem if there is nobody to attack.

        >>> from kamchatka import Match
        >>> match = Match.new("modern", seats=3, seed=1)
        >>> while match.round == 0:
        ...     facts = match.play(match.legal_actions[0])
        >>> odds = match.odds("alaska", "northwest_territories")
        >>> round(odds.wins, 3), round(odds.lost, 2), round(odds.beaten, 2)
        (0.073, 20.63, 11.78)
        """
        table = Table(self.game.board, self.state, FastChance(0), None)
        found = self.edition.battles.forecast(self.game, table, self._place(source), self._place(target))
        if found is None:
            raise Problem("match.no_attack", source=source, target=target)
        return found

    def _place(self, name: str) -> int:
        return number_of(self.game, "place", name)
