"""Gymnasium vector environment: many games at once in NumPy arrays that the compiled kernel writes directly."""

from collections.abc import Callable, Mapping, Sequence
from operator import index
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.utils import EzPickle
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from kamchatka.bots.bot import Bot
from kamchatka.editions.edition import Edition
from kamchatka.encoding.setting import Setting
from kamchatka.learn.aec import spaces_of
from kamchatka.learn.batch import EVERYBODY, SEEDS, Batch, Lineup, following
from kamchatka.players import bot

Array = NDArray[Any]
Observations = dict[str, Array]
# Maps observations, masks and seats of some games to a code for each.
Policy = Callable[[Array, Array, Array], Array]


class Everybody(Lineup):
    """One learner for all seats: self-play."""

    def __init__(self, seats: int) -> None:
        self.seats = seats

    def bots(self, seed: int) -> list[Bot | None]:
        """Return no bots."""
        return [None] * self.seats


class Against(Lineup):
    """One seat for the learner; the others are bots by name or, without names, the caller's policy."""

    def __init__(self, setting: Setting, names: Sequence[str], seat: int | None) -> None:
        self.setting, self.names, self.seat = setting, names, seat
        for name in set(names):
            bot(name, setting.game, 0).close()  # rejects unknown names early

    def learner(self, seed: int) -> int:
        """Return the agreed seat, or one derived from the seed."""
        return seed // 7 % self.setting.seats if self.seat is None else self.seat

    def bots(self, seed: int) -> list[Bot | None]:
        """Seat the bots in order, starting after the learner."""
        seats, mine = self.setting.seats, self.learner(seed)
        seated: list[Bot | None] = [None] * seats
        for nth, name in enumerate(self.names):
            seated[(mine + 1 + nth) % seats] = bot(name, self.setting.game, seed + nth)
        return seated


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

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 -- Gymnasium's declaration

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
        self.batch = Batch(
            [self.setting.play(max_cycles, max_rounds) for _ in range(self.num_envs)],
            self.setting.observer,
            self._lineup(opponents, seat),
        )
        self.single_observation_space, self.single_action_space = spaces_of(self.setting)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._attach()

    def _lineup(self, opponents: str | Sequence[str] | Policy | None, seat: int | None) -> Lineup:
        others = self.setting.seats - 1
        if seat is not None and (opponents is None or not 0 <= index(seat) <= others):
            known = f"0 to {others}" if opponents is not None else "for a learner with opponents: there are none"
            raise ValueError(f"seat={seat}: seats are {known}")
        if opponents is None:
            return Everybody(self.setting.seats)
        names = [] if callable(opponents) else [opponents] * others if isinstance(opponents, str) else list(opponents)
        if not callable(opponents) and len(names) != others:
            raise ValueError(f"{len(names)} opponents; a table of {others + 1} has {others}")
        if not all(isinstance(name, str) for name in names):
            raise ValueError(f"opponents={opponents}: a policy for all of them, or the name of a bot for each")
        return Against(self.setting, names, seat)

    def _attach(self) -> None:
        """Create NumPy arrays over the rows that the batch writes."""
        batch: Any = self.batch
        games, size, codes = self.num_envs, self.setting.layout.size, int(self.setting.codes.size)
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
    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observations, Any]:
        """Start all games: game i with `seed` + i, or with the seed after its last game's."""
        super().reset(seed=seed)
        if seed is None and not self.is_begun:
            seed = int(self.np_random.integers(SEEDS))
        self.is_begun = True
        for game in range(self.num_envs):
            following_seed = following(self.batch.seeds[game])
            self.batch.begin(game, following_seed if seed is None else (seed + game) & SEEDS)
        self.batch.clear()
        self._ask_policy()
        self.batch.clear()
        return self._seen(), {"seat": self._kept(self._seats)}

    def step(self, actions: Array) -> tuple[Observations, Array, Array, Array, dict[str, Any]]:
        """Play one sub-step in every game. An illegal code raises ValueError before any game advances."""
        codes = self._checked(actions, np.arange(self.num_envs), "step")
        self.batch.clear()
        self.batch.step(codes)
        self._ask_policy()
        infos: dict[str, Any] = {"seat": self._kept(self._seats)}
        ended = self._terminations | self._truncations
        if ended.any():
            paid = {"returns": self._returns.copy(), "_returns": ended}
            infos |= {**paid, "final_info": paid, "_final_info": ended, "_final_obs": ended}
            infos["final_obs"] = self._final_observations(ended)
        rewards, over, cut = (self._kept(row) for row in (self._rewards, self._terminations, self._truncations))
        return self._seen(), rewards, over, cut, infos

    def _ask_policy(self) -> None:
        """Let an opponent policy answer until every game awaits its learner."""
        while self.policy is not None:
            games = np.flatnonzero((self._seats != self._learners) & (self._learners != EVERYBODY))
            if len(games) == 0:
                return
            said = self.policy(self._observations[games], self._masks[games], self._seats[games])
            self.batch.step_some(games.tolist(), self._checked(said, games, "opponents"))

    def _checked(self, said: Any, games: Array, who: str) -> list[int]:
        """Check that every game got a legal code; otherwise raise ValueError before any game advances."""
        if not self.is_begun:
            raise ResetNeeded("reset() comes before the first step")
        codes = np.asarray(said)
        if codes.shape != games.shape or codes.dtype.kind not in "iu":
            told = f"{codes.dtype} of shape {codes.shape}"
            raise ValueError(f"{who}: {len(games)} whole numbers are needed, a code for each game, not {told}")
        known = (codes >= 0) & (codes < self._masks.shape[1])
        legal = known & (self._masks[games, np.where(known, codes, 0)] > 0)
        if not legal.all():
            wrong = int(np.flatnonzero(~legal)[0])
            raise ValueError(f"{who}: code {codes[wrong]} is not legal in game {games[wrong]}")
        found: list[int] = codes.tolist()
        return found

    def close_extras(self, **kwargs: Any) -> None:
        """Close opponents that run as programs."""
        for play in self.batch.plays:
            play.dismiss()

    def _seen(self) -> Observations:
        return {"observation": self._kept(self._observations), "action_mask": self._kept(self._masks)}

    def _kept(self, row: Array) -> Array:
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


def vector_env(edition: str | Edition, num_envs: int, seats: int | None = None, **settings: Any) -> KamchatkaVectorEnv:
    """Create an environment with N games of an edition; see `KamchatkaVectorEnv` for the settings.

    >>> games = vector_env("modern", 8, seats=4, opponents="random")
    >>> seen, infos = games.reset(seed=1)
    >>> seen["observation"].shape[0]
    8
    """
    return KamchatkaVectorEnv(edition, num_envs, seats, **settings)
