"""Environments to train players in: every edition by PettingZoo's and Gymnasium's conventions (docs/learn.md).

`pip install 'kamchatka[learn]'` brings what it needs; to import it registers the environments (`registration`).
"""

from kamchatka.learn.aec import env, raw_env
from kamchatka.learn.describe import describe, describe_action
from kamchatka.learn.layout import OBSERVATION_VERSION, Layout
from kamchatka.learn.parallel import parallel_env
from kamchatka.learn.registration import register
from kamchatka.learn.setting import Setting
from kamchatka.learn.vector import KamchatkaVectorEnv, vector_env

__all__ = [
    "OBSERVATION_VERSION",
    "KamchatkaVectorEnv",
    "Layout",
    "Setting",
    "describe",
    "describe_action",
    "env",
    "parallel_env",
    "raw_env",
    "vector_env",
]

register()
