"""The admiral as a bot: it encodes its view and options, and plays the codes that its network scores highest."""

from array import array
from functools import lru_cache
from typing import Any

from librt.vecs import vec
from mypy_extensions import i16

from kamchatka.bots.bot import Bot
from kamchatka.editions import EDITIONS
from kamchatka.encoding.prompt import DONE, Prompt
from kamchatka.encoding.setting import Setting
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import Action, Options
from kamchatka.kernel.view import View
from kamchatka.players.admiral.network import Network, network_of
from kamchatka.players.admiral.shape import MOST_SEATS, fit

UNKNOWN = float("-inf")  # score of codes that the network doesn't know


class Encoder:
    """Encode views of one game for its network, and map the network's scores to the game's codes."""

    def __init__(self, game: Game, seats: int, network: Network) -> None:
        edition = EDITIONS[game.name]
        setting = Setting(edition, edition.table_rules({}), game, seats)
        place = fit(setting, network.shape)
        self.network = network
        self.prompt_codes, self.observer = setting.codes, setting.observer
        self.codes = place.codes
        self.columns = array("i", place.columns).tobytes()
        base = array("h", bytes(2 * network.shape.numbers))
        for at, value in place.constants:
            base[at] = value
        self.base = base.tobytes()
        self.row: Any = vec[i16]([0] * setting.layout.size)

    def evaluate(self, view: View, prompt: Prompt | None) -> "array[float]":
        """Return the scores of all codes, followed by the logits of win chances from the view's seat on."""
        self.observer.write(view, prompt, self.row, 0)
        return self.network.scores(self.row, self.columns, self.base)

    def values(self, view: View, prompt: Prompt | None) -> "array[float]":
        """Return the logits of win chances alone."""
        return self.evaluate(view, prompt)[-MOST_SEATS:]

    def scores(self, view: View, prompt: Prompt) -> dict[int, float]:
        """Return the scores of the legal codes."""
        found = self.evaluate(view, prompt)
        legal: Any = prompt.legal
        return {code: found[at] if at >= 0 else UNKNOWN for code, at in enumerate(self.codes) if legal[code]}

    def best(self, view: View, prompt: Prompt) -> int:
        """Return the legal code with the highest score; of equal ones the first."""
        scores = self.scores(view, prompt)
        return max(scores, key=scores.__getitem__)


@lru_cache(maxsize=8)  # seats and consecutive games of an arena share this
def encoder_of(game: Game, seats: int) -> Encoder:
    """Return the encoder of a game, cached."""
    return Encoder(game, seats, network_of(game.name))


class AdmiralBot(Bot):
    """A stateless bot: a decision depends only on view and options."""

    def __init__(self, game: Game) -> None:
        network_of(game.name)  # raises a Problem for editions without a network
        self.game = game

    def decide(self, view: View, options: Options) -> Action:
        """Choose the action code by code."""
        encoder = encoder_of(self.game, int(view.state.seats))
        prompt = Prompt(encoder.prompt_codes)
        prompt.begin(options, view.seat)
        while prompt.stage != DONE:
            prompt.choose(encoder.best(view, prompt))
        return prompt.action()
