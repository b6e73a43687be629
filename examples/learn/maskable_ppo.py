"""One seat against bots with MaskablePPO of sb3-contrib, which reads `action_masks()`.

    pip install 'kamchatka[learn]' sb3-contrib
    python examples/learn/maskable_ppo.py --edition modern --seats 3 --steps 200000 --save policy.zip

Observations are passed as log(1 + n), because armies and rounds have no upper limit.
"""

import argparse
from typing import Any

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy

Array = np.ndarray[Any, Any]


class Logarithms(gymnasium.ObservationWrapper[Array, int, Array]):
    """Replace counts by small floats, and hidden numbers by 0. Masks are those of the game."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        self.observation_space = gymnasium.spaces.Box(0.0, 11.0, env.observation_space.shape, np.float32)

    def observation(self, observation: Array) -> Array:
        return np.log1p(np.maximum(observation, 0)).astype(np.float32)

    def action_masks(self) -> Array:
        """Return the legal codes; sb3-contrib asks the outermost wrapper."""
        found: Array = self.env.get_wrapper_attr("action_masks")()
        return found


def make(edition: str, seats: int, opponents: str = "random") -> Any:
    """Create the environment; the part before the colon is imported and registers the games."""
    name = f"kamchatka.learn:kamchatka/{edition}-v1"
    return Logarithms(gymnasium.make(name, seats=seats, opponents=opponents, max_cycles=4000))


def main() -> None:
    """Train, then play some games without learning."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edition", default="modern")
    for name, default in (("seats", 3), ("steps", 200_000), ("length", 2048), ("games", 20), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--opponents", default="random", help="the name of a bot")
    parser.add_argument("--save", help="where the policy is kept")
    chosen = parser.parse_args()
    table = make(chosen.edition, chosen.seats, chosen.opponents)
    model = MaskablePPO("MlpPolicy", table, n_steps=chosen.length, gamma=0.999, seed=chosen.seed, device="cpu")
    model.learn(chosen.steps)
    mean, spread = evaluate_policy(model, table, n_eval_episodes=chosen.games, warn=False)
    print(f"{chosen.games} games: mean reward {mean:.2f} ± {spread:.2f}")
    if chosen.save:
        model.save(chosen.save)


if __name__ == "__main__":
    main()
