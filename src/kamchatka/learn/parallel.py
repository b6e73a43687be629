"""PettingZoo parallel environment for every edition: all agents give a code per cycle, but only one counts.

Only the awaited seat's code counts; the other agents' only legal code is `none`. An illegal code is ignored and the
seat is asked again.
"""

from collections.abc import Mapping
from operator import index
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import ParallelEnv

from kamchatka.editions.edition import Edition
from kamchatka.kernel.edges.plain import JsonObject
from kamchatka.learn.aec import Observation, raw_env


class parallel_env(ParallelEnv[str, Observation, int], EzPickle):  # type: ignore[misc]  # PettingZoo is untyped here
    """One table; it ends for all agents at once, by its rules or after `max_cycles`."""

    metadata: JsonObject = raw_env.metadata

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
        self.table = raw_env(edition, seats, options, max_rounds=max_rounds, render_mode=render_mode)
        self.setting = self.table.setting
        self.setting.play(max_cycles)  # rejects an invalid limit with a ValueError; cycles are counted here
        self.max_cycles = max_cycles
        self.cycles = 0
        self.render_mode = render_mode
        self.possible_agents: list[str] = self.table.possible_agents
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the observation space, which is the same for all agents."""
        return self.table.observation_space(agent)

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the action space, which is the same for all agents."""
        return self.table.action_space(agent)

    def reset(
        self, seed: int | None = None, options: JsonObject | None = None
    ) -> tuple[dict[str, Observation], dict[str, JsonObject]]:
        """Start a new game."""
        self.table.reset(seed, options)
        self.cycles = 0
        self.agents = self.possible_agents[:]
        return self._observe(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[JsonObject, ...]:
        """Play one cycle and return everyone's observations, rewards, terminations, truncations and infos.

        All are empty once the game is over.
        """
        if not self.agents:
            return {}, {}, {}, {}, {}
        play, agents = self.table.play, self.agents
        code = index(actions[agents[int(play.seat)]])
        if 0 <= code < self.setting.codes.size and play.prompt.legal[code]:
            play.step(code)
        self.cycles += 1
        cut = self.max_cycles is not None and self.cycles >= self.max_cycles and not play.is_over()
        rewards = {agent: float(play.reward(seat)) for seat, agent in enumerate(agents)}
        terminations, truncations = dict.fromkeys(agents, play.is_over()), dict.fromkeys(agents, cut)
        seen, infos = self._observe(), {agent: JsonObject() for agent in agents}
        if self.render_mode == "human":
            self.render()
        if play.is_over() or cut:
            self.agents = []
        return seen, rewards, terminations, truncations, infos

    def _observe(self) -> dict[str, Observation]:
        found = {agent: self.table.observe(agent) for agent in self.agents}
        for one in found.values():
            if not np.any(one["action_mask"]):
                one["action_mask"][int(self.setting.codes.none)] = 1
        return found

    def render(self) -> str | None:
        """Describe the table as the awaited agent sees it."""
        self.table.agent_selection = self.possible_agents[max(int(self.table.play.seat), 0)]
        return self.table.render()

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""
