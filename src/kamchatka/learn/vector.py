"""Gymnasium vector environment: many games at once in NumPy arrays that the compiled kernel writes directly."""

from collections.abc import Mapping, Sequence
from operator import index
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.utils import EzPickle
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from kamchatka.editions.edition import Edition
from kamchatka.encoding.setting import Setting
from kamchatka.kernel.edges.plain import JsonObject
from kamchatka.learn.aec import spaces_of
from kamchatka.learn.batch import EVERYBODY, SEEDS, Batch, following
from kamchatka.learn.lineup import Against, Everybody, Policy

Array = NDArray[Any]
Observations = dict[str, Array]


class KamchatkaVectorEnv(VectorEnv[Observations, Array, Array], EzPickle):
    """N games of one setting. A game that ends restarts in the same step (its end is in `final_obs`).

    `opponents` is one of:
    - None: the learner plays all seats. Rewards belong to the seat that just acted, and `infos["returns"]` has
      everyone's.
    - the name of a bot, or one name per opposing seat.
    - a policy, which is asked for codes in batches like the learner.

    With opponents the learner has one seat in each game (`seat`, or each in turn) and gets that seat's rewards. A
    copy or pickle has the same settings but isn't reset.
    """

    metadata: JsonObject = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 -- Gymnasium's declaration

    def __init__(
        self,
        edition: str | Edition,
        num_envs: int,
        seats: int | None = None,
        *,
        opponents: str | Sequence[str] | Policy | None = None,
        seat: int | None = None,
        options: Mapping[str, object] | None = None,
        max_cycles: int | None = None,
        max_rounds: int | None = None,
        copy: bool = True,
    ) -> None:
        told = {"opponents": opponents, "seat": seat, "options": options, "copy": copy}
        EzPickle.__init__(self, edition, num_envs, seats, **told, max_cycles=max_cycles, max_rounds=max_rounds)
        self.setting = Setting.of(edition, seats, options)
        self.num_envs = index(num_envs)
        if self.num_envs < 1:
            raise ValueError(f"num_envs={num_envs}: one game is the least")
        self.copy = copy  # False: arrays are read-only and valid until the next call
        self.policy: Policy | None = opponents if callable(opponents) else None
        self.is_begun = False
        if seat is not None and opponents is None:
            raise ValueError(f"seat={seat}: seats are for a learner with opponents: there are none")
        self.lineup = Everybody(self.setting.seats) if opponents is None else Against.of(self.setting, opponents, seat)
        self.limits = (max_cycles, max_rounds)
        self.single_observation_space, self.single_action_space = spaces_of(self.setting)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._games = np.arange(self.num_envs)
        self._attach()

    def _attach(self) -> None:
        """Create the games, and NumPy arrays over the rows that they write."""
        games, size, codes = self.num_envs, self.setting.layout.size, int(self.setting.codes.size)
        plays = [self.setting.play(*self.limits) for _ in range(games)]
        self.batch = Batch(plays, self.setting.observer, self.lineup)
        self._all_games: list[int] = self._games.tolist()
        batch: Any = self.batch
        self._observations = np.frombuffer(batch.observations, np.int16).reshape(games, size)
        self._finals = np.frombuffer(batch.finals, np.int16).reshape(games, size)
        self._masks = np.frombuffer(batch.masks, np.int8).reshape(games, codes)
        self._seats = np.frombuffer(batch.asked, np.int64)
        self._learners = np.frombuffer(batch.learners, np.int64)
        self._rewards = np.frombuffer(batch.rewards, np.float64)
        self._returns = np.frombuffer(batch.returns, np.float64).reshape(games, -1)
        self._terminations = np.frombuffer(batch.terminations, np.bool_)
        self._truncations = np.frombuffer(batch.truncations, np.bool_)

    # -------------------------------------------------------------- Gymnasium interface
    def reset(self, *, seed: int | None = None, options: JsonObject | None = None) -> tuple[Observations, Any]:
        """Start all games: game i with `seed` + i, or with the seed after its last game's."""
        super().reset(seed=seed)
        if seed is None and not self.is_begun:
            seed = int(self.np_random.integers(SEEDS))
        self.is_begun = True
        self._begin_games(seed)
        return self._observe(), {"seat": self._copy_if_asked(self._seats)}

    def _begin_games(self, seed: int | None) -> None:
        for game in range(self.num_envs):
            following_seed = following(self.batch.seeds[game])
            self.batch.begin(game, following_seed if seed is None else (seed + game) & SEEDS)
        self.batch.clear()
        self._ask_policy()
        self.batch.clear()

    def step(self, actions: Array) -> tuple[Observations, Array, Array, Array, JsonObject]:
        """Play one sub-step in every game. An illegal code raises ValueError before any game advances."""
        has_ended = self._step_games(actions)
        infos: JsonObject = {"seat": self._copy_if_asked(self._seats)}
        if has_ended:
            ended = self._terminations | self._truncations
            paid = {"returns": self._returns.copy(), "_returns": ended}
            infos |= {**paid, "final_info": paid, "_final_info": ended, "_final_obs": ended}
            infos["final_obs"] = self._final_observations(ended)
        rewards, over, cut = (
            self._copy_if_asked(row) for row in (self._rewards, self._terminations, self._truncations)
        )
        return self._observe(), rewards, over, cut, infos

    def _step_games(self, actions: Array) -> bool:
        """Play the codes; return True if a game has ended."""
        codes = self._check_codes(actions, self._games, "step")
        self.batch.clear()
        self.batch.step(codes)
        self._ask_policy()
        return self.batch.ended > 0

    def _ask_policy(self) -> None:
        """Let an opponent policy answer until every game awaits its learner."""
        while self.policy is not None:
            games = np.flatnonzero((self._seats != self._learners) & (self._learners != EVERYBODY))
            if len(games) == 0:
                return
            said = self.policy(self._observations[games], self._masks[games], self._seats[games])
            self.batch.step_some(games.tolist(), self._check_codes(said, games, "opponents"))

    def _check_codes(self, said: Any, games: Array, who: str) -> list[int]:
        """Check that every game got a legal code; otherwise raise ValueError before any game advances."""
        codes = self._numbers(said, games, who)
        found: list[int] = codes.tolist()
        wrong = self.batch.wrong(self._all_games if games is self._games else games.tolist(), found)
        if wrong >= 0:
            raise ValueError(f"{who}: code {codes[wrong]} is not legal in game {games[wrong]}")
        return found

    def _numbers(self, said: Any, games: Array, who: str) -> Array:
        """Check that there is a whole number for every game."""
        if not self.is_begun:
            raise ResetNeeded("reset() comes before the first step")
        codes = np.asarray(said)
        if codes.shape != games.shape or codes.dtype.kind not in "iu":
            told = f"{codes.dtype} of shape {codes.shape}"
            raise ValueError(f"{who}: {len(games)} whole numbers are needed, a code for each game, not {told}")
        return codes if codes.dtype != np.uint64 else codes.astype(np.int64)

    def close_extras(self, **kwargs: Any) -> None:
        """Close opponents that run as programs."""
        for play in self.batch.plays:
            play.dismiss()

    def _observe(self) -> Observations:
        return {"observation": self._copy_if_asked(self._observations), "action_mask": self._copy_if_asked(self._masks)}

    def _copy_if_asked(self, row: Array) -> Array:
        return row.copy() if self.copy else row

    def _final_observations(self, ended: Array) -> Array:
        """Return the final observations of ended games for the learner's seat; no code is legal any more."""
        last = np.full(self.num_envs, None, dtype=object)
        for game in np.flatnonzero(ended):
            last[game] = {
                "observation": self._finals[game].copy(),
                "action_mask": np.zeros(int(self.setting.codes.size), np.int8),
            }
        return last
