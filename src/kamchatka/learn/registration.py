"""Registration of all installed editions with PettingZoo and Gymnasium."""

import gymnasium
import pettingzoo

from kamchatka.editions import EDITIONS
from kamchatka.encoding.layout import OBSERVATION_VERSION


def register() -> None:
    """Register `kamchatka/EDITION-vN` for the `make` of PettingZoo and Gymnasium; N is the observation version."""
    for edition in EDITIONS:
        name = f"kamchatka/{edition}-v{OBSERVATION_VERSION}"
        chosen = {"edition": edition}
        if name not in pettingzoo.aec_registry:
            pettingzoo.register("aec", name, "kamchatka.learn.aec:env", kwargs=chosen)
            pettingzoo.register("parallel", name, "kamchatka.learn.parallel:parallel_env", kwargs=chosen)
            gymnasium.register(
                name,
                entry_point="kamchatka.learn.single:KamchatkaEnv",
                vector_entry_point="kamchatka.learn.workers:vector_env",
                kwargs=chosen,
            )
