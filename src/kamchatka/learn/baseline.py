"""Trained networks as opponents and yardsticks for learners: `learn.baseline("challenge")`."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kamchatka.bots.bot import Bot
from kamchatka.encoding.setting import Setting
from kamchatka.players.admiral.bot import AdmiralBot, Encoder
from kamchatka.players.admiral.network import network_of


class Baseline:
    """The admiral of an edition at a number of seats: codes, probabilities and win chances for observations."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.encoder = Encoder(setting.game, setting.seats, network_of(setting.edition.id))
        self.codes = np.array(self.encoder.codes)

    def scores(self, observation: Any, mask: Any) -> NDArray[np.float64]:
        """Return the logarithms of the codes' probabilities at one decision; illegal codes have minus infinity."""
        row = np.ascontiguousarray(observation, np.int16)
        found = np.asarray(self.encoder.network.scores(row, self.encoder.columns, self.encoder.base), np.float64)
        scores = np.where(np.asarray(mask, bool) & (self.codes >= 0), found[self.codes], -np.inf)
        if not np.isfinite(scores).any():
            scores = np.where(np.asarray(mask, bool), 0.0, -np.inf)
        highest = scores.max()
        spread: NDArray[np.float64] = scores - highest - np.log(np.exp(scores - highest).sum())
        return spread

    def act(self, observation: Any, mask: Any) -> int:
        """Return the likeliest code, as the admiral plays."""
        return int(self.scores(observation, mask).argmax())

    def win_chances(self, observation: Any) -> NDArray[np.float64]:
        """Return the network's estimate of every seat's win, the observer first; not calibrated."""
        row = np.ascontiguousarray(observation, np.int16)
        found = self.encoder.network.scores(row, self.encoder.columns, self.encoder.base)
        logits = np.asarray(found, np.float64)[len(self.encoder.network.shape.codes) :][: self.setting.seats]
        chances: NDArray[np.float64] = 1.0 / (1.0 + np.exp(-logits))
        return chances

    def __call__(self, observations: Any, masks: Any, seats: Any = None) -> NDArray[np.int64]:
        """Return the codes for a batch of decisions: an opponent for `vector_env(…, opponents=baseline)`."""
        return np.array([self.act(row, mask) for row, mask in zip(observations, masks, strict=True)], np.int64)

    def bot(self) -> Bot:
        """Return the same player for matches, the arena and servers."""
        return AdmiralBot(self.setting.game)


def baseline(edition: str, seats: int | None = None, options: dict[str, object] | None = None) -> Baseline:
    """Return the trained network of an edition. Raises a Problem if it has none.

    >>> admiral = baseline("challenge", seats=4)
    >>> from kamchatka.learn import env
    >>> table = env("challenge", seats=4)
    >>> table.reset(seed=1)
    >>> seen = table.last()[0]
    >>> code = admiral.act(seen["observation"], seen["action_mask"])
    >>> bool(seen["action_mask"][code]), admiral.win_chances(seen["observation"]).shape
    (True, (4,))
    """
    return Baseline(Setting.of(edition, seats, options))
