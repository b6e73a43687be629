"""PettingZoo AEC environment for every edition: agents act in turns, and `action_mask` marks the legal codes."""

from collections.abc import Mapping
from operator import index
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from librt.vecs import vec
from mypy_extensions import i16
from pettingzoo import AECEnv
from pettingzoo.utils.env import AECIterable
from pettingzoo.utils.env_logger import EnvLogger

from kamchatka.editions.edition import Edition
from kamchatka.encoding.layout import OBSERVATION_VERSION
from kamchatka.encoding.observer import ObservationRow
from kamchatka.encoding.play import NOT_ASKED
from kamchatka.encoding.setting import Setting
from kamchatka.kernel.edges.plain import JsonObject
from kamchatka.kernel.view import view
from kamchatka.learn.batch import SEEDS, following
from kamchatka.learn.describe import describe

Observation = JsonObject


def spaces_of(setting: Setting) -> tuple[spaces.Dict, spaces.Discrete[Any]]:
    """Return the observation and action spaces of an agent."""
    layout, codes = setting.layout, int(setting.codes.size)
    seen = spaces.Dict(
        {
            "observation": spaces.Box(-2, 32767, (layout.size,), np.int16),
            "action_mask": spaces.Box(0, 1, (codes,), np.int8),
        }
    )
    return seen, spaces.Discrete(codes)


def env(edition: str | Edition, seats: int | None = None, **settings: Any) -> AECEnv[str, Observation, int]:
    """Create an environment with the checks of the wrappers that PettingZoo's classic games use.

    >>> table = env("modern", seats=4)
    >>> table.reset(seed=1)
    >>> table.agent_selection
    'player_0'
    """
    return checked_env(edition, seats, **settings)


class raw_env(AECEnv[str, Observation, int], EzPickle):  # type: ignore[misc]  # PettingZoo is untyped here
    """Environment without wrappers; `setting` has its layout, codes, `encode` and `decode`.

    A copy or pickle has the same settings but isn't reset, as with PettingZoo's classic games.
    """

    metadata: JsonObject = {  # noqa: RUF012 -- PettingZoo's own declaration
        "render_modes": ["human", "ansi"],
        "name": f"kamchatka_v{OBSERVATION_VERSION}",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        edition: str | Edition,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        max_cycles: int | None = None,
        max_rounds: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(self, edition, seats, options, max_cycles, max_rounds, render_mode)
        super().__init__()
        self.setting = Setting.of(edition, seats, options)
        self.play = self.setting.play(max_cycles, max_rounds)
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode={render_mode!r}: “ansi” gives the table in words, “human” prints it")
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.setting.seats)]
        self.agents = self.possible_agents[:]
        seen, said = spaces_of(self.setting)
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = dict.fromkeys(self.possible_agents, said)
        self.seed: int | None = None
        size = self.setting.layout.size
        numbers: Any = vec[i16]([0] * (size * self.setting.seats))  # allocated once: see `observe`
        self._rows = [ObservationRow(self.setting.observer, numbers, seat * size) for seat in range(self.setting.seats)]
        self._seen = np.frombuffer(numbers, np.int16).reshape(self.setting.seats, size)
        legal: Any = self.play.prompt.legal
        self._legal = np.frombuffer(legal, np.int8)
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the observation space, which is the same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the action space, which is the same for all agents."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: JsonObject | None = None) -> None:
        """Start a new game with this seed, or with the one after the last game's."""
        if seed is not None:
            self.seed = seed & SEEDS
        else:
            self.seed = following(self.seed) if self.seed is not None else int(np.random.default_rng().integers(SEEDS))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, JsonObject] = {agent: {} for agent in self.agents}
        self.play.begin(self.seed, [None] * self.setting.seats)
        self._select()

    def step(self, action: int | None) -> None:
        """Play one sub-step of the selected agent."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        code = index(action)
        if not 0 <= code < self.setting.codes.size:  # compiled code overflows on 65-bit numbers
            raise ValueError(f"code {code} is not legal here")
        self.play.step(code)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        if self.play.is_over() or self.play.is_cut():
            for seat, agent in enumerate(self.agents):
                self.rewards[agent] = float(self.play.reward(seat))
                self.terminations[agent] = self.play.is_over()
                self.truncations[agent] = self.play.is_cut()
            self._accumulate_rewards()
        self._select()

    def _select(self) -> None:
        """Select the awaited agent, or the first one at the end, and render for people."""
        asked = self.play.seat
        self.agent_selection = self.agents[0 if asked == NOT_ASKED else int(asked)]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """Return what an agent's seat may know; only the awaited agent has legal codes.

        The observation is written to a reused row and copied, because mypyc leaks vectors that interpreted code
        creates.
        """
        seat, play = self._seat_of[agent], self.play
        asked = seat == play.seat and not (play.is_over() or play.is_cut())
        self._rows[seat].update(play.table.state, seat, play.prompt if asked else None)
        mask = self._legal.copy() if asked else np.zeros_like(self._legal)
        return {"observation": self._seen[seat].copy(), "action_mask": mask}

    def render(self) -> str | None:
        """Describe the table as the selected agent sees it; in "human" mode, print it after every step."""
        if self.render_mode is None:
            return None
        seat = self.possible_agents.index(self.agent_selection)
        told = describe(self.setting, view(self.play.table, seat))
        if self.render_mode == "ansi":
            return told
        print(told, end="\n\n")
        return None

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""


class checked_env(raw_env):
    """The environment with the checks of TerminateIllegal, AssertOutOfBounds and OrderEnforcing, of one class.

    PettingZoo's own wrappers pass each attribute through three layers, which takes longer than the game.
    """

    has_reset = False
    illegal_reward = -1.0

    def reset(self, seed: int | None = None, options: JsonObject | None = None) -> None:
        """Start a new game with this seed, or with the one after the last game's."""
        self.has_reset = True
        super().reset(seed, options)

    def step(self, action: int | None) -> None:
        """Play one sub-step. An illegal code ends the game: its agent gets -1, the others 0."""
        if not self.has_reset:
            EnvLogger.error_step_before_reset()
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "None is for agents whose game is over"
        assert self.action_spaces[agent].contains(action), f"action {action} is not in action space"
        if self._legal[action]:
            super().step(action)
            return
        EnvLogger.warn_on_illegal_move()
        self._cumulative_rewards[agent] = 0.0
        self.terminations, self.truncations = dict.fromkeys(self.agents, True), dict.fromkeys(self.agents, True)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[agent] = self.illegal_reward
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> Observation:
        """Return what an agent's seat may know."""
        if not self.has_reset:
            EnvLogger.error_observe_before_reset()
        return super().observe(agent)

    def agent_iter(self, max_iter: int = 2**63) -> AECIterable:
        """Iterate over the agents in the order in which they act."""
        if not self.has_reset:
            EnvLogger.error_agent_iter_before_reset()
        return super().agent_iter(max_iter)
