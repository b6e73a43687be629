"""SeatView: what a bot sees when its seat must act."""

from random import Random
from typing import Final

from kamchatka.editions.edition import Edition
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import Options
from kamchatka.kernel.state import State
from kamchatka.kernel.view import View
from kamchatka.match.legal_actions import LegalActions
from kamchatka.match.queries import TableQueries


class SeatView(TableQueries):
    """What a seat knows and may do now. Hidden cards and the objectives of other seats aren't included.

    `legal_actions` are the choices and `random` is the bot's own random generator. A bot that uses no other generator
    repeats its game from the same seed. The queries of `Match` work here too.

    >>> from kamchatka import Match
    >>> seat = Match.new("modern", seats=3, seed=1).seat_view()
    >>> seat.seat, seat.legal_actions[0]
    (0, TakeColour(colour='red'))
    """

    def __init__(self, edition: Edition, game: Game, view: View, options: Options, random: Random) -> None:
        self.edition = edition
        self.game = game
        self.view: Final = view
        self.options: Final = options
        self.random: Final = random

    @property
    def state(self) -> State:
        """The state, with HIDDEN in place of values that the seat doesn't know."""
        return self.view.state

    @property
    def seat(self) -> int:
        """The seat that must decide."""
        return self.view.seat

    @property
    def legal_actions(self) -> LegalActions:
        """Everything that the seat may do now."""
        return LegalActions(self.game, self.options)

    def __repr__(self) -> str:
        return f"<SeatView of seat {self.seat}: {len(self.legal_actions)} legal actions>"
