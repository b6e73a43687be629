"""Gymnasium environment for one seat: the other seats are bots, and the learner gives one code per step."""

from collections.abc import Mapping, Sequence
from operator import index
from typing import Any

import numpy as np
from gymnasium import Env, spaces
from gymnasium.error import ResetNeeded
from gymnasium.utils import EzPickle
from librt.vecs import vec
from mypy_extensions import i16
from numpy.typing import NDArray

from kamchatka.editions.edition import Edition
from kamchatka.encoding.observer import ObservationRow
from kamchatka.encoding.play import NOT_ASKED
from kamchatka.encoding.setting import Setting
from kamchatka.kernel.edges.plain import JsonObject
from kamchatka.kernel.view import view
from kamchatka.learn.batch import SEEDS, following
from kamchatka.learn.describe import describe
from kamchatka.learn.frames import PIXELS, frame, picture
from kamchatka.learn.lineup import Against

Array = NDArray[Any]


class LegalCodes(spaces.Discrete):
    """All codes; `sample` without a mask draws a code that is legal now."""

    legal: Array | None = None

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """Draw a code: by the mask or the probabilities if given, otherwise a legal one."""
        if mask is None and probability is None:
            mask = self.legal
        return super().sample(mask, probability)


class KamchatkaEnv(Env[Array, int], EzPickle):
    """One seat of a game against bots. `action_masks()` marks the legal codes, as sb3-contrib asks for them.

    `opponents` is the name of a bot, or one name per opposing seat. `seat` is the learner's seat; without one it takes
    each seat in turn. A copy or pickle has the same settings but isn't reset.
    """

    metadata: JsonObject = {  # noqa: RUF012 -- Gymnasium's declaration
        "render_modes": ["human", "ansi", "svg", "rgb_array"],
        "render_fps": 4,
    }

    def __init__(
        self,
        edition: str | Edition,
        seats: int | None = None,
        *,
        opponents: str | Sequence[str] = "random",
        seat: int | None = None,
        options: Mapping[str, object] | None = None,
        max_cycles: int | None = None,
        max_rounds: int | None = None,
        render_mode: str | None = None,
        render_width: int = PIXELS,
    ) -> None:
        chosen = {"opponents": opponents, "seat": seat, "options": options, "max_cycles": max_cycles}
        shown = {"render_mode": render_mode, "render_width": render_width}
        EzPickle.__init__(self, edition, seats, max_rounds=max_rounds, **chosen, **shown)
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode={render_mode!r}: one of {', '.join(self.metadata['render_modes'])}")
        self.render_mode, self.render_width = render_mode, index(render_width)
        self.setting = Setting.of(edition, seats, options)
        if render_mode in ("svg", "rgb_array") and not self.setting.edition.boards:
            raise ValueError(f"render_mode={render_mode!r}: this edition has no drawn board")
        self.lineup = Against.of(self.setting, opponents, seat)
        self.play = self.setting.play(max_cycles, max_rounds)
        self.seat = 0  # the learner's, in this game
        self.game_seed: int | None = None
        numbers: Any = vec[i16]([0] * self.setting.layout.size)  # allocated once: mypyc leaks those of interpreted code
        self._row = ObservationRow(self.setting.observer, numbers, 0)
        self._seen = np.frombuffer(numbers, np.int16)
        legal: Any = self.play.prompt.legal
        self._legal = np.frombuffer(legal, np.int8)
        self.observation_space = spaces.Box(-2, 32767, (self.setting.layout.size,), np.int16)
        self._codes = LegalCodes(int(self.setting.codes.size))
        self.action_space: Any = self._codes

    # -------------------------------------------------------------- Gymnasium interface
    def reset(self, *, seed: int | None = None, options: JsonObject | None = None) -> tuple[Array, JsonObject]:
        """Start a game: with this seed, or with the one after the last game's."""
        super().reset(seed=seed)
        if seed is not None:
            now = seed & SEEDS
        else:
            now = int(self.np_random.integers(SEEDS)) if self.game_seed is None else following(self.game_seed)
        while True:  # skip games that end before the learner is asked
            self.game_seed, self.seat = now, self.lineup.learner(now)
            self.play.begin(now, self.lineup.bots(now))
            if self.play.seat != NOT_ASKED:
                break
            now = following(now)
        return self._observe()

    def step(self, action: int) -> tuple[Array, float, bool, bool, JsonObject]:
        """Play one sub-step; the bots answer until the learner is asked again. Illegal codes raise ValueError."""
        play, code = self.play, index(action)
        if not self._is_asked():
            raise ResetNeeded("reset() comes before the first step and after the end of a game")
        if not 0 <= code < self._legal.size:  # compiled code overflows on 65-bit numbers
            raise ValueError(f"code {code} is not legal here")
        play.step(code)
        over, cut = play.is_over(), play.is_cut()
        seen, info = self._observe()
        return seen, float(play.reward(self.seat)), over, cut, info

    def action_masks(self) -> Array:
        """Return which codes are legal now, as bools; none after the end of a game."""
        return self._legal.astype(np.bool_) if self._is_asked() else np.zeros(self._legal.size, np.bool_)

    def _is_asked(self) -> bool:
        """Return True if a game goes on."""
        return self.play.seat != NOT_ASKED and not self.play.is_cut()

    def _observe(self) -> tuple[Array, JsonObject]:
        """Return the observation and the info of the learner."""
        play = self.play
        asked = self._is_asked()
        self._row.update(play.table.state, self.seat, play.prompt if asked else None)
        mask = self._legal.copy() if asked else np.zeros_like(self._legal)
        self._codes.legal = mask if asked else None
        if self.render_mode == "human":
            self.render()
        return self._seen.copy(), {"action_mask": mask, "seat": self.seat}

    def render(self) -> Any:
        """Show the table as the learner sees it: in words, as SVG or as an array of pixels (height, width, RGB)."""
        seen = view(self.play.table, self.seat)
        if self.render_mode == "svg":
            return picture(self.setting, seen)
        if self.render_mode == "rgb_array":
            return frame(self.setting, seen, self.render_width)
        told = describe(self.setting, seen) if self.render_mode else None
        if self.render_mode == "human":
            print(told, end="\n\n")
            return None
        return told

    def close(self) -> None:
        """Close opponents that run as programs."""
        self.play.dismiss()
