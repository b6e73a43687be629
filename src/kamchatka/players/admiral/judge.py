"""Judge positions by a network's value: calibrated win chances, from what each seat knows."""

from functools import lru_cache
from importlib.util import find_spec

from kamchatka.encoding.prompt import DONE, Prompt
from kamchatka.kernel.bits import has
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import Options
from kamchatka.kernel.table import Table
from kamchatka.kernel.view import View, view
from kamchatka.players.admiral.bot import Encoder, encoder_of
from kamchatka.players.admiral.calibration import Calibration, calibration_of, softmax
from kamchatka.players.admiral.network import editions_with_network


class Judge:
    """Win chances at positions of one game. It keeps no state between positions."""

    def __init__(self, game: Game, encoder: Encoder, seats: int, calibration: Calibration) -> None:
        self.game = game
        self.encoder = encoder
        self.seats = seats
        self.calibration = calibration

    def logits(self, view: View, options: Options | None = None) -> tuple[float, ...]:
        """Return the network's logit of each seat's win, as the view's seat sees it; with options if it is asked."""
        prompt = None
        if options is not None:
            prompt = Prompt(self.encoder.prompt_codes)
            prompt.begin(options, view.seat)
            prompt = prompt if prompt.stage != DONE else None
        seen = self.encoder.values(view, prompt)
        return tuple(seen[(seat - int(view.seat)) % self.seats] for seat in range(self.seats))

    def strength(self, table: Table, seat: int) -> float:
        """Return a seat's calibrated score by its own view."""
        is_asked = has(self.game.awaits(table), seat)
        options = self.game.options(table, seat) if is_asked else None
        logit = self.logits(view(table, seat), options)[seat]
        return self.calibration.strength(logit, int(table.state.round), is_asked)

    def strengths(self, table: Table) -> dict[int, float]:
        """Return the scores of all seats that still play."""
        return {seat: self.strength(table, seat) for seat in range(self.seats) if table.state.is_alive(seat)}

    def chances(self, table: Table) -> tuple[float, ...]:
        """Return every seat's win chance, or the result once the game is over."""
        state = table.state
        if state.over:
            won = [seat for seat in range(self.seats) if has(state.winners, seat)]
            return tuple(1.0 / len(won) if seat in won else 0.0 for seat in range(self.seats))  # none won: all zero
        return softmax(self.strengths(table), self.seats)


@lru_cache(maxsize=8)
def judge_of(game: Game, seats: int) -> Judge:
    """Return the judge of a game, cached. Raises a Problem for editions without a network."""
    encoder = encoder_of(game, seats)
    return Judge(game, encoder, seats, calibration_of(game.name))


def is_judged(edition: str) -> bool:
    """Return True if an edition has a network and the compiled engine is there. NumPy's is too slow for whole games."""
    return edition in editions_with_network() and find_spec("kamchatka.players.admiral.engine") is not None
